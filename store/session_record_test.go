package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/match"
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
		Tool: "codex", SessionRef: "r", WorkspacePath: Some("/srv/shop"), Title: Some(" The title "), Summary: Some("what was asked"),
		OpenItems: Some([]string{"one", " ", "two"}), StartedAt: Some(At(c.Now().Add(-time.Hour))), EndedAt: Some(ended), Messages: Some(3),
	}
	first := saveSessions(t, s, full)
	record := sessions(t, s)["r"]
	want := SessionRecord{
		ID: first.Item[0].ID, Tool: "codex", SessionRef: "r", WorkspacePath: new("/srv/shop"), Title: "The title", Summary: new("what was asked"),
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
		{"a text", session("r", func(in *SessionInput) { in.Summary = Some("what was asked next") }), "updated "},
		{"a list that is cleared", session("r", func(in *SessionInput) { in.OpenItems = Opt[[]string]{Set: true} }), "updated "},
		{"times that are cleared", session("r", func(in *SessionInput) { in.EndedAt.Set, in.StartedAt.Set = true, true }), "updated ended_at started_at"},
		{"a title that is cleared", session("r", func(in *SessionInput) { in.Title.Set = true }), "updated title"},
		{"another reference", session("R"), "created ended_at id messages project_slug session_ref started_at title tool workspace_path"},
		{"another tool", SessionInput{Tool: "Codex", SessionRef: "r"}, "created ended_at id messages project_slug session_ref started_at title tool workspace_path"},
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
		if _, err := s.Undo(t.Context(), owner, last.ID); !isConflict(err) {
			t.Errorf("%s: undone: %v", tc.name, err)
		}
	}
	if got := sessions(t, s)["r"]; got.Title != "r" || len(got.OpenItems) != 0 || got.EndedAt != nil || *got.WorkspacePath != "/srv/shop" {
		t.Errorf("at last %+v", got)
	}
}

func TestRecordsFindTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/srv/shop"})})
	createProject(t, s, ProjectInput{Slug: Some("api"), WorkspacePaths: Some([]string{"/srv/shop/api"})})
	if _, err := s.UpdateProject(t.Context(), owner, "api", ProjectInput{Slug: Some("gateway")}); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		slug, workspace, want string
	}{
		"by its slug":                           {"shop", "", "shop"},
		"by an earlier slug":                    {"api", "", "gateway"},
		"the slug before the folder":            {"shop", "/srv/shop/api", "shop"},
		"by the longest folder":                 {"", "/srv/shop/api/v2", "gateway"},
		"a folder of another machine":           {"", `\srv\shop\web`, "shop"},
		"a folder above says nothing":           {"", "/srv", ""},
		"a neighbour's name":                    {"", "/srv/shopping", ""},
		"an unknown slug leaves it the folder":  {"shpo", "/srv/shop", "shop"},
		"an unknown slug alone registers none":  {"shpo", "", ""},
		"text that is no slug registers none":   {"Shop!", "", ""},
		"neither":                               {"", "", ""},
		"the hidden slug of a deleted project?": {"~" + "000000000000", "", ""},
	} {
		saveSessions(t, s, session(name, func(in *SessionInput) { in.ProjectSlug, in.WorkspacePath = Some(tc.slug), Some(tc.workspace) }))
		got := sessions(t, s)[name].ProjectSlug
		if (got == nil) != (tc.want == "") || got != nil && *got != tc.want {
			t.Errorf("%s: filed under %v, want %q", name, got, tc.want)
		}
	}
	if all, err := s.Projects(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("%d projects, %v", len(all), err)
	}
}

func TestRecordsFollowTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("shop"), WorkspacePaths: Some([]string{"/srv/shop"})})
	in := session("r", func(in *SessionInput) { in.WorkspacePath = Some("/srv/shop") })
	saveSessions(t, s, in, session("later", func(in *SessionInput) { in.WorkspacePath = Some("/srv/other") }))
	check := func(when, ref, want string) {
		t.Helper()
		r := sessions(t, s)[ref]
		if got := r.doc().Project; got != want || (r.ProjectSlug == nil) != (want == "") {
			t.Errorf("%s: %s is of %q, want %q", when, ref, got, want)
		}
		hits := s.overlap.index.Search(match.Query{Text: ref, Keep: func(id, _, project, _ string) bool { return id == r.ID && project == want }})
		if len(hits) != 1 {
			t.Errorf("%s: search knows %s as another project's", when, ref)
		}
		page, err := s.Sessions(t.Context(), SessionFilter{Project: "shop"})
		if err != nil || want == "" && page.Total != 0 {
			t.Errorf("%s: the list of shop holds %d, %v", when, page.Total, err)
		}
	}
	check("at first", "r", "shop")
	renamed, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")})
	if err != nil {
		t.Fatal(err)
	}
	check("renamed", "r", "store")
	if page, err := s.Sessions(t.Context(), SessionFilter{Project: "shop"}); err != nil || page.Total != 1 {
		t.Errorf("under the earlier slug: %d, %v", page.Total, err)
	}
	if _, err := s.Undo(t.Context(), owner, renamed.EventID); err != nil {
		t.Fatal(err)
	}
	deleted, err := s.DeleteProject(t.Context(), owner, "shop")
	if err != nil {
		t.Fatal(err)
	}
	check("deleted", "r", "")
	if got := saveSessions(t, s, in).Item[0].Outcome; got != "unchanged" {
		t.Errorf("sent again after the end of its project: %s", got)
	}
	saveSessions(t, s, session("r", func(in *SessionInput) { in.Messages = Some(9) }))
	if _, err := s.Undo(t.Context(), owner, deleted.EventID); err != nil {
		t.Fatal(err)
	}
	check("back", "r", "shop")
	createProject(t, s, ProjectInput{Slug: Some("other"), WorkspacePaths: Some([]string{"/srv/other"})})
	check("registered", "later", "other")
	if got := saveSessions(t, s, session("later")).Item[0].Outcome; got != "unchanged" {
		t.Errorf("sent again after its folder was registered: %s", got)
	}
}

func TestTheRemoteOfASessionTellsItsProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const remote = "https://git.example.org/me/shop"
	createProject(t, s, ProjectInput{Slug: Some("shop"), RepoURL: Some(remote), WorkspacePaths: Some([]string{"/srv/shop"})})
	createProject(t, s, ProjectInput{Slug: Some("tools"), WorkspacePaths: Some([]string{"/srv/tools"})})
	for _, slug := range []string{"one", "two"} {
		createProject(t, s, ProjectInput{Slug: Some(slug), RepoURL: Some("https://git.example.org/me/both")})
	}
	at := func(ref, folder, repo string) SessionInput {
		return session(ref, func(in *SessionInput) {
			in.RepoURL = Some(repo)
			if folder != "" {
				in.WorkspacePath = Some(folder)
			}
		})
	}
	for _, tc := range []struct {
		name string
		in   SessionInput
		want string
	}{
		{"no folder", at("a", "", remote), "shop"},
		{"a folder of none", at("b", "/tmp/worktree", "git@git.example.org:me/shop.git"), "shop"},
		{"the folder goes first", at("c", "/srv/tools", remote), "tools"},
		{"a remote of two projects", at("d", "/tmp/x", "https://git.example.org/me/both"), ""},
		{"another remote", at("e", "/tmp/x", "https://git.example.org/me/other"), ""},
		{"a project by name", session("f", func(in *SessionInput) { in.ProjectSlug, in.RepoURL = Some("tools"), Some(remote) }), "tools"},
	} {
		if w := saveSessions(t, s, tc.in); w.Item[0].Outcome != "created" {
			t.Fatalf("%s: %+v", tc.name, w.Item[0])
		}
		record := sessions(t, s)[tc.in.SessionRef]
		if got := record.doc().Project; got != tc.want {
			t.Errorf("%s: of %q, want %q", tc.name, got, tc.want)
		}
		if w := saveSessions(t, s, tc.in); w.Item[0].Outcome != "unchanged" {
			t.Errorf("%s: sent again: %+v", tc.name, w.Item[0])
		}
	}
	w := saveSessions(t, s, at("g", "", "me@host"))
	if got := invalidFields(invalid(w.Item[0].Refused).err()); got != "repo_url" {
		t.Errorf("no remote: %+v", w.Item[0])
	}
}

