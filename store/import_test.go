package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// brought is work of another tool with one of everything.
func brought() Incoming {
	at := func(day int) Time { return At(time.Date(2025, 3, day, 8, 0, 0, 0, time.UTC)) }
	return Incoming{
		Source:   "beads",
		Projects: []IncomingProject{{Ref: "shop", Slug: "shop", Title: "The shop", Progress: "# Shop\n\n- [x] opened\n", CreatedAt: at(1)}},
		Threads: []IncomingThread{
			{Ref: "s-2", Project: "shop", Summary: "Take payments", Status: StatusOpen, Goal: "cards", DependsOn: []string{"s-1"}, CreatedAt: at(2), LastActivityAt: at(5)},
			{Ref: "s-1", Project: "shop", Summary: "Open the account", Status: StatusBlocked, BlockedReason: "the bank", CreatedAt: at(2)},
			{Ref: "s-0", Summary: "Find a name", SourceTool: "zed", Status: StatusDone, CreatedAt: at(1), CompletedAt: at(3)},
		},
		Pages: []IncomingPage{{Ref: "notes", Path: "imports/beads/notes", Markdown: "# Notes\n", CreatedAt: at(1)}},
		Reminders: []IncomingReminder{
			{Ref: "r-1", Text: "call the bank", Kind: remindOnce, DueAt: at(9), Thread: "s-1"},
			{Ref: "r-2", Text: "count the till", Kind: remindDaily, DueAt: at(9), Project: "shop"},
		},
	}
}

// ignoreProgress is told how far an import is.
func ignoreProgress(int) {}

func bring(t testing.TB, s *Store, in Incoming) Written[Import] {
	t.Helper()
	w, err := s.Import(t.Context(), owner, in, Policy{}, ignoreProgress)
	works(t, err)
	return w
}

// shownContents is all that a reader can find in a store, but for its history.
func shownContents(t testing.TB, s *Store) string {
	t.Helper()
	var b strings.Builder
	for _, query := range []string{
		`SELECT id || summary || project_slug || status || created_at || last_activity_at || depends_on || waiting FROM threads WHERE deleted_at IS NULL ORDER BY id`,
		`SELECT slug || title || created_at FROM projects WHERE deleted_at IS NULL ORDER BY slug`,
		`SELECT path || title FROM wiki_pages WHERE deleted_at IS NULL ORDER BY path`,
		`SELECT text || kind || ifnull(next_at, '') FROM reminders WHERE deleted_at IS NULL ORDER BY text`,
		`SELECT f.project_slug || r.markdown FROM progress_files f JOIN revisions r ON r.item = 'progress/' || f.id AND r.rev = f.rev JOIN projects p ON p.slug = f.project_slug WHERE p.deleted_at IS NULL ORDER BY 1`,
		`SELECT project_slug || status || n FROM thread_counts WHERE n > 0 AND project_slug IN (SELECT slug FROM projects WHERE deleted_at IS NULL) ORDER BY 1`,
	} {
		rows, err := collect(t.Context(), s, scanString, query)
		works(t, err)
		b.WriteString(strings.Join(rows, "\n") + "\n--\n")
	}
	return b.String()
}

