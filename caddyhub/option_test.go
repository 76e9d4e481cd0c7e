package caddyhub

import (
	"cmp"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

func TestOptionPrecedence(t *testing.T) {
	five := setting.Configuration{"stale_days": {"5"}}
	for _, tt := range []struct {
		name string
		in   setting.Configuration
		env  map[string]string
		get  func(*settings) any
		want any
	}{
		{"default", nil, nil, func(s *settings) any { return s.StaleDays }, 0},
		{"environment over default", nil, map[string]string{"HUB_STALE_DAYS": "9"}, func(s *settings) any { return s.StaleDays }, 9},
		{"configuration over environment", five, map[string]string{"HUB_STALE_DAYS": "9"}, func(s *settings) any { return s.StaleDays }, 5},
		{"configuration hides a bad variable", five, map[string]string{"HUB_STALE_DAYS": "soon"}, func(s *settings) any { return s.StaleDays }, 5},
		{"blank variable is no value", nil, map[string]string{"HUB_STALE_DAYS": "  "}, func(s *settings) any { return s.StaleDays }, 0},
		{"flag off in the configuration", setting.Configuration{"cookie_secure": {"false"}}, map[string]string{"HUB_COOKIE_SECURE": "true"}, func(s *settings) any { return s.CookieSecure }, false},
		{"flag on in the environment", nil, map[string]string{"HUB_COOKIE_SECURE": "true"}, func(s *settings) any { return s.CookieSecure }, true},
		{"cron left open", nil, nil, func(s *settings) any { return s.fixed["stale_nudge_cron"].Text }, ""},
		{"cron by the specified variable", nil, map[string]string{"stale_nudge_cron": "0 7 * * *"}, func(s *settings) any { return s.fixed["stale_nudge_cron"].Text }, "0 7 * * *"},
		{"cron by the hub's variable first", nil, map[string]string{"stale_nudge_cron": "0 7 * * *", "HUB_STALE_NUDGE_CRON": "0 8 * * *"}, func(s *settings) any { return s.fixed["stale_nudge_cron"].Text }, "0 8 * * *"},
		{"placeholder", setting.Configuration{"token": {"{env.ELSEWHERE}"}}, map[string]string{"ELSEWHERE": privateToken}, func(s *settings) any { return s.Token }, privateToken},
		{"environment is no template", nil, map[string]string{"HUB_AUTH_TOKEN": "{env.HOME}-abcdefghijklmnopqrstuvwxyz"}, func(s *settings) any { return s.Token }, "{env.HOME}-abcdefghijklmnopqrstuvwxyz"},
		{"token of a file with a line end", nil, map[string]string{"HUB_AUTH_TOKEN": privateToken + "\r\n"}, func(s *settings) any { return s.Token }, privateToken},
		{"list in the environment", nil, map[string]string{"HUB_ALLOWED_HOSTS": "Hub.example.org, localhost:8787"}, func(s *settings) any { return s.AllowedHosts }, []string{"hub.example.org", "localhost:8787"}},
		{"ranges in the environment", nil, map[string]string{"HUB_TRUSTED_PROXIES": "10.1.2.3/8 ::1"}, func(s *settings) any { return s.TrustedProxies }, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}},
		{"public URL without its slash", nil, map[string]string{"HUB_PUBLIC_URL": "http://localhost:8787/hub/"}, func(s *settings) any { return s.PublicURL }, "http://localhost:8787/hub"},
		{"zone left open", nil, nil, func(s *settings) any { return s.Timezone.Location == nil }, true},
		{"zone by name", setting.Configuration{"timezone": {"UTC"}}, nil, func(s *settings) any { return s.Timezone.String() }, "UTC"},
		{"forge folder cleaned", setting.Configuration{"forge path": {"a//b/"}}, nil, func(s *settings) any { return s.fixed["forge path"].Text }, "a/b"},
		{"forge branch not set", nil, nil, func(s *settings) any { return s.fixed["forge branch"].Text }, ""},
		{"no connectors by default", nil, nil, func(s *settings) any { return s.OAuth }, oauthSettings{AccessTTL: setting.Span{Duration: 30 * 24 * time.Hour}, Registration: true}},
		{"issuer in its usual form", setting.Configuration{"token": {privateToken}}, map[string]string{"HUB_OAUTH_ISSUER": "https://HUB.example.org:443/"}, func(s *settings) any { return s.OAuth.Issuer }, "https://hub.example.org"},
		{"issuer on this machine", setting.Configuration{"token": {privateToken}}, map[string]string{"HUB_OAUTH_ISSUER": "http://127.0.0.1:8787"}, func(s *settings) any { return s.OAuth.Issuer }, "http://127.0.0.1:8787"},
		{"issuer among the allowed hosts", setting.Configuration{"token": {privateToken}, "allowed_hosts": {"hub.example.org"}}, map[string]string{"HUB_OAUTH_ISSUER": "https://hub.example.org"}, func(s *settings) any { return s.OAuth.Issuer }, "https://hub.example.org"},
		{"life of access tokens in hours", nil, map[string]string{"HUB_OAUTH_ACCESS_TTL": "12h"}, func(s *settings) any { return s.OAuth.AccessTTL.Duration }, 12 * time.Hour},
		{"life of access tokens in days", setting.Configuration{"oauth access_ttl": {"90d"}}, nil, func(s *settings) any { return s.OAuth.AccessTTL.Duration }, 90 * 24 * time.Hour},
		{"no replica by default", nil, nil, func(s *settings) any { return s.Replicate }, replicate.Values{Keep: setting.Span{Duration: 7 * 24 * time.Hour}, Drill: setting.Span{Duration: 6 * time.Hour}}},
		{"replica in a folder", setting.Configuration{"replicate drill": {"0"}}, map[string]string{"HUB_REPLICATE_TO": "file:/mnt/disk2/hub", "HUB_REPLICATE_KEEP": "36h"}, func(s *settings) any { return s.Replicate }, replicate.Values{To: "file:/mnt/disk2/hub", Keep: setting.Span{Duration: 36 * time.Hour}}},
		{"backup count default", nil, nil, func(s *settings) any { return s.Backup.Keep }, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			s, err := resolve(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := tt.get(s); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestDataDirIsAbsolute(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(wd, "data"); s.DataDir != want {
		t.Errorf("got %s, want %s", s.DataDir, want)
	}
}

// TestBadValue also checks that no message repeats what was given: each value here holds
// the word hunter2.
func TestBadValue(t *testing.T) {
	for _, tt := range []struct {
		name, variable, value string
		in                    setting.Configuration
		want                  string // the beginning of the message
	}{
		{name: "token with a space", variable: "HUB_AUTH_TOKEN", value: "hunter2 hunter2", want: "HUB_AUTH_TOKEN must be"},
		{name: "token beyond ASCII", variable: "HUB_AUTH_TOKEN", value: "hunter2é", want: "HUB_AUTH_TOKEN must be"},
		{name: "gateway token", variable: "HUB_GATEWAY_TOKEN", value: "hunter2\x01", want: "HUB_GATEWAY_TOKEN must be"},
		{name: "forge token", variable: "HUB_FORGE_TOKEN", value: "a\nhunter2", want: "HUB_FORGE_TOKEN must not contain control"},
		{name: "token by an unset variable", in: setting.Configuration{"token": {"{env.hunter2}"}}, want: "token holds a placeholder"},
		{name: "token with braces", in: setting.Configuration{"token": {"{hunter2}"}}, want: "token holds a placeholder"},
		{name: "user in the public URL", variable: "HUB_PUBLIC_URL", value: "https://me:hunter2@localhost", want: "HUB_PUBLIC_URL must not hold a user"},
		{name: "the dashboard's public URL", variable: "HUB_PUBLIC_URL", value: "https://localhost/hunter2/ui", want: "HUB_PUBLIC_URL must be the address without /ui, such as https://hub.example.org"},
		{name: "the dashboard's public URL with a slash", variable: "HUB_PUBLIC_URL", value: "https://localhost/ui/", want: "HUB_PUBLIC_URL must be the address without /ui"},
		{name: "hosts of a comma", variable: "HUB_ALLOWED_HOSTS", value: ",", want: "HUB_ALLOWED_HOSTS has no value between its commas"},
		{name: "ranges of commas", variable: "HUB_TRUSTED_PROXIES", value: ", ,", want: "HUB_TRUSTED_PROXIES has no value between its commas"},
		{name: "query in the public URL", variable: "HUB_PUBLIC_URL", value: "https://localhost/?token=hunter2", want: "HUB_PUBLIC_URL must not have a query"},
		{name: "no host in the public URL", variable: "HUB_PUBLIC_URL", value: "https:hunter2", want: "HUB_PUBLIC_URL must be a whole URL"},
		{name: "user in the forge URL", variable: "HUB_FORGE_URL", value: "https://hunter2@git.example.org/x", want: "HUB_FORGE_URL must hold no user"},
		{name: "scheme of the gateway", variable: "HUB_GATEWAY_WEBHOOK_URL", value: "file://hunter2/x", want: "HUB_GATEWAY_WEBHOOK_URL must begin"},
		{name: "agent URL", variable: "HUB_GATEWAY_AGENT_URL", value: "hunter2", want: "HUB_GATEWAY_AGENT_URL must be"},
		{name: "flag", variable: "HUB_COOKIE_SECURE", value: "hunter2", want: "HUB_COOKIE_SECURE must be true or false"},
		{name: "trust", variable: "HUB_TRUST_PROXY_HEADERS", value: "hunter2", want: "HUB_TRUST_PROXY_HEADERS must be true or false"},
		{name: "days", variable: "HUB_STALE_DAYS", value: "366", want: "HUB_STALE_DAYS must be a whole number from 1 to 365"},
		{name: "days in JSON", in: setting.Configuration{"stale_days": {"-1"}}, want: "stale_days must be a whole number"},
		{name: "zone", variable: "HUB_TIMEZONE", value: "../hunter2", want: "HUB_TIMEZONE must be a name"},
		{name: "cron with six fields", variable: "HUB_STALE_NUDGE_CRON", value: "0 9 * * * hunter2", want: "HUB_STALE_NUDGE_CRON must have five fields"},
		{name: "cron by the specified variable", variable: "stale_nudge_cron", value: "hunter2", want: "stale_nudge_cron must have five fields"},
		{name: "sync", variable: "HUB_FORGE_SYNC", value: "hunter2", want: "HUB_FORGE_SYNC must be one of off, pull, both"},
		{name: "branch", variable: "HUB_FORGE_BRANCH", value: "hunter2..main", want: "HUB_FORGE_BRANCH must be"},
		{name: "forge folder outside", variable: "HUB_FORGE_PATH", value: "a/../../hunter2", want: "HUB_FORGE_PATH must be"},
		{name: "author", variable: "HUB_FORGE_AUTHOR_NAME", value: "hunter2 <x>", want: "HUB_FORGE_AUTHOR_NAME must not"},
		{name: "mail", variable: "HUB_FORGE_AUTHOR_EMAIL", value: "hunter2", want: "HUB_FORGE_AUTHOR_EMAIL must be"},
		{name: "keep none", variable: "HUB_BACKUP_KEEP", value: "0", want: "HUB_BACKUP_KEEP must be"},
		{name: "ranges", variable: "HUB_TRUSTED_PROXIES", value: "hunter2", want: "HUB_TRUSTED_PROXIES must list"},
		{name: "hosts", variable: "HUB_ALLOWED_HOSTS", value: "http://hunter2", want: "HUB_ALLOWED_HOSTS must list"},
		{name: "issuer with a path", variable: "HUB_OAUTH_ISSUER", value: "https://localhost/hunter2", want: "HUB_OAUTH_ISSUER must be an origin"},
		{name: "issuer with a query", variable: "HUB_OAUTH_ISSUER", value: "https://localhost?hunter2", want: "HUB_OAUTH_ISSUER must be an origin"},
		{name: "issuer with a user", variable: "HUB_OAUTH_ISSUER", value: "https://hunter2@localhost", want: "HUB_OAUTH_ISSUER must be an origin"},
		{name: "issuer by plain http", variable: "HUB_OAUTH_ISSUER", value: "http://hunter2.example.org", want: "HUB_OAUTH_ISSUER must begin with https"},
		{name: "issuer of all addresses", variable: "HUB_OAUTH_ISSUER", value: "https://0.0.0.0", want: "HUB_OAUTH_ISSUER must name an address"},
		{name: "issuer in development mode", variable: "HUB_OAUTH_ISSUER", value: "https://hunter2.example.org", want: "oauth issuer (HUB_OAUTH_ISSUER) is set, but the access token is not set"},
		{name: "issuer on another host", variable: "HUB_OAUTH_ISSUER", value: "https://hunter2.example.org", in: setting.Configuration{"token": {privateToken}, "allowed_hosts": {"hub.example.org"}}, want: "oauth issuer (HUB_OAUTH_ISSUER) names a host that is not among allowed_hosts"},
		{name: "short life of access tokens", variable: "HUB_OAUTH_ACCESS_TTL", value: "59m", want: "HUB_OAUTH_ACCESS_TTL must be a span from 1h to 90d"},
		{name: "long life of access tokens", variable: "HUB_OAUTH_ACCESS_TTL", value: "91d", want: "HUB_OAUTH_ACCESS_TTL must be a span"},
		{name: "life without end", variable: "HUB_OAUTH_ACCESS_TTL", value: "hunter2", want: "HUB_OAUTH_ACCESS_TTL must be a span"},
		{name: "proxy in development mode", in: setting.Configuration{"trust_proxy_headers": {"true"}}, want: "trust_proxy_headers (HUB_TRUST_PROXY_HEADERS) is on, but the access token is not set"},
		{name: "public URL in development mode", in: setting.Configuration{"public_url": {"https://hunter2.example.org"}}, want: "public_url (HUB_PUBLIC_URL) names another machine"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.variable != "" {
				t.Setenv(tt.variable, tt.value)
			}
			_, err := resolve(tt.in)
			if err == nil {
				t.Fatal("accepted")
			}
			if !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %q, want it to begin with %q", err, tt.want)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the message repeats the value: %q", err)
			}
		})
	}
}

// TestOptionTable keeps names and variables unique and in one pattern.
func TestOptionTable(t *testing.T) {
	seen := make(map[string]bool)
	for _, o := range options {
		variables := slices.Clone(o.Env)
		for _, name := range append(variables, o.Option) {
			if seen[name] && name != "stale_nudge_cron" {
				t.Errorf("%s is used twice", name)
			}
			seen[name] = true
		}
		want := "HUB_" + strings.ToUpper(strings.ReplaceAll(o.Option, " ", "_"))
		if o.Option == "token" {
			want = "HUB_AUTH_TOKEN"
		}
		// Those of ntfy and of the mail server are called as they are elsewhere.
		want = strings.NewReplacer("HUB_NOTIFY_NTFY_", "HUB_NTFY_", "HUB_NOTIFY_MAIL_", "HUB_SMTP_").Replace(want)
		if o.Env[0] != want {
			t.Errorf("%s: variable %s, want %s", o.Option, o.Env[0], want)
		}
		if o.Default == "" {
			continue
		}
		if _, err := o.Keep(new(settings), []string{o.Default}); err != nil {
			t.Errorf("%s: the default is refused: %v", o.Option, err)
		}
	}
}

// TestOptionsHaveFields compares the table with the typed fields that values end in: those of the
// hub, and of a service that the owner may set up as well. Secrets of a service have none.
func TestOptionsHaveFields(t *testing.T) {
	values := []any{new(settings), new(gateway.Values), new(notify.Values), new(forge.Values)}
	hubs := 0
	for _, o := range options {
		if o.In(values[0]) {
			hubs++
		}
		_, service, _ := strings.Cut(o.Option, " ")
		if service = cmp.Or(service, "cron"); o.In(values[0]) || o.Secret {
			continue
		}
		o.Option = service
		if !slices.ContainsFunc(values, o.In) {
			t.Errorf("%s has a row and no field", o.Option)
		}
	}
	if n := fields(reflect.TypeFor[settings]()); n != hubs {
		t.Errorf("settings has %d fields for %d options", n, hubs)
	}
}

// fields counts the exported fields of a struct, with those of the blocks inside.
func fields(of reflect.Type) (n int) {
	for i := range of.NumField() {
		switch f := of.Field(i); {
		case !f.IsExported():
		case f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[zone]() && f.Type != reflect.TypeFor[schedule.Expression]():
			n += fields(f.Type)
		default:
			n++
		}
	}
	return n
}

func TestPlaceholderOfAnOpenOptionIsNamed(t *testing.T) {
	_, err := resolve(setting.Configuration{"data_dir": {"{env.NOT_THERE_AT_ALL}"}})
	if err == nil || !strings.Contains(err.Error(), "data_dir") || !strings.Contains(err.Error(), "NOT_THERE_AT_ALL") {
		t.Errorf("got %v", err)
	}
}

func TestVersion(t *testing.T) {
	if Version() == "" {
		t.Error("empty")
	}
}

func TestListeners(t *testing.T) {
	for _, tt := range []struct {
		name, listen, token, want string // want: part of the refusal; empty: allowed
	}{
		{"loopback without a token", "127.0.0.1:8787", "", ""},
		{"IPv6 loopback without a token", "[::1]:8787", "", ""},
		{"another loopback address", "127.3.2.1:8787", "", ""},
		{"localhost without a token", "localhost:8787", "", ""},
		{"port range on loopback", "127.0.0.1:8787-8790", "", ""},
		{"everywhere without a token", ":8787", "", "the access token is not set"},
		{"everywhere with a placeholder", "0.0.0.0:8787", "changeme", "the access token is the placeholder changeme of an example"},
		{"everywhere with a placeholder in capitals", "0.0.0.0:8787", "ChangeMe", "the access token is the placeholder changeme of an example"},
		{"everywhere with the dots of an example", "0.0.0.0:8787", "....", "the access token has neither letters nor digits"},
		{"private network without a token", "192.168.1.5:8787", "", "192.168.1.5:8787"},
		{"unspecified IPv6", "[::]:8787", "", "HUB_AUTH_TOKEN"},
		{"name that only looks local", "localhost.example.org:8787", "", "HUB_AUTH_TOKEN"},
		{"socket without a token", "unix//run/hub.sock", "", "HUB_AUTH_TOKEN"},
		{"descriptor without a token", "fd/3", "", "HUB_AUTH_TOKEN"},
		{"short token on loopback", "127.0.0.1:8787", "0123456789012345678901234567890", ""},
		{"short token elsewhere", ":8787", "0123456789012345678901234567890", "fewer than 32"},
		{"long token elsewhere", ":8787", "01234567890123456789012345678901", ""},
		{"fresh token elsewhere", ":8787", privateToken, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := checkListeners([]string{"127.0.0.1:1", tt.listen}, tt.token)
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q in it", err, tt.want)
			case err != nil && auth.IsPrivate(tt.token) && strings.Contains(err.Error(), tt.token):
				t.Errorf("the message holds the token: %v", err)
			}
		})
	}
	if err := checkListeners([]string{"tcp/a:b:c"}, ""); err == nil {
		t.Error("an unreadable address is accepted")
	}
}
