package caddyhub

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// No secret in effect goes to the forge with a page, whether the configuration has it or the
// owner entered it, and whatever it looks like.
func TestTheHubsOwnSecretsStayInTheHub(t *testing.T) {
	const (
		passphrase = "quite an ordinary sentence of mine"
		entered    = "plainwordsasatoken"
		replica    = "the words of my replica"
		accessKey  = "plainwordsasakey"
		secretKey  = "otherwordsasakey"
	)
	server := gitserver.New(t)
	port := freePort(t)
	cron, _ := daily() // no sync comes between
	load(t, site(t, port, fmt.Sprintf("data_dir %s\ntoken %s\nforge {\n url %s\n username %s\n token %s\n sync both\n cron %s\n}\nbackup {\n dir %s\n passphrase %q\n}\nreplicate {\n to s3://bucket/hub?endpoint=http://127.0.0.1:9\n access_key %s\n secret_key %s\n passphrase %q\n}",
		t.TempDir(), privateToken, server.BehindCaddy(t, asBinary), gitserver.Username, gitserver.Token, cron, t.TempDir(), passphrase, accessKey, secretKey, replica), "hub"))
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
	secrets := map[string]string{
		"access": privateToken, "forge": gitserver.Token, "backup": passphrase, "gateway": entered,
		"replica": replica, "key": accessKey, "other": secretKey,
	}
	call(http.MethodPut, "/api/wiki/none", `{"markdown":"# None\n\nNothing to hide here.\n"}`)
	for page, secret := range secrets {
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
	for page := range secrets {
		if path := "wiki/" + page + ".md"; files[path] != "" || !held[path] {
			t.Errorf("%s: pushed %q, held back: %v", path, files[path], held[path])
		}
	}
	if files["wiki/none.md"] == "" {
		t.Errorf("a page without a secret is not there: %v", files)
	}
	for _, secret := range secrets {
		if strings.Contains(answer, secret) {
			t.Errorf("the answer repeats %s", secret)
		}
	}
}

// Whatever option is secret is among what is held back, under a name of its own, and so is where push goes.
func TestEverySecretOptionIsConfidential(t *testing.T) {
	const device = "https://push.example.com/canary"
	vault, err := setting.OpenVault(t.TempDir())
	if err == nil {
		err = vault.Set(setting.PushDevices, setting.Secret{Value: `[{"endpoint":"` + device + `"}]`})
	}
	if err != nil {
		t.Fatal(err)
	}
	a := &App{settings: &settings{fixed: setting.Fixed{}}, notify: notify.New(notify.Config{Secrets: vault})}
	missing := map[string]bool{device: true}
	for _, o := range options {
		if !o.Secret {
			continue
		}
		value := "the value of " + o.Option + ", which is long enough"
		a.settings.fixed[o.Option] = setting.Value{Text: value}
		missing[value] = true
		if secretNames[o.Option] == "" {
			t.Errorf("%s has no name", o.Option)
		}
	}
	for _, s := range a.confidential() {
		delete(missing, s.Value)
	}
	if len(missing) > 0 {
		t.Errorf("not held back: %v", slices.Sorted(maps.Keys(missing)))
	}
}
