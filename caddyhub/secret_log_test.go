package caddyhub

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
)

// TestSecretsStandInNoAccessLog: the address of the calendar is a credential, and so is the passphrase
// of a file that is brought. Caddy would write both into the access log of the site.
func TestSecretsStandInNoAccessLog(t *testing.T) {
	port, dir := freePort(t), t.TempDir()
	file := filepath.Join(t.TempDir(), "access.log")
	load(t, site(t, port, "data_dir "+dir+"\ntoken "+privateToken, "log {\noutput file "+file+"\n}\nhub"))
	base := "http://127.0.0.1:" + port
	for _, r := range []struct {
		method, path string
		headers      []string
	}{
		{http.MethodGet, "/api/calendar/hubf_0k3x5p9q2abc_" + strings.Repeat("CANARY", 7) + "A.ics", nil},
		{http.MethodPost, "/api/imports", []string{api.PassphraseHeader, "CANARY"}},
		{http.MethodGet, "/api/health?after=it", []string{api.PassphraseHeader, "of no use there"}},
	} {
		if status, _, err := do(t.Context(), r.method, base+r.path, nil, r.headers...); err != nil || status == 0 {
			t.Fatal(r.path, status, err)
		}
	}
	for deadline := time.Now().Add(time.Minute); ; {
		text, err := os.ReadFile(file)
		if err == nil && strings.Contains(string(text), "after=it") {
			if strings.Contains(string(text), "CANARY") {
				t.Errorf("the log holds a secret:\n%s", text)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("nothing is logged: %v", err)
		}
	}
}
