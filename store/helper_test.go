package store

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/template"
)

var (
	owner = By{Actor: Owner}
	agent = By{Actor: Agent, SourceTool: "claude-code"}
)

// longRun says that the long counts of the reliability targets are wanted.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

// TestMain lets the test binary stand in for the processes that tests start and kill.
func TestMain(m *testing.M) {
	if play := parts[os.Getenv(partVariable)]; play != nil {
		play()
		return
	}
	os.Exit(m.Run())
}

// clock is a clock that moves only when told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return At(c.now)
}

// newStore opens an empty store whose clock stands still.
func newStore(t testing.TB) (*Store, *clock) {
	t.Helper()
	c := newClock()
	return openStore(t, empty.Copy(t), Options{Now: c.Now}), c
}

// empty is a data folder with the database of a store that was just made.
var empty = template.New(func(dir string) error {
	s, err := Open(context.Background(), dir, Options{Now: newClock().Now})
	if err != nil {
		return err
	}
	return s.Close()
})

func openStore(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir, o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	<-s.overlap.done // one thing less that runs beside the test
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// atOnce runs something n times at the same moment, and waits for all.
func atOnce(n int, run func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			run(i)
		})
	}
	close(start)
	wg.Wait()
}

// rest waits until the overlap index is built, and ends what a store writes by itself: for tests
// of single commits.
func rest(s *Store) {
	<-s.overlap.done
	s.overlap.stop()
	<-s.overlap.ended
	s.grams.close()
}

// done takes the result of a change that must succeed: done(t)(s.Block(...)).
func done(t testing.TB) func(Written[Thread], error) Written[Thread] {
	return func(w Written[Thread], err error) Written[Thread] {
		t.Helper()
		if err != nil {
			t.Fatalf("change: %v", err)
		}
		return w
	}
}

// create makes a thread with a summary; edits may add fields.
func create(t testing.TB, s *Store, summary string, edits ...func(*ThreadInput)) Thread {
	t.Helper()
	in := ThreadInput{Summary: Some(summary)}
	for _, edit := range edits {
		edit(&in)
	}
	return done(t)(s.CreateThread(t.Context(), agent, "claude-code", in, true)).Item
}

func inProject(slug string) func(*ThreadInput) {
	return func(in *ThreadInput) { in.ProjectSlug = Some(slug) }
}

// createIn makes a thread in one of the four states.
func createIn(t testing.TB, s *Store, status Status) Thread {
	t.Helper()
	th := create(t, s, "work that is "+string(status))
	switch status {
	case StatusBlocked:
		return done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, "waits for a key")).Item
	case StatusDone, StatusDismissed:
		return done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, status, "")).Item
	}
	return th
}

func claim(t testing.TB, s *Store, id, holder string) Claimed {
	t.Helper()
	w, err := s.Claim(t.Context(), agent, id, ClaimInput{Holder: holder})
	if err != nil {
		t.Fatalf("claim: %v", err)
	}
	return w.Item
}

func read(t testing.TB, s *Store, id string) Thread {
	t.Helper()
	th, err := s.Thread(t.Context(), id)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return th
}

func list(t testing.TB, s *Store, f ThreadFilter) ThreadPage {
	t.Helper()
	page, err := s.Threads(t.Context(), f, Policy{})
	if err != nil {
		t.Fatalf("list: %v", err)
	}
	return page
}

// ids are the ids of a list, in its order.
func ids(threads []Thread) []string {
	out := []string{}
	for _, th := range threads {
		out = append(out, th.ID)
	}
	return out
}

// allPages follows the cursors of a list to its end.
func allPages(t testing.TB, s *Store, f ThreadFilter, between func()) []Thread {
	t.Helper()
	var all []Thread
	for {
		page := list(t, s, f)
		all = append(all, page.Threads...)
		if page.Next == "" {
			return all
		}
		f.Cursor = page.Next
		if between != nil {
			between()
		}
	}
}

// history returns the events of a subject, or all, in the order they were written.
func history(t testing.TB, s *Store, subject string) []Event {
	t.Helper()
	all, err := collect(t.Context(), s, func(r rowScanner) (e Event, err error) {
		var before, after *string
		err = r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Kind, &e.Subject, &before, &after)
		if before != nil {
			e.Before = json.RawMessage(*before)
		}
		if after != nil {
			e.After = json.RawMessage(*after)
		}
		return e, err
	}, `SELECT id, at, actor, source_tool, kind, subject, before, after FROM events WHERE ?1 IN ('', subject) ORDER BY rowid`, subject)
	if err != nil {
		t.Fatalf("read the events: %v", err)
	}
	return all
}

// kinds are the kinds of the events on a thread.
func kinds(t testing.TB, s *Store, id string) string {
	t.Helper()
	var out []string
	for _, e := range history(t, s, ThreadURI(id)) {
		out = append(out, strings.TrimPrefix(e.Kind, "thread."))
	}
	return strings.Join(out, " ")
}

// keys are the names in a JSON object, sorted.
func keys(t testing.TB, raw json.RawMessage) string {
	t.Helper()
	var f fields
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("event: %v in %s", err, raw)
	}
	return strings.Join(slices.Sorted(maps.Keys(f)), " ")
}

// sql runs a statement on the writer, as a change that no method offers.
func (s *Store) sql(t testing.TB, query string, args ...any) {
	t.Helper()
	if err := s.write(t.Context(), "test", owner, func(tx *tx) error { return tx.Exec(query, args...) }); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func number(t testing.TB, s *Store, query string, args ...any) (n int) {
	t.Helper()
	if err := s.db.Row(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// together hands in changes so that all of them meet one commit: the writer is kept busy
// until they wait in its queue. It returns their errors.
func together(t testing.TB, s *Store, changes ...func(context.Context) error) []error {
	t.Helper()
	busy, free := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = s.write(context.Background(), "keep the writer busy", owner, func(*tx) error {
			close(busy)
			<-free
			return errors.New("nothing to keep")
		})
	})
	<-busy
	errs := make([]error, len(changes))
	for i, change := range changes {
		wg.Go(func() { errs[i] = change(context.Background()) })
		for s.db.Waiting() <= i { // in this order
			runtime.Gosched()
		}
	}
	close(free)
	wg.Wait()
	return errs
}

// isConflict and isMissing say whether an error is the one a rule promises.
func isConflict(err error) bool { return errors.As(err, new(*ConflictError)) }

func isMissing(err error) bool { return errors.As(err, new(*NotFoundError)) }

// invalidFields are the fields an error complains of, as one text.
func invalidFields(err error) string {
	var in *InvalidError
	if !errors.As(err, &in) {
		return ""
	}
	var names []string
	for _, f := range in.Fields {
		names = append(names, f.Field)
	}
	return strings.Join(names, " ")
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func database(dir string) string { return filepath.Join(dir, DatabaseName) }

func unmarshal(t testing.TB, raw []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}
