package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// replicaLook is how often the hub is asked how its replica stands.
const replicaLook = 250 * time.Millisecond

// replica is one in a folder, and what is seen of it while the hub works.
type replica struct {
	dir string

	mu     sync.Mutex
	lags   times
	states map[string]int
	drills map[string]bool // by their time: whether it was what the hub has
	log    int64           // the largest size of the write-ahead log
}

// newReplica makes the folder, which the hub does not.
func newReplica(dir string) (*replica, error) {
	return &replica{dir: dir, states: map[string]int{}, drills: map[string]bool{}}, os.Mkdir(dir, 0o700)
}

// environment are the variables of a hub that has it.
func (r *replica) environment() []string {
	return []string{"HUB_REPLICATE_TO=file:" + r.dir, "HUB_REPLICATE_DRILL=1m"}
}

// watch asks until the time is over.
func (r *replica) watch(ctx context.Context, h *hub) error {
	beat := time.NewTicker(replicaLook)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
		}
		body, err := receive(h.asker().get("/api/server"))
		if err != nil {
			return err
		}
		var server struct {
			Replica struct {
				State string
				Lag   float64 `json:"lag_seconds"`
				Log   int64   `json:"wal_bytes"`
				Drill *struct {
					At string
					OK bool
				} `json:"last_drill"`
			}
		}
		if err := json.Unmarshal(body, &server); err != nil {
			return fmt.Errorf("read how the replica stands: %w", err)
		}
		r.mu.Lock()
		r.lags = append(r.lags, server.Replica.Lag)
		r.states[server.Replica.State]++
		r.log = max(r.log, server.Replica.Log)
		if d := server.Replica.Drill; d != nil {
			r.drills[d.At] = d.OK
		}
		r.mu.Unlock()
	}
}

// files counts them and their bytes.
func (r *replica) files() (n int, size int64, err error) {
	err = filepath.WalkDir(r.dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		n++
		if info, err := entry.Info(); err == nil {
			size += info.Size()
		}
		return nil
	})
	return n, size, err
}

// print says what was seen, and how long a restore takes with the hub's own command.
func (r *replica) print(ctx context.Context, binary string) error {
	good := 0
	for _, ok := range r.drills {
		if ok {
			good++
		}
	}
	n, size, err := r.files()
	if err != nil {
		return fmt.Errorf("count the replica's files: %w", err)
	}
	row("replica: lag p50, p99, max", "%8.0f %8.0f %8.0f ms", r.lags.at(0.5), r.lags.at(0.99), r.lags.at(1))
	row("states that were seen", "%v", r.states)
	row("drills, and how many were good", "%8d %8d", len(r.drills), good)
	row("the log at its largest", "%8.1f MB", float64(r.log)/1e6)
	row("files", "%8d of %.0f MB", n, float64(size)/1e6)
	file := filepath.Join(filepath.Dir(r.dir), "restored.sqlite3")
	began := time.Now()
	if out, err := exec.CommandContext(ctx, binary, "restore", "--from", "file:"+r.dir, "-o", file).CombinedOutput(); err != nil {
		return fmt.Errorf("restore: %w: %s", err, out)
	}
	took := time.Since(began)
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	row("restored and checked", "%8.1f s for %.0f MB", took.Seconds(), float64(info.Size())/1e6)
	return nil
}
