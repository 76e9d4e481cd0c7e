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

// The sample was written by bd 0.49, which had been told what is held here on its command line.
func TestBeadsItself(t *testing.T) {
	got, err := readBytes(t, Options{Name: "garden"}, sample(t, "beads-made"))
	if err != nil || got.Source != Beads || counts(got) != "1 201 14 2" || got.Missing != 7 {
		t.Fatalf("%v: %s, %s", err, counts(got), leftOut(got))
	}
	in := got.Incoming
	if !slices.Contains(got.Mapped, Mapping{"dependencies", "what starts after what", 34}) || !slices.Equal(got.Notes, []string{`status "triage" is unknown here: 1 thread is open`}) {
		t.Error(got.Mapped, got.Notes)
	}
	if strings.Count(leftOut(got), "a tombstone: it was deleted in beads") != 7 {
		t.Error(leftOut(got))
	}
	if p := in.Projects[0]; p.Slug != "garden" || p.Description != "Created by: mara\nOwner: mara@example.org" {
		t.Errorf("%+v", p)
	}
	from, to := moment(t, "2026-11-26T00:14:00Z"), moment(t, "2026-11-26T00:20:00Z")
	byTitle, titles := map[string]store.IncomingThread{}, map[string]string{}
	for _, th := range in.Threads {
		byTitle[th.Summary], titles[th.Ref] = th, th.Summary
		if (th.Status == store.StatusDone) == th.CompletedAt.IsZero() || th.CreatedAt.Before(from.Time) || th.LastActivityAt.Before(th.CreatedAt.Time) || th.LastActivityAt.After(to.Time) {
			t.Errorf("%+v", th)
		}
	}
	words := []string{"tomatoes", "Kürbis", "豆", "хрен", "🌶 peppers", "carrots & <peas>"}
	bed := func(i int) string { return fmt.Sprintf("Bed %d: %s", i, words[i%6]) }
	for i := 1; i <= 150; i++ {
		th, found := byTitle[bed(i)]
		if deleted := i%25 == 7; deleted {
			if found {
				t.Errorf("%d is there", i)
			}
			continue
		}
		goal, status := fmt.Sprintf("What bed %d needs.\nRow two of %d.\n", i, i), store.StatusOpen
		if i%5 != 2 {
			goal += fmt.Sprintf("\nPriority: P%d", i%5)
		}
		if kind := []string{"", "bug", "feature", "chore"}[i%4]; kind != "" {
			goal += "\nType: " + kind
		}
		goal += fmt.Sprintf("\nLabels: bed-%d, kitchen", i%7)
		if i%3 < 2 {
			goal += "\nAssignee: " + []string{"mara", "jo"}[i%3]
		}
		switch i % 10 {
		case 0:
			status, goal = store.StatusDone, goal+"\nClosed: Harvested"
		case 2:
			status = store.StatusBlocked
		}
		if i%15 == 4 {
			goal += "\n\nMore: [[imports/beads/" + th.Ref + "]]"
			if page := pageOf(t, in, "imports/beads/"+th.Ref).Markdown; !strings.Contains(page, "**jo 2026-11-26T00:1") || !strings.HasSuffix(page, fmt.Sprintf("Z**\n\nLooked at bed %d.\n\nIt is *dry*.\n", i)) {
				t.Error(page)
			}
		}
		after := ""
		if i >= 10 && i%5 == 0 {
			after = bed(i - 5)
		}
		if th.Goal != goal || th.Status != status || (len(th.DependsOn) > 0) != (after != "") || after != "" && titles[th.DependsOn[0]] != after {
			t.Errorf("%d: %+v\nwant %q after %q", i, th, goal, after)
		}
	}
	for i := 1; i <= 5; i++ {
		for part := 1; part <= 6; part++ {
			th := byTitle[fmt.Sprintf("Corner %d, part %d", i, part)]
			parent := byTitle[fmt.Sprintf("Corner %d", i)].Ref
			goal, status, after := fmt.Sprintf("Part %d of %d.\n", part, i), store.StatusOpen, 0
			switch part {
			case 1:
				status, goal = store.StatusDone, goal+"\nClosed: wontfix: nobody looks there"
			case 6:
				after = 1
			}
			if th.Ref != fmt.Sprintf("%s.%d", parent, part) || th.Status != status || th.Goal != goal+"\nPart of: "+parent || len(th.DependsOn) != after {
				t.Errorf("%+v", th)
			}
		}
	}
	ref := func(title string) string { return byTitle[title].Ref }
	all := "Write \"everything\" down — ünïcödé 日本語 🎉"
	for title, want := range map[string]struct {
		status store.Status
		goal   string
	}{
		all: {store.StatusOpen, "First line\n\n\ttabbed \\ back\\slash \"quotes\" <b>&amp;</b>\n\n```go\nfunc main() {}\n```\n\nلا \u2028 end\n\nNotes:\nAsk before the weekend.\n\nThen call.\n\n" +
			"Priority: P0\nType: feature\nLabels: roof, wood\nAssignee: mara\nExternal: gh-9\nEstimate: 90 minutes\n\nMore: [[imports/beads/" + ref(all) + "]]"},
		"Order the glass":     {store.StatusOpen, "Deferred until: 2026-11-28T09:30:00+01:00\nEstimate: 45 minutes"},
		"Pay the wood":        {store.StatusDone, "Closed:\nIt was paid on Saturday\nby Jo"},
		"Mend the gate":       {store.StatusOpen, "Acceptance criteria:\nIt closes by itself.\n\nType: bug\n\nMore: [[imports/beads/" + ref("Mend the gate") + "]]"},
		"Paint the fence":     {store.StatusOpen, "Status in beads: deferred\nDeferred until: 2027-03-01T00:00:00+01:00"},
		"Look at the pump":    {store.StatusOpen, "Status in beads: triage"},
		"Turn the compost":    {store.StatusOpen, "Status in beads: hooked"},
		"Sharpen the shears":  {store.StatusOpen, ""},
		"Plan of 2025":        {store.StatusDone, "Closed: A newer one is there\nSuperseded by: " + ref("Plan of 2026")},
		"Plan of 2026, again": {store.StatusDone, "Closed: It is the plan of 2026\nDuplicates: " + ref("Plan of 2026")},
		"With fields":         {store.StatusOpen, "Spec: docs/garden.md\nMetadata: {\"sun\":\"half\",\"rows\":[1,2]}"},
		"A leak in the hose": {store.StatusOpen, "Type: bug\nDiscovered from: " + ref(all) + "\nRelated: " + ref(bed(3)) + "\nRelates to: " + ref(bed(4)) + "\nTracks: " + ref(bed(5)) +
			"\nUntil: " + ref(bed(6)) + "\nCaused by: " + ref(bed(8)) + "\nValidates: " + ref(bed(9))},
		"Wait for the neighbours":        {store.StatusOpen, "After: external:neighbours:fence"},
		"Feast":                          {store.StatusOpen, "Waits for: " + ref("Corner 1") + " {\"gate\":\"all-children\"}"},
		"The pump":                       {store.StatusOpen, "Labels: health:failing"},
		"State change: health → failing": {store.StatusDone, "Set health to failing\n\nReason: It rattles\n\nPriority: P4\nType: event\nPart of: " + ref("The pump")},
		"After a mistake":                {store.StatusOpen, "See [deleted:garden-h1um] for more."},
	} {
		t.Run(title, func(t *testing.T) {
			if th := byTitle[title]; th.Goal != want.goal || th.Status != want.status || len(th.DependsOn) > 0 {
				t.Errorf("%+v\nwant %q", th, want.goal)
			}
		})
	}
	if steps := byTitle[all].NextSteps; !slices.Equal(steps, []string{"It stands", "It has a roof", "It has a door"}) {
		t.Errorf("%q", steps)
	}
	if page := pageOf(t, in, "imports/beads/"+ref("Choose the roses")).Markdown; page != "# Choose the roses\n\n## Comments\n\n**jo 2026-11-26T00:18:51Z**\n\nRed ones.\n\n**mara 2026-11-26T00:18:52Z**\n\nWeiße!\n\n- wirklich\n- ja\n\n**mara 2026-11-26T00:18:53Z**\n\nBoth then.\n" {
		t.Errorf("%q", page)
	}
	for i, want := range []struct{ title, at string }{{"Order the glass", "2026-11-30T23:00:00Z"}, {"Pay the wood", "2026-11-19T23:00:00Z"}} {
		if m := in.Reminders[i]; m.Thread != ref(want.title) || m.DueAt != moment(t, want.at) || m.Kind != "once" || m.DoneAt.IsZero() != (i == 0) {
			t.Errorf("%+v", m)
		}
	}
}