func TestAProjectTakesInTheSessionsOfItsRemote(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	saveSessions(t, s,
		session("early", func(in *SessionInput) { in.RepoURL = Some("https://me:secret@git.example.org/me/shop.git") }),
		session("changed", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/old") }),
		session("taken back", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/shop") }))
	saveSessions(t, s,
		session("early", func(in *SessionInput) { in.Messages = Some(2) }),
		session("changed", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/shop") }),
		session("taken back", func(in *SessionInput) { in.RepoURL = Opt[string]{Set: true} }))
	createProject(t, s, ProjectInput{Slug: Some("shop")})
	if _, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{RepoURL: Some("git@git.example.org:me/shop.git")}); err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{"early": "shop", "changed": "shop", "taken back": ""} {
		record := sessions(t, s)[ref]
		if got := record.doc().Project; got != want {
			t.Errorf("%s: of %q, want %q", ref, got, want)
		}
		for _, e := range history(t, s, SessionURI(record.ID)) {
			if strings.Contains(string(e.After), "secret") {
				t.Errorf("%s: the event holds the password: %s", ref, e.After)
			}
		}
	}
	// A project that is made with the remote takes in its sessions as well.
	saveSessions(t, s, session("next", func(in *SessionInput) { in.RepoURL = Some("https://git.example.org/me/tools") }))
	createProject(t, s, ProjectInput{Slug: Some("tools"), RepoURL: Some("https://git.example.org/me/tools.git")})
	if got := sessions(t, s)["next"]; got.ProjectSlug == nil || *got.ProjectSlug != "tools" {
		t.Errorf("next: %+v", got)
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

// TestSessionsIndexedBeforeTheirProject: a record finds its project also when that is
// registered, or given the folder, afterwards; one that has a project keeps it.
func TestSessionsIndexedBeforeTheirProject(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	in := func(folder string) func(*SessionInput) {
		return func(in *SessionInput) { in.WorkspacePath = Some(folder); in.Title = Some("Rotate the keys") }
	}
	saveSessions(t, s, session("shop", in("/src/shop/api")), session("server", in(`C:\src\server`)), session("other", in("/src/other")), session("nowhere"))
	filed := func(when string, want map[string]string) {
		t.Helper()
		for ref, r := range sessions(t, s) {
			got := ""
			if r.ProjectSlug != nil {
				got = *r.ProjectSlug
			}
			if got != want[ref] {
				t.Errorf("%s: %s is filed under %q, want %q", when, ref, got, want[ref])
			}
		}
	}
	filed("before", nil)
	if _, err := s.CreateProject(t.Context(), By{Actor: Owner}, ProjectInput{Title: Some("Shop"), WorkspacePaths: Some([]string{"/src/shop"})}); err != nil {
		t.Fatal(err)
	}
	filed("registered", map[string]string{"shop": "shop"})
	if _, err := s.CreateProject(t.Context(), By{Actor: Owner}, ProjectInput{Title: Some("Server")}); err != nil {
		t.Fatal(err)
	}
	filed("without folders", map[string]string{"shop": "shop"})
	if _, err := s.UpdateProject(t.Context(), By{Actor: Owner}, "server", ProjectInput{WorkspacePaths: Some([]string{"c:/src/server", "/src/shop/api"})}); err != nil {
		t.Fatal(err)
	}
	filed("given a folder", map[string]string{"shop": "shop", "server": "server"})
	found, err := s.Search(t.Context(), SearchQuery{Text: "rotate keys", Project: "server", Limit: 10})
	if err != nil || len(found) != 1 {
		t.Errorf("search in the project finds %+v, %v", found, err)
	}
}
