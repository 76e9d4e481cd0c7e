package caddyhub

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/progresshub/progresshub/store"
)

// The demo has data, says that it is one, heeds no variable, and leaves nothing behind.
func TestServeDemo(t *testing.T) {
	scratch := t.TempDir()
	s := startServe(t, []string{
		"TMPDIR=" + scratch, "HUB_AUTH_TOKEN=" + strings.Repeat("long", 10), "HUB_DATA_DIR=" + filepath.Join(scratch, "own"), "stale_nudge_cron=no schedule",
	}, "--demo")
	status, body, err := get(t.Context(), s.base+"/api/overview")
	if err != nil || status != http.StatusOK || !strings.Contains(body, `"demo":true`) || !strings.Contains(body, `"pages":25`) {
		t.Errorf("%d %s %v", status, body, err)
	}
	dir := regexp.MustCompile(`Data +(\S+)`).FindStringSubmatch(s.greet)
	if dir == nil || filepath.Dir(dir[1]) != scratch {
		t.Fatalf("no folder in %s: %q", scratch, s.greet)
	}
	if status := s.interrupt(t); status != 0 {
		t.Errorf("ended with %d: %s", status, s.stderr)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Ctrl-C while the data is being made leaves nothing behind either.
func TestADemoThatIsStoppedEarly(t *testing.T) {
	t.Parallel()
	scratch := t.TempDir()
	cmd := binary(t, []string{"TMPDIR=" + scratch}, "serve", "--demo", "--listen", "127.0.0.1:0")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the data is being made", func() bool {
		made, _ := filepath.Glob(filepath.Join(scratch, "hub-demo-*", store.DatabaseName))
		return len(made) > 0
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Nor does one at the moment at which the hub begins: its folder goes after that.
func TestADemoThatIsStoppedAsItBegins(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		told, gone := false, false
		exit, begun := removal(dir, func() { told = true })
		go func() { exit(context.Background()); gone = true }()
		synctest.Wait()
		if _, err := os.Stat(dir); !told || gone || err != nil {
			t.Errorf("told %t, removed %t while the hub begins: %v", told, gone, err)
		}
		begun()
		begun() // which does no harm
		synctest.Wait()
		if _, err := os.Stat(dir); !gone || !os.IsNotExist(err) {
			t.Errorf("removed %t once it has: %v", gone, err)
		}
	})
}

func TestDemoIsForThisMachine(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"another address", []string{"--listen", "0.0.0.0:0"}, "write 127.0.0.1:0"},
		{"any address", []string{"--listen", ":0"}, "write 127.0.0.1:0"},
		{"no address", []string{"--listen", "9000"}, "has no address in front of the port"},
		{"a folder", []string{"--data", "/srv/hub"}, "leave --data away"},
		{"a new beginning", []string{"--new"}, "leave --new away"},
		{"metrics", []string{"--metrics", "127.0.0.1:0"}, "leave --metrics away"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, stderr, status := run(t, nil, append([]string{"serve", "--demo"}, tc.args...)...)
			if status != 2 || !strings.Contains(stderr, tc.want) {
				t.Errorf("%d %s; want %q", status, stderr, tc.want)
			}
		})
	}
}