func TestBeadsForms(t *testing.T) {
	const head = `"id":"a-1","title":"One","status":"open","priority":2,"issue_type":"task","created_at":"2025-01-01T08:00:00Z","updated_at":"2025-01-01T08:00:00Z"`
	long := strings.TrimSpace(strings.Repeat("word ", 60))
	for name, tc := range map[string]struct{ line, goal string }{
		"what no field is for":                  {`"started_at":"2025-01-02T08:00:00Z"`, "Started at: 2025-01-02T08:00:00Z"},
		"fields of later versions":              {`"shade":"half","rows":[1,2],"of":{"a":1},"by":["jo","mara"]`, "By: jo, mara\nOf: {\"a\":1}\nRows: [1,2]\nShade: half"},
		"fields that say nothing":               {`"pinned":false,"waiters":[],"quality_score":null,"sender":"","original_size":0,"dependency_count":3,"comment_count":1,"content_hash":"abc"`, ""},
		"marks":                                 {`"pinned":true,"ephemeral":true`, "Ephemeral: yes\nPinned: yes"},
		"a gate":                                {`"await_type":"timer","await_id":"t1","timeout":3600000000000,"waiters":["mara@example.org"]`, "Await id: t1\nAwait type: timer\nTimeout: 1h0m0s\nWaiters: mara@example.org"},
		"a long text of a field":                {`"payload":"` + long + `"`, "Payload:\n" + long},
		"a reason of several lines":             {`"close_reason":"One.\n\n- two"`, "Closed:\nOne.\n\n- two"},
		"what another database is to do":        {`"dependencies":[{"issue_id":"a-1","depends_on_id":"external:house:fence","type":"blocks"}]`, "After: external:house:fence"},
		"kinds of dependencies with more":       {`"dependencies":[{"depends_on_id":"a-9","type":"waits-for","metadata":"{\"gate\":\"all-children\"}"},{"depends_on_id":"a-8","type":"replies-to","metadata":"{}","thread_id":"a-7"}]`, "Waits for: a-9 {\"gate\":\"all-children\"}\nReplies to: a-8 of a-7"},
		"a parent, told twice":                  {`"parent":"a","dependencies":[{"depends_on_id":"a","type":"parent-child"}]`, "Part of: a"},
		"a parent, told once":                   {`"parent":"a"`, "Parent: a"},
		"a comment with a number, and with one": {`"comments":[{"id":7,"author":"jo","text":"Hm.","created_at":"2025-01-01T08:00:00Z"},{"id":"c-1","author":"jo","text":"Yes.","created_at":"2025-01-01T08:00:00Z"}]`, "More: [[imports/beads/a-1]]"},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustRead(t, Options{Name: "issues.jsonl"}, `{"_schema":"beads-jsonl/1","_sort":"stable-v1"}`+"\n"+`{"_type":"issue",`+head+","+tc.line+"}\n")
			if one := threadOf(t, got.Incoming, "a-1"); one.Goal != tc.goal || got.Missing != 0 {
				t.Errorf("%q\nwant %q, %s", one.Goal, tc.goal, leftOut(got))
			}
		})
	}
}

