package forge

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

func (h *hub) settings() Settings {
	h.t.Helper()
	s, err := h.Settings(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

func TestATokenBelongsToItsHost(t *testing.T) {
	const there = "https://git.example.org/me/notes.git"
	none := store.Opt[string]{Set: true}
	for _, c := range []struct {
		name string
		in   setting.Input
		kept bool
	}{
		{"another repository of the host", setting.Input{"url": store.Some("https://git.example.org/me/other.git")}, true},
		{"the same host written otherwise", setting.Input{"url": store.Some("https://GIT.example.org:443/me/notes.git")}, true},
		{"another branch", setting.Input{"branch": store.Some("notes")}, true},
		{"another host", setting.Input{"url": store.Some("https://git.example.com/me/notes.git")}, false},
		{"another port", setting.Input{"url": store.Some("https://git.example.org:8443/me/notes.git")}, false},
		{"without TLS", setting.Input{"url": store.Some("http://git.example.org/me/notes.git")}, false},
		{"no address", setting.Input{"url": none}, false},
		{"taken back", setting.Input{"token": none}, false},
		{"another host with its token", setting.Input{"url": store.Some("https://git.example.com/me/notes.git"), "token": store.Some("new")}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.set(setting.Input{"url": store.Some(there), "token": store.Some("old")})
			h.set(c.in)
			if got := h.settings().TokenSet; got != c.kept {
				t.Errorf("token kept: %t", got)
			}
			if !c.kept && h.vault.Get(setting.ForgeToken).Value != "" {
				t.Error("the token is still there")
			}
		})
	}
}

func TestTokensDoNotFollowAddresses(t *testing.T) {
	const configured, planted = "https://git.example.org/me/notes.git", "https://evil.example/me/notes.git"
	for _, c := range []struct {
		name, url, token, stored string // url and token of the configuration, the address in the database
		want                     string
	}{
		{"the token's own host", "", "", configured, "stored"},
		{"an address planted in the database", "", "", planted, ""},
		{"a configured address of another host", planted, "", configured, ""},
		{"a configured token and a stored address", "", "configured", configured, ""},
		{"a configured token and its address", configured, "configured", planted, "configured"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.set(setting.Input{"url": store.Some(configured), "token": store.Some("stored")})
			if _, err := h.Store.UpdateForgeSettings(t.Context(), owner, func(f *store.ForgeSettings) (string, error) {
				f.URL = &c.stored
				return "", nil
			}); err != nil {
				t.Fatal(err)
			}
			h.Fixed = setting.Fixed{}
			if c.url != "" {
				h.Fixed["url"] = setting.Value{Text: c.url, Source: "the Caddyfile"}
			}
			if c.token != "" {
				h.Fixed["token"] = setting.Value{Text: c.token, Source: "the Caddyfile"}
			}
			e, err := h.load(t.Context())
			if err != nil || e.token != c.want {
				t.Errorf("the token %q goes to %s, %v", e.token, e.URL, err)
			}
		})
	}
}

