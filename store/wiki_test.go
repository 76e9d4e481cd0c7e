package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAPageIsMadeAndChanged(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	created := At(c.Now())
	w := putPage(t, s, "guides/first-steps", "# First *steps*\n\n[[guides/next]] [[guides/first-steps]]\n")
	want := PageInfo{Path: "guides/first-steps", Title: "First steps", Rev: 1, CreatedAt: created, UpdatedAt: created}
	if w.Item.PageInfo != want || !slices.Equal(w.Item.Links, []PageLink{{"guides/first-steps", true}, {"guides/next", false}}) || w.Item.Backlinks == nil || len(w.Item.Backlinks) != 0 {
		t.Errorf("made: %+v", w.Item)
	}
	now := c.advance(time.Minute)
	second := putPage(t, s, "guides/first-steps", "no heading\n")
	want.Title, want.Rev, want.UpdatedAt = "first-steps", 2, now
	if got := readPage(t, s, "guides/first-steps"); got.PageInfo != want || got.Markdown != "no heading\n" || second.Item.PageInfo != want {
		t.Errorf("changed: %+v", got)
	}
	events := history(t, s, PageURI("guides/first-steps"))
	if len(events) != 2 || events[0].Kind != "page.created" || events[0].Before != nil || string(events[0].After) != `{"path":"guides/first-steps","rev":1,"title":"First steps"}` ||
		events[1].Kind != "page.updated" || string(events[1].Before) != `{"rev":1,"title":"First steps"}` || string(events[1].After) != `{"rev":2,"title":"first-steps"}` {
		t.Errorf("events: %+v", events)
	}
	checkDerived(t, s)
}

func TestPathsGivenByHand(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, tc := range []struct{ name, path, offer string }{
		{"empty", "", ""},
		{"capitals", "Guides/First Steps", "guides/first-steps"},
		{"another script", "Привет/мир", "privet/mir"},
		{"a slash in front", "/a", "a"},
		{"a slash at the end", "a/", "a"},
		{"two slashes", "a//b", "a/b"},
		{"dots", "../../etc/passwd", "etc/passwd"},
		{"a dot at the end", "a.", "a"},
		{"a backslash", `a\b`, "a-b"},
		{"a NUL", "a\x00b", "a-b"},
		{"nine parts", "a/b/c/d/e/f/g/h/i", ""},
		{"a part too long", strings.Repeat("a", 65), strings.Repeat("a", 64)},
		{"symbols", "???", ""},
		{"a line end", "a\n", "a"},
		{"not UTF-8", "a\xff", "a"},
	} {
		_, errPut := s.PutPage(t.Context(), owner, tc.path, 0, "")
		_, errRead := s.Page(t.Context(), tc.path)
		_, errAt := s.PageAt(t.Context(), tc.path, 1)
		_, errList := s.PageRevisions(t.Context(), tc.path, 0, "")
		_, errDelete := s.DeletePage(t.Context(), owner, tc.path, 0)
		for name, err := range map[string]error{"put": errPut, "read": errRead, "earlier": errAt, "revisions": errList, "delete": errDelete} {
			offer := ""
			if _, after, ok := strings.Cut(fmt.Sprint(err), "did you mean "); ok {
				offer = strings.Trim(after, `"?`)
			}
			if invalidFields(err) != "path" || offer != tc.offer {
				t.Errorf("%s, %s: %v; want the offer %q", tc.name, name, err, tc.offer)
			}
		}
		_, errFrom := s.MovePages(t.Context(), owner, tc.path, "a")
		_, errTo := s.MovePages(t.Context(), owner, "a", tc.path)
		if invalidFields(errFrom) != "from" || invalidFields(errTo) != "to" {
			t.Errorf("%s: move from it %v, to it %v", tc.name, errFrom, errTo)
		}
	}
	for _, path := range []string{"a", "a/b/c/d/e/f/g/h", strings.Repeat("a", 64), "con", "9"} {
		putPage(t, s, path, "")
		readPage(t, s, path)
	}
}

func TestAnUnknownPageNamesTheClosest(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	putPage(t, s, "guides/first-steps", "")
	generation := s.Generation()
	for path, closest := range map[string]string{
		"guides/frist-steps": "guides/first-steps", "something-else": "", strings.Repeat("guides/", 7) + strings.Repeat("x", 64): "",
	} {
		_, errRead := s.Page(t.Context(), path)
		_, errDelete := s.DeletePage(t.Context(), owner, path, 0)
		_, errMove := s.MovePages(t.Context(), owner, path, "to")
		for name, err := range map[string]error{"read": errRead, "delete": errDelete, "move": errMove} {
			var nf *NotFoundError
			if !errors.As(err, &nf) || nf.ID != path || nf.Closest != closest {
				t.Errorf("%s %s: %v, want closest %q", name, path, err, closest)
			}
		}
	}
	if s.Generation() != generation || number(t, s, "SELECT count(*) FROM wiki_pages") != 1 {
		t.Error("a read or a refused change left something")
	}
}

