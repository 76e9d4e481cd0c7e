package store

import (
	"fmt"
	"strings"
	"testing"
)

func ask(t testing.TB, s *Store, kind, payload string) Written[Approval] {
	t.Helper()
	w, err := s.RequestChange(t.Context(), agent, kind, []byte(payload), "")
	if err != nil {
		t.Fatalf("ask for %s: %v", kind, err)
	}
	return w
}

func approvals(t testing.TB, s *Store, state string) []Approval {
	t.Helper()
	page, err := s.Approvals(t.Context(), ApprovalFilter{State: state})
	if err != nil {
		t.Fatal(err)
	}
	return page.Approvals
}

func TestRequestsAreChecked(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s", inProject("alpha"))
	for _, tc := range []struct{ name, kind, payload, field string }{
		{"unknown kind", "drop_database", `{}`, "kind"},
		{"no kind", "", `{}`, "kind"},
		{"nothing", "delete_project", ``, "payload"},
		{"null", "delete_project", `null`, "payload"},
		{"not an object", "delete_project", `["alpha"]`, "payload"},
		{"a field is missing", "delete_project", `{}`, "payload.slug"},
		{"a field is blank", "delete_project", `{"slug":" "}`, "payload.slug"},
		{"a field is null", "delete_project", `{"slug":null}`, "payload.slug"},
		{"a field is no text", "delete_project", `{"slug":5}`, "payload.slug"},
		{"a field is too long", "delete_project", `{"slug":"` + strings.Repeat("a", 501) + `"}`, "payload.slug"},
		{"a field too many", "delete_project", `{"slug":"alpha","force":"yes"}`, "payload"},
		{"a field in another case", "delete_project", `{"Slug":"alpha"}`, "payload.slug payload"},
		{"not a slug", "rename_project", `{"slug":"alpha","new_slug":"Alpha Beta"}`, "payload.new_slug"},
		{"a reserved slug", "rename_project", `{"slug":"alpha","new_slug":"resolve"}`, "payload.new_slug"},
		{"into itself", "merge_threads", `{"thread_id":"` + th.ID + `","into":"` + th.ID + `"}`, "payload.into"},
	} {
		if _, err := s.RequestChange(t.Context(), agent, tc.kind, []byte(tc.payload), ""); invalidFields(err) != tc.field {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	if _, err := s.RequestChange(t.Context(), agent, "delete_project", []byte(`{"slug":"alpha"}`), strings.Repeat("r", MaxText+1)); invalidFields(err) != "reason" {
		t.Errorf("a long reason: %v", err)
	}
	for kind, payload := range map[string]string{
		"delete_project": `{"slug":"alhpa"}`,
		"rename_project": `{"slug":"alhpa","new_slug":"beta"}`,
		"merge_threads":  `{"thread_id":"` + th.ID + `","into":"000000000000"}`,
	} {
		if _, err := s.RequestChange(t.Context(), agent, kind, []byte(payload), ""); !isMissing(err) {
			t.Errorf("%s of what is not there: %v", kind, err)
		}
	}
	if n := len(approvals(t, s, "all")); n != 0 {
		t.Errorf("%d requests were kept", n)
	}
}

func TestEqualRequestsAreOne(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "s", inProject("alpha"))
	first := ask(t, s, "rename_project", `{"slug":"alpha","new_slug":"beta","title":"Beta"}`)
	again := ask(t, s, "rename_project", ` { "title" : " Beta ", "new_slug":"beta", "slug":"alpha"}`)
	if again.Item.ID != first.Item.ID || again.EventID != "" || again.Item.Effect != first.Item.Effect {
		t.Errorf("asked again: %+v, first %+v", again, first)
	}
	if e := history(t, s, ApprovalURI(first.Item.ID)); len(e) != 1 || e[0].Kind != "approval.requested" || e[0].ID != first.EventID || *e[0].SourceTool != agent.SourceTool {
		t.Errorf("events %+v", e)
	}
	if other := ask(t, s, "rename_project", `{"slug":"alpha","new_slug":"beta"}`); other.Item.ID == first.Item.ID {
		t.Error("another request counts as the same")
	}
	// A name that leads to the same project asks for the same.
	if _, err := s.UpdateProject(t.Context(), owner, "alpha", ProjectInput{Slug: Some("gamma")}); err != nil {
		t.Fatal(err)
	}
	gone := ask(t, s, "delete_project", `{"slug":"gamma"}`)
	if by := ask(t, s, "delete_project", `{"slug":"alpha"}`); by.Item.ID != gone.Item.ID {
		t.Error("an earlier name asks for something else")
	}
	// Once rejected, it may be asked for again for another reason.
	if _, err := s.Reject(t.Context(), owner, gone.Item.ID); err != nil {
		t.Fatal(err)
	}
	if by := ask(t, s, "delete_project", `{"slug":"gamma"}`); by.Item.ID != gone.Item.ID || by.Item.State != ApprovalRejected {
		t.Error("a rejected request is asked for again for no other reason")
	}
	if by, err := s.RequestChange(t.Context(), agent, "delete_project", []byte(`{"slug":"gamma"}`), "it is empty now"); err != nil || by.Item.ID == gone.Item.ID {
		t.Errorf("a rejected request stands for a new one: %v", err)
	}
}

func TestOnlySoManyRequestsMayWait(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "s", inProject("alpha"))
	for i := range maxPending {
		ask(t, s, "rename_project", fmt.Sprintf(`{"slug":"alpha","new_slug":"beta-%d"}`, i))
	}
	if _, err := s.RequestChange(t.Context(), agent, "delete_project", []byte(`{"slug":"alpha"}`), ""); !isConflict(err) {
		t.Errorf("one more: %v", err)
	}
	ask(t, s, "rename_project", `{"slug":"alpha","new_slug":"beta-0"}`) // it waits already
	if _, err := s.Reject(t.Context(), owner, approvals(t, s, "")[0].ID); err != nil {
		t.Fatal(err)
	}
	ask(t, s, "delete_project", `{"slug":"alpha"}`)
}

