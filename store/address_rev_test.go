package store

import (
	"errors"
	"fmt"
	"testing"
)

// At one address no current revision stands for two texts, whatever document comes there and how: who
// made a change against a text that was there before is told so.
func TestNoRevisionOfAPageComesBackAtItsPath(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string]func(t *testing.T, s *Store){
		"a new page": func(t *testing.T, s *Store) {
			must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			putPage(t, s, "a", "another text")
		},
		"a page moved there": func(t *testing.T, s *Store) {
			must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			putPage(t, s, "b", "another text")
			must[Moved](t)(s.MovePages(t.Context(), owner, "b", "a"))
		},
		"a page moved there whose links follow": func(t *testing.T, s *Store) {
			must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			putPage(t, s, "b", "see [[b]]")
			must[Moved](t)(s.MovePages(t.Context(), owner, "b", "a"))
		},
		"a page moved there after the one that was moved away": func(t *testing.T, s *Store) {
			must[Moved](t)(s.MovePages(t.Context(), owner, "a", "c"))
			putPage(t, s, "b", "another text")
			must[Moved](t)(s.MovePages(t.Context(), owner, "b", "a"))
		},
		"a page whose deletion is undone": func(t *testing.T, s *Store) {
			gone := must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			putPage(t, s, "a", "another text, seen by somebody")
			must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			mustUndo(t, s, gone.EventID)
			putPage(t, s, "a", "the first text, changed")
		},
		"a page whose move is undone": func(t *testing.T, s *Store) {
			moved := must[Moved](t)(s.MovePages(t.Context(), owner, "a", "c"))
			putPage(t, s, "a", "another text, seen by somebody")
			must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			mustUndo(t, s, moved.EventID)
			putPage(t, s, "a", "the first text, changed")
		},
		"a page from the forge": func(t *testing.T, s *Store) {
			must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
			must[Page](t)(s.PullPage(t.Context(), owner, "a", NoRev, "another text", ForgeFile{Path: "wiki/a.md"}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			seen := map[int]string{}
			note := func() {
				p := readPage(t, s, "a")
				if text, ok := seen[p.Rev]; ok && text != p.Markdown {
					t.Errorf("revision %d is %q and was %q", p.Rev, p.Markdown, text)
				}
				seen[p.Rev] = p.Markdown
			}
			putPage(t, s, "a", "the first text")
			note()
			replace(t, s)
			note()
			before := readPage(t, s, "a")
			_, err := s.PutPage(t.Context(), agent, "a", 1, "the first text, edited")
			if outdated := new(VersionError); !errors.As(err, &outdated) || readPage(t, s, "a").Markdown != before.Markdown {
				t.Errorf("a change made against the first text: %v", err)
			}
			if _, err := s.PutPage(t.Context(), agent, "a", before.Rev, "edited"); err != nil {
				t.Errorf("a change made against what is there: %v", err)
			}
			checkDerived(t, s)
		})
	}
}

// The earlier versions of a page come along to another path, with their own numbers.
func TestAMovedPageKeepsItsVersions(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	putPage(t, s, "a", "of the page before")
	must[Moved](t)(s.MovePages(t.Context(), owner, "a", "c"))
	putPage(t, s, "b", "its own")
	must[Moved](t)(s.MovePages(t.Context(), owner, "b", "a"))
	for path, want := range map[string]string{"a": "its own", "c": "of the page before"} {
		if got, err := s.PageAt(t.Context(), path, 1); err != nil || got.Markdown != want {
			t.Errorf("revision 1 of %s: %q, %v; want %q", path, got.Markdown, err, want)
		}
	}
}

// The number of another document that was seen meanwhile is not taken either.
func TestNoRevisionBetweenComesBack(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	putPage(t, s, "a", "first")
	gone := must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
	other := putPage(t, s, "a", "another, as an editor has it open")
	must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
	mustUndo(t, s, gone.EventID)
	back := readPage(t, s, "a")
	if back.Markdown != "first" || back.Rev <= other.Item.Rev {
		t.Errorf("back: revision %d %q, the other had %d", back.Rev, back.Markdown, other.Item.Rev)
	}
	changed := putPage(t, s, "a", "first, changed")
	if _, err := s.PutPage(t.Context(), agent, "a", other.Item.Rev, "another, edited"); !isOutdated(err, changed.Item.Rev) {
		t.Errorf("a change of the other: %v", err)
	}
	mustUndo(t, s, changed.EventID)
	if got := readPage(t, s, "a"); got.Markdown != "first" {
		t.Errorf("the change undone: %q", got.Markdown)
	}
	checkDerived(t, s)
}

