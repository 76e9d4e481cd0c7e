package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// partVariable names the part that the test binary plays when a test starts it again;
// dirVariable the data folder it plays it in.
const (
	partVariable = "HUB_TEST_PART"
	dirVariable  = "HUB_TEST_DIR"
)

var parts = map[string]func(){"write until killed": writeUntilKilled}

// play starts the test binary again in one of its parts.
func play(t testing.TB, part, dir string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), partVariable+"="+part, dirVariable+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewReader(out)
}

// writeUntilKilled creates threads from several goroutines and says the id of each one
// once it has been acknowledged.
func writeUntilKilled() {
	dir := os.Getenv(dirVariable)
	_, err := AcquireLock(dir)
	var s *Store
	if err == nil {
		s, err = Open(context.Background(), dir, Options{})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for i := range 8 {
		go func() {
			for j := 0; ; j++ {
				in := ThreadInput{Summary: Some(fmt.Sprint("writer ", i, " work ", j)), ProjectSlug: Some(fmt.Sprint("p", j%5))}
				w, err := s.CreateThread(context.Background(), agent, "", in, true)
				if err == nil && j%2 == 1 {
					_, err = s.Finish(context.Background(), agent, w.Item.ID, Guard{}, StatusDone, "")
				}
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				line := fmt.Sprintf("%s %t\n", w.Item.ID, j%2 == 1)
				if _, err := os.Stdout.WriteString(line); err != nil {
					os.Exit(1)
				}
			}
		}()
	}
	select {}
}

// A hub killed at any moment has lost nothing it acknowledged, and nothing is there twice
// or by half.
func TestKilledHubLosesNothing(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	rounds, most := 20, 40
	switch {
	case longRun:
		rounds, most = 1000, 200
	case testing.Short():
		rounds = 10
	}
	var dir string
	var acknowledged map[string]bool // by id: whether it was finished as well
	random := rand.New(rand.NewPCG(3, 4))
	for round := range rounds {
		if round%10 == 0 { // a fresh hub now and then keeps the checks quick
			dir, acknowledged = t.TempDir(), map[string]bool{}
		}
		cmd, out := play(t, "write until killed", dir)
		kill := 1 + random.IntN(most)
		heard := 0
		for ; ; heard++ {
			if heard == kill {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			line, err := out.ReadString('\n') // to the end: what was said before the kill counts
			if errors.Is(err, io.EOF) {
				break
			}
			id, finished, ok := strings.Cut(strings.TrimSpace(line), " ")
			if err != nil || !ok {
				t.Fatalf("round %d: %q, %v", round, line, err)
			}
			if _, twice := acknowledged[id]; twice {
				t.Fatalf("round %d: the id %s was given twice", round, id)
			}
			acknowledged[id] = finished == "true"
		}
		_ = cmd.Wait() // killed
		if heard < kill {
			t.Fatalf("round %d: the writer ended by itself after %d threads", round, heard)
		}
		checkAfterKill(t, dir, acknowledged, round%10 == 9)
		if t.Failed() {
			t.Fatalf("in round %d, killed after %d threads", round, kill)
		}
	}
}

func checkAfterKill(t *testing.T, dir string, acknowledged map[string]bool, thorough bool) {
	t.Helper()
	lock, err := AcquireLock(dir)
	if err != nil {
		t.Fatalf("the dead hub's lock: %v", err)
	}
	defer lock.Release()
	start := time.Now()
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Healthy(t.Context()); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 30*time.Second { // it takes a fraction of one; other tests run beside it
		t.Errorf("healthy again only after %s", took)
	}
	status := map[string]Status{}
	threads, err := collect(t.Context(), s, func(r rowScanner) (row [2]string, err error) {
		return row, r.Scan(&row[0], &row[1])
	}, "SELECT id, status FROM threads")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range threads {
		if _, twice := status[row[0]]; twice {
			t.Errorf("%s is there twice", row[0])
		}
		status[row[0]] = Status(row[1])
	}
	for id, finished := range acknowledged {
		if got := status[id]; got == "" || finished != (got == StatusDone) {
			t.Errorf("%s was acknowledged (finished: %t), and is now %q", id, finished, got)
		}
	}
	checkWhole(t, s)
	if thorough {
		checkCounts(t, s)
	}
}
