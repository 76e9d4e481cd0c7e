package replicate

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// What the test binary is told when it plays a hub that is killed.
const (
	dirVariable = "HUB_TEST_DIR"
	toVariable  = "HUB_TEST_TO"
)

func TestMain(m *testing.M) {
	workFactor = 10
	leaveTime, holdTime = time.Minute, time.Minute // a busy machine may take them
	if dir := os.Getenv(dirVariable); dir != "" {
		writeUntilKilled(dir, Address(os.Getenv(toVariable)))
	}
	os.Exit(m.Run())
}

// writeUntilKilled creates threads from several goroutines and says the id of each one once it has
// been acknowledged.
func writeUntilKilled(dir string, to Address) {
	fail := func(err error) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lock, err := store.AcquireLock(dir)
	if err != nil {
		fail(err)
	}
	s, err := store.Open(context.Background(), dir, store.Options{LogKept: !lock.Killed() && WasUsed(dir), KeepLog: WasUsed(dir)})
	if err != nil {
		fail(err)
	}
	k, err := OpenKeeper(Config{Store: s, Logger: zap.NewNop(), Own: nobody, Free: plenty, Steady: long, Alone: new(sync.Mutex)})
	if err != nil {
		fail(err)
	}
	k.Take(Values{To: to, Keep: setting.Span{Duration: time.Hour}})
	var began atomic.Pointer[time.Time] // when a thread had been made
	for i := range 8 {
		go func() {
			for j := 0; ; j++ {
				in := store.ThreadInput{Summary: store.Some(fmt.Sprint("writer ", i, " work ", j))}
				w, err := s.CreateThread(context.Background(), store.By{Actor: store.Owner}, "codex", in, true)
				if err != nil {
					fail(err)
				}
				if _, err := os.Stdout.WriteString(w.Item.ID + "\n"); err != nil {
					os.Exit(1)
				}
				began.CompareAndSwap(nil, new(s.LastCommit()))
			}
		}()
	}
	for ; ; time.Sleep(10 * time.Millisecond) {
		if first, r := began.Load(), k.current(); first != nil && r != nil && r.complete() && r.covered.look(*first, k.now()).IsZero() {
			break
		}
	}
	if _, err := os.Stdout.WriteString("replicated\n"); err != nil {
		os.Exit(1)
	}
	select {}
}

// happened are the events of a database, in their order.
func happened(t *testing.T, file string) (list []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT id, subject FROM events ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, subject string
		if err := rows.Scan(&id, &subject); err != nil {
			t.Fatal(err)
		}
		list = append(list, id+" "+subject)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// timed reports whether a few seconds of a test are the program's own: among few rounds, or under the
// race detector, they may be those of a machine that does much else.
func timed() bool { return os.Getenv("HUB_TEST_LONG") != "" && !race.Enabled }

// A hub that is killed at any moment loses nothing that it has acknowledged, and its replica is the
// database as it was after some commit, seconds ago.
func TestAKilledHubLeavesAReplica(t *testing.T) {
	t.Parallel()
	rounds := 3
	if os.Getenv("HUB_TEST_LONG") != "" {
		rounds = 300
	}
	var late []time.Duration
	for round := range rounds {
		dir, v := t.TempDir(), folder(t)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), dirVariable+"="+dir, toVariable+"="+string(v.To))
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		var acknowledged []string
		read, replicated := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(read)
			for lines := bufio.NewScanner(out); lines.Scan(); {
				if line := lines.Text(); line == "replicated" {
					close(replicated)
				} else {
					acknowledged = append(acknowledged, line)
				}
			}
		}()
		select {
		case <-replicated:
		case <-read:
			t.Fatal("it ended by itself")
		}
		time.Sleep(rand.N(2 * time.Second))
		killed := time.Now()
		_ = cmd.Process.Kill()
		<-read
		_ = cmd.Wait()

		h := start(t, dir) // without a replica: as it was left
		h.stop()
		original := happened(t, filepath.Join(dir, store.DatabaseName))
		there := map[string]bool{}
		for _, line := range original {
			there[path.Base(line)] = true
		}
		for _, id := range acknowledged {
			if !there[id] {
				t.Fatalf("round %d: %s was acknowledged and is lost", round, id)
			}
		}
		file, reached := restored(t, v, time.Time{})
		if got := happened(t, file); len(got) == 0 || !slices.Equal(got, original[:min(len(got), len(original))]) {
			t.Fatalf("round %d: the replica has %d events, and not the first of the original's %d", round, len(got), len(original))
		}
		late = append(late, killed.Sub(reached))
	}
	slices.SortFunc(late, cmp.Compare[time.Duration])
	p95 := late[len(late)*95/100]
	t.Logf("%d rounds: what was missing was %s old at the median, %s at p95", rounds, late[len(late)/2], p95)
	if p95 > 10*time.Second && timed() {
		t.Errorf("at p95, %s are missing", p95)
	}
}

// Of random moments the replica restores the state of then: no later one, and none that is older
// than the replica tells moments apart.
func TestMoments(t *testing.T) {
	t.Parallel()
	moments := 6
	if os.Getenv("HUB_TEST_LONG") != "" {
		moments = 50
	}
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	type moment struct {
		at    time.Time
		known int // threads that were acknowledged by then
	}
	var list []moment
	n, settled := 1, 0 // threads, and those of them that had arrived in the middle
	for i := range moments {
		for end := time.Now().Add(500*time.Millisecond + rand.N(time.Second)); time.Now().Before(end); time.Sleep(rand.N(50 * time.Millisecond)) {
			h.add(1)
			n++
		}
		if i == moments/2 {
			h.arrives()
			settled = n
		}
		list = append(list, moment{time.Now(), n})
	}
	h.add(1)
	h.arrives()
	h.stop()
	for i, m := range list {
		file, reached := restored(t, v, m.at)
		if reached.After(m.at) || m.at.Sub(reached) > 10*time.Second && timed() {
			t.Errorf("moment %d: %s was reached for %s", i, reached, m.at)
		}
		got := int(sums(t, file)["threads"].Rows)
		if got > m.known {
			t.Errorf("moment %d: %d threads, and by then there were %d", i, got, m.known)
		}
		if i >= moments/2 && got < settled {
			t.Errorf("moment %d: %d threads, and %d had arrived", i, got, settled)
		}
	}
	s, err := OpenSource(t.Context(), v, nobody, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Moments(t.Context())
	if err != nil || all.Oldest.After(list[0].at) || all.Newest.Before(list[len(list)-1].at.Add(-2*time.Second)) || all.Files == 0 {
		t.Errorf("%+v, %v", all, err)
	}
	for name, at := range map[string]time.Time{"before the first": all.Oldest.Add(-time.Minute), "in the future": time.Now().Add(time.Hour)} {
		file := filepath.Join(t.TempDir(), "none")
		_, err := s.Restore(t.Context(), at, file)
		if wrong := new(RangeError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "is not in between") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: a file was made", name)
		}
	}
}
