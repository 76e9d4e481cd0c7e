package caddyhub

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTheCalendarStandsInNoLog: the address of the calendar is a credential, and Caddy would write
// it into the access log of the site.
func TestTheCalendarStandsInNoLog(t *testing.T) {
	port, dir := freePort(t), t.TempDir()
	file := filepath.Join(t.TempDir(), "access.log")
	load(t, site(t, port, "data_dir "+dir+"\ntoken "+privateToken, "log {\noutput file "+file+"\n}\nhub"))
	base := "http://127.0.0.1:" + port
	secret := "hubf_0k3x5p9q2abc_" + strings.Repeat("CANARY", 7) + "A"
	for _, path := range []string{"/api/calendar/" + secret + ".ics", "/api/health?after=it"} {
		if status, _, err := do(t.Context(), http.MethodGet, base+path, nil); err != nil || status == 0 {
			t.Fatal(path, status, err)
		}
	}
	for deadline := time.Now().Add(time.Minute); ; {
		text, err := os.ReadFile(file)
		if err == nil && strings.Contains(string(text), "after=it") {
			if strings.Contains(string(text), "CANARY") {
				t.Errorf("the log holds the address:\n%s", text)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("nothing is logged: %v", err)
		}
	}
}
