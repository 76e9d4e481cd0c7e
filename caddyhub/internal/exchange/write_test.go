package exchange

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// madeUp is work of a hub with all that makes texts hard to write.
func madeUp(seed uint64, n int) Outgoing {
	rnd := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{
		"Rotate the keys", "- [ ] #3 a box", "#12 is next", "Größe: 5 µm", "\"quoted\": [x]", "'@mara'", "---", "## A heading", "```\ncode\n```", "🎉", "日本語",
		"<!-- SECTION:DESCRIPTION:END -->", "<!-- AC:BEGIN -->", "a  b", "[[howto/backups]]", "line\n\nanother", "{}", "null", "2025-01-01", "true", "~", "# no comment", "tab\there", `back\slash`, "a: b", "More:",
	}
	text := func() string {
		var parts []string
		for range 1 + rnd.IntN(4) {
			parts = append(parts, pieces[rnd.IntN(len(pieces))])
		}
		return strings.TrimSpace(strings.Join(parts, []string{" ", "\n"}[rnd.IntN(2)]))
	}
	maybe := func() *string {
		if rnd.IntN(2) == 0 {
			return nil
		}
		return new(text())
	}
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	when := func() store.Time { return store.At(start.Add(time.Duration(rnd.Int64N(3e16)))) }
	out := Outgoing{Now: start, Projects: []OutgoingProject{
		{Project: store.Project{Slug: "house", Title: "My house"}, Progress: "# House\n\nSee [[howto/backups|them]].\n"}, {Project: store.Project{Slug: "inbox", Title: "inbox"}},
	}}
	for i := range n {
		t := store.Thread{
			ID: fmt.Sprintf("id%d", i), Summary: oneLine(text()), ProjectSlug: []string{"house", "inbox"}[rnd.IntN(2)], Status: store.Statuses[rnd.IntN(4)],
			Energy: store.Energies[rnd.IntN(4)], Goal: maybe(), Focus: maybe(), ResumeStep: maybe(), NextSteps: []string{}, DependsOn: []string{}, CreatedAt: when(), LastActivityAt: when(),
		}
		for range rnd.IntN(store.MaxNextSteps + 1) {
			t.NextSteps = append(t.NextSteps, text())
		}
		if t.Status == store.StatusBlocked {
			t.BlockedReason = new(text())
		}
		if !t.Status.Active() {
			t.CompletedAt = new(when())
		} else if rnd.IntN(3) == 0 {
			t.PausedAt = new(when())
		}
		if i > 0 {
			for range rnd.IntN(3) {
				if id := fmt.Sprintf("id%d", rnd.IntN(i)); !slices.Contains(t.DependsOn, id) {
					t.DependsOn = append(t.DependsOn, id)
				}
			}
		}
		out.Threads = append(out.Threads, t)
	}
	out.Pages = []store.Page{{PageInfo: store.PageInfo{Path: "howto/backups", Title: "Backups", CreatedAt: when()}, Markdown: "# Backups\n\nOf [[house#top]] and [[howto/keys|keys]].\n"}, {PageInfo: store.PageInfo{Path: "howto/keys", Title: "Keys", CreatedAt: when()}, Markdown: "# Keys\n"}}
	out.Reminders = []store.Reminder{{ID: "m1", Text: "Water the plants", Kind: "daily", NextAt: new(when())}, {ID: "m2", Text: "Look", Kind: "session"}, {ID: "m3", Text: "Over", Kind: "once", DoneAt: new(when())}}
	return out
}

