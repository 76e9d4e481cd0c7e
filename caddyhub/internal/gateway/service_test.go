package gateway

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// bare has nothing fixed: the owner chooses everything.
func bare(c *Config) { c.Fixed = nil }

func (h *house) settings() Settings {
	h.Helper()
	s, err := h.Settings(h.Context())
	if err != nil {
		h.Fatal(err)
	}
	return s
}

func (h *house) update(in setting.Input) {
	h.Helper()
	if _, err := h.Update(h.Context(), owner, in); err != nil {
		h.Fatal(err)
	}
}

func TestSettingsAndTheirSources(t *testing.T) {
	h := newHouse(t, bare)
	s := h.settings()
	if s.WebhookURL != "" || s.TokenSet || s.Cron.String() != "0 9 * * *" || !s.Enabled || s.Sources["cron"] != "default" || len(s.NextRuns) != 3 {
		t.Errorf("%+v", s)
	}
	h.update(setting.Input{"webhook_url": store.Some(" https://gw.example/hooks/wake "), "token": store.Some("t"), "cron": store.Some("0  8 * * 1-5")})
	s = h.settings()
	if s.WebhookURL != "https://gw.example/hooks/wake" || !s.TokenSet || s.Cron.String() != "0 8 * * 1-5" || s.Sources["cron"] != "stored" || s.Sources["token"] != "stored" {
		t.Errorf("%+v", s)
	}
	if got := s.NextRuns[0].In(h.Policy.Zone).Format("Mon 15:04"); got != "Tue 08:00" {
		t.Errorf("next at %s", got)
	}
	t.Run("taken back", func(t *testing.T) {
		h.update(setting.Input{"cron": store.Opt[string]{Set: true}, "token": store.Opt[string]{Set: true}})
		if s := h.settings(); s.Cron.String() != "0 9 * * *" || s.TokenSet || s.WebhookURL == "" {
			t.Errorf("%+v", s)
		}
	})
	t.Run("they outlive the process", func(t *testing.T) {
		h.update(setting.Input{"token": store.Some("t"), "webhook_url": store.Some("https://gw.example/hooks/wake")})
		h.restart()
		if s := h.settings(); !s.TokenSet || s.WebhookURL == "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestATokenBelongsToItsHost(t *testing.T) {
	const there = "https://gw.example/hooks/wake"
	for _, c := range []struct {
		name string
		in   setting.Input
		kept bool
	}{
		{"another path", setting.Input{"webhook_url": store.Some("https://gw.example/other")}, true},
		{"the same host written otherwise", setting.Input{"webhook_url": store.Some("https://GW.example:443/hooks/wake")}, true},
		{"another schedule", setting.Input{"cron": store.Some("0 8 * * *")}, true},
		{"switched off", setting.Input{"enabled": store.Some("false")}, true},
		{"another host", setting.Input{"webhook_url": store.Some("https://evil.example/hooks/wake")}, false},
		{"another port", setting.Input{"webhook_url": store.Some("https://gw.example:8443/hooks/wake")}, false},
		{"without TLS", setting.Input{"webhook_url": store.Some("http://gw.example/hooks/wake")}, false},
		{"no address", setting.Input{"webhook_url": store.Opt[string]{Set: true}}, false},
		{"an agent endpoint of another host", setting.Input{"agent_url": store.Some("https://evil.example/hooks/agent")}, false},
		{"an agent endpoint of the same", setting.Input{"agent_url": store.Some("https://gw.example/hooks/agent")}, true},
		{"another host with its token", setting.Input{"webhook_url": store.Some("https://other.example/x"), "token": store.Some("new")}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, bare)
			h.update(setting.Input{"webhook_url": store.Some(there), "token": store.Some("old")})
			h.update(c.in)
			if got := h.settings().TokenSet; got != c.kept {
				t.Errorf("token kept: %t", got)
			}
			if h.Secrets.Get(setting.GatewayToken).Value == "old" && !c.kept {
				t.Error("the token is still there")
			}
		})
	}
}