func TestSettingsAndTheirSources(t *testing.T) {
	h := newHub(t, func(c *Config) {
		c.Fixed = setting.Fixed{"branch": {Text: "notes", Source: "the Caddyfile"}, "path": {Text: "", Source: "the environment (HUB_FORGE_PATH)"}}
	})
	if s := h.settings(); s.Branch != "notes" || s.Sources["branch"] != "the Caddyfile" || s.Sync != SyncOff || s.Cron.String() != "*/30 * * * *" || !s.NextRun.IsZero() {
		t.Errorf("%+v", s)
	}
	h.set(setting.Input{"url": store.Some(" https://git.example.org/n.git "), "sync": store.Some("pull"), "cron": store.Some("0  * * * *")})
	if s := h.settings(); s.URL != "https://git.example.org/n.git" || s.Sync != SyncPull || s.Cron.String() != "0 * * * *" || s.NextRun.Format("15:04") != "10:00" || s.Sources["cron"] != "stored" {
		t.Errorf("%+v", s)
	}
	for name, in := range map[string]setting.Input{"branch": {"branch": store.Some("x")}, "path": {"path": store.Some("x")}} {
		fixed := new(setting.FixedError)
		if _, err := h.Update(t.Context(), owner, in); !asFixed(err, &fixed) || fixed.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Run("a fixed root is no unset one", func(t *testing.T) {
		planted := "elsewhere"
		if _, err := h.Store.UpdateForgeSettings(t.Context(), owner, func(f *store.ForgeSettings) (string, error) {
			f.Path = &planted
			return "", nil
		}); err != nil {
			t.Fatal(err)
		}
		if got := h.settings().Path; got != "" {
			t.Errorf("the folder is %q", got)
		}
	})
	t.Run("a token needs an address", func(t *testing.T) {
		if _, err := newHub(t).Update(t.Context(), owner, setting.Input{"token": store.Some("t")}); err == nil || !strings.Contains(err.Error(), "token") {
			t.Errorf("%v", err)
		}
	})
}

// A change that the database refuses leaves the token with the repository that stays.
func TestARefusedChangeForgetsNoToken(t *testing.T) {
	const here, there = "https://git.example.org/me/notes.git", "https://other.example.org/me/notes.git"
	for name, in := range map[string]setting.Input{
		"another host":                  {"url": store.Some(there)},
		"another host, and a new token": {"url": store.Some(there), "token": store.Some("new")},
		"no token":                      {"branch": store.Some("notes"), "token": {Set: true}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			h.set(setting.Input{"url": store.Some(here), "token": store.Some("old")})
			storetest.Refuse(t, h.Store.Dir(), "settings")
			if _, err := h.Update(t.Context(), owner, in); err == nil {
				t.Error("nothing is said")
			}
			if got := h.settings(); got.URL != here || !got.TokenSet || h.token().For(here) != "old" || h.token().For(there) != "" {
				t.Errorf("%s, token %t", got.URL, got.TokenSet)
			}
		})
	}
}

func asFixed(err error, to **setting.FixedError) (ok bool) {
	*to, ok = err.(*setting.FixedError)
	return ok
}

func TestCheckValue(t *testing.T) {
	const canary = "hunter2"
	for _, c := range []struct{ name, value, want, wrong string }{
		{"url", "https://git.example.org/me/notes.git", "https://git.example.org/me/notes.git", ""},
		{"url", "http://192.168.1.2:3000/me/notes", "http://192.168.1.2:3000/me/notes", ""},
		{"url", "http://8.8.8.8/" + canary, "", "plain http"},
		{"url", "https://169.254.169.254/" + canary, "", "link-local"},
		{"url", "https://" + canary + "@git.example.org/x", "", "no user name"},
		{"url", "git@git.example.org:" + canary, "", "looks like"},
		{"url", "https://git.example.org/x?t=" + canary, "", "plain path"},
		{"branch", "main", "main", ""},
		{"branch", "feature/notes", "feature/notes", ""},
		{"branch", "a..b", "", "branch"},
		{"branch", "-x", "", "branch"},
		{"branch", "a.lock/b", "", "branch"},
		{"branch", ".a", "", "branch"},
		{"branch", "a b", "", "branch"},
		{"branch", "@", "", "branch"},
		{"path", "a//b/", "a/b", ""},
		{"path", ".", "", ""},
		{"path", "/a", "", "folder"},
		{"path", "../" + canary, "", "folder"},
		{"path", "a/.GIT/b", "", "folder"},
		{"path", `a\b`, "", "folder"},
		{"username", "me", "me", ""},
		{"username", "a\nb", "", "control"},
		{"author_name", "A <" + canary + ">", "", "<"},
		{"author_email", "a@b", "a@b", ""},
		{"author_email", canary, "", "mail"},
		{"sync", "both", "both", ""},
		{"sync", "push", "", "one of"},
		{"cron", "*/5  * * * *", "*/5 * * * *", ""},
		{"cron", "x", "", "five fields"},
		{"token", "t", "t", ""},
		{"token", "a " + canary, "", "ASCII"},
		{"username", strings.Repeat("x", 2001), "", "2000"},
	} {
		row, _ := Table.Options("forge").Option("forge " + c.name)
		got, err := row.Check(c.value)
		switch {
		case c.wrong == "" && (err != nil || got != c.want):
			t.Errorf("%s %q: %q, %v", c.name, c.value, got, err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong) || strings.Contains(err.Error(), canary)):
			t.Errorf("%s %q: %v, want one about %s", c.name, c.value, err, c.wrong)
		}
	}
}
