package sqlite

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// together hands in changes so that all of them meet one commit, and returns their errors.
func together(t testing.TB, db *DB, changes ...func(*Tx) error) []error {
	t.Helper()
	busy, free := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = db.Write(context.Background(), "keep the writer busy", func(*Tx) error {
			close(busy)
			<-free
			return errors.New("nothing to keep")
		})
	})
	<-busy
	errs := make([]error, len(changes))
	for i, change := range changes {
		wg.Go(func() { errs[i] = db.Write(context.Background(), "test", change) })
		for db.Waiting() <= i {
			runtime.Gosched()
		}
	}
	close(free)
	wg.Wait()
	return errs
}

func TestHooksHearOfACommitOnceAndInOrder(t *testing.T) {
	t.Parallel()
	logs, seen := observer.New(zap.ErrorLevel)
	db := open(t, t.TempDir(), Options{Logger: zap.New(logs)})
	var heard []string
	before := BeforeCommit(db, func(tx *Tx, words []string) error {
		heard = append(heard, fmt.Sprint("before ", words))
		return insert(tx, strings.Join(words, "+"))
	})
	first := AfterCommit(db, func(words []string) {
		heard = append(heard, fmt.Sprint("first ", words, ", visible: ", kept(t, db)))
		panic("in a hook")
	})
	second := AfterCommit(db, func(numbers []int) { heard = append(heard, fmt.Sprint("second ", numbers)) })
	change := func(word string, number int, err error) func(*Tx) error {
		return func(tx *Tx) error {
			second.Note(tx, number)
			before.Note(tx, word)
			first.Note(tx, word)
			return err
		}
	}
	refused := errors.New("refused")
	errs := together(t, db, change("a", 1, nil), change("b", 2, refused), change("c", 3, nil), func(*Tx) error { return nil })
	for i, want := range []error{nil, refused, nil, nil} {
		if !errors.Is(errs[i], want) {
			t.Errorf("change %d: %v", i, errs[i])
		}
	}
	if want := []string{"before [a c]", "first [a c], visible: a+c", "second [1 3]"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	if seen.FilterMessage("panic in a hook").Len() != 1 {
		t.Errorf("logged %v", seen.All())
	}
	works(t, add(db, "d"))
	if len(heard) != 3 {
		t.Errorf("a commit without notes was told: %q", heard[3:])
	}
}

// What a hook cannot do belongs to the changes: without it, none of them is kept.
func TestAHookThatFailsTakesBackTheCommit(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	refused := errors.New("refused")
	before := BeforeCommit(db, func(_ *Tx, panics []bool) error {
		if panics[0] {
			panic("in a hook")
		}
		return refused
	})
	after := AfterCommit(db, func([]bool) { t.Error("a commit that was taken back was told") })
	for _, panics := range []bool{false, true} {
		for i, err := range together(t, db, func(tx *Tx) error {
			before.Note(tx, panics)
			after.Note(tx, panics)
			return insert(tx, "a")
		}, func(tx *Tx) error { return insert(tx, "b") }) {
			if err == nil || errors.Is(err, refused) == panics {
				t.Errorf("panics %t, change %d: %v", panics, i, err)
			}
		}
	}
	if got := kept(t, db); got != "" {
		t.Errorf("kept %q", got)
	}
}

// A change sees what those in front of it have noted that share its commit, but for those that
// failed; and who has acted on that is told when the commit fails.
func TestAChangeSeesEarlierNotes(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for name, c := range map[string]struct {
		fails bool
		lost  string
	}{
		"committed":  {false, ""},
		"taken back": {true, "[a c d]"},
	} {
		t.Run(name, func(t *testing.T) {
			db := open(t, t.TempDir(), Options{})
			var lost []string
			hook := AfterCommit(db, func([]string) {}).OnLoss(func(words []string) { lost = append(lost, fmt.Sprint(words)) })
			before := BeforeCommit(db, func(_ *Tx, fail []bool) error {
				if fail[0] {
					return refused
				}
				return nil
			})
			var seen []string
			change := func(word string, err error) func(*Tx) error {
				return func(tx *Tx) error {
					seen = append(seen, fmt.Sprint(hook.Earlier(tx)))
					hook.Note(tx, word)
					before.Note(tx, c.fails)
					return err
				}
			}
			together(t, db, change("a", nil), change("b", refused), change("c", nil), change("d", nil))
			if want := []string{"[]", "[a]", "[a]", "[a c]"}; !slices.Equal(seen, want) {
				t.Errorf("seen %q, want %q", seen, want)
			}
			if got := strings.Join(lost, " "); got != c.lost {
				t.Errorf("lost %q, want %q", got, c.lost)
			}
		})
	}
}

// Of a commit that fails everybody hears who has to take something back, also behind one who
// panics over it, and the writer goes on.
func TestAHookThatPanicsOverALossKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	logs, seen := observer.New(zap.ErrorLevel)
	db := open(t, t.TempDir(), Options{Logger: zap.New(logs)})
	refused := errors.New("refused")
	before := BeforeCommit(db, func(*Tx, []bool) error { return refused })
	first := AfterCommit(db, func([]bool) {}).OnLoss(func([]bool) { panic("in a hook") })
	told := 0
	second := AfterCommit(db, func([]bool) {}).OnLoss(func([]bool) { told++ })
	err := db.Write(t.Context(), "test", func(tx *Tx) error {
		for _, hook := range []*Hook[bool]{before, first, second} {
			hook.Note(tx, true)
		}
		return nil
	})
	if !errors.Is(err, refused) || told != 1 || seen.FilterMessage("panic in a hook").Len() != 1 {
		t.Errorf("%v, told %d times, logged %v", err, told, seen.All())
	}
	works(t, add(db, "a"))
	if got := kept(t, db); got != "a" {
		t.Errorf("kept %q", got)
	}
}