// A page that only went and came back is still the same to who has it open.
func TestADeletionUndoneKeepsTheRevision(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	p := putPage(t, s, "a", "text")
	createProject(t, s, ProjectInput{Slug: Some("p")})
	f := putProgress(t, s, "p", "text")
	mustUndo(t, s, must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0)).EventID)
	mustUndo(t, s, changeProject(t)(s.DeleteProject(t.Context(), owner, "p", Guard{})).EventID)
	if got := readPage(t, s, "a").Rev; got != p.Item.Rev {
		t.Errorf("page: revision %d, want %d", got, p.Item.Rev)
	}
	if got := readProgress(t, s, "p").Rev; got != f.Item.Rev {
		t.Errorf("progress file: revision %d, want %d", got, f.Item.Rev)
	}
}

// The numbers that a page leaves out at a new path cost it none of its history.
func TestAPageThatCountsOnKeepsItsHistory(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range KeptRevisions + 50 {
		putPage(t, s, "a", fmt.Sprint(i))
	}
	must[Page](t)(s.DeletePage(t.Context(), owner, "a", 0))
	putPage(t, s, "b", "first")
	edit := putPage(t, s, "b", "second")
	moved := must[Moved](t)(s.MovePages(t.Context(), owner, "b", "a"))
	if got := readPage(t, s, "a"); got.Rev != KeptRevisions+51 || got.Markdown != "second" {
		t.Fatalf("moved: revision %d %q", got.Rev, got.Markdown)
	}
	mustUndo(t, s, moved.EventID)
	mustUndo(t, s, edit.EventID)
	if got := readPage(t, s, "b"); got.Markdown != "first" {
		t.Errorf("the edit undone: %q", got.Markdown)
	}
	checkDerived(t, s)
}

func TestNoRevisionOfAProgressFileComesBackUnderAName(t *testing.T) {
	t.Parallel()
	rename := func(t *testing.T, s *Store, from, to string) string {
		t.Helper()
		return changeProject(t)(s.UpdateProject(t.Context(), owner, from, ProjectInput{Slug: Some(to)})).EventID
	}
	remove := func(t *testing.T, s *Store, slug string) string {
		t.Helper()
		return changeProject(t)(s.DeleteProject(t.Context(), owner, slug, Guard{})).EventID
	}
	add := func(t *testing.T, s *Store, slug string, texts ...string) {
		t.Helper()
		createProject(t, s, ProjectInput{Slug: Some(slug)})
		for _, text := range texts {
			putProgress(t, s, slug, text)
		}
	}
	// Each begins with the project p, whose progress file has revision 1.
	for name, replace := range map[string]func(t *testing.T, s *Store){
		"a new project": func(t *testing.T, s *Store) {
			remove(t, s, "p")
			add(t, s, "p", "another text")
		},
		"a project renamed to it": func(t *testing.T, s *Store) {
			remove(t, s, "p")
			add(t, s, "q", "another text")
			rename(t, s, "q", "p")
		},
		"a project renamed to it before its first text": func(t *testing.T, s *Store) {
			remove(t, s, "p")
			add(t, s, "q")
			rename(t, s, "q", "p")
			putProgress(t, s, "p", "another text")
		},
		"a project that was called so before its first text": func(t *testing.T, s *Store) {
			remove(t, s, "p")
			add(t, s, "p")
			rename(t, s, "p", "q")
			putProgress(t, s, "p", "another text")
		},
		"a new project, p being an earlier name of one deleted": func(t *testing.T, s *Store) {
			rename(t, s, "p", "q")
			remove(t, s, "q")
			add(t, s, "p", "another text")
		},
		"the deleted project again, which another was called like meanwhile": func(t *testing.T, s *Store) {
			gone := remove(t, s, "p")
			add(t, s, "p", "another text")
			rename(t, s, "p", "q")
			mustUndo(t, s, gone)
			putProgress(t, s, "p", "the first text, changed")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			add(t, s, "p", "the first text")
			replace(t, s)
			before := readProgress(t, s, "p")
			_, err := s.PutProgress(t.Context(), agent, "p", 1, "the first text, edited")
			if !isOutdated(err, before.Rev) || readProgress(t, s, "p").Markdown != before.Markdown {
				t.Errorf("a change made against the first text: %v", err)
			}
			if _, err := s.PutProgress(t.Context(), agent, "p", before.Rev, "edited"); err != nil {
				t.Errorf("a change made against what is there: %v", err)
			}
			checkDerived(t, s)
		})
	}
}

// What another project's file counted to under a name that it was only lent is not taken either.
func TestNoRevisionUnderALentNameComesBack(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putProgress(t, s, "p", "first")
	gone := changeProject(t)(s.DeleteProject(t.Context(), owner, "p", Guard{}))
	createProject(t, s, ProjectInput{Slug: Some("p")})
	changeProject(t)(s.UpdateProject(t.Context(), owner, "p", ProjectInput{Slug: Some("q")}))
	other := putProgress(t, s, "p", "another, written under the earlier name")
	mustUndo(t, s, gone.EventID)
	back := readProgress(t, s, "p")
	if back.Markdown != "first" || back.Rev <= other.Item.Rev {
		t.Errorf("back: revision %d %q, the other has %d", back.Rev, back.Markdown, other.Item.Rev)
	}
	checkDerived(t, s)
}
