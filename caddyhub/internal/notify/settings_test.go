package notify

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/storetest"
)

func TestChannelsAndWhatTheyMiss(t *testing.T) {
	h := newHouse(t)
	for _, channel := range []string{"ntfy", "mail", "webhook"} {
		if s := h.state(channel); s.Ready || s.Missing == "" || !s.Wants.Enabled || s.Wants.Kinds != DefaultKinds {
			t.Errorf("%s: %+v", channel, s)
		}
		var conflict *store.ConflictError
		if _, err := h.Target(t.Context(), channel); !errors.As(err, &conflict) {
			t.Errorf("%s can be tested: %v", channel, err)
		}
	}
	h.set("ntfy", "url", "https://ntfy.example", "topic", "t")
	h.set("mail", "host", "smtp.example", "from", "hub@example.org", "to", "me@example.org")
	h.set("webhook", "url", "https://hook.example/x", "secret", signing)
	for _, channel := range []string{"ntfy", "mail", "webhook"} {
		if s := h.state(channel); !s.Ready || s.Missing != "" || s.Sources["enabled"] != "default" {
			t.Errorf("%s: %+v", channel, s)
		}
		h.set(channel, "enabled", "false")
		if s := h.state(channel); s.Ready || s.Missing != "" || s.Sources["enabled"] != "stored" {
			t.Errorf("%s, switched off: %+v", channel, s)
		}
	}
}

