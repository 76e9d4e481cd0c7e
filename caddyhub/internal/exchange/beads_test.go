package exchange

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// beadsLines are that many issues in the form of beads, each tenth closed, each after the one of
// half its number.
func beadsLines(n int) string {
	var b strings.Builder
	for i := range n {
		status, closed := "open", ""
		if i%10 == 9 {
			status, closed = "closed", `,"closed_at":"2025-03-01T10:00:00Z"`
		}
		fmt.Fprintf(&b, `{"id":"hub-%d","title":"Issue number %d","description":"What issue %d is for.","status":"%s","priority":%d,"issue_type":"task","created_at":"2025-01-%02dT08:00:00Z","updated_at":"2025-02-%02dT08:00:00.5Z"%s,"labels":["l%d"],"dependencies":[{"issue_id":"hub-%d","depends_on_id":"hub-%d","type":"blocks","created_at":"2025-01-01T08:00:00Z"}]}`+"\n",
			i, i, i, status, i%5, i%28+1, i%28+1, closed, i%7, i, i/2)
	}
	return b.String()
}

func TestBeads(t *testing.T) {
	got, err := readBytes(t, Options{Name: "issues.jsonl"}, sample(t, "beads/issues.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != Beads || in.Source != "beads" || counts(got) != "1 5 2 1" {
		t.Fatalf("%s: %s", got.Source, counts(got))
	}
	if in.Projects[0].Slug != "web" {
		t.Errorf("project %+v", in.Projects[0])
	}
	first := threadOf(t, in, "web-a1")
	want := store.IncomingThread{
		Ref: "web-a1", Project: "web", Summary: "Rotate the backup keys", Status: store.StatusOpen, DependsOn: []string{"web-a2"},
		NextSteps: []string{"The old key is refused"},
		Goal: "Backups can be read with the new key only.\n\nNotes:\nAsk before the weekend.\n\nDone so far:\n- [x] A restore with the new key\n\n" +
			"Priority: P1\nLabels: backup, security\nAssignee: mara\nDiscovered from: web-a3\n\nMore: [[imports/beads/web-a1]]",
	}
	want.CreatedAt, want.LastActivityAt = moment(t, "2025-10-02T07:30:00.123Z"), moment(t, "2025-11-04T18:00:00Z")
	if fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", first, want)
	}
	if page := pageOf(t, in, "imports/beads/web-a1").Markdown; page != "# Rotate the backup keys\n\n## Design\n\nTwo keys are valid for a week.\n\n## Comments\n\n**mara 2025-10-05T08:00:00Z**\n\nThe disk is there.\n" {
		t.Error(page)
	}
	closed := threadOf(t, in, "web-a2")
	if closed.Status != store.StatusDone || closed.CompletedAt != moment(t, "2025-10-04T12:00:00Z") || closed.Goal != "Type: chore\nClosed: It came on Saturday\nExternal: gh-9" {
		t.Errorf("%+v", closed)
	}
	if blocked := threadOf(t, in, "web-a3.1"); blocked.Status != store.StatusBlocked || blocked.BlockedReason == "" || !strings.Contains(blocked.Goal, "Part of: web-a3") {
		t.Errorf("%+v", blocked)
	}
	if m := in.Reminders[0]; m.Thread != "web-a3.1" || m.Kind != "once" || m.DueAt != moment(t, "2025-12-01T09:00:00Z") || m.Project != "web" {
		t.Errorf("%+v", m)
	}
	if pageOf(t, in, "imports/beads/key-place").Markdown != "# key-place\n\nThe keys are in the safe.\n" {
		t.Error("the memory is not there")
	}
	if !slices.Contains(got.Notes, `status "triage" is unknown here: 1 thread is open`) {
		t.Error(got.Notes)
	}
	if said := leftOut(got); said != "issues.jsonl line 5: web-a4: a tombstone: it was deleted in beads\nissues.jsonl line 6: web-a3.1 after web-gone: web-gone is not among what is read" {
		t.Error(said)
	}
	if !slices.Contains(got.Mapped, Mapping{"issues", "threads", 5}) || !slices.Contains(got.Mapped, Mapping{"dependencies", "what starts after what", 1}) {
		t.Error(got.Mapped)
	}
}

func TestBrokenBeads(t *testing.T) {
	good := `{"id":"a-1","title":"One","status":"open","priority":2,"created_at":"2025-01-01T08:00:00Z","updated_at":"2025-01-01T08:00:00Z"}`
	for name, tc := range map[string]struct{ line, says string }{
		"a time that is none":   {`{"id":"a-2","title":"Two","created_at":"yesterday"}`, "issues.jsonl line 2 (a-2): created_at is no time; mend it, or leave broken rows out"},
		"an id that is there":   {good, "issues.jsonl line 2 (a-1): its id is there twice; mend it"},
		"no title":              {`{"id":"a-2","title":" "}`, "line 2 (a-2): it has no title"},
		"no id":                 {`{"title":"Two"}`, "line 2: it has no id"},
		"cut off":               {`{"id":"a-2","title":"Tw`, "line 2: it is cut off"},
		"a conflict of git":     {"<<<<<<< HEAD\n" + `{"id":"a-2","title":"Two"}`, "line 2: it is no valid JSON"},
		"of the wrong kind":     {`{"id":"a-2","title":["Two"]}`, "line 2: title is of the wrong kind: array"},
		"several of them":       {`{"title":"Two"}` + "\n" + `{"title":"Three"}`, "broken besides it: 1"},
		"a line without an end": {`{"id":"a-2","title":"` + strings.Repeat("x", maxLine) + `"}`, "line 2: the line is longer than 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			text := good + "\n" + tc.line + "\n"
			_, err := readBytes(t, Options{Name: "issues.jsonl"}, []byte(text))
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
			got, err := readBytes(t, Options{Name: "issues.jsonl", SkipBroken: true}, []byte(text))
			if err != nil || got.Missing == 0 || threadOf(t, got.Incoming, "a-1").Summary != "One" || !strings.Contains(leftOut(got), "it is broken: ") {
				t.Errorf("%v, %s", err, leftOut(got))
			}
		})
	}
}

func TestManyBeads(t *testing.T) {
	got := mustRead(t, Options{}, beadsLines(500))
	if counts(got) != "1 500 0 0" || got.Missing != 1 { // the first one waits for itself
		t.Errorf("%s, %s", counts(got), leftOut(got))
	}
	for i, th := range got.Incoming.Threads {
		if th.CreatedAt != moment(t, fmt.Sprintf("2025-01-%02dT08:00:00Z", i%28+1)) || (i%10 == 9) != (th.Status == store.StatusDone) {
			t.Errorf("%+v", th)
		}
	}
}

func BenchmarkBeads(b *testing.B) {
	text := []byte(beadsLines(10_000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(bytes.NewReader(text), int64(len(text)), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
