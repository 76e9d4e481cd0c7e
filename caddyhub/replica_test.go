package caddyhub

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// A reload switches the replica on, elsewhere and off while changes come in: none of them fails, and
// what was the target last has all that was made until then.
func TestAReloadSwitchesTheReplica(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	first, second := t.TempDir(), t.TempDir()
	config := func(target string) string {
		if target != "" {
			target = "\nreplicate {\nto file:" + target + "\n}"
		}
		return site(t, port, "data_dir "+dir+target, "hub")
	}
	load(t, config(""))
	stop := make(chan struct{})
	var made, failed atomic.Int64
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				body := strings.NewReader(fmt.Sprintf(`{"summary":"Thread %d"}`, made.Add(1)))
				if status, text, err := do(t.Context(), http.MethodPost, "http://127.0.0.1:"+port+"/api/threads", body); err != nil || status != http.StatusCreated {
					failed.Add(1)
					t.Errorf("%d %s %v", status, text, err)
					return
				}
			}
		})
	}
	status := func() replicate.Status { return running(t).runtime.replica.Status() }
	until := func(what string, is func(replicate.Status) bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !is(status()); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %+v", what, status())
			}
		}
	}
	for _, target := range []string{first, second, ""} {
		load(t, config(target))
		until("to "+target, func(s replicate.Status) bool {
			if target == "" {
				return s.State == replicate.Off
			}
			return s.To == replicate.Address("file:"+target) && s.State == replicate.OK && !s.SyncedAt.IsZero()
		})
	}
	close(stop)
	writers.Wait()
	if failed.Load() > 0 || made.Load() < 10 {
		t.Errorf("%d of %d changes failed", failed.Load(), made.Load())
	}
	for _, target := range []string{first, second} {
		file := filepath.Join(t.TempDir(), "restored.sqlite3")
		if _, errs, status := run(t, nil, "restore", "--from", "file:"+target, "-o", file); status != 0 {
			t.Errorf("restore: %s", errs)
		}
		if _, _, err := store.CheckDatabase(t.Context(), file); err != nil {
			t.Error(err)
		}
	}
}
