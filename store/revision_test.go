package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
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

// A program that writes without end must not push out what others wrote, nor what stood there before
// that day: an undo of all it did leads back to that.
func TestTheTextBeforeALongRunIsKept(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	const changes = KeptRevisions + 30
	type text func(t *testing.T, s *Store, by By, text string)
	page := func(t *testing.T, s *Store, by By, text string) {
		must[Page](t)(s.PutPage(t.Context(), by, "a", 0, text))
	}
	log := func(t *testing.T, s *Store, by By, text string) {
		must[Progress](t)(s.LogProgress(t.Context(), by, "p", LogEntry{Text: text}, Policy{}))
	}
	for name, tc := range map[string]struct {
		write  text
		before []By // each writes once
		pause  time.Duration
	}{
		"a page of the owner":            {page, []By{owner}, time.Second},
		"a page of two others":           {page, []By{owner, agent}, time.Second},
		"its own page":                   {page, nil, time.Second},
		"its own page of the day before": {page, []By{rogue}, 24 * time.Hour},
		"a log of others":                {log, []By{owner, agent}, time.Second},
		"its own log":                    {log, nil, time.Second},
		"its own log of the day before":  {log, []By{rogue, rogue}, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("p")})
			for i, by := range tc.before {
				tc.write(t, s, by, fmt.Sprint("precious ", i))
			}
			precious := documents(t, s)
			from := c.advance(tc.pause)
			for i := range changes {
				tc.write(t, s, rogue, fmt.Sprint("junk ", i))
			}
			junk := documents(t, s)
			c.advance(time.Second)
			must[Undone](t)(s.UndoAll(t.Context(), owner, rogue.since(from, c), Guard{}))
			// Nobody ever wrote the empty text of a progress file whose first one was undone.
			got := documents(t, s)
			maps.DeleteFunc(got, func(_, text string) bool { return text == "" })
			if !maps.Equal(got, precious) {
				t.Errorf("undone: %q, want %q", got, precious)
			}
			must[Undone](t)(s.UndoAll(t.Context(), agent, owner.since(At(c.Now()), c), Guard{}))
			if got := documents(t, s); !maps.Equal(got, junk) {
				t.Errorf("the undo undone: %q, want %q", got, junk)
			}
			checkDerived(t, s)
		})
	}
}

// Authors who take turns fill no disk either.
func TestTheRevisionsOfManyRunsAreBounded(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	s, _ := newStore(t)
	const changes = 2*KeptRevisions + 100
	for i := range changes {
		must[Page](t)(s.PutPage(t.Context(), []By{agent, rogue}[i%2], "a", 0, fmt.Sprint(i)))
	}
	page, err := s.PageRevisions(t.Context(), "a", 1, "")
	if err != nil || page.Total != 2*KeptRevisions {
		t.Errorf("kept %d, %v", page.Total, err)
	}
	for rev, kept := range map[int]bool{1: false, 100: false, 101: true, changes: true} {
		if _, err := s.PageAt(t.Context(), "a", rev); isMissing(err) == kept {
			t.Errorf("revision %d: %v", rev, err)
		}
	}
}

func TestTheNewestRevisionsAreKept(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	s, c := newStore(t)
	first := putPage(t, s, "a", "0")
	var written []Written[Page]
	for i := 1; i <= KeptRevisions+2; i++ {
		written = append(written, putPage(t, s, "a", fmt.Sprint(i)))
	}
	last := written[len(written)-1]
	page, err := s.PageRevisions(t.Context(), "a", 1, "")
	if err != nil || page.Total != KeptRevisions+1 || page.Revisions[0].Rev != last.Item.Rev {
		t.Errorf("kept %d, the newest %+v, %v", page.Total, page.Revisions, err)
	}
	for rev, kept := range map[int]bool{1: true, 2: false, 3: false, 4: true} { // the first, and the newest
		if _, err := s.PageAt(t.Context(), "a", rev); isMissing(err) == kept {
			t.Errorf("revision %d: %v", rev, err)
		}
	}
	mustUndo(t, s, last.EventID)
	if got := readPage(t, s, "a"); got.Markdown != fmt.Sprint(KeptRevisions+1) || got.Rev != last.Item.Rev+1 {
		t.Errorf("undone: %+v", got.PageInfo)
	}
	if _, err := s.Undo(t.Context(), owner, first.EventID, Guard{}); !isConflict(err) {
		t.Errorf("undo the creation below newer changes: %v", err)
	}
	// A range that begins in the middle of what one author wrote that day leads to no text.
	from := c.advance(time.Second)
	for i := range KeptRevisions + 10 {
		if i == 5 {
			from = c.advance(time.Second)
		}
		putPage(t, s, "a", fmt.Sprint("more ", i))
	}
	before := readPage(t, s, "a")
	_, err = s.UndoAll(t.Context(), agent, owner.since(from, c), Guard{})
	if want := fmt.Sprintf("revision %d of hub://wiki/a is no longer kept: begin further back, or write again what revision 1 says, the last one kept before it", last.Item.Rev+6); !isConflict(err) || err.Error() != want {
		t.Errorf("undo from the middle: %v, want %s", err, want)
	}
	if got := readPage(t, s, "a"); got.Rev != before.Rev {
		t.Errorf("a refused undo changed the page: %+v", got)
	}
}