func TestBeadsMakers(t *testing.T) {
	line := func(id, more string) string { return `{"id":"` + id + `","title":"One"` + more + "}\n" }
	mara, jo := `,"created_by":"mara","owner":"mara@example.org"`, `,"created_by":"jo"`
	for name, tc := range map[string]struct {
		o     Options
		text  string
		about string
		goals []string
	}{
		"one":                       {Options{}, line("a-1", mara) + line("a-2", mara) + line("a-3", ""), "Created by: mara\nOwner: mara@example.org", []string{"", "", ""}},
		"several":                   {Options{}, line("a-1", mara) + line("a-2", jo), "Owner: mara@example.org", []string{"Created by: mara", "Created by: jo"}},
		"an address only":           {Options{}, line("a-1", `,"owner":"mara@example.org"`), "Owner: mara@example.org", []string{""}},
		"nobody":                    {Options{}, line("a-1", ""), "", []string{""}},
		"to a project that is here": {Options{Project: "house"}, line("a-1", jo), "", []string{"Created by: jo"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustRead(t, tc.o, tc.text).Incoming
			var goals []string
			for _, one := range got.Threads {
				goals = append(goals, one.Goal)
			}
			if got.Projects[0].Description != tc.about || !slices.Equal(goals, tc.goals) {
				t.Errorf("%q, %q", got.Projects[0].Description, goals)
			}
		})
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