func TestEffectSaysWhatWillHappen(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	one := create(t, s, "Split the webhook", inProject("alpha"))
	two := create(t, s, strings.Repeat("long ", 50), inProject("alpha"))
	create(t, s, "elsewhere")
	reminderFor(t, s, one.ID, "once", c.Now())
	reminderFor(t, s, one.ID, "once", c.Now(), func(m *Reminder) { m.ThreadID, m.ProjectSlug = nil, new("alpha") })
	reminderFor(t, s, one.ID, "once", c.Now(), func(m *Reminder) { m.deletedAt = new(At(c.Now())) })
	for _, tc := range []struct{ kind, payload, effect string }{
		{"delete_project", `{"slug":"alpha"}`, "Deletes the project alpha with its threads (2) and reminders (2); an undo brings all of it back"},
		{"rename_project", `{"slug":"alpha","new_slug":"beta"}`, "Renames the project alpha to beta; its former address goes on leading to it, and an undo takes it back"},
		{"rename_project", `{"slug":"alpha","new_slug":"beta","title":"B"}`, `Renames the project alpha to beta and titles it “B”; its former address goes on leading to it, and an undo takes it back`},
		{
			"merge_threads", `{"thread_id":"` + one.ID + `","into":"` + two.ID + `"}`,
			`Merges the thread “Split the webhook” (` + one.ID + `) into “` + strings.Repeat("long ", 16)[:79] + `…” (` + two.ID + `) and closes it; an undo takes them apart again`,
		},
	} {
		asked := ask(t, s, tc.kind, tc.payload).Item
		listed := approvals(t, s, ApprovalPending)[0]
		if asked.Effect != tc.effect || listed.ID != asked.ID || listed.Effect != tc.effect {
			t.Errorf("asked  %s\nlisted %s\nwant   %s", asked.Effect, listed.Effect, tc.effect)
		}
	}
	// It is about things as they are, until it is decided.
	deletion := approvals(t, s, "")[3]
	done(t)(s.DeleteThread(t.Context(), owner, one.ID, Guard{}))
	if got := approvals(t, s, "")[3].Effect; !strings.Contains(got, "with its threads (1) and reminders (1);") {
		t.Errorf("after a change: %s", got)
	}
	if got := approvals(t, s, "")[0].Effect; !strings.HasPrefix(got, "Nothing any more: thread ") {
		t.Errorf("of what is gone: %s", got)
	}
	if _, err := s.Reject(t.Context(), owner, deletion.ID); err != nil {
		t.Fatal(err)
	}
	done(t)(s.DeleteThread(t.Context(), owner, two.ID, Guard{}))
	if got := approvals(t, s, ApprovalRejected)[0].Effect; !strings.Contains(got, "with its threads (1) and reminders (1);") {
		t.Errorf("after the decision: %s", got)
	}
}

