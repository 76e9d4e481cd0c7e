package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRevisionsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	for i := range 5 {
		by := owner
		if i%2 == 1 {
			by = agent
		}
		text := strings.Repeat("é", i)
		must[Page](t)(s.PutPage(t.Context(), by, "a", 0, text+"page"))
		must[Progress](t)(s.PutProgress(t.Context(), by, "p", 0, text+"progress"))
		c.advance(time.Second)
	}
	for kind, list := range map[string]func(limit int, cursor string) (RevisionPage, error){
		"page": func(limit int, cursor string) (RevisionPage, error) {
			return s.PageRevisions(t.Context(), "a", limit, cursor)
		},
		"progress": func(limit int, cursor string) (RevisionPage, error) {
			return s.ProgressRevisions(t.Context(), "p", limit, cursor)
		},
	} {
		var revs []int
		cursor := ""
		for {
			page, err := list(2, cursor)
			if err != nil || page.Total != 5 {
				t.Fatalf("%s: %d in all, %v", kind, page.Total, err)
			}
			for _, r := range page.Revisions {
				revs = append(revs, r.Rev)
				if want := 2*(r.Rev-1) + len(kind); r.Bytes != want {
					t.Errorf("%s: revision %d has %d bytes, want %d", kind, r.Rev, r.Bytes, want)
				}
				if byAgent := r.Actor == Agent && r.SourceTool != nil && *r.SourceTool == agent.SourceTool; byAgent != (r.Rev%2 == 0) {
					t.Errorf("%s: revision %d is by %s, %v", kind, r.Rev, r.Actor, r.SourceTool)
				}
				if want := At(newClock().now.Add(time.Duration(r.Rev-1) * time.Second)); r.CreatedAt != want {
					t.Errorf("%s: revision %d is of %s, want %s", kind, r.Rev, r.CreatedAt, want)
				}
			}
			if cursor = page.Next; cursor == "" {
				break
			}
			putPage(t, s, "other", fmt.Sprint(cursor)) // another document's revisions do not mix in
		}
		if !slices.Equal(revs, []int{5, 4, 3, 2, 1}) {
			t.Errorf("%s: revisions %v", kind, revs)
		}
		for _, bad := range []string{"0", "-1", "x", "1.5"} {
			if _, err := list(2, bad); invalidFields(err) != "cursor" {
				t.Errorf("%s, cursor %q: %v", kind, bad, err)
			}
		}
		if _, err := list(MaxLimit+1, ""); invalidFields(err) != "limit" {
			t.Errorf("%s: a page of %d: %v", kind, MaxLimit+1, err)
		}
	}
	if _, err := s.PageRevisions(t.Context(), "none", 0, ""); !isMissing(err) {
		t.Errorf("of no page: %v", err)
	}
}

func TestAnEarlierRevisionReadsAsItWas(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	create(t, s, "in the block", inProject("p"))
	putPage(t, s, "there", "")
	putPage(t, s, "a", "# First\n[[there]] [[nowhere]]\n")
	putProgress(t, s, "p", "# P\n- [x] a\n- [ ] b [[there]]\n<!-- hub:threads -->\n<!-- /hub:threads -->\n")
	first := At(c.Now())
	c.advance(time.Second)
	putPage(t, s, "a", "second\n")
	putProgress(t, s, "p", "second\n")
	page, err := s.PageAt(t.Context(), "a", 1)
	if err != nil || page.Title != "First" || page.Rev != 1 || page.UpdatedAt != first || page.Markdown != "# First\n[[there]] [[nowhere]]\n" ||
		!slices.Equal(page.Links, []PageLink{{"nowhere", false}, {"there", true}}) {
		t.Errorf("page: %+v, %v", page, err)
	}
	progress, err := s.ProgressAt(t.Context(), "p", 1)
	if err != nil || *progress.Percent != 50 || progress.Rev != 1 || *progress.UpdatedAt != first || strings.Contains(progress.Markdown, "in the block") ||
		!slices.Equal(progress.Links, []PageLink{{"there", true}}) {
		t.Errorf("progress: %+v, %v", progress, err)
	}
	for _, rev := range []int{-1, 0, 3} {
		_, errPage := s.PageAt(t.Context(), "a", rev)
		_, errProgress := s.ProgressAt(t.Context(), "p", rev)
		if !isMissing(errPage) || !isMissing(errProgress) {
			t.Errorf("revision %d: %v, %v", rev, errPage, errProgress)
		}
	}
}

func TestTheNewestRevisionsAreKept(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	first := putPage(t, s, "a", "0")
	var second, last Written[Page]
	for i := 1; i <= KeptRevisions; i++ {
		last = putPage(t, s, "a", fmt.Sprint(i))
		if i == 1 {
			second = last
		}
	}
	page, err := s.PageRevisions(t.Context(), "a", 1, "")
	if err != nil || page.Total != KeptRevisions || page.Revisions[0].Rev != KeptRevisions+1 {
		t.Errorf("kept %d, the newest %+v, %v", page.Total, page.Revisions, err)
	}
	if _, err := s.PageAt(t.Context(), "a", 1); !isMissing(err) {
		t.Errorf("the oldest: %v", err)
	}
	if _, err := s.PageAt(t.Context(), "a", 2); err != nil {
		t.Errorf("the oldest but one: %v", err)
	}
	// All of it is undone, but for the change whose earlier text is gone.
	events, err := s.Events(t.Context(), EventFilter{Subject: PageURI("a"), Limit: MaxLimit})
	if err != nil || events.Total != KeptRevisions+1 {
		t.Fatalf("%d events, %v", events.Total, err)
	}
	if _, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Owner, From: At(newClock().now), To: At(newClock().now)}, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), "no longer kept") {
		t.Errorf("undo everything: %v", err)
	}
	if got := readPage(t, s, "a"); got.Rev != last.Item.Rev {
		t.Errorf("a refused undo changed the page: %+v", got)
	}
	mustUndo(t, s, last.EventID)
	if got := readPage(t, s, "a"); got.Markdown != fmt.Sprint(KeptRevisions-1) || got.Rev != KeptRevisions+2 {
		t.Errorf("undone: %+v", got.PageInfo)
	}
	if _, err := s.Undo(t.Context(), owner, second.EventID, Guard{}); !isConflict(err) {
		t.Errorf("undo the second: %v", err)
	}
	if _, err := s.Undo(t.Context(), owner, first.EventID, Guard{}); !isConflict(err) {
		t.Errorf("undo the creation below newer changes: %v", err)
	}
}
