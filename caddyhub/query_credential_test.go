package caddyhub

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
)

// A credential in an address is refused with what to do instead, and stands in no log: also not in
// the access log of Caddy, which has addresses in clear.
func TestACredentialInAnAddressIsRefusedAndNotLogged(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	file := filepath.Join(t.TempDir(), "all.log")
	config := strings.Replace(site(t, port, "data_dir "+dir, "log\nhub"), "log {\n output discard\n}\n", "log {\n output file "+file+"\n level DEBUG\n}\n", 1)
	load(t, config)
	for _, c := range []struct {
		name, method, address string
		status                int
		says                  string
	}{
		{"a token for the API", "GET", "/api/threads?token=canary", 422, "query.token must not be in an address"},
		{"beside other parameters", "GET", "/api/threads?q=plain-words&access_token=canary", 422, "query.access_token"},
		{"a public route", "GET", "/api/health?api_key=canary", 422, "query.api_key"},
		{"in capitals", "GET", "/api/threads?Password=canary", 422, "query.password"},
		{"escaped", "GET", "/api/threads?pass%77ord=canary", 422, "query.password"},
		{"the dashboard", "GET", "/ui/?password=canary", 422, `Authorization: Bearer`},
		{"MCP", "POST", "/mcp?bearer=canary", 422, "replace one that was sent like this"},
		{"no OAuth", "GET", "/register?secret=canary", 422, "query.secret"},
		{"no credential", "GET", "/api/health?", 200, ""},
		{"a word that only begins so", "GET", "/api/threads?tokens=seen", 422, "is not a parameter"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), c.method, "http://127.0.0.1:"+port+c.address, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != c.status || !strings.Contains(strings.ReplaceAll(string(body), `\"`, `"`), c.says) || strings.Contains(string(body), "canary") {
				t.Errorf("%d %s, %v", resp.StatusCode, body, err)
			}
		})
	}
	logged, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(logged); strings.Contains(text, "canary") || !strings.Contains(text, "tokens=seen") {
		t.Errorf("the log has\n%s", text)
	}
}
