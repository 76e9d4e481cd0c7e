package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func movePages(t testing.TB, s *Store, from, to string) Written[Moved] {
	t.Helper()
	return must[Moved](t)(s.MovePages(t.Context(), owner, from, to))
}

func TestMoveTakesAFolderAndItsLinksAlong(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putPage(t, s, "guides", "# Guides\n- [[guides/a]]\n- [[Guides/A#part|label]]\n- [[guides/to-write]]\n")
	putPage(t, s, "guides/a", "up: [[guides]], not `[[guides]]`\n")
	putPage(t, s, "guides-of-old", "[[guides]] and [[guides-of-old]]\r\n")
	putPage(t, s, "apart", "[[guides-of-old]]")
	putProgress(t, s, "p", "see [[guides/a]]\n"+markers)
	before := documents(t, s)
	w := movePages(t, s, "guides", "docs/how-to")
	want := map[string]string{
		"hub://wiki/docs/how-to":    "# Guides\n- [[docs/how-to/a]]\n- [[docs/how-to/a#part|label]]\n- [[docs/how-to/to-write]]\n",
		"hub://wiki/docs/how-to/a":  "up: [[docs/how-to]], not `[[guides]]`\n",
		"hub://wiki/guides-of-old":  "[[docs/how-to]] and [[guides-of-old]]\r\n",
		"hub://wiki/apart":          "[[guides-of-old]]",
		"hub://projects/p/progress": "see [[docs/how-to/a]]\n" + markers,
	}
	if got := documents(t, s); !maps.Equal(got, want) {
		t.Errorf("documents:\n%v\nwant\n%v", got, want)
	}
	if !slices.Equal(w.Item.Pages, []MovedPage{{"guides", "docs/how-to"}, {"guides/a", "docs/how-to/a"}}) ||
		!slices.Equal(w.Item.Rewritten, []string{"hub://wiki/docs/how-to", "hub://wiki/docs/how-to/a", "hub://wiki/guides-of-old", "hub://projects/p/progress"}) {
		t.Errorf("moved: %+v", w.Item)
	}
	checkDerived(t, s)
	moved := readPage(t, s, "docs/how-to/a")
	if moved.Title != "a" || moved.Rev != 2 || moved.BacklinkCount != 2 {
		t.Errorf("moved: %+v", moved)
	}
	if _, err := s.Page(t.Context(), "guides"); !isMissing(err) {
		t.Errorf("at its old path: %v", err)
	}
	page, err := s.Events(t.Context(), EventFilter{Subject: PageURI("docs/how-to")})
	if err != nil || page.Total != 2 {
		t.Fatalf("history: %+v, %v", page, err)
	}
	e := page.Events[0]
	if e.ID != w.EventID || e.Kind != "page.moved" || e.Also != 3 || e.Subject != PageURI("docs/how-to") ||
		string(e.Before) != `{"path":"guides","rev":1}` || string(e.After) != `{"path":"docs/how-to","rev":2}` {
		t.Errorf("event: %+v %s %s", e, e.Before, e.After)
	}
	again := mustUndo(t, s, w.EventID)
	if got := documents(t, s); !maps.Equal(got, before) {
		t.Errorf("undone:\n%v\nwant\n%v", got, before)
	}
	if got := readPage(t, s, "guides/a"); got.Rev != 3 || got.Path != "guides/a" {
		t.Errorf("undone: %+v", got.PageInfo)
	}
	checkDerived(t, s)
	mustUndo(t, s, again)
	if got := documents(t, s); !maps.Equal(got, want) {
		t.Errorf("done again:\n%v", got)
	}
	checkDerived(t, s)
}

