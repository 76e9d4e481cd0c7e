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
	const token = "hubt_0123456789ab_canary7890123456789012345678901234567890123"
	feed := strings.Replace(token, "hubt_", "hubf_", 1)
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
		{"as clients name it", "GET", "/api/threads?hub_token=canary", 422, "query.hub_token"},
		{"a token under another name", "GET", "/api/threads?q=" + token, 422, "query.q must not be in an address"},
		{"the feed's token", "GET", "/ui/?x=" + feed, 422, "query.x"},
		{"a token of a kind to come", "GET", "/api/threads?x=" + strings.Replace(token, "hubt_", "hubp_", 1), 422, "query.x"},
		{"a token as a name", "DELETE", "/api/tokens/" + token, 422, "path must not be in an address"},
		{"a token as a page", "GET", "/ui/wiki/" + token, 422, "path"},
		{"a token within a text", "GET", "/api/search?q=what+is+" + token + ".ics", 422, "query.q"},
		{"a token within an address", "GET", "/ui/?share=https%3A%2F%2Fhub.example%2F%3Fa%3D" + token, 422, "query.share"},
		{"the second of two values", "GET", "/api/threads?status=open&status=" + token, 422, "query.status"},
		{"an escaped token", "GET", "/api/threads?q=" + strings.Replace(token, "hubt_", "%68ubt%5F", 1), 422, "query.q"},
		{"a token for a name", "GET", "/api/threads?" + token, 422, "query must not be in an address"},
		{"a token beside what can't be read", "GET", "/api/threads?q=%zz" + token, 422, "query must not be in an address"},
		{"a text that begins as a token", "GET", "/api/search?q=hubt_0123456789ab_finch", 200, ""},
		{"a text of another length", "GET", "/api/search?q=" + strings.Replace(token, "canary", "finchy", 1) + "4", 200, ""},
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
			if err != nil || resp.StatusCode != c.status || !strings.Contains(strings.ReplaceAll(string(body), `\"`, `"`), c.says) || c.status == 422 && strings.Contains(string(body), "canary") {
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
