package caddyhub

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/store/storetest"
)

// TestWhatIsWeakIsWarnedOf: an option that is allowed but does less than it says is told of, and
// no secret with it.
func TestWhatIsWeakIsWarnedOf(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.2/32")}
	for _, tt := range []struct {
		name string
		s    settings
		want string // in the one warning; empty: none
	}{
		{"nothing", settings{Token: privateToken}, ""},
		{"no token", settings{}, ""},
		{"a short token", settings{Token: "a-short-token"}, "token is short"},
		{"secure cookies over http", settings{Token: privateToken, CookieSecure: true, PublicURL: "http://hub.mesh.internal"}, "cookie_secure"},
		{"secure cookies over https", settings{Token: privateToken, CookieSecure: true, PublicURL: "https://hub.example.org"}, ""},
		{"secure cookies on this machine", settings{Token: privateToken, CookieSecure: true, PublicURL: "http://localhost:8787"}, ""},
		{"proxies named, their headers not wanted", settings{Token: privateToken, TrustedProxies: proxies}, "no effect without trust_proxy_headers (HUB_TRUST_PROXY_HEADERS)"},
		{"proxies named, their headers wanted", settings{Token: privateToken, TrustedProxies: proxies, TrustProxyHeaders: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			core, log := observer.New(zapcore.WarnLevel)
			app := &App{settings: &tt.s, log: zap.New(core)}
			app.warn()
			entries := log.All()
			if tt.want == "" && len(entries) > 0 || tt.want != "" && (len(entries) != 1 || !strings.Contains(entries[0].Message, tt.want)) {
				t.Errorf("got %v, want %q", entries, tt.want)
			}
			for _, e := range entries {
				if tt.s.Token != "" && strings.Contains(e.Message, tt.s.Token) {
					t.Error("the log holds the token")
				}
			}
		})
	}
}

// TestWarningsComeOnce: a configuration is warned of as a whole, not for each of its sites.
func TestWarningsComeOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "Caddyfile")
	caddyfile := strings.Replace(site(t, freePort(t), "data_dir "+storetest.Dir(t), "hub"), "log {\n output discard\n}\n", "", 1) +
		"http://127.0.0.1:" + freePort(t) + " {\nbind 127.0.0.1\nhub\n}\n"
	if err := os.WriteFile(file, []byte(caddyfile), 0o600); err != nil {
		t.Fatal(err)
	}
	_, log, status := run(t, []string{"HUB_DATADIR=x", "HUB_AUTH_TOKEN=a-short-token"}, "validate", "--config", file)
	for _, want := range []string{"the hub has no such variable", "the access token is short"} {
		if n := strings.Count(log, want); status != 0 || n != 1 {
			t.Errorf("status %d, said %d times: %s\n%s", status, n, want, log)
		}
	}
}

// TestASiteThatListensWiderThanItsNameIsWarnedOf: a name in front of the braces is no address to
// listen on.
func TestASiteThatListensWiderThanItsNameIsWarnedOf(t *testing.T) {
	t.Parallel()
	const warning = "listens where others can reach it"
	for _, tt := range []struct {
		name, names, bind string
		want              int // warnings
	}{
		{"this machine, everywhere", "http://localhost:PORT, http://127.0.0.1:PORT", "", 1},
		{"this machine, bound to it", "http://localhost:PORT, http://127.0.0.1:PORT", "bind 127.0.0.1", 0},
		{"this machine, on a socket", "http://localhost:PORT", "bind unix/SOCKET", 0},
		{"a port", "http://:PORT", "", 0},
		{"a name of others too", "http://localhost:PORT, http://hub.example.org:PORT", "", 0},
		{"this machine, twice", "http://127.0.0.1:PORT {\nhub\n}\nhttp://localhost:PORT", "", 1},
		{"beside a site without a name", "http://localhost:PORT {\nrespond ok\n}\nhttp://:PORT", "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := storetest.Dir(t)
			text := strings.NewReplacer("PORT", freePort(t), "SOCKET", filepath.Join(dir, "hub.sock")).Replace(
				"{\nadmin off\nhub {\ndata_dir " + dir + "\n}\n}\n" + tt.names + " {\n" + tt.bind + "\nhub\n}\n")
			file := filepath.Join(t.TempDir(), "Caddyfile")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, log, status := run(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "validate", "--config", file)
			if got := strings.Count(log, warning); status != 0 || got != tt.want {
				t.Errorf("status %d, %d warnings, want %d\n%s", status, got, tt.want, log)
			}
		})
	}
}
