package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// saveSessions sends a batch that must succeed as a whole.
func saveSessions(t testing.TB, s *Store, batch ...SessionInput) Written[[]SavedSession] {
	t.Helper()
	w, err := s.SaveSessions(t.Context(), agent, batch)
	if err != nil {
		t.Fatalf("save sessions: %v", err)
	}
	return w
}

// session is a record of a tool with nothing but what edits add.
func session(ref string, edits ...func(*SessionInput)) SessionInput {
	in := SessionInput{Tool: "codex", SessionRef: ref}
	for _, edit := range edits {
		edit(&in)
	}
	return in
}

// sessions are all records, by their session_ref.
func sessions(t testing.TB, s *Store) map[string]SessionRecord {
	t.Helper()
	page, err := s.Sessions(t.Context(), SessionFilter{Limit: MaxLimit})
	if err != nil {
		t.Fatalf("list sessions: %v", err)
	}
	byRef := map[string]SessionRecord{}
	for _, r := range page.Sessions {
		byRef[r.SessionRef] = r
	}
	return byRef
}

func TestSessionRecordTexts(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	wide := func(n int) string { return strings.Repeat("𝒳", n) }
	for name, tc := range map[string]struct {
		edit func(*SessionInput)
		bad  string
	}{
		"nothing but its name":       {func(*SessionInput) {}, ""},
		"no tool":                    {func(in *SessionInput) { in.Tool = " " }, "tool"},
		"a long tool":                {func(in *SessionInput) { in.Tool = wide(maxSourceTool + 1) }, "tool"},
		"no session_ref":             {func(in *SessionInput) { in.SessionRef = "" }, "session_ref"},
		"a session_ref at the limit": {func(in *SessionInput) { in.SessionRef = wide(MaxSummary) }, ""},
		"a long session_ref":         {func(in *SessionInput) { in.SessionRef = wide(MaxSummary + 1) }, "session_ref"},
		"a title at the limit":       {func(in *SessionInput) { in.Title = Some(wide(MaxSummary)) }, ""},
		"a long title":               {func(in *SessionInput) { in.Title = Some(wide(MaxSummary + 1)) }, "title"},
		"a summary at the limit":     {func(in *SessionInput) { in.Summary = Some(wide(MaxText)) }, ""},
		"a long summary":             {func(in *SessionInput) { in.Summary = Some(wide(MaxText + 1)) }, "summary"},
		"NUL in the summary":         {func(in *SessionInput) { in.Summary = Some("a\x00b") }, "summary"},
		"not UTF-8":                  {func(in *SessionInput) { in.WorkspacePath = Some("/a\xff") }, "workspace_path"},
		"the most open items":        {func(in *SessionInput) { in.OpenItems = Some(slices.Repeat([]string{wide(MaxText)}, MaxOpenItems)) }, ""},
		"too many open items":        {func(in *SessionInput) { in.OpenItems = Some(slices.Repeat([]string{"a"}, MaxOpenItems+1)) }, "open_items"},
		"a long open item":           {func(in *SessionInput) { in.OpenItems = Some([]string{"a", wide(MaxText + 1)}) }, "open_items[1]"},
		"no messages":                {func(in *SessionInput) { in.Messages = Some(0) }, ""},
		"a negative count":           {func(in *SessionInput) { in.Messages = Some(-1) }, "messages"},
		"several at once":            {func(in *SessionInput) { in.Tool, in.Messages = "", Some(-1) }, "tool messages"},
	} {
		w := saveSessions(t, s, session(name, tc.edit), session(name+", its neighbour"))
		if got := invalidFields(invalid(w.Item[0].Refused).err()); got != tc.bad || (w.Item[0].ID == "") != (tc.bad != "") {
			t.Errorf("%s: got %+v, want %q refused", name, w.Item[0], tc.bad)
		}
		if w.Item[1].Outcome != "created" {
			t.Errorf("%s: its neighbour came to %+v", name, w.Item[1])
		}
	}
}