func TestAnImportIsOneChange(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	own := create(t, s, "my own", inProject("home"))
	before := shownContents(t, s)

	planned, err := s.PlanImport(t.Context(), owner, brought(), Policy{})
	works(t, err)
	if planned.Threads != 3 || planned.Projects != 2 || planned.Pages != 1 || planned.Reminders != 2 || planned.Known != 0 {
		t.Errorf("planned: %+v", planned)
	}
	if got := shownContents(t, s); got != before {
		t.Errorf("a plan writes:\n%s", got)
	}

	w := bring(t, s, brought())
	if w.Item.Threads != 3 || w.Item.Reminders != 2 || !w.Created {
		t.Errorf("brought: %+v", w)
	}
	page := list(t, s, ThreadFilter{Statuses: Statuses})
	by := map[string]Thread{}
	for _, one := range page.Threads {
		by[one.Summary] = one
	}
	pay, account, name := by["Take payments"], by["Open the account"], by["Find a name"]
	switch {
	case !slices.Equal(pay.DependsOn, []string{account.ID}), *pay.SourceTool != "beads", pay.CreatedAt.Day() != 2, pay.LastActivityAt.Day() != 5, pay.ProjectSlug != "shop":
		t.Errorf("%+v", pay)
	case account.Status != StatusBlocked, *account.BlockedReason != "the bank", account.LastActivityAt != account.CreatedAt:
		t.Errorf("%+v", account)
	case name.ProjectSlug != InboxSlug, *name.SourceTool != "zed", name.CompletedAt.Day() != 3:
		t.Errorf("%+v", name)
	}
	expectReady(t, s, "after the import", "my own")
	events, err := s.Events(t.Context(), EventFilter{Limit: 1})
	works(t, err)
	if e := events.Events[0]; e.ID != w.EventID || e.Kind != "import.created" || e.Also != 9 {
		t.Errorf("its event: %+v", e)
	}
	if page, err := s.Events(t.Context(), EventFilter{Subject: ThreadURI(pay.ID)}); err != nil || len(page.Events) != 1 || page.Events[0].ID != w.EventID {
		t.Errorf("the history of a thread: %+v, %v", page.Events, err)
	}
	// A date that is over is due, and silent.
	fired, err := s.FireReminders(t.Context(), Policy{}, func(m Reminder) Message { return Message{Text: m.Text} })
	works(t, err)
	if due, err := s.Reminders(t.Context(), ReminderFilter{}); err != nil || fired != 0 || due.Total != 2 {
		t.Errorf("%d made themselves heard; %+v, %v", fired, due, err)
	}
	after := shownContents(t, s)

	// Again it brings what is new, and nothing else; what was edited or deleted here stays so.
	c.advance(time.Hour)
	done(t)(s.UpdateThread(t.Context(), agent, name.ID, Guard{}, ThreadInput{Goal: Some("mine")}, false))
	edited := shownContents(t, s)
	if again := bring(t, s, brought()); again.EventID != "" || again.Item.Known != 7 {
		t.Errorf("again: %+v", again)
	}
	if got := shownContents(t, s); got != edited {
		t.Errorf("a second import changes:\n%s\nto\n%s", edited, got)
	}
	more := brought()
	more.Threads = append(more.Threads, IncomingThread{Ref: "s-3", Project: "shop", Summary: "Send parcels", Status: StatusOpen, DependsOn: []string{"s-2"}})
	if again := bring(t, s, more); again.Item.Threads != 1 {
		t.Errorf("one more: %+v", again)
	} else {
		undo(t, s, again.EventID)
	}
	if got := shownContents(t, s); got != edited {
		t.Errorf("one more taken back:\n%s", got)
	}

	// What was edited since stands in the way of an undo, as everywhere.
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) {
		t.Errorf("an undo over an edit: %v", err)
	}
	events, err = s.Events(t.Context(), EventFilter{Subject: ThreadURI(name.ID), Limit: 1})
	works(t, err)
	undo(t, s, events.Events[0].ID)
	back := undo(t, s, w.EventID)
	if got := shownContents(t, s); got != before {
		t.Errorf("undone:\n%s\nwant\n%s", got, before)
	}
	if read(t, s, own.ID).Summary != "my own" {
		t.Error("what was here is gone")
	}
	undo(t, s, back.EventID)
	if got := shownContents(t, s); got != after {
		t.Errorf("the undo undone:\n%s\nwant\n%s", got, after)
	}
	undo(t, s, newestEvent(t, s))
	if again := bring(t, s, brought()); again.Item.Threads != 3 || again.Item.Known != 0 {
		t.Errorf("brought again after it was taken back: %+v", again)
	}
}

// newestEvent is the newest event.
func newestEvent(t testing.TB, s *Store) string {
	t.Helper()
	page, err := s.Events(t.Context(), EventFilter{Limit: 1})
	works(t, err)
	return page.Events[0].ID
}

func TestAnImportMeetsWhatIsHere(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	_, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("shop"), Title: Some("Mine")})
	works(t, err)
	_, err = s.PutProgress(t.Context(), owner, "shop", 0, "# Mine\n")
	works(t, err)
	_, err = s.PutPage(t.Context(), owner, "imports/beads/notes", 0, "# Mine\n")
	works(t, err)
	before := shownContents(t, s)
	w := bring(t, s, brought())
	got := shownContents(t, s)
	for _, want := range []string{"shopMine", "# Mine\n\n\n# Shop", "imports/beads/notes-2Notes"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if again := bring(t, s, brought()); again.EventID != "" {
		t.Errorf("again: %+v", again)
	}
	undo(t, s, w.EventID)
	if got := shownContents(t, s); got != before {
		t.Errorf("undone:\n%s\nwant\n%s", got, before)
	}
	// A project that holds other work by now stays.
	s, _ = newStore(t)
	w = bring(t, s, brought())
	mine := create(t, s, "mine", inProject("shop"))
	undo(t, s, w.EventID)
	if got := read(t, s, mine.ID); got.ProjectSlug != "shop" {
		t.Errorf("%+v", got)
	}
	if all := list(t, s, ThreadFilter{Statuses: Statuses}).Threads; len(all) != 1 {
		t.Errorf("left: %+v", all)
	}
}

func TestABrokenImportWritesNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for name, tc := range map[string]struct {
		change func(*Incoming)
		says   string
	}{
		"no tool":             {func(in *Incoming) { in.Source = "" }, "source is required"},
		"a thread twice":      {func(in *Incoming) { in.Threads[1].Ref = "s-2" }, "thread s-2: ref stands there twice"},
		"a circle":            {func(in *Incoming) { in.Threads[1].DependsOn = []string{"s-2"} }, "waits for itself"},
		"what does not come":  {func(in *Incoming) { in.Threads[0].DependsOn = []string{"s-9"} }, `names "s-9", which does not come along`},
		"a long title":        {func(in *Incoming) { in.Threads[2].Summary = strings.Repeat("x", MaxSummary+1) }, "thread s-0: summary must have at most"},
		"no status":           {func(in *Incoming) { in.Threads[2].Status = "later" }, "thread s-0: status"},
		"no slug":             {func(in *Incoming) { in.Projects[0].Slug = "The Shop" }, "project shop: slug must be"},
		"no path":             {func(in *Incoming) { in.Pages[0].Path = "../x" }, "page notes: path"},
		"a reminder's kind":   {func(in *Incoming) { in.Reminders[0].Kind = "never" }, "reminder r-1: kind"},
		"a page of any bytes": {func(in *Incoming) { in.Pages[0].Markdown = "\xff" }, "page notes: markdown"},
	} {
		in := brought()
		tc.change(&in)
		before := shownContents(t, s)
		_, err := s.Import(t.Context(), owner, in, Policy{}, ignoreProgress)
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v", name, err)
		}
		if got := shownContents(t, s); got != before {
			t.Errorf("%s: it wrote\n%s", name, got)
		}
	}
}

func TestAnImportTellsHowFarItIs(t *testing.T) {
	s, _ := newStore(t)
	var told []int
	if _, err := s.Import(t.Context(), owner, brought(), Policy{}, func(done int) { told = append(told, done) }); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

// tasks is work of n threads, most of which wait for two others.
func tasks(n int) Incoming {
	in := Incoming{Source: "beads", Projects: []IncomingProject{{Ref: "p", Slug: "p"}}}
	for i := range n {
		one := IncomingThread{Ref: fmt.Sprint(i), Project: "p", Summary: fmt.Sprintf("Task %d of a long list of work", i), Status: StatusOpen, Goal: "A goal in a sentence or two, as most have."}
		for _, back := range []int{7, 91} {
			if i >= back {
				one.DependsOn = append(one.DependsOn, fmt.Sprint(i-back))
			}
		}
		in.Threads = append(in.Threads, one)
	}
	return in
}

func BenchmarkImport10k(b *testing.B) {
	in := tasks(10_000)
	for b.Loop() {
		s, _ := newStore(b)
		if _, err := s.Import(b.Context(), owner, in, Policy{}, ignoreProgress); err != nil {
			b.Fatal(err)
		}
	}
}

// What can start, among 10,000 threads of which all but seven wait for others.
func BenchmarkReady(b *testing.B) {
	s, _ := newStore(b)
	if _, err := s.Import(b.Context(), owner, tasks(10_000), Policy{}, ignoreProgress); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if page := list(b, s, ThreadFilter{Ready: true}); len(page.Threads) != 7 {
			b.Fatalf("%d can start", len(page.Threads))
		}
	}
}

