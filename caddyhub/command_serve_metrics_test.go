package caddyhub

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
)

// hub serve shows the metrics at an address of their own, and only when it is asked to.
func TestServeShowsMetrics(t *testing.T) {
	disk := filepath.Join(t.TempDir(), "disk")
	for name, c := range map[string]struct{ env, flag string }{
		"the flag":     {"", "--metrics="},
		"the variable": {"HUB_METRICS_LISTEN=", ""},
	} {
		t.Run(name, func(t *testing.T) {
			address, env, args := "127.0.0.1:"+freePort(t), []string{"HUB_BACKUP_DIR=" + disk}, []string{"--data", storetest.Dir(t)}
			if c.env != "" {
				env = append(env, c.env+address)
			} else {
				args = append(args, c.flag+address)
			}
			s := startServe(t, env, args...)
			found := regexp.MustCompile(`Metrics +(http://127\.0\.0\.1:\d+)/metrics\n`).FindStringSubmatch(s.greet)
			if found == nil {
				t.Fatalf("no address in %q", s.greet)
			}
			status, body, err := get(t.Context(), found[1]+"/metrics")
			if err != nil || status != http.StatusOK {
				t.Fatalf("%d %v", status, err)
			}
			// A folder that was never there, long before the first backup is due.
			for _, want := range []string{"hub_backup_last_ok 0", `hub_problem{area="backup"} 1`, "hub_requests_in_flight 0"} {
				if !strings.Contains(body, "\n"+want+"\n") {
					t.Errorf("the metrics lack %s", want)
				}
			}
			for path, want := range map[string]int{found[1] + "/": 404, found[1] + "/api/health": 404, s.base + "/metrics": 404, s.base + "/api/health": 200} {
				if status, body, err := get(t.Context(), path); err != nil || status != want {
					t.Errorf("%s: %d %s %v, want %d", path, status, body, err, want)
				}
			}
			if status := s.interrupt(t); status != 0 {
				t.Errorf("status %d", status)
			}
		})
	}
	t.Run("neither", func(t *testing.T) {
		if s := startServe(t, nil, "--data", storetest.Dir(t)); strings.Contains(s.greet, "  Metrics ") {
			t.Error(s.greet)
		}
	})
}

// TestServeRefusesAddressesForMetrics: each refusal shows an address that would do, never the
// hub's own.
func TestServeRefusesAddressesForMetrics(t *testing.T) {
	port := freePort(t)
	for _, c := range []struct {
		name, address string
		status        int
		want          string
	}{
		{"the hub's own port", "127.0.0.1:" + port, 2, "--metrics 127.0.0.1:" + port + " is the port of the hub itself: choose another one, such as 127.0.0.1:9187"},
		{"its port on another address", "0.0.0.0:" + port, 2, "is the port of the hub itself"},
		{"its port alone", port, 2, "is the port of the hub itself"},
		{"its port without an address", ":" + port, 2, "is the port of the hub itself"},
		{"a port alone", "9187", 2, "write 127.0.0.1:9187 for this machine alone"},
		{"no address", ":9187", 2, "write 127.0.0.1:9187 for this machine alone"},
		{"no port", "127.0.0.1", 2, "has no port: write 127.0.0.1:9187"},
		{"no port after the colon", "127.0.0.1:", 2, "write 127.0.0.1:9187"},
		{"IPv6 without a port", "::1", 2, "write them as in [::1]:9187"},
		{"a URL", "http://127.0.0.1:9187/metrics", 2, "is a URL: write the address alone, such as 127.0.0.1:9187"},
		{"a URL without a port", "https://x", 2, "is a URL: write the address alone, such as 127.0.0.1:9187"},
		{"a socket", "unix//run/metrics.sock", 2, "such as 127.0.0.1:9187"},
		{"blank", " ", 2, `such as 127.0.0.1:9187`},
		{"an address of nobody", "192.0.2.1:9187", 1, "this machine does not have that address"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, errs, status := run(t, nil, "serve", "--listen", "127.0.0.1:"+port, "--data", storetest.Dir(t), "--metrics", c.address)
			if status != c.status || !strings.Contains(errs, c.want) {
				t.Errorf("%d %s, want %d and %q", status, errs, c.status, c.want)
			}
		})
	}
	t.Run("by the variable", func(t *testing.T) {
		_, errs, status := run(t, []string{"HUB_METRICS_LISTEN=https://x"}, "serve", "--listen", "127.0.0.1:"+port, "--data", storetest.Dir(t))
		if status != 2 || !strings.Contains(errs, "HUB_METRICS_LISTEN https://x is a URL: write the address alone, such as 127.0.0.1:9187") {
			t.Errorf("%d %s", status, errs)
		}
	})
	for listen, want := range map[string]string{defaultListen: defaultMetrics, defaultMetrics: "127.0.0.1:9188", "[::1]:9187": "127.0.0.1:9188", "0.0.0.0:19187": defaultMetrics} {
		if got := metricsExample(listen); got != want {
			t.Errorf("beside %s: %s, want %s", listen, got, want)
		}
	}
}
