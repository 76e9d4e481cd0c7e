package forge

import (
	"encoding/base64"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/caddyhub/internal/credential"
	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// What the hub itself uses to sign in somewhere, or lets others sign in with, is no form
// that a scanner knows: it is held back by its value.
func TestTheHubsOwnSecretsAreHeldBack(t *testing.T) {
	t.Parallel()
	const access, gateway, passphrase = "an access token in words", "gateway-own-word", "correct horse battery"
	server := gitserver.New(t)
	core, logged := observer.New(zap.DebugLevel)
	h := joined(t, server, func(c *Config) {
		c.Logger = zap.New(core)
		c.Confidential = func() []credential.Secret {
			return []credential.Secret{{Kind: "access token of this hub", Value: access}, {Kind: "passphrase of the backups", Value: passphrase}, {Kind: "token of a test", Value: "dev"}}
		}
	})
	if err := h.vault.Set(setting.GatewayToken, setting.Secret{Value: gateway, Origin: "https://gateway.example"}); err != nil {
		t.Fatal(err)
	}
	h.project("home")
	for name, text := range map[string]string{
		"wiki/access":                "# A\n\nIt is " + access + ".\n",
		"wiki/gateway":               "x" + gateway + "y\n",
		"wiki/passphrase":            passphrase,
		"wiki/forge":                 "`" + gitserver.Token + "`\n",
		"wiki/basic":                 "Basic " + base64.StdEncoding.EncodeToString([]byte(gitserver.Username+":"+gitserver.Token)) + "\n",
		"home":                       "# Home\n\n## Log\n\n- curl with " + access + "\n",
		"wiki/notes/" + gateway + "": "A page that is called so.\n",
		"wiki/short":                 "A dev token on this device is no secret.\n",
	} {
		h.write(name, text)
	}
	out := h.synced()
	kinds := map[string]string{}
	for _, held := range out.Held {
		kinds[held.Path] = held.Kind
	}
	want := map[string]string{
		"wiki/access.md": "access token of this hub", "projects/home/PROGRESS.md": "access token of this hub", "wiki/gateway.md": "token of the gateway",
		"wiki/passphrase.md": "passphrase of the backups", "wiki/forge.md": "token of the forge", "wiki/basic.md": "token of the forge",
		"wiki/notes/[redacted: token of the gateway].md": "token of the gateway",
	}
	same(t, "held back", kinds, want)
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/short.md": "A dev token on this device is no secret.\n"})
	said := encoded(t, out) + server.Git("log", "--format=%B")
	for _, entry := range logged.All() {
		said += entry.Message + encoded(t, entry.ContextMap())
	}
	for _, secret := range []string{access, gateway, passphrase, gitserver.Token} {
		if strings.Contains(said, secret) {
			t.Errorf("%q is told: %s", secret, said)
		}
	}
	// A token that has been replaced is no secret of the hub any more, and the new one is.
	if err := h.vault.Set(setting.GatewayToken, setting.Secret{Value: "another-own-word", Origin: "https://gateway.example"}); err != nil {
		t.Fatal(err)
	}
	h.write("wiki/gateway", "another-own-word\n")
	h.write("wiki/forge", "The old word was "+gateway+".\n")
	h.synced()
	if files := server.Files("main"); files["wiki/gateway.md"] != "" || !strings.Contains(files["wiki/forge.md"], gateway) {
		t.Errorf("the forge has %q", files)
	}
}
