package caddyhub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// TestWhatIsRefusedLaterIsRefusedAtLoad: a value that some part of the hub would refuse when
// it comes to use it doesn't pass hub validate. Each message names the option, and says what
// is wrong without repeating the value.
func TestWhatIsRefusedLaterIsRefusedAtLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const short, long = "hunter2-hunter2", privateToken
	for _, tt := range []struct {
		name    string
		options string // of the global option hub
		want    string
	}{
		{"short token behind a public name", "token " + short + "\npublic_url https://hub.example.org", "public_url (HUB_PUBLIC_URL) names another machine than this one, but the access token has fewer than 32 characters"},
		{"short token behind a proxy", "token " + short + "\ntrust_proxy_headers true", "trust_proxy_headers (HUB_TRUST_PROXY_HEADERS) is on, but the access token has fewer than 32 characters"},
		{"placeholder behind a public name", "token changeme\npublic_url https://hub.example.org", "the access token is the placeholder changeme"},
		{"token no server takes", "token " + strings.Repeat("a", 1001), "token must have at most 1000 characters"},
		{"public URL of every address", "public_url http://0.0.0.0:8787", "public_url must name an address that browsers can open"},
		{"public URL with a port too high", "public_url http://localhost:99999", "public_url must have a port from 1 to 65535"},
		{"public URL with port 0", "public_url http://localhost:0", "public_url must have a port from 1 to 65535"},
		{"public URL of many names", "token " + long + "\npublic_url https://*.example.org", "public_url must name the host in full"},
		{"public URL in another script", "token " + long + "\npublic_url https://bücher.example.org", "public_url must name the host as browsers send it"},
		{"allowed host of many names", "allowed_hosts *.example.org", "allowed_hosts must name the host in full"},
		{"allowed host in another script", "allowed_hosts localhost bücher.example.org", "allowed_hosts must name the host as browsers send it"},
		{"allowed host with a port too high", "allowed_hosts hub.example.org:70000", "allowed_hosts must have a port from 1 to 65535"},
		{"gateway over plain http to a public address", "gateway {\nwebhook_url http://8.8.8.8/hooks/wake\n}", "gateway webhook_url leads nowhere the hub goes: plain http goes to this machine and private networks only"},
		{"agent over plain http to a public address", "gateway {\nagent_url http://[2606:2800:220:1::1]/hooks/agent\n}", "gateway agent_url leads nowhere the hub goes: plain http"},
		{"gateway at the cloud's metadata", "gateway {\nwebhook_url http://169.254.169.254/hooks/wake\n}", "gateway webhook_url leads nowhere the hub goes"},
		{"gateway with a port too high", "gateway {\nwebhook_url http://10.0.0.5:99999/hooks/wake\n}", "gateway webhook_url has a port that does not exist"},
		{"gateway with a fragment", "gateway {\nwebhook_url http://10.0.0.5/hooks/wake#x\n}", "gateway webhook_url must not have a fragment"},
		{"gateway URL too long", "gateway {\nwebhook_url http://10.0.0.5/" + strings.Repeat("a", 2000) + "\n}", "gateway webhook_url must have at most 2000 characters"},
		{"gateway token too long", "gateway {\ntoken " + strings.Repeat("a", 1001) + "\n}", "gateway token must be printable ASCII without spaces, at most 1000"},
		{"forge over plain http to a public address", "forge {\nurl http://8.8.8.8/me/notes.git\n}", "forge url leads nowhere the hub goes"},
		{"forge with a port too high", "forge {\nurl https://git.example.org:99999/me/notes.git\n}", "forge url has a port that does not exist"},
		{"forge token too long", "forge {\ntoken " + strings.Repeat("a", 1001) + "\n}", "forge token must be printable ASCII without spaces, at most 1000"},
		{"forge user with the token in it", "forge {\nusername me:" + short + "\n}", "forge username must not contain a colon"},
		{"backups in the data folder itself", "backup {\ndir " + dir + "\n}", "backup dir (HUB_BACKUP_DIR) is the data folder itself"},
		{"a replica in the data folder itself", "replicate {\nto file:" + dir + "\n}", "replicate to (HUB_REPLICATE_TO) is the data folder itself"},
		{"a replica nowhere", "replicate {\nto /mnt/hub\n}", "replicate to must begin with file:"},
		{"a replica on a server without a key", "replicate {\nto sftp://hub@nas/b\n}", "replicate key_file (HUB_REPLICATE_KEY_FILE) is missing"},
		{"a replica kept for no time", "replicate {\nto file:/mnt/hub\nkeep 5m\n}", "replicate keep must be a span from 1h"},
		{"backups in a file", "backup {\ndir " + file + "\n}", "backup dir (HUB_BACKUP_DIR) is a file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := loadError(t, dir, tt.options)
			if err == nil {
				t.Fatal("accepted")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %q, want %q in it", err, tt.want)
			}
			if strings.Contains(err.Error(), short) {
				t.Errorf("the message repeats the value: %q", err)
			}
		})
	}
}

// TestLoadTakesWhatWorks: what is near to a refused value and works is taken.
func TestLoadTakesWhatWorks(t *testing.T) {
	dir := t.TempDir()
	for name, options := range map[string]string{
		"short token on this machine":        "token hunter2-hunter2\npublic_url http://localhost:8787",
		"token of 1000 characters":           "token " + strings.Repeat("a", 1000),
		"public URL in Punycode":             "token " + privateToken + "\npublic_url https://xn--bcher-kva.example.org:8443/hub",
		"gateway over https anywhere":        "gateway {\nwebhook_url https://8.8.8.8/hooks/wake\n}",
		"gateway over plain http to a name":  "gateway {\nwebhook_url http://gateway.mesh.internal:18789/hooks/wake\n}",
		"backups where a disk may come":      "backup {\ndir " + filepath.Join(dir, "later") + "\n}",
		"proxy by its IPv4 address in IPv6":  "token " + privateToken + "\ntrust_proxy_headers true\ntrusted_proxies ::ffff:10.0.0.2",
		"allowed address of IPv6 and a port": "allowed_hosts [::1]:8787 localhost",
	} {
		t.Run(name, func(t *testing.T) {
			if err := loadError(t, dir, options); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestProxyByItsIPv4AddressInIPv6: peers are known by the address inside, and so is the range.
func TestProxyByItsIPv4AddressInIPv6(t *testing.T) {
	s, err := resolve(setting.Configuration{"trusted_proxies": {"::ffff:10.0.0.2", "::ffff:192.168.0.0/112", "fd00::/8"}})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{s.TrustedProxies[0].String(), s.TrustedProxies[1].String(), s.TrustedProxies[2].String()}
	if want := "10.0.0.2/32 192.168.0.0/16 fd00::/8"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// loadError is why a hub with these options, on one port of loopback, is refused.
func loadError(t *testing.T, dir, options string) error {
	t.Helper()
	caddyfile := site(t, "8787", "data_dir "+dir+"\n"+options, "hub")
	if out := adaptOutcome(t, caddyfile); !strings.HasPrefix(out, "{") {
		return errorText(out)
	}
	return validate(t, caddyfile)
}

type errorText string

func (e errorText) Error() string { return string(e) }