func TestRecordsAreSavedByToolAndReference(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	ended := At(c.Now())
	full := SessionInput{
		Tool: "codex", SessionRef: "r", WorkspacePath: Some("/srv/shop"), RepoURL: Some("https://me:secret@git.example.org/me/shop"), Title: Some(" The title "), Summary: Some("what was asked"),
		OpenItems: Some([]string{"one", " ", "two"}), StartedAt: Some(At(c.Now().Add(-time.Hour))), EndedAt: Some(ended), Messages: Some(3),
	}
	first := saveSessions(t, s, full)
	record := sessions(t, s)["r"]
	want := SessionRecord{
		ID: first.Item[0].ID, Tool: "codex", SessionRef: "r", WorkspacePath: new("/srv/shop"), RepoURL: new("https://git.example.org/me/shop"), Title: "The title", Summary: new("what was asked"),
		OpenItems: []string{"one", "two"}, StartedAt: new(At(c.Now().Add(-time.Hour))), EndedAt: &ended, Messages: 3, UpdatedAt: At(c.Now()),
	}
	if !reflect.DeepEqual(record, want) {
		t.Errorf("created %+v, want %+v", record, want)
	}
	for _, tc := range []struct {
		name string
		in   SessionInput
		want string // the outcome, and the fields of the event
	}{
		{"the same again", full, "unchanged"},
		{"its name alone", session("r"), "unchanged"},
		{"white space around", session(" r "), "unchanged"},
		{"more messages", session("r", func(in *SessionInput) { in.Messages = Some(4) }), "updated messages"},
		{"another remote", session("r", func(in *SessionInput) { in.RepoURL = Some("git@git.example.org:me/store.git") }), "updated repo_url"},
		{"a remote that is cleared", session("r", func(in *SessionInput) { in.RepoURL.Set = true }), "updated repo_url"},
		{"a text", session("r", func(in *SessionInput) { in.Summary = Some("what was asked next") }), "updated "},
		{"a list that is cleared", session("r", func(in *SessionInput) { in.OpenItems = Opt[[]string]{Set: true} }), "updated "},
		{"times that are cleared", session("r", func(in *SessionInput) { in.EndedAt.Set, in.StartedAt.Set = true, true }), "updated ended_at started_at"},
		{"a title that is cleared", session("r", func(in *SessionInput) { in.Title.Set = true }), "updated title"},
		{"another reference", session("R"), "created ended_at id messages project_slug repo_url session_ref started_at title tool workspace_path"},
		{"another tool", SessionInput{Tool: "Codex", SessionRef: "r"}, "created ended_at id messages project_slug repo_url session_ref started_at title tool workspace_path"},
	} {
		c.advance(time.Minute)
		before, generation := sessions(t, s)["r"], s.Generation()
		w := saveSessions(t, s, tc.in)
		outcome, changed, _ := strings.Cut(tc.want, " ")
		got := w.Item[0]
		if got.Outcome != outcome || got.ID == "" {
			t.Errorf("%s: %+v, want %s", tc.name, got, outcome)
			continue
		}
		if outcome == "unchanged" {
			if w.EventID != "" || s.Generation() != generation || !reflect.DeepEqual(sessions(t, s)["r"], before) {
				t.Errorf("%s: wrote something", tc.name)
			}
			continue
		}
		events := history(t, s, SessionURI(got.ID))
		last := events[len(events)-1]
		if last.ID != w.EventID || last.Kind != "session."+outcome || keys(t, last.After) != changed {
			t.Errorf("%s: event %+v", tc.name, last)
		}
		if _, err := s.Undo(t.Context(), owner, last.ID, Guard{}); !isConflict(err) {
			t.Errorf("%s: undone: %v", tc.name, err)
		}
	}
	if got := sessions(t, s)["r"]; got.Title != "r" || len(got.OpenItems) != 0 || got.EndedAt != nil || *got.WorkspacePath != "/srv/shop" {
		t.Errorf("at last %+v", got)
	}
}

// Trap 1: what an indexer sends again and again reopens nothing and keeps nothing fresh.
func TestRecordsNeverTouchThreads(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "the same work", inProject("shop"))
	finished := done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, "")).Item
	open := create(t, s, "open work", inProject("shop"))
	for i := range 3 {
		c.advance(48 * time.Hour)
		saveSessions(t, s, session(open.ID, func(in *SessionInput) {
			in.ProjectSlug, in.Title, in.Messages = Some("shop"), Some("the same work"), Some(i)
		}))
	}
	if got := read(t, s, th.ID); !reflect.DeepEqual(got, finished) {
		t.Errorf("the finished thread became %+v", got)
	}
	if got := list(t, s, ThreadFilter{Stale: true}); len(got.Threads) != 1 || got.Threads[0].LastActivityAt != open.LastActivityAt {
		t.Errorf("stale threads: %+v", got.Threads)
	}
}

func TestSessionListIsNarrowedAndPaged(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop")})
	var batch []SessionInput
	for i := range 30 {
		batch = append(batch, session(fmt.Sprint(i), func(in *SessionInput) {
			in.Tool = []string{"codex", "cursor"}[i%2]
			in.ProjectSlug = Some([]string{"shop", "none", "none"}[i%3])
		}))
	}
	saveSessions(t, s, batch...)
	for name, tc := range map[string]struct {
		f    SessionFilter
		want int
		bad  string
	}{
		"all":                  {SessionFilter{}, 30, ""},
		"a tool":               {SessionFilter{Tool: "codex"}, 15, ""},
		"a project":            {SessionFilter{Project: "shop"}, 10, ""},
		"both":                 {SessionFilter{Project: "shop", Tool: "cursor"}, 5, ""},
		"an unknown project":   {SessionFilter{Project: "~000000000000"}, 0, ""},
		"a limit out of range": {SessionFilter{Limit: MaxLimit + 1}, 0, "limit"},
		"a cursor of no list":  {SessionFilter{Cursor: "' OR 1"}, 0, "cursor"},
	} {
		var all []string
		f := tc.f
		for more := true; more; {
			if f.Limit == 0 {
				f.Limit = 4
			}
			page, err := s.Sessions(t.Context(), f)
			if invalidFields(err) != tc.bad || err == nil && (page.Total != tc.want || page.Sessions == nil) {
				t.Fatalf("%s: %d in all, %v", name, page.Total, err)
			}
			for _, r := range page.Sessions {
				all = append(all, r.ID)
			}
			saveSessions(t, s, session("0", func(in *SessionInput) { in.Messages = Some(len(all)) })) // moves nothing
			f.Cursor, more = page.Next, page.Next != ""
		}
		slices.Reverse(all)
		if len(all) != tc.want || !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) {
			t.Errorf("%s: %d records %v, want %d, each once, the newest first", name, len(all), all, tc.want)
		}
	}
}

func TestASessionRecordIsReadByItsID(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	id := saveSessions(t, s, session("one", func(in *SessionInput) { in.Title = Some("Rotate the keys") })).Item[0].ID
	if got, err := s.Session(t.Context(), id); err != nil || got.ID != id || got.Title != "Rotate the keys" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := s.Session(t.Context(), "000000000000"); !isMissing(err) {
		t.Errorf("unknown: %v", err)
	}
}
