package caddyhub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCaddysCommandsSayWhatToDo: where Caddy's commands can't do their work for a hub, they say
// what can.
func TestCaddysCommandsSayWhatToDo(t *testing.T) {
	closed := filepath.Join(t.TempDir(), "Caddyfile")
	// Nobody listens on port 1 of this machine: an admin endpoint that is off.
	if err := os.WriteFile(closed, []byte("{\n\tadmin 127.0.0.1:1\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string // the end of standard error
	}{
		"run without a configuration": {[]string{"run"}, 2, "hub run: there is no Caddyfile in this folder: --config names one elsewhere, and hub serve runs a hub without any (see hub run --help)\n"},
		"start without one":           {[]string{"start"}, 2, "hub start: there is no Caddyfile in this folder: --config names one elsewhere, and hub serve runs a hub without any (see hub start --help)\n"},
		"reload without an endpoint":  {[]string{"reload", "--config", closed}, 1, "systemctl reload hub, or kill -USR1 and its process ID, does it there\n"},
		"stop without an endpoint":    {[]string{"stop", "--address", "127.0.0.1:1"}, 1, "systemctl stop hub, or kill -TERM and its process ID, does it there\n"},
		"reload of a missing file":    {[]string{"reload", "--config", closed + "x"}, 1, "no such file or directory\"}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := binary(t, nil, c.args...)
			cmd.Dir = t.TempDir()
			var errs strings.Builder
			cmd.Stderr = &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// A hub that runs all the same would go on for ever.
			defer time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() }).Stop()
			_ = cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != c.status || !strings.HasSuffix(errs.String(), c.says) {
				t.Errorf("status %d, %s", status, errs.String())
			}
		})
	}
}