// written is the work in a form.
func written(t testing.TB, form Form, out Outgoing) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, form, out); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWayOutAndBack writes work in the forms that are read, and reads it.
func TestWayOutAndBack(t *testing.T) {
	for seed := range uint64(20) {
		out := madeUp(seed, 60)
		for _, form := range []Form{AsBeads, AsBacklog} {
			got, err := readBytes(t, Options{}, written(t, form, out))
			if err != nil || string(got.Source) != string(form) || len(got.Incoming.Threads) != len(out.Threads) || got.Missing != 0 {
				t.Fatalf("%s, %d: %v, %d threads, %s", form, seed, err, len(got.Incoming.Threads), leftOut(got))
			}
			byID := map[string]store.IncomingThread{}
			for _, th := range got.Incoming.Threads {
				id := th.Ref[strings.LastIndexByte(th.Ref, '-')+1:]
				if form == AsBacklog {
					var n int
					if _, err := fmt.Sscanf(id, "%d", &n); err != nil {
						t.Fatal(err)
					}
					id = out.Threads[n-1].ID
				}
				byID[id] = th
			}
			for _, th := range out.Threads {
				compare(t, fmt.Sprintf("%s, %d, %s", form, seed, th.ID), form, th, byID[th.ID], out)
			}
		}
	}
}

// compare holds a thread that came back to what it was.
func compare(t testing.TB, what string, form Form, want store.Thread, got store.IncomingThread, out Outgoing) {
	t.Helper()
	text := func(s string) string {
		if form == AsBacklog {
			return unmarked(s)
		}
		return s
	}
	is := fmt.Sprintf("%q %s %s %q %q %q %q %s %s %s %s", got.Summary, got.Status, got.Project, got.Goal, got.Focus, got.BlockedReason, got.ResumeStep,
		got.CreatedAt, got.LastActivityAt, got.CompletedAt, got.PausedAt)
	be := fmt.Sprintf("%q %s %s %q %q %q %q %s %s %s %s", want.Summary, want.Status, want.ProjectSlug, text(said(want.Goal)), said(want.Focus), said(want.BlockedReason), said(want.ResumeStep),
		want.CreatedAt, want.LastActivityAt, at(want.CompletedAt), at(want.PausedAt))
	if is != be {
		t.Errorf("%s:\ngot  %s\nwant %s", what, is, be)
	}
	if len(got.NextSteps) != len(want.NextSteps) {
		t.Fatalf("%s: steps %q, want %q", what, got.NextSteps, want.NextSteps)
	}
	for i, s := range want.NextSteps {
		if text(s) != got.NextSteps[i] {
			t.Errorf("%s: step %q, want %q", what, got.NextSteps[i], s)
		}
	}
	var after []string
	for _, id := range want.DependsOn {
		if form == AsBeads {
			after = append(after, got.Ref[:strings.LastIndexByte(got.Ref, '-')+1]+id)
		} else {
			var n int
			_, _ = fmt.Sscanf(id, "id%d", &n)
			after = append(after, got.Ref[:strings.LastIndexByte(got.Ref, '/')+1]+fmt.Sprintf("task-%d", n+1))
		}
	}
	if !slices.Equal(got.DependsOn, after) {
		t.Errorf("%s: after %q, want %q", what, got.DependsOn, after)
	}
}

// TestBeadsAsBeadsTakesIt holds what is written to what the import of beads refuses.
func TestBeadsAsBeadsTakesIt(t *testing.T) {
	for name, tc := range map[string]struct {
		titles, projects []string
		prefix           string
	}{
		"one project":      {[]string{"One", "Two"}, []string{"home-server", "home-server"}, "home-server-"},
		"several projects": {[]string{"One", "Two"}, []string{"house", "garden"}, "hub-"},
		"500 characters": {
			[]string{strings.Repeat("é", store.MaxSummary), strings.Repeat("a", store.MaxSummary), strings.Repeat("日", store.MaxSummary), strings.Repeat("🎉a", 130)},
			[]string{"house", "house", "house", "house"},
			"house-",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out Outgoing
			for i, title := range tc.titles {
				out.Threads = append(out.Threads, store.Thread{ID: fmt.Sprintf("id%d", i), Summary: title, ProjectSlug: tc.projects[i], Status: store.StatusOpen})
			}
			b := written(t, AsBeads, out)
			for line := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n") {
				var issue struct{ ID, Title string }
				if err := json.Unmarshal([]byte(line), &issue); err != nil || len(issue.Title) > 500 || !strings.HasPrefix(issue.ID, tc.prefix) {
					t.Errorf("%v: %q, %d bytes", err, issue.ID, len(issue.Title))
				}
			}
			got, err := readBytes(t, Options{}, b)
			if err != nil {
				t.Fatal(err)
			}
			for i, one := range got.Incoming.Threads {
				if one.Summary != tc.titles[i] || one.Project != tc.projects[i] {
					t.Errorf("%q in %q", one.Summary, one.Project)
				}
			}
		})
	}
}