// What does not fit beside what is here finds another place, and is no reason to refuse the rest.
func TestAnImportFindsRoom(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("n", n) }
	page := func(t *testing.T, s *Store, path string) string {
		t.Helper()
		p, err := s.Page(t.Context(), path)
		works(t, err)
		return p.Markdown
	}
	for _, n := range []int{62, 63, 64} {
		s, _ := newStore(t)
		wish := "imports/" + long(n)
		in := Incoming{Source: "markdown"}
		for i := range 12 {
			in.Pages = append(in.Pages, IncomingPage{Ref: fmt.Sprintf("vault-%d", i), Path: wish, Markdown: fmt.Sprintf("# Vault %d\n", i)})
		}
		if got := bring(t, s, in).Item.Pages; got != 12 {
			t.Errorf("%d of 12 pages of the same long name", got)
		}
		if page(t, s, wish) != "# Vault 0\n" || page(t, s, "imports/"+long(min(n, 62))+"-2") != "# Vault 1\n" || page(t, s, "imports/"+long(min(n, 61))+"-12") != "# Vault 11\n" {
			t.Errorf("names of %d characters:\n%s", n, shownContents(t, s))
		}
	}

	const half = MaxMarkdown/2 + 1024
	for name, tc := range map[string]struct{ here, linked int }{
		"progress larger than what is left":       {half, 1},
		"progress where nothing more has a place": {MaxMarkdown - 8, 0},
	} {
		s, _ := newStore(t)
		_, err := s.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("shop")})
		works(t, err)
		mine := "# Mine\n" + long(tc.here-len("# Mine\n"))
		_, err = s.PutProgress(t.Context(), owner, "shop", 0, mine)
		works(t, err)
		before := shownContents(t, s)
		in := brought()
		in.Projects[0].Progress = "# Theirs\n" + long(half)
		w := bring(t, s, in)
		if w.Item.Pages != 2 {
			t.Errorf("%s: %+v", name, w.Item)
		}
		if got := page(t, s, "imports/beads/shop/progress"); got != in.Projects[0].Progress {
			t.Errorf("%s: a page of %d bytes, want %d", name, len(got), len(in.Projects[0].Progress))
		}
		file, err := s.Progress(t.Context(), "shop")
		works(t, err)
		if !strings.HasPrefix(file.Markdown, mine) || strings.Count(file.Markdown, "[[imports/beads/shop/progress]]") != tc.linked {
			t.Errorf("%s: the progress ends in %q", name, file.Markdown[tc.here:])
		}
		if again := bring(t, s, in); again.EventID != "" {
			t.Errorf("%s: again: %+v", name, again)
		}
		undo(t, s, w.EventID)
		if got := shownContents(t, s); got != before {
			t.Errorf("%s: undone, %d bytes, want %d", name, len(got), len(before))
		}
	}
}

// An import that can't read whether a path is taken ends, and others write on.
func TestAnImportEndsWhereAReadFails(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	foreign(t, database(s.Dir()), "ALTER TABLE wiki_pages RENAME COLUMN path TO lost").Close()
	in := Incoming{Source: "markdown", Pages: brought().Pages}
	if _, err := s.Import(t.Context(), owner, in, Policy{}, ignoreProgress); err == nil || errors.As(err, new(*ConflictError)) {
		t.Errorf("brought without a look at the path: %v", err)
	}
	create(t, s, "the next change")
}

// Another installation of a tool has its own items under the same numbers.
func TestNumbersOfAnotherInstallation(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	days := map[string]int{"home": 1, "work": 2}
	from := func(name string) Incoming {
		at := At(time.Date(2025, 3, days[name], 8, 0, 0, 0, time.UTC))
		return Incoming{
			Source: "vikunja", Numbered: true,
			Projects: []IncomingProject{{Ref: "1", Slug: name, CreatedAt: at}},
			Threads: []IncomingThread{
				{Ref: "17", Project: name, Summary: name + " seventeen", Status: StatusOpen, Goal: "More: [[imports/vikunja/17]]", CreatedAt: at},
				{Ref: "18", Project: name, Summary: name + " eighteen", Status: StatusOpen, DependsOn: []string{"17"}, CreatedAt: at},
			},
			Pages:     []IncomingPage{{Ref: "thread/17", Path: "imports/vikunja/17", Markdown: "# " + name + "\n", CreatedAt: at}},
			Reminders: []IncomingReminder{{Ref: "17/1", Text: name, Kind: remindOnce, DueAt: at, Thread: "17", CreatedAt: at}},
		}
	}
	for _, name := range []string{"home", "work"} {
		if w := bring(t, s, from(name)); w.Item.Projects != 1 || w.Item.Threads != 2 || w.Item.Pages != 1 || w.Item.Reminders != 1 || w.Item.Known != 0 {
			t.Errorf("%s: %+v", name, w.Item)
		}
		threads := list(t, s, ThreadFilter{Project: name}).Threads
		if len(threads) != 2 {
			t.Fatalf("%s has %+v", name, threads)
		}
		for _, th := range threads {
			if th.Goal == nil {
				continue
			}
			link := strings.Trim(strings.TrimPrefix(*th.Goal, "More: "), "[]")
			if got := readPage(t, s, link).Markdown; got != "# "+name+"\n" {
				t.Errorf("%s leads to %q", *th.Goal, got)
			}
		}
	}
	before := shownContents(t, s)
	for _, name := range []string{"work", "home"} {
		if w := bring(t, s, from(name)); w.Created || w.Item.Known != 4 {
			t.Errorf("%s again: %+v", name, w)
		}
	}
	if after := shownContents(t, s); after != before {
		t.Errorf("again changes:\n%s", after)
	}
}