// A token goes to the host it was given for, however the address came to be another.
func TestTokensDoNotFollowAddresses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(h *house, there string)
		want   string
	}{
		"the token's own host":                    {func(*house, string) {}, "Bearer stored"},
		"a configured address of another host":    {func(h *house, there string) { fix(&h.Config, "webhook_url", there) }, ""},
		"a configured token and a stored address": {func(h *house, _ string) { fix(&h.Config, "token", "configured") }, ""},
		"a configured token and its address":      {func(h *house, there string) { fix(&h.Config, "token", "configured", "agent_url", there) }, "Bearer configured"},
		"an address planted in the database": {func(h *house, there string) {
			_, err := h.store.UpdateGatewaySettings(h.Context(), owner, func(g *store.GatewaySettings) (string, error) {
				g.WebhookURL = &there
				return "", nil
			})
			if err != nil {
				h.Fatal(err)
			}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h, there := newHouse(t, bare), newFake(t)
			h.update(setting.Input{"webhook_url": store.Some(h.fake.URL), "token": store.Some("stored")})
			c.change(h, there.URL)
			if _, err := h.Test(t.Context(), owner); err != nil {
				t.Fatal(err)
			}
			h.work()
			seen := append(h.fake.saw(), there.saw()...)
			if len(seen) != 1 || seen[0].bearer != c.want {
				t.Errorf("%+v, want the bearer %q", seen, c.want)
			}
		})
	}
}

// A change that the database refuses leaves the token with the address that stays.
func TestARefusedChangeForgetsNoToken(t *testing.T) {
	h := newHouse(t, bare)
	h.update(setting.Input{"webhook_url": store.Some(h.fake.URL), "token": store.Some("old")})
	storetest.Refuse(t, h.dir, "settings")
	if _, err := h.Update(t.Context(), owner, setting.Input{"webhook_url": store.Some("https://other.example/")}); err == nil {
		t.Error("nothing is said")
	}
	if s := h.settings(); s.WebhookURL != h.fake.URL || h.token().For(h.fake.URL) != "old" {
		t.Errorf("%s, token %t", s.WebhookURL, s.TokenSet)
	}
}

func TestAFileThatCannotBeWrittenChangesNothing(t *testing.T) {
	h := newHouse(t, bare)
	h.update(setting.Input{"webhook_url": store.Some(h.fake.URL), "token": store.Some("stored")})
	file := filepath.Join(h.dir, setting.VaultFile)
	if err := errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(file, "in the way"), 0o700)); err != nil {
		t.Fatal(err)
	}
	_, err := h.Update(t.Context(), owner, setting.Input{"webhook_url": store.Some("http://127.0.0.1:9/"), "token": store.Some("new")})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	if s := h.settings(); s.WebhookURL != h.fake.URL || !s.TokenSet {
		t.Errorf("%+v", s)
	}
}