func TestADeletedPageIsGoneUntilItIsUndone(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	putPage(t, s, "a", "# Kestrel\n[[b]]\n")
	putPage(t, s, "a/below", "")
	putPage(t, s, "b", "[[a]]")
	checkFound(t, s, "kestrel", PageURI("a"))
	w := must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
	if _, err := s.Page(t.Context(), "a"); !isMissing(err) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.DeletePage(t.Context(), owner, "a", 0); !isMissing(err) {
		t.Errorf("delete again: %v", err)
	}
	if got := readPage(t, s, "b"); len(got.Backlinks) != 0 || got.Links[0].Exists {
		t.Errorf("the page it linked to: %+v", got)
	}
	readPage(t, s, "a/below")
	checkFound(t, s, "kestrel")
	checkDerived(t, s)
	if page, err := s.Events(t.Context(), EventFilter{Subject: PageURI("a")}); err != nil || page.Total != 2 || page.Events[0].Kind != "page.deleted" || page.Events[0].After != nil {
		t.Errorf("history: %+v, %v", page, err)
	}
	mustUndo(t, s, w.EventID)
	if got := readPage(t, s, "a"); got.Title != "Kestrel" || got.Rev != 1 || got.BacklinkCount != 1 {
		t.Errorf("back again: %+v", got)
	}
	checkFound(t, s, "kestrel", PageURI("a"))
	checkDerived(t, s)
	w = must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
	putPage(t, s, "a", "another")
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), `"a" exists`) {
		t.Errorf("undo while the path is taken: %v", err)
	}
	if got := readPage(t, s, "a"); got.Markdown != "another" || got.Rev != 2 {
		t.Errorf("after a refused undo: %+v", got)
	}
}

func TestUndoOfAPage(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	made := putPage(t, s, "a", "# One\n[[x]]")
	changed := putPage(t, s, "a", "# Two\n[[y]]")
	if _, err := s.Undo(t.Context(), owner, made.EventID, Guard{}); !isConflict(err) {
		t.Errorf("undo under a newer change: %v", err)
	}
	undo := mustUndo(t, s, changed.EventID)
	if got := readPage(t, s, "a"); got.Markdown != "# One\n[[x]]" || got.Title != "One" || got.Rev != 3 {
		t.Errorf("undone: %+v", got)
	}
	mustUndo(t, s, undo)
	if got := readPage(t, s, "a"); got.Markdown != "# Two\n[[y]]" || got.Title != "Two" || got.Rev != 4 {
		t.Errorf("done again: %+v", got)
	}
	checkDerived(t, s)
	mustUndo(t, s, changed.EventID)
	gone := mustUndo(t, s, made.EventID)
	if _, err := s.Page(t.Context(), "a"); !isMissing(err) {
		t.Errorf("the page that was never made: %v", err)
	}
	if _, err := s.Undo(t.Context(), owner, changed.EventID, Guard{}); !isConflict(err) {
		t.Errorf("a change of a page that is gone: %v", err)
	}
	mustUndo(t, s, gone)
	if got := readPage(t, s, "a"); got.Markdown != "# One\n[[x]]" || got.Rev != 5 {
		t.Errorf("made again: %+v", got)
	}
	checkDerived(t, s)
}

func TestBacklinksOfAPage(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putPage(t, s, "a", "[[a]] [[ A |itself]]")
	putPage(t, s, "c", "# See\n[[a]] and [[a#part]]")
	putPage(t, s, "b", "`[[a]]`")
	putProgress(t, s, "p", "[[a]]")
	want := []Backlink{{ProgressURI("p"), "p"}, {PageURI("c"), "See"}}
	if got := readPage(t, s, "a"); !slices.Equal(got.Backlinks, want) || got.BacklinkCount != 2 {
		t.Errorf("backlinks: %+v", got.Backlinks)
	}
	putProgress(t, s, "p", "no more")
	putPage(t, s, "c", "# See\nno more")
	if got := readPage(t, s, "a"); len(got.Backlinks) != 0 || got.BacklinkCount != 0 {
		t.Errorf("backlinks of nothing: %+v", got.Backlinks)
	}
	for i := range MaxBacklinks + 1 {
		putPage(t, s, fmt.Sprint("many/", i), "[[a]]")
	}
	if got := readPage(t, s, "a"); len(got.Backlinks) != MaxBacklinks || got.BacklinkCount != MaxBacklinks+1 {
		t.Errorf("%d of %d backlinks", len(got.Backlinks), got.BacklinkCount)
	}
}

