package store

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

var rogue = By{Actor: Agent, SourceTool: "rogue"}

// since chooses all that somebody has done since some time.
func (b By) since(from Time, c *clock) UndoRange {
	return UndoRange{Actor: b.Actor, SourceTool: b.SourceTool, From: from, To: At(c.Now())}
}

// An undo of a range must not push out the revisions that it needs itself.
func TestARangeOfManyChangesOfOneText(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	const changes = 300 // with as many undone, more than are kept
	page := func(t *testing.T, s *Store) string { return readPage(t, s, "a").Markdown }
	progress := func(t *testing.T, s *Store) string { return readProgress(t, s, "p").Markdown }
	put := func(t *testing.T, s *Store, i int) {
		must[Page](t)(s.PutPage(t.Context(), rogue, "a", 0, fmt.Sprintf("# Junk %d", i)))
	}
	for name, tc := range map[string]struct {
		change func(t *testing.T, s *Store, i int)
		text   func(t *testing.T, s *Store) string
	}{
		"a page": {put, page},
		"a page that is moved to and fro": {func(t *testing.T, s *Store, i int) {
			if i%100 == 50 {
				must[Moved](t)(s.MovePages(t.Context(), rogue, "a", "b"))
				must[Moved](t)(s.MovePages(t.Context(), rogue, "b", "a"))
			}
			put(t, s, i)
		}, page},
		"a progress file": {func(t *testing.T, s *Store, i int) {
			must[Progress](t)(s.LogProgress(t.Context(), rogue, "p", LogEntry{Text: fmt.Sprint("junk ", i)}, Policy{}))
		}, progress},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			createProject(t, s, ProjectInput{Slug: Some("p")})
			putPage(t, s, "a", "# Precious")
			putProgress(t, s, "p", "# Precious")
			from := c.advance(time.Second)
			for i := range changes {
				tc.change(t, s, i)
			}
			junk := tc.text(t, s)
			undone := must[Undone](t)(s.UndoAll(t.Context(), owner, rogue.since(from, c), Guard{}))
			if got := tc.text(t, s); got != "# Precious" || len(undone.Item.Events) < changes {
				t.Fatalf("%d changes undone: %q", len(undone.Item.Events), got)
			}
			checkDerived(t, s)
			c.advance(time.Second)
			must[Undone](t)(s.UndoAll(t.Context(), agent, owner.since(At(c.Now().Add(-time.Second)), c), Guard{}))
			if got := tc.text(t, s); got != junk {
				t.Errorf("the undo undone: %q, want %q", got, junk)
			}
			checkDerived(t, s)
		})
	}
}

// Changes of a text that are taken back at once leave what they leave taken back one by one, also
// for an undo of the undo, at once or one by one.
func TestARangeOfTextsIsAsGoodAsOneByOne(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	rounds := 20
	if longRun {
		rounds = 500
	}
	for round := range rounds {
		r := rand.New(rand.NewPCG(uint64(round), 7))
		s, c := newStore(t)
		createProject(t, s, ProjectInput{Slug: Some("p")})
		putPage(t, s, "a", "see [[b]]")
		putPage(t, s, "b", "# B\n[[a]]")
		from := c.advance(time.Minute)
		for i := range 15 {
			randomText(t, s, r, i)
		}
		end := documents(t, s)
		other := copyOfStore(t, s, c)
		chosen := rogue.since(from, c)
		back := c.advance(time.Minute)
		all, err := s.UndoAll(t.Context(), owner, chosen, Guard{})
		if err != nil {
			continue // what others did stands in the way
		}
		var events []string
		for _, id := range all.Item.Undone {
			events = append(events, mustUndo(t, other, id))
		}
		compare := func(what string) {
			t.Helper()
			if got, want := documents(t, s), documents(t, other); !maps.Equal(got, want) {
				t.Fatalf("round %d, %s:\n%q, one by one\n%q", round, what, got, want)
			}
			checkDerived(t, s)
		}
		compare("undone")
		again := copyOfStore(t, s, c)
		for i, id := range slices.Backward(all.Item.Events) {
			mustUndo(t, s, id)
			mustUndo(t, other, events[i])
			compare(fmt.Sprint("undo undone down to ", i))
		}
		must[Undone](t)(again.UndoAll(t.Context(), agent, owner.since(back, c), Guard{}))
		if got := documents(t, again); !maps.Equal(got, end) {
			t.Fatalf("round %d, the undo undone at once:\n%q, want\n%q", round, got, end)
		}
		for _, s := range []*Store{s, other, again} {
			works(t, s.Close())
		}
	}
}

// randomText is a random change of some texts, most of them by one program.
func randomText(t *testing.T, s *Store, r *rand.Rand, i int) {
	by := rogue
	if r.IntN(20) == 0 {
		by = agent
	}
	pages := []string{"a", "b", "a/c"}
	at := pages[r.IntN(len(pages))]
	var event string
	switch r.IntN(8) {
	case 0:
		w, _ := s.MovePages(t.Context(), by, at, "d")
		event = w.EventID
	case 1:
		w, _ := s.MovePages(t.Context(), by, "d", at)
		event = w.EventID
	case 2:
		w, _ := s.DeletePage(t.Context(), by, at, 0)
		event = w.EventID
	case 3, 4:
		event = must[Progress](t)(s.PutProgress(t.Context(), by, "p", 0, fmt.Sprintf("- [x] %d\n- [ ] [[a]] [[b]]", i))).EventID
	default:
		w, _ := s.PutPage(t.Context(), by, at, 0, fmt.Sprintf("# %d\n[[b]] [[a/c]]", i))
		event = w.EventID
	}
	if event != "" && r.IntN(6) == 0 {
		_, _ = s.Undo(t.Context(), owner, event, Guard{})
	}
}

// copyOfStore is another store with the same database and clock.
func copyOfStore(t *testing.T, s *Store, c *clock) *Store {
	t.Helper()
	dir := t.TempDir()
	works(t, s.Snapshot(t.Context(), database(dir)))
	return openStore(t, dir, Options{Now: c.Now})
}