func TestWhatIsFixedCannotBeChanged(t *testing.T) {
	h := newHouse(t, func(c *Config) {
		c.Fixed = setting.Fixed{"token": {Text: token, Source: "the environment (HUB_GATEWAY_TOKEN)"}, "cron": {Text: "0 7 * * *", Source: "the Caddyfile"}}
	})
	for name, c := range map[string]struct {
		in   setting.Input
		says string
	}{
		"the schedule":             {setting.Input{"cron": store.Some("0 8 * * *")}, "cron is set by the Caddyfile"},
		"the token":                {setting.Input{"token": store.Some("x")}, "token is set by the environment"},
		"an address for the token": {setting.Input{"webhook_url": store.Some("https://evil.example/")}, "the environment (HUB_GATEWAY_TOKEN)"},
		"an agent for the token":   {setting.Input{"agent_url": store.Some("https://evil.example/")}, "change it there"},
	} {
		_, err := h.Update(t.Context(), owner, c.in)
		var fixed *setting.FixedError
		if !errors.As(err, &fixed) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s := h.settings(); s.WebhookURL != "" || s.Cron.String() != "0 7 * * *" || s.Sources["cron"] != "the Caddyfile" {
		t.Errorf("%+v", s)
	}
}

func TestBadSettingsAreNamed(t *testing.T) {
	h := newHouse(t, bare)
	for name, c := range map[string]struct {
		in    setting.Input
		field string
	}{
		"no URL":             {setting.Input{"webhook_url": store.Some("gateway")}, "webhook_url"},
		"another scheme":     {setting.Input{"agent_url": store.Some("ftp://gw.example/x")}, "agent_url"},
		"a file":             {setting.Input{"webhook_url": store.Some("file:///etc/passwd")}, "webhook_url"},
		"a password in it":   {setting.Input{"webhook_url": store.Some("https://me:canary@gw.example/")}, "webhook_url"},
		"a long one":         {setting.Input{"webhook_url": store.Some("https://gw.example/" + strings.Repeat("x", maxURL))}, "webhook_url"},
		"a bad schedule":     {setting.Input{"cron": store.Some("61 9 * * *")}, "cron"},
		"a token with space": {setting.Input{"token": store.Some("canary x")}, "token"},
		"a metadata address": {setting.Input{"webhook_url": store.Some("http://169.254.169.254/latest")}, "webhook_url"},
		"plain and public":   {setting.Input{"webhook_url": store.Some("http://93.184.216.34/hook")}, "webhook_url"},
		"a token for nobody": {setting.Input{"token": store.Some("canary")}, "token"},
		"a token with CR":    {setting.Input{"token": store.Some("canary\r\nX-Evil: 1")}, "token"},
	} {
		_, err := h.Update(t.Context(), owner, c.in)
		var invalid *store.InvalidError
		if !errors.As(err, &invalid) || invalid.Fields[0].Field != c.field || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPreviewShowsWhatWouldGo(t *testing.T) {
	h := newHouse(t)
	p, err := h.Preview(t.Context())
	if err != nil || p.Payload != nil || p.URL == "" {
		t.Fatalf("%+v, %v", p, err)
	}
	h.work()
	h.thread("quiet")
	h.at("2026-05-09 09:00")
	generation := h.store.Generation()
	p, err = h.Preview(t.Context())
	if err != nil || len(p.Threads) != 1 || h.store.Generation() != generation {
		t.Fatalf("%+v, %v", p, err)
	}
	h.work()
	if got := h.fake.saw()[0].body; got != string(p.Payload) {
		t.Errorf("previewed %s\nsent      %s", p.Payload, got)
	}
}

func TestATestIsSent(t *testing.T) {
	h := newHouse(t)
	if _, err := h.Test(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	h.work()
	if got := h.fake.took(); len(got) != 1 || !strings.Contains(got[0], "https://hub.example/ui/settings/alerts") || h.states() != "test sent" {
		t.Errorf("%q, %s", got, h.states())
	}
	for name, change := range map[string]func(*house){
		"no gateway":   func(h *house) { loosen(&h.Config, "webhook_url") },
		"switched off": func(h *house) { h.update(setting.Input{"enabled": store.Some("false")}) },
	} {
		h := newHouse(t)
		change(h)
		var conflict *store.ConflictError
		if _, err := h.Test(t.Context(), owner); !errors.As(err, &conflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The token is in no file but its own, and in no answer.
func TestTheTokenLeavesNoTrace(t *testing.T) {
	h := newHouse(t, bare)
	h.update(setting.Input{"webhook_url": store.Some(h.fake.URL), "token": store.Some(token)})
	h.reminder("call", "2026-05-04T12:00")
	h.fake.then(code(500), code(401))
	h.until("2026-05-04 12:05")
	if got := h.fake.saw(); len(got) != 2 || got[0].bearer != "Bearer "+token {
		t.Fatalf("%+v", got)
	}
	list, err := json.Marshal(h.deliveries())
	if err != nil || strings.Contains(string(list), token) {
		t.Errorf("in the deliveries: %v", err)
	}
	if err := h.store.Close(); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(h.dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == setting.VaultFile {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), token) {
			t.Errorf("in the file %s", e.Name())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	h.open()
}
