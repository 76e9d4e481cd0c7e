package store

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

func TestCloseWaitsForChangesUnderWay(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	busy, free := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	var under, queued, closed error
	wg.Go(func() {
		under = s.write(context.Background(), "test", owner, func(*tx) error {
			close(busy)
			<-free
			return nil
		})
	})
	<-busy
	wg.Go(func() { queued = posting(s, "handed in before the end")(context.Background()) })
	for s.db.Waiting() == 0 {
		runtime.Gosched()
	}
	wg.Go(func() { closed = s.Close() })
	for !s.db.Closed() {
		runtime.Gosched()
	}
	if err := posting(s, "too late")(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
	close(free)
	wg.Wait()
	if under != nil || queued != nil || closed != nil {
		t.Errorf("under way: %v; queued: %v; close: %v", under, queued, closed)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closed again: %v", err)
	}
	again := openStore(t, s.Dir(), Options{})
	if got := summaries(t, again); got != "handed in before the end" {
		t.Errorf("kept: %q", got)
	}
}

func TestEveryMethodOfAClosedStoreSaysSo(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	read(t, s, th.ID)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for name, do := range map[string]func() error{
		"create":         func() error { return posting(s, "s")(ctx) },
		"update":         func() error { _, err := s.UpdateThread(ctx, agent, th.ID, Guard{}, ThreadInput{}, false); return err },
		"claim":          func() error { _, err := s.Claim(ctx, agent, th.ID, ClaimInput{Holder: "h"}); return err },
		"create project": func() error { _, err := s.CreateProject(ctx, owner, ProjectInput{Slug: Some("p")}); return err },
		"thread":         func() error { _, err := s.Thread(ctx, th.ID); return err },
		"threads":        func() error { _, err := s.Threads(ctx, ThreadFilter{}, Policy{}); return err },
		"project":        func() error { _, err := s.Project(ctx, InboxSlug); return err },
		"projects":       func() error { _, err := s.Projects(ctx); return err },
		"workspace":      func() error { _, err := s.ResolveWorkspace(ctx, "/"); return err },
		"overlap":        func() error { _, err := s.Overlap(ctx, OverlapQuery{Text: "s"}); return err },
		"digest":         func() error { _, err := s.Digest(ctx, DigestQuery{}, Policy{}); return err },
		"replay":         func() error { _, _, err := s.Replay(ctx, receipt("k", "b")); return err },
		"progress":       func() error { _, err := s.Progress(ctx, InboxSlug); return err },
		"put progress":   func() error { _, err := s.PutProgress(ctx, owner, InboxSlug, 0, "a"); return err },
		"log progress": func() error {
			_, err := s.LogProgress(ctx, owner, InboxSlug, LogEntry{Text: "a"}, Policy{})
			return err
		},
		"page":            func() error { _, err := s.Page(ctx, "a"); return err },
		"pages":           func() error { _, err := s.Pages(ctx, PageFilter{}); return err },
		"revisions":       func() error { _, err := s.PageRevisions(ctx, "a", 0, ""); return err },
		"put page":        func() error { _, err := s.PutPage(ctx, owner, "a", 0, "a"); return err },
		"delete page":     func() error { _, err := s.DeletePage(ctx, owner, "a", 0); return err },
		"move pages":      func() error { _, err := s.MovePages(ctx, owner, "a", "b"); return err },
		"preferences":     func() error { _, err := s.UpdatePreferences(ctx, owner, PreferencesInput{}, Policy{}); return err },
		"choose":          func() error { _, err := s.ChooseThread(ctx, owner, nil); return err },
		"chosen":          func() error { _, err := s.ChosenThread(ctx); return err },
		"next":            func() error { _, err := s.NextThread(ctx, Policy{}); return err },
		"overview":        func() error { _, err := s.Overview(ctx, Policy{}); return err },
		"ask":             func() error { _, err := s.RequestChange(ctx, agent, "", nil, ""); return err },
		"approvals":       func() error { _, err := s.Approvals(ctx, ApprovalFilter{}); return err },
		"approve":         func() error { _, err := s.Approve(ctx, owner, th.ID); return err },
		"events":          func() error { _, err := s.Events(ctx, EventFilter{}); return err },
		"events after":    func() error { _, err := s.EventsAfter(ctx, ""); return err },
		"health, at once": func() error { return s.Healthy(ctx) },
		"health, later":   func() error { c.advance(time.Hour); return s.Healthy(ctx) },
	} {
		if err := do(); !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadOnlyStoreRefusesChanges(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	beside := openStore(t, s.Dir(), Options{ReadOnly: true, Now: c.Now})
	for name, do := range actions {
		if _, err := do(t, beside, th.ID); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := beside.CreateProject(t.Context(), owner, ProjectInput{Slug: Some("p")}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("create a project: %v", err)
	}
	if err := beside.Healthy(t.Context()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("healthy: %v", err)
	}
	if err := beside.db.Row(t.Context(), "DELETE FROM events RETURNING id").Scan(new(string)); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("a reader's connection can write: %v", err)
	}
}

func TestHealthy(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	rest(s)
	generation := s.Generation()
	if err := s.Healthy(t.Context()); err != nil {
		t.Fatalf("a new store: %v", err)
	}
	if s.Generation() != generation || len(history(t, s, "")) != 0 {
		t.Error("the check is seen as a change")
	}
	s.sql(t, "PRAGMA busy_timeout = 0")
	other := foreign(t, database(s.Dir()), "BEGIN IMMEDIATE")
	if err := s.Healthy(t.Context()); err != nil {
		t.Errorf("a commit of this moment is proof enough: %v", err)
	}
	c.advance(proofAge)
	if err := s.Healthy(t.Context()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("no change can be written: %v", err)
	}
	c.advance(-365 * 24 * time.Hour) // a clock set back proves nothing
	if err := s.Healthy(t.Context()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("after the clock was set back: %v", err)
	}
	foreignExec(t, other, "ROLLBACK")
	if err := s.Healthy(t.Context()); err != nil {
		t.Errorf("after it: %v", err)
	}
	if number(t, s, "PRAGMA user_version") != SchemaVersion() {
		t.Error("the check changed the version")
	}
}

// A database that takes changes is of no use when what it is to hold is gone.
func TestHealthyReadsEveryTable(t *testing.T) {
	t.Parallel()
	whole, _ := newStore(t)
	rows, err := whole.db.Query(t.Context(), `SELECT name FROM sqlite_schema WHERE type = 'table'
		AND name NOT GLOB 'search_index_*' AND name NOT GLOB 'text_index_*' AND name NOT GLOB 'thread_grams_*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*' ORDER BY name`)
	works(t, err)
	defer rows.Close()
	var made []string
	for rows.Next() {
		var name string
		works(t, rows.Scan(&name))
		made = append(made, name)
	}
	works(t, rows.Err())
	if !slices.Equal(made, tables) {
		t.Errorf("the migrations make %q", made)
	}
	for _, table := range tables {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			create(t, s, "kept")
			works(t, s.Healthy(t.Context()))
			foreign(t, database(s.Dir()), "PRAGMA foreign_keys = OFF", "DROP TABLE "+table).Close()
			if err := s.Healthy(t.Context()); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), table) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSubscriptionsEnd(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	heard := [2]int{}
	first := s.Subscribe(func(Commit) { heard[0]++ })
	defer s.Subscribe(func(Commit) { heard[1]++ })()
	create(t, s, "s")
	first()
	first() // harmless
	create(t, s, "s")
	if heard != [2]int{1, 2} {
		t.Errorf("heard %v", heard)
	}
}

// Whoever hears of a change finds it: an answer kept from before would else be right for
// them, and stay so until the next change.
func TestHeardMeansVisible(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	defer s.Subscribe(func(c Commit) {
		if now := s.Generation(); now != c.Generation {
			t.Errorf("heard of %d at %d", c.Generation, now)
		}
	})()
	create(t, s, "one")
	create(t, s, "two")
}

// Whoever has been told "done" finds the change everywhere: the generation has risen, and
// search knows it.
func TestAnsweredMeansVisible(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 25 {
				before := s.Generation()
				summary := "unmistakable" + sqlite.RandomID()
				w, err := s.CreateThread(context.Background(), agent, "", ThreadInput{Summary: Some(summary)}, false)
				if err != nil {
					t.Error(err)
					return
				}
				if s.Generation() <= before {
					t.Error("the generation has not risen")
				}
				o, err := s.Overlap(context.Background(), OverlapQuery{Text: summary, Limit: 1})
				if err != nil || len(o.Hits) != 1 || o.Hits[0].ID != w.Item.ID {
					t.Errorf("overlap: %+v, %v", o, err)
				}
				if _, err := s.Thread(context.Background(), w.Item.ID); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestOpenTellsWhatIsInItsWay(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "file")
	copyFile(t, "store.go", dir)
	if _, err := Open(t.Context(), dir, Options{}); err == nil {
		t.Error("opened a file as a folder")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := Open(ctx, t.TempDir(), Options{}); err == nil {
		s.Close()
		t.Error("opened for a caller that has gone")
	}
}