func TestMovesThatAreAllowedAndRefused(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("d/", 6) + "d"
	for _, tc := range []struct {
		name, pages, from, to string
		want                  string // the paths after, or an error
	}{
		{"a page", "a b", "a", "c", "b c"},
		{"a folder that has no page", "f/a f/b g", "f", "h", "g h/a h/b"},
		{"not a neighbour of the same beginning", "f f-2 fa f/a", "f", "g", "f-2 fa g g/a"},
		{"a page out of its folder", "f f/a", "f/a", "a", "a f"},
		{"into a folder that is there", "f a", "a", "f/a", "f f/a"},
		{"below itself", "a a/x", "a", "a/old", "a/old a/old/x"},
		{"up into its own folder's place", "a/b a/b/c", "a/b", "a", "a a/c"},
		{"as deep as allowed", "a a/b", "a", deep, deep + " " + deep + "/b"},
		{"to itself", "a", "a", "a", "invalid to"},
		{"too deep", "a a/b/c", "a", deep, "invalid to"},
		{"nothing there", "ab", "a", "c", "missing"},
		{"onto a page", "a b", "a", "b", `the page "b" exists already`},
		{"onto a page below", "f/a f/b g/b", "f", "g", `the page "g/b" exists already`},
		{"onto a page that moves too", "a/b a/b/b", "a/b", "a", `the page "a/b" exists already`},
		{"below itself onto a page that moves too", "a a/b", "a", "a/b", `the page "a/b" exists already`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			for path := range strings.FieldsSeq(tc.pages) {
				putPage(t, s, path, "of "+path)
			}
			before, events := documents(t, s), len(history(t, s, ""))
			w, err := s.MovePages(t.Context(), owner, tc.from, tc.to)
			var got string
			switch {
			case isMissing(err):
				got = "missing"
			case invalidFields(err) != "":
				got = "invalid " + invalidFields(err)
			case err != nil:
				got = err.Error()
			default:
				got = strings.Join(slices.Sorted(maps.Keys(documents(t, s))), " ")
				got = strings.ReplaceAll(got, "hub://wiki/", "")
			}
			if got != tc.want {
				t.Fatalf("got %s, want %s", got, tc.want)
			}
			if err == nil {
				mustUndo(t, s, w.EventID)
			} else if len(history(t, s, "")) != events {
				t.Error("a refused move left an event")
			}
			if got := documents(t, s); !maps.Equal(got, before) {
				t.Errorf("undone or refused: %v, want %v", got, before)
			}
			checkDerived(t, s)
		})
	}
}

func TestUndoOfAMoveMeetsWhatCameAfter(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	putPage(t, s, "a", "# A")
	putPage(t, s, "linking", "[[a]]")
	w := movePages(t, s, "a", "b")
	putPage(t, s, "b", "# A\n\nedited since")
	mustUndo(t, s, w.EventID)
	if got := readPage(t, s, "a"); got.Markdown != "# A\n\nedited since" {
		t.Errorf("an edit of the moved page was lost: %+v", got)
	}
	w = movePages(t, s, "a", "b")
	putPage(t, s, "linking", "[[b]] and more")
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) {
		t.Errorf("an edit of a rewritten page: %v", err)
	}
	w = movePages(t, s, "b", "c")
	putPage(t, s, "b", "new at the old path")
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), `"b" exists`) {
		t.Errorf("a page at the old path: %v", err)
	}
	if got := readPage(t, s, "linking"); got.Markdown != "[[c]] and more" {
		t.Errorf("a refused undo changed %q", got.Markdown)
	}
}

func TestAMoveWhoseLinksDoNotFitIsRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	putPage(t, s, "a", "")
	putPage(t, s, "full", "[[a]]"+strings.Repeat("x", MaxMarkdown-5))
	if _, err := s.MovePages(t.Context(), owner, "a", "longer"); !isConflict(err) || !strings.Contains(err.Error(), PageURI("full")) {
		t.Errorf("to a longer path: %v", err)
	}
	movePages(t, s, "a", "b")
}

func TestAMoveIsBounded(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	err := s.write(t.Context(), "fill", owner, func(tx *tx) error {
		for i := range MaxMoved {
			p := Page{PageInfo: PageInfo{Path: fmt.Sprint("f/", i)}, id: tx.NewID()}
			if err := p.rewrite(tx, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w := movePages(t, s, "f", "g")
	if len(w.Item.Pages) != MaxMoved {
		t.Errorf("moved %d", len(w.Item.Pages))
	}
	putPage(t, s, "linking", "[[g/1]]")
	if _, err := s.MovePages(t.Context(), owner, "g", "f"); invalidFields(err) != "from" {
		t.Errorf("one document more: %v", err)
	}
}