func TestPagesAreListedByPath(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	if got, err := s.Pages(t.Context(), PageFilter{}); err != nil || got.Pages == nil || got.Total != 0 {
		t.Errorf("none: %+v, %v", got, err)
	}
	for _, path := range []string{"b", "a/c", "a", "a-b", "ab", "a/b", "az", "z9", "gone"} {
		putPage(t, s, path, "# Title of "+path)
	}
	must[Page](t)(s.DeletePage(t.Context(), owner, "gone", 0))
	for prefix, want := range map[string]string{
		"": "a a-b a/b a/c ab az b z9", "a": "a a-b a/b a/c ab az", "a/": "a/b a/c", "z": "z9", "none": "", "gone": "", "A": "", "%": "", "~": "",
	} {
		var got []string
		f := PageFilter{Prefix: prefix, Limit: 2}
		for {
			page, err := s.Pages(t.Context(), f)
			if err != nil || page.Total != len(strings.Fields(want)) || len(page.Pages) > 2 {
				t.Fatalf("prefix %q: %+v, %v", prefix, page, err)
			}
			for _, p := range page.Pages {
				got = append(got, p.Path)
				if p.Title != "Title of "+p.Path || p.Rev != 1 {
					t.Errorf("listed: %+v", p)
				}
			}
			if f.Cursor = page.Next; f.Cursor == "" {
				break
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("prefix %q: %v, want %s", prefix, got, want)
		}
	}
	for bad, f := range map[string]PageFilter{"cursor": {Cursor: "A"}, "limit": {Limit: MaxLimit + 1}} {
		if _, err := s.Pages(t.Context(), f); invalidFields(err) != bad {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// A page that is there all the time shows exactly once, whatever others do meanwhile.
func TestTheListOfPagesIsCompleteWhileOthersWrite(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var stable []string
	for i := range 60 {
		path := fmt.Sprintf("stable/%02d", i)
		stable = append(stable, path)
		putPage(t, s, path, "")
		putPage(t, s, fmt.Sprintf("stable/%02d-passing", i), "")
	}
	seen := map[string]int{}
	f := PageFilter{Limit: 7}
	for round := 0; ; round++ {
		page, err := s.Pages(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range page.Pages {
			seen[p.Path]++
		}
		if f.Cursor = page.Next; f.Cursor == "" {
			break
		}
		putPage(t, s, stable[round%60], fmt.Sprint("changed in round ", round))
		putPage(t, s, fmt.Sprintf("stable/%02d-new", round), "")
		_, _ = s.DeletePage(t.Context(), owner, fmt.Sprintf("stable/%02d-passing", (round*5)%60), 0)
		_, _ = s.DeletePage(t.Context(), owner, f.Cursor, 0) // the page that the cursor names
		putPage(t, s, f.Cursor, "there again")
	}
	for _, path := range stable {
		if seen[path] != 1 {
			t.Errorf("%s shows %d times", path, seen[path])
		}
	}
}

// A tag is of one document: the next one at its address has none of its revisions.
func TestRevisionsOfAnAddressCountOn(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	texts := 0
	put := func(path string, ifRev int) (int, error) {
		texts++ // the same text again is no new document
		w, err := s.PutPage(t.Context(), owner, path, ifRev, fmt.Sprint("# x ", texts))
		return w.Item.Rev, err
	}
	first, err := put("a", 0)
	if err != nil {
		t.Fatal(err)
	}
	must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
	second, err := put("a", 0)
	if err != nil || second <= first {
		t.Errorf("after a deletion: revision %d, %v", second, err)
	}
	movePages(t, s, "a", "b")
	if third, err := put("a", 0); err != nil || third <= second {
		t.Errorf("after a move: revision %d, %v", third, err)
	}
	if _, err := put("a", second); !isOutdated(err, second+1) {
		t.Errorf("with the tag of another page: %v", err)
	}
	if _, err := put("none", AnyRev); !isOutdated(err, 0) {
		t.Errorf("any revision of none: %v", err)
	}
	if _, err := put("b", AnyRev); err != nil {
		t.Errorf("any revision: %v", err)
	}
	for _, name := range []string{"first", "second"} {
		createProject(t, s, ProjectInput{Slug: Some("p")})
		w, err := s.PutProgress(t.Context(), owner, "p", 0, "# "+name)
		if err != nil || name == "second" && w.Item.Rev < 2 {
			t.Errorf("%s progress file: revision %d, %v", name, w.Item.Rev, err)
		}
		changeProject(t)(s.DeleteProject(t.Context(), owner, "p", Guard{}))
	}
}