func TestApprovingMakesTheChange(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	one, two := create(t, s, "one", inProject("alpha")), create(t, s, "two", inProject("beta"))
	for _, tc := range []struct {
		kind, payload, event string
		holds                func() bool
	}{
		{
			"merge_threads", `{"thread_id":"` + one.ID + `","into":"` + two.ID + `"}`, "thread.merged",
			func() bool { return *read(t, s, one.ID).MergedInto == two.ID },
		},
		{
			"rename_project", `{"slug":"alpha","new_slug":"gamma","title":"Gamma"}`, "project.renamed",
			func() bool {
				p, err := s.Project(t.Context(), "alpha")
				return err == nil && p.Slug == "gamma" && p.Title == "Gamma"
			},
		},
		{
			"delete_project", `{"slug":"beta"}`, "project.deleted",
			func() bool { _, err := s.Thread(t.Context(), two.ID); return isMissing(err) },
		},
	} {
		asked := ask(t, s, tc.kind, tc.payload).Item
		c.advance(1)
		w, err := s.Approve(t.Context(), owner, asked.ID)
		if err != nil {
			t.Fatalf("%s: %v", tc.kind, err)
		}
		a := w.Item
		if !tc.holds() || a.State != ApprovalApproved || a.EventID == nil || *a.EventID != w.EventID || a.DecidedAt == nil || a.Effect != asked.Effect {
			t.Errorf("%s: %+v under %s", tc.kind, a, w.EventID)
		}
		all := history(t, s, "")
		change, decision := all[len(all)-2], all[len(all)-1]
		if change.ID != w.EventID || change.Kind != tc.event || change.Actor != Owner || decision.Kind != "approval.approved" || decision.Subject != ApprovalURI(a.ID) || keys(t, decision.After) != "decided_at event_id state" {
			t.Errorf("%s: events %+v, %+v", tc.kind, change, decision)
		}
		again, err := s.Approve(t.Context(), owner, asked.ID)
		if err != nil || again.EventID != "" || again.Item.Effect != a.Effect {
			t.Errorf("%s again: %+v, %v", tc.kind, again, err)
		}
		if _, err := s.Reject(t.Context(), owner, asked.ID); !isConflict(err) || !strings.Contains(err.Error(), "approved") || !strings.Contains(err.Error(), "rejected") {
			t.Errorf("%s: rejected after that: %v", tc.kind, err)
		}
	}
	// Each can be taken back, the last first.
	for _, a := range approvals(t, s, ApprovalApproved) {
		if _, err := s.Undo(t.Context(), owner, *a.EventID, Guard{}); err != nil {
			t.Errorf("undo %s: %v", a.Kind, err)
		}
	}
	if th := read(t, s, one.ID); th.MergedInto != nil || th.ProjectSlug != "alpha" {
		t.Errorf("left %+v", th)
	}
}

func TestRejectingChangesNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "s", inProject("alpha"))
	asked := ask(t, s, "delete_project", `{"slug":"alpha"}`).Item
	w, err := s.Reject(t.Context(), owner, asked.ID)
	if err != nil || w.Item.State != ApprovalRejected || w.Item.EventID != nil {
		t.Fatalf("%+v, %v", w, err)
	}
	if e := history(t, s, ApprovalURI(asked.ID)); len(e) != 2 || e[1].Kind != "approval.rejected" || e[1].ID != w.EventID {
		t.Errorf("events %+v", e)
	}
	if again, err := s.Reject(t.Context(), owner, asked.ID); err != nil || again.EventID != "" {
		t.Errorf("again: %+v, %v", again, err)
	}
	if _, err := s.Approve(t.Context(), owner, asked.ID); !isConflict(err) {
		t.Errorf("approved after that: %v", err)
	}
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) {
		t.Errorf("a decision was undone: %v", err)
	}
	if _, err := s.Project(t.Context(), "alpha"); err != nil {
		t.Error(err)
	}
	if _, err := s.Reject(t.Context(), owner, "000000000000"); !isMissing(err) {
		t.Errorf("a request that never was: %v", err)
	}
}

func TestWhatCannotBeDoneGoesOnWaiting(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	one := create(t, s, "one", inProject("alpha"))
	renamed := ask(t, s, "rename_project", `{"slug":"alpha","new_slug":"beta"}`).Item
	two := create(t, s, "two", inProject("beta")) // that one is taken by now
	merged := ask(t, s, "merge_threads", `{"thread_id":"`+one.ID+`","into":"`+two.ID+`"}`).Item
	gone := ask(t, s, "delete_project", `{"slug":"alpha"}`).Item
	done(t)(s.Finish(t.Context(), owner, two.ID, Guard{}, StatusDone, ""))
	before := len(history(t, s, ""))
	for _, id := range []string{renamed.ID, merged.ID} {
		if _, err := s.Approve(t.Context(), owner, id); !isConflict(err) {
			t.Errorf("approved: %v", err)
		}
	}
	if n := len(history(t, s, "")); n != before {
		t.Errorf("%d events were left behind", n-before)
	}
	if _, err := s.DeleteProject(t.Context(), owner, "alpha", Guard{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Approve(t.Context(), owner, gone.ID); !isConflict(err) || !strings.Contains(err.Error(), "alpha") {
		t.Errorf("approved what is gone: %v", err)
	}
	if n := len(approvals(t, s, ApprovalPending)); n != 3 {
		t.Errorf("%d wait, want 3", n)
	}
	// As soon as nothing stands in the way it can be done.
	done(t)(s.Reopen(t.Context(), owner, two.ID, Guard{}))
	if _, err := s.Approve(t.Context(), owner, merged.ID); !isConflict(err) { // one went with its project
		t.Errorf("merged what is gone: %v", err)
	}
}

// Where a thread was merged into another one meanwhile, that one is not what was asked about.
func TestARequestToMergeIsAboutTheThreadItself(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b, c := create(t, s, "a"), create(t, s, "b"), create(t, s, "c")
	asked := ask(t, s, "merge_threads", `{"thread_id":"`+a.ID+`","into":"`+c.ID+`"}`).Item
	if _, err := s.MergeThread(t.Context(), owner, a.ID, b.ID, Guard{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Approve(t.Context(), owner, asked.ID); !isConflict(err) {
		t.Errorf("approved: %v", err)
	}
	if got := read(t, s, b.ID); !got.Status.Active() || got.MergedInto != nil {
		t.Errorf("the other thread is %+v", got)
	}
}

func TestApprovalsComeInPages(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "s", inProject("alpha"))
	var want []string
	for i := range 7 {
		want = append([]string{ask(t, s, "rename_project", fmt.Sprintf(`{"slug":"alpha","new_slug":"b%d"}`, i)).Item.ID}, want...)
	}
	var got []string
	for f := (ApprovalFilter{Limit: 3}); ; {
		page, err := s.Approvals(t.Context(), f)
		if err != nil || page.Total != 7 {
			t.Fatalf("%d in all, %v", page.Total, err)
		}
		for _, a := range page.Approvals {
			got = append(got, a.ID)
		}
		if f.Cursor = page.Next; f.Cursor == "" {
			break
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for field, f := range map[string]ApprovalFilter{"state": {State: "open"}, "limit": {Limit: MaxLimit + 1}, "cursor": {Cursor: "x"}} {
		if _, err := s.Approvals(t.Context(), f); invalidFields(err) != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