// A change that the database refuses leaves each secret with the address that stays.
func TestARefusedChangeForgetsNoSecret(t *testing.T) {
	h := newHouse(t)
	h.set("ntfy", "url", "https://a.example", "topic", "t", "token", "old")
	h.set("mail", "host", "a.example", "password", "p")
	h.set("webhook", "url", "https://a.example/x", "secret", signing)
	was := map[setting.SecretName]setting.Secret{}
	for _, x := range h.secrets() {
		if was[x.name] = h.Secrets.Get(x.name); was[x.name].Value == "" {
			t.Fatalf("%s is not kept", x.name)
		}
	}
	storetest.Refuse(t, h.dir, "settings")
	_, err := h.Update(t.Context(), owner, Input{"ntfy": in("url", "https://b.example", "token", "new"), "mail": in("host", "b.example"), "webhook": in("url", "https://b.example/x")})
	if err == nil {
		t.Error("nothing is said")
	}
	for name, want := range was {
		if got := h.Secrets.Get(name); got != want {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
	}
}

func TestASecretBelongsToItsAddress(t *testing.T) {
	for _, c := range []struct {
		name, channel string
		first, then   []string
		kept          bool
	}{
		{"ntfy: other kinds", "ntfy", []string{"url", "https://a.example", "topic", "t"}, []string{"kinds", "reminder"}, true},
		{"ntfy: another server", "ntfy", []string{"url", "https://a.example", "topic", "t"}, []string{"url", "https://b.example"}, false},
		{"ntfy: another port", "ntfy", []string{"url", "https://a.example", "topic", "t"}, []string{"url", "https://a.example:8443"}, false},
		{"mail: another sender", "mail", []string{"host", "a.example", "password", "p"}, []string{"from", "me@a.example"}, true},
		{"mail: another host", "mail", []string{"host", "a.example", "password", "p"}, []string{"host", "b.example"}, false},
		{"mail: another port", "mail", []string{"host", "a.example", "password", "p"}, []string{"port", "25"}, false},
		{"mail: no encryption any more", "mail", []string{"host", "a.example", "password", "p"}, []string{"security", "none"}, false},
		{"webhook: another path", "webhook", []string{"url", "https://a.example/x", "secret", signing}, []string{"url", "https://a.example/y"}, true},
		{"webhook: another host", "webhook", []string{"url", "https://a.example/x", "secret", signing}, []string{"url", "https://b.example/x"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.set(c.channel, c.first...)
			if got := h.state(c.channel).Secrets; len(got) != 1 {
				t.Fatalf("%v", got)
			}
			h.set(c.channel, c.then...)
			if got := h.state(c.channel).Secrets; (len(got) == 1) != c.kept {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestBadSettingsAreNamed(t *testing.T) {
	for _, c := range []struct {
		name, block, field string
		pairs              []string
	}{
		{"a topic in the address", "ntfy", "ntfy.url", []string{"url", "https://ntfy.example/canary"}},
		{"a password in it", "ntfy", "ntfy.url", []string{"url", "https://me:canary@ntfy.example"}},
		{"a file", "ntfy", "ntfy.url", []string{"url", "file:///canary"}},
		{"the cloud's metadata", "webhook", "webhook.url", []string{"url", "http://169.254.169.254/canary"}},
		{"plain http to everybody", "webhook", "webhook.url", []string{"url", "http://93.184.216.34/canary"}},
		{"a topic with a slash", "ntfy", "ntfy.topic", []string{"url", "https://ntfy.example", "topic", "canary/x"}},
		{"a token with a line break", "ntfy", "ntfy.token", []string{"url", "https://ntfy.example", "token", "canary\r\nX-Evil: 1"}},
		{"a topic for no server", "ntfy", "ntfy.topic", []string{"topic", "canary"}},
		{"a secret that is none", "webhook", "webhook.secret", []string{"url", "https://x.example", "secret", "canary"}},
		{"a short secret", "webhook", "webhook.secret", []string{"url", "https://x.example", "secret", "whsec_Y2FuYXJ5"}},
		{"a host with a port", "mail", "mail.host", []string{"host", "canary.example:25"}},
		{"a host of the cloud", "mail", "mail.host", []string{"host", "169.254.169.254"}},
		{"no port", "mail", "mail.port", []string{"port", "70000"}},
		{"another security", "mail", "mail.security", []string{"security", "canary"}},
		{"a sender with a line break", "mail", "mail.from", []string{"from", "canary@x.example\r\nBcc: all@x.example"}},
		{"no sender", "mail", "mail.from", []string{"from", "canary"}},
		{"a password with a line break", "mail", "mail.password", []string{"host", "x.example", "password", "canary\r\nQUIT"}},
		{"kinds there are not", "mail", "mail.kinds", []string{"kinds", "canary"}},
		{"a bad schedule", "mail", "mail.digest_cron", []string{"digest_cron", "61 9 * * *"}},
		{"a schedule of three fields", "mail", "mail.review_cron", []string{"review_cron", "0 9 *"}},
		{"a review on a day there is not", "mail", "mail.review_cron", []string{"review_cron", "0 9 31 2 *"}},
		{"quiet hours without an end", "", "quiet", []string{"quiet", "22:00"}},
		{"quiet hours of no clock", "", "quiet", []string{"quiet", "22:00 25:00"}},
		{"quiet hours of all day", "", "quiet", []string{"quiet", "22:00 22:00"}},
		{"a contact that is no address", "", "contact", []string{"contact", "https://canary.example"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			_, err := h.Update(t.Context(), owner, Input{c.block: in(c.pairs...)})
			var invalid *store.InvalidError
			if !errors.As(err, &invalid) || len(invalid.Fields) != 1 || invalid.Fields[0].Field != c.field || strings.Contains(err.Error(), "canary") {
				t.Fatalf("got %v", err)
			}
			// What people type is refused in their language; the others are chosen from a list.
			if c.field != "mail.kinds" && c.field != "mail.security" {
				h.wantSaid(phrase.Find("field", invalid.Fields[0].Message))
			}
		})
	}
}

func TestWhatIsFixedCannotBeChanged(t *testing.T) {
	h := newHouse(t, func(c *Config) {
		c.Fixed = map[string]setting.Fixed{
			"ntfy": {"url": {Text: "https://ntfy.example", Source: "the Caddyfile"}, "topic": {Text: "t", Source: "the environment (HUB_NTFY_TOPIC)"}},
			"mail": {"password": {Text: "p", Source: "the environment (HUB_SMTP_PASSWORD)"}},
		}
	})
	if s := h.state("ntfy"); !s.Ready || s.Sources["topic"] != "the environment (HUB_NTFY_TOPIC)" || s.Sources["url"] != "the Caddyfile" {
		t.Errorf("%+v", s)
	}
	for name, c := range map[string]Input{
		"the server":                {"ntfy": in("url", "https://evil.example")},
		"the topic":                 {"ntfy": in("topic", "other")},
		"an address for a password": {"mail": in("host", "evil.example")},
	} {
		var fixed *setting.FixedError
		if _, err := h.Update(t.Context(), owner, c); !errors.As(err, &fixed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A mail password of the configuration goes where the configuration says, also to no other port and
// with no other security that was chosen elsewhere.
func TestAMailPasswordOfTheConfiguration(t *testing.T) {
	fixed := func(more ...string) setting.Fixed {
		out := setting.Fixed{}
		for i, pairs := 0, append([]string{"host", "smtp.example.org", "username", "me", "password", "p", "from", "a@b.example", "to", "c@d.example"}, more...); i < len(pairs); i += 2 {
			out[pairs[i]] = setting.Value{Text: pairs[i+1], Source: "the environment"}
		}
		return out
	}
	for _, c := range []struct {
		name   string
		fixed  setting.Fixed
		stored []string // chosen before, as a backup may bring it along
		sent   bool
	}{
		{"the defaults", fixed(), nil, true},
		{"the defaults, chosen", fixed(), []string{"port", "587", "security", "starttls"}, true},
		{"another port", fixed(), []string{"port", "25"}, false},
		{"no encryption", fixed(), []string{"security", "none"}, false},
		{"a port of the configuration", fixed("port", "465", "security", "tls"), []string{"port", "25", "security", "none"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			if c.stored != nil {
				h.set("mail", c.stored...)
			}
			h.Fixed = map[string]setting.Fixed{"mail": c.fixed}
			s := h.state("mail")
			if sent := slices.Contains(s.Secrets, "password"); sent != c.sent || s.Ready != c.sent || (s.Missing == phrase.SetupMailPassword.String()) == c.sent {
				t.Errorf("%+v", s)
			}
		})
	}
	for key, value := range map[string]string{"port": "25", "security": "none"} {
		h := newHouse(t, func(c *Config) { c.Fixed = map[string]setting.Fixed{"mail": fixed()} })
		var refused *setting.FixedError
		if _, err := h.Update(t.Context(), owner, Input{"mail": in(key, value)}); !errors.As(err, &refused) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// What is secret is in no file but its own, no answer, no error.
func TestSecretsLeaveNoTrace(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	withWebhook(h, s)
	h.set("mail", "host", "127.0.0.1", "port", "1", "security", "none", "username", "me", "password", "canary-password", "from", "a@b.example", "to", "c@d.example")
	h.reminder("call", "2026-05-04T12:00")
	s.answer(500)
	h.work()
	tokens := []string{topic, bearer, signing, "canary-password"}
	for _, r := range s.saw() {
		for _, a := range read(t, r.body).Actions {
			if _, token, ok := strings.Cut(a.Body, `"token":"`); ok {
				tokens = append(tokens, strings.TrimSuffix(token, `"}`))
			}
		}
	}
	if len(tokens) < 6 {
		t.Fatalf("%d secrets", len(tokens))
	}
	if err := h.Store.Close(); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(h.dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == setting.VaultFile {
			return err
		}
		text, err := os.ReadFile(path)
		for _, secret := range tokens {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s is in the file %s", secret, e.Name())
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A channel that is set up, or switched on again, makes nothing up.
func TestADigestBeginsWithItsChannel(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	h.work()
	h.thread("quiet")
	h.at("2026-05-08 12:00")
	h.set("ntfy", "enabled", "false")
	h.at("2026-05-09 10:00")
	h.set("ntfy", "enabled", "true")
	h.work()
	before := len(s.saw())
	h.at("2026-05-10 09:00")
	h.at("2026-05-11 09:00")
	if before != 1 || len(s.saw()) != 2 {
		t.Errorf("%d before, %d after", before, len(s.saw()))
	}
}
