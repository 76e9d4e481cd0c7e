package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// posting is a change that creates a thread.
func posting(s *Store, summary string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.CreateThread(ctx, agent, "", ThreadInput{Summary: Some(summary)}, false)
		return err
	}
}

func summaries(t testing.TB, s *Store) string {
	t.Helper()
	var all []string
	for _, th := range allPages(t, s, ThreadFilter{Statuses: Statuses}, nil) {
		all = append([]string{th.Summary}, all...)
	}
	return strings.Join(all, " ")
}

func TestChangesThatWaitShareOneCommit(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	changes := make([]func(context.Context) error, 64)
	for i := range changes {
		changes[i] = posting(s, fmt.Sprint(i))
	}
	var commits []Commit
	s.Subscribe(func(c Commit) { commits = append(commits, c) })
	for i, err := range together(t, s, changes...) {
		if err != nil {
			t.Errorf("change %d: %v", i, err)
		}
	}
	if s.Generation() != 1 || len(commits) != 1 || len(commits[0].Events) != len(changes)+1 {
		t.Errorf("%d commits for %d changes that waited together", s.Generation(), len(changes))
	}
	if total := list(t, s, ThreadFilter{}).Total; total != len(changes) {
		t.Errorf("%d threads, want %d", total, len(changes))
	}
}

func TestManyWritersNeedFewCommits(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const writers, each = 64, 8
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for j := range each {
				if err := posting(s, fmt.Sprint(i, " ", j))(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := s.Generation(); n > writers*each/4 {
		t.Errorf("%d commits for %d changes", n, writers*each)
	}
	if total := list(t, s, ThreadFilter{}).Total; total != writers*each {
		t.Errorf("%d threads, want %d", total, writers*each)
	}
}

func TestFailingChangeHarmsNoNeighbour(t *testing.T) {
	t.Parallel()
	logs, seen := observer.New(zap.ErrorLevel)
	s := openStore(t, t.TempDir(), Options{Logger: zap.New(logs)})
	gone, giveUp := context.WithCancel(t.Context())
	left := make(chan struct{})
	broken := func(fn func(tx *tx) error) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.write(ctx, "break", owner, func(tx *tx) error {
				if err := tx.Exec("UPDATE threads SET summary = 'broken'"); err != nil {
					return err
				}
				return fn(tx)
			})
		}
	}
	rule := errors.New("against the rules")
	errs := together(t, s,
		posting(s, "first"),
		broken(func(*tx) error { return rule }),
		posting(s, "second"),
		broken(func(*tx) error { panic("in the middle") }),
		broken(func(tx *tx) error { return tx.Exec("INSERT INTO threads(id) VALUES (NULL)") }),
		broken(func(tx *tx) error { return tx.Exec("NO SQL") }),
		func(context.Context) error { defer close(left); return posting(s, "given up")(gone) },
		posting(s, " "),
		func(ctx context.Context) error {
			giveUp() // it waits in the queue by now
			<-left
			return posting(s, "third")(ctx)
		},
	)
	for i, want := range []string{"", "break: against the rules", "", "break: internal error", "constraint failed", "syntax error", "canceled", "summary is required", ""} {
		if got := fmt.Sprint(errs[i]); want == "" && errs[i] != nil || !strings.Contains(got, want) {
			t.Errorf("change %d: got %v, want %q", i, got, want)
		}
	}
	if got := summaries(t, s); got != "first second third" {
		t.Errorf("kept: %s", got)
	}
	checkWhole(t, s)
	if s.Generation() != 1 {
		t.Errorf("%d commits, want all in one", s.Generation())
	}
	if panics := seen.FilterMessage("panic in a change").All(); len(panics) != 1 || panics[0].ContextMap()["operation"] != "break" {
		t.Errorf("log: %v", panics)
	}
	if err := posting(s, "fourth")(t.Context()); err != nil {
		t.Errorf("the next change: %v", err)
	}
}

// No test can cut the power; this one holds the setting that makes it harmless.
func TestAcknowledgedMeansOnDisk(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "10000"} {
		var got string
		err := s.write(t.Context(), "test", owner, func(tx *tx) error { return tx.Row("PRAGMA " + pragma).Scan(&got) })
		if err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", pragma, got, err, want)
		}
	}
}

func TestRefusedChangesCommitNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	errs := together(t, s, posting(s, ""), posting(s, "\x00"))
	if invalidFields(errs[0]) != "summary" || invalidFields(errs[1]) != "summary" || s.Generation() != 0 {
		t.Errorf("got %v, generation %d", errs, s.Generation())
	}
	if !s.db.LastCommit().IsZero() {
		t.Error("a commit of nothing counts as proof that the disk takes changes")
	}
}

func TestEndedContextWritesNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := posting(s, "s")(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("write: %v", err)
	}
	if _, err := s.Threads(ctx, ThreadFilter{}, Policy{}); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
	if _, err := s.Thread(ctx, "0"); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
	if list(t, s, ThreadFilter{}).Total != 0 {
		t.Error("a change was written")
	}
	// A client that goes while its change is being written still gets a kept change.
	gone, leave := context.WithCancel(t.Context())
	err := s.write(gone, "test", owner, func(tx *tx) error {
		leave()
		tx.touch()
		_, err := tx.useProject("kept", true, Place{})
		return err
	})
	if err != nil || number(t, s, "SELECT count(*) FROM projects") != 1 {
		t.Errorf("begun before the client left: %v", err)
	}
}

// A page limit on the writer's connection stands for a full disk.
func TestFullDatabaseLosesNothingAndRecovers(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	limit := func(pages int) {
		t.Helper()
		s.sql(t, fmt.Sprint("PRAGMA max_page_count = ", pages))
	}
	big := ThreadInput{Summary: Some("big"), Goal: Some(strings.Repeat("𝒳", MaxText)), Focus: Some(strings.Repeat("𝒳", MaxText))}
	create(t, s, "before")
	generation := s.Generation()
	limit(1) // SQLite raises it to what there is
	errs := together(t, s,
		posting(s, "neighbour"),
		func(ctx context.Context) error { _, err := s.CreateThread(ctx, agent, "", big, false); return err },
		posting(s, "neighbour"),
		posting(s, ""),
	)
	for i, err := range errs {
		if i < 3 && !errors.Is(err, ErrUnavailable) {
			t.Errorf("change %d: got %v, want ErrUnavailable", i, err)
		}
	}
	if got := summaries(t, s); got != "before" || s.Generation() != generation {
		t.Errorf("kept %q, generation %d", got, s.Generation())
	}
	if got := overlap(t, s, OverlapQuery{Text: "neighbour"}); len(got.Hits) != 0 && got.Hits[0].Summary == "neighbour" {
		t.Error("overlap knows what was not kept")
	}
	checkWhole(t, s)
	limit(1 << 30)
	done(t)(s.CreateThread(t.Context(), agent, "", big, false))
	create(t, s, "after")
	if got := summaries(t, s); got != "before big after" {
		t.Errorf("after the limit was lifted: %q", got)
	}
	checkWhole(t, s)
	checkCounts(t, s)
}

// Another process that holds the file keeps a change out, and only for now.
func TestDatabaseHeldByAnother(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	s.sql(t, "PRAGMA busy_timeout = 0")
	other := foreign(t, database(s.Dir()), "BEGIN IMMEDIATE")
	if err := posting(s, "s")(t.Context()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("while another writes: %v", err)
	}
	foreignExec(t, other, "ROLLBACK")
	create(t, s, "s")
}