// filesOf are the files of a zip.
func filesOf(t testing.TB, b []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || files[f.Name] != "" {
			t.Fatal(f.Name, err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func TestPlainMarkdown(t *testing.T) {
	out := madeUp(1, 40)
	b := written(t, AsMarkdown, out)
	files := filesOf(t, b)
	if got := files["projects/house/PROGRESS.md"]; got != "# House\n\nSee [them](../../wiki/howto/backups.md).\n" {
		t.Errorf("%q", got)
	}
	if got := files["projects/inbox/PROGRESS.md"]; got != "# inbox\n" {
		t.Errorf("%q", got)
	}
	if got := files["wiki/howto/backups.md"]; got != "# Backups\n\nOf [[house#top]] and [keys](keys.md).\n" {
		t.Errorf("%q", got)
	}
	if got := files["reminders.md"]; strings.Count(got, "- [ ] ") != 2 || strings.Contains(got, "Over") {
		t.Errorf("%q", got)
	}
	threads := 0
	for name := range files {
		if strings.Contains(name, "/threads/") {
			threads++
		}
	}
	if threads != len(out.Threads) {
		t.Errorf("%d threads", threads)
	}
	got, err := readBytes(t, Options{}, b)
	if err != nil || got.Source != Markdown || len(got.Incoming.Pages) != len(files) {
		t.Fatalf("%v: %s", err, counts(got))
	}
	if page := pageOf(t, got.Incoming, "wiki/howto/backups"); !slices.Contains(outline.Read(page.Markdown).Links, "wiki/howto/keys") {
		t.Error(page.Markdown)
	}
	if again := written(t, AsMarkdown, out); !bytes.Equal(b, again) {
		t.Error("the same work is not written the same")
	}
}

func TestBacklogDocuments(t *testing.T) {
	files := filesOf(t, written(t, AsBacklog, madeUp(2, 3)))
	var docs []string
	for _, name := range sortedKeys(files) {
		if strings.HasPrefix(name, "backlog/docs/") {
			docs = append(docs, name)
		}
	}
	if want := []string{"backlog/docs/doc-1 - progress-of-my-house.md", "backlog/docs/doc-2 - backups.md", "backlog/docs/doc-3 - keys.md", "backlog/docs/doc-4 - reminders.md"}; !slices.Equal(docs, want) {
		t.Errorf("%q", docs)
	}
}

func TestWhatIsNotWritten(t *testing.T) {
	out := madeUp(3, 4)
	out.Threads[0].MergedInto = new("id1")
	out.Threads[1].DependsOn = []string{"id0", "unknown"}
	for _, form := range Forms {
		b := written(t, form, out)
		if form == AsMarkdown {
			continue
		}
		got, err := readBytes(t, Options{}, b)
		if err != nil || len(got.Incoming.Threads) != 3 || got.Missing != 0 {
			t.Errorf("%s: %v, %s, %s", form, err, counts(got), leftOut(got))
		}
	}
	if err := Write(io.Discard, "org", out); err == nil || !strings.Contains(err.Error(), `"org"`) {
		t.Error(err)
	}
	if b := written(t, AsBeads, Outgoing{}); len(b) != 0 {
		t.Errorf("%q", b)
	}
}
