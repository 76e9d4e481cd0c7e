package caddyhub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

// No secret in effect goes to the forge with a page, whether the configuration has it or the
// owner entered it, and whatever it looks like.
func TestTheHubsOwnSecretsStayInTheHub(t *testing.T) {
	const (
		passphrase = "quite an ordinary sentence of mine"
		entered    = "plainwordsasatoken"
	)
	server := gitserver.New(t)
	port := freePort(t)
	cron, _ := daily() // no sync comes between
	load(t, site(t, port, fmt.Sprintf("data_dir %s\ntoken %s\nforge {\n url %s\n username %s\n token %s\n sync both\n cron %s\n}\nbackup {\n dir %s\n passphrase %q\n}",
		t.TempDir(), privateToken, server.BehindCaddy(t, asBinary), gitserver.Username, gitserver.Token, cron, t.TempDir(), passphrase), "hub"))
	base := "http://127.0.0.1:" + port
	call := func(method, path, body string) string {
		t.Helper()
		status, answer, err := do(t.Context(), method, base+path, strings.NewReader(body), "Authorization", "Bearer "+privateToken)
		if err != nil || status >= 300 {
			t.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
		}
		return answer
	}
	call(http.MethodPut, "/api/gateway", `{"webhook_url":"http://127.0.0.1:9/hooks/wake","token":"`+entered+`"}`)
	for page, secret := range map[string]string{
		"access": privateToken, "forge": gitserver.Token, "backup": passphrase, "gateway": entered, "none": "nothing to hide",
	} {
		call(http.MethodPut, "/api/wiki/"+page, fmt.Sprintf(`{"markdown":"# %s\n\nIt is %s here.\n"}`, page, secret))
	}
	answer := synced(t, base, "Authorization", "Bearer "+privateToken)
	var now struct {
		Held []struct{ Path, Kind string }
	}
	if err := json.Unmarshal([]byte(answer), &now); err != nil {
		t.Fatal(err)
	}
	held := map[string]bool{}
	for _, h := range now.Held {
		held[h.Path] = true
	}
	files := server.Files("main")
	for _, page := range []string{"access", "forge", "backup", "gateway"} {
		if path := "wiki/" + page + ".md"; files[path] != "" || !held[path] {
			t.Errorf("%s: pushed %q, held back: %v", path, files[path], held[path])
		}
	}
	if files["wiki/none.md"] == "" {
		t.Errorf("a page without a secret is not there: %v", files)
	}
	for _, secret := range []string{privateToken, gitserver.Token, passphrase, entered} {
		if strings.Contains(answer, secret) {
			t.Errorf("the answer repeats %s", secret)
		}
	}
}
