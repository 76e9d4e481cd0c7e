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

// A change after hooks finds in their memory what the change right in front of it has noted.
func TestAChangeAfterHooksFindsWhatTheyKeep(t *testing.T) {
	t.Parallel()
	for _, after := range []bool{false, true} {
		db := open(t, t.TempDir(), Options{})
		memory := 0
		hook := AfterCommit(db, func(numbers []int) { memory += len(numbers) })
		busy, free := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			_ = db.Write(context.Background(), "busy", func(*Tx) error { close(busy); <-free; return nil })
		})
		<-busy
		wg.Go(func() {
			_ = db.Write(context.Background(), "note", func(tx *Tx) error { hook.Note(tx, 1); return nil })
		})
		for db.Waiting() == 0 {
			runtime.Gosched()
		}
		found := -1
		wg.Go(func() {
			write := db.Write
			if after {
				write = db.WriteAfterHooks
			}
			_ = write(context.Background(), "look", func(*Tx) error { found = memory; return nil })
		})
		for db.Waiting() == 1 {
			runtime.Gosched()
		}
		close(free)
		wg.Wait()
		if want := map[bool]int{false: 0, true: 1}[after]; found != want {
			t.Errorf("after %t: found %d, want %d", after, found, want)
		}
	}
}
