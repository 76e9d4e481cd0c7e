package caddyhub

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/store"
)

// option is one setting of the hub and the places its value may come from: the
// configuration, else the environment, else a default.
type option struct {
	name    string                                  // as in the Caddyfile; inside a block "block name"
	env     []string                                // variables; the first that is not blank counts
	preset  string                                  // default; empty: none
	secret  bool                                    // the value must never appear in a message
	field   func(*App) field                        // where the configuration holds it
	resolve func(s *settings, words []string) error // checks the value and keeps it
}

// options is the list of all settings. The Caddyfile, the environment and the checks all
// follow it.
var options = []option{
	{
		name: "data_dir", env: []string{"HUB_DATA_DIR"}, preset: "./data",
		field:   text(func(a *App) *string { return &a.DataDir }),
		resolve: one(func(s *settings, v string) error { return folder(&s.dataDir, v) }),
	},
	{
		name: "token", env: []string{"HUB_AUTH_TOKEN"}, secret: true,
		field:   text(func(a *App) *string { return &a.Token }),
		resolve: one(func(s *settings, v string) error { return credential(&s.token, v) }),
	},
	{
		name: "public_url", env: []string{"HUB_PUBLIC_URL"},
		field:   text(func(a *App) *string { return &a.PublicURL }),
		resolve: one(func(s *settings, v string) error { return baseURL(&s.publicURL, v) }),
	},
	{
		name: "cookie_secure", env: []string{"HUB_COOKIE_SECURE"},
		field:   toggle(func(a *App) **bool { return &a.CookieSecure }),
		resolve: one(func(s *settings, v string) error { return truth(&s.cookieSecure, v) }),
	},
	{
		name: "trust_proxy_headers", env: []string{"HUB_TRUST_PROXY_HEADERS"},
		field:   toggle(func(a *App) **bool { return &a.TrustProxyHeaders }),
		resolve: one(func(s *settings, v string) error { return truth(&s.trustProxyHeaders, v) }),
	},
	{
		name: "trusted_proxies", env: []string{"HUB_TRUSTED_PROXIES"},
		field:   list(func(a *App) *[]string { return &a.TrustedProxies }),
		resolve: func(s *settings, words []string) error { return ranges(&s.trustedProxies, words) },
	},
	{
		name: "allowed_hosts", env: []string{"HUB_ALLOWED_HOSTS"},
		field:   list(func(a *App) *[]string { return &a.AllowedHosts }),
		resolve: func(s *settings, words []string) error { return hosts(&s.allowedHosts, words) },
	},
	{
		name: "timezone", env: []string{"HUB_TIMEZONE"},
		field:   text(func(a *App) *string { return &a.Timezone }),
		resolve: one(func(s *settings, v string) error { return zone(&s.zone, v) }),
	},
	{
		name: "stale_days", env: []string{"HUB_STALE_DAYS"},
		field:   number(func(a *App) *int { return &a.StaleDays }),
		resolve: one(func(s *settings, v string) error { return whole(&s.staleDays, v, 1, store.MaxStaleDays) }),
	},
	{
		// The second variable is the name the service's specification gives.
		name: "stale_nudge_cron", env: []string{"HUB_STALE_NUDGE_CRON", "stale_nudge_cron"}, preset: "0 9 * * *",
		field:   line(func(a *App) *string { return &a.StaleNudgeCron }),
		resolve: one(func(s *settings, v string) error { return cron(&s.staleNudgeCron, v) }),
	},
	{
		name: "gateway webhook_url", env: []string{"HUB_GATEWAY_WEBHOOK_URL"},
		field:   text(func(a *App) *string { return &a.Gateway.WebhookURL }),
		resolve: one(func(s *settings, v string) error { return gatewayValue(&s.gateway.webhookURL, "webhook_url", v) }),
	},
	{
		name: "gateway agent_url", env: []string{"HUB_GATEWAY_AGENT_URL"},
		field:   text(func(a *App) *string { return &a.Gateway.AgentURL }),
		resolve: one(func(s *settings, v string) error { return gatewayValue(&s.gateway.agentURL, "agent_url", v) }),
	},
	{
		name: "gateway token", env: []string{"HUB_GATEWAY_TOKEN"}, secret: true,
		field:   text(func(a *App) *string { return &a.Gateway.Token }),
		resolve: one(func(s *settings, v string) error { return gatewayValue(&s.gateway.token, "token", v) }),
	},
	{
		name: "forge url", env: []string{"HUB_FORGE_URL"},
		field:   text(func(a *App) *string { return &a.Forge.URL }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.url, "url", v) }),
	},
	{
		name: "forge branch", env: []string{"HUB_FORGE_BRANCH"},
		field:   text(func(a *App) *string { return &a.Forge.Branch }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.branch, "branch", v) }),
	},
	{
		name: "forge path", env: []string{"HUB_FORGE_PATH"},
		field:   text(func(a *App) *string { return &a.Forge.Path }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.path, "path", v) }),
	},
	{
		name: "forge username", env: []string{"HUB_FORGE_USERNAME"},
		field:   text(func(a *App) *string { return &a.Forge.Username }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.username, "username", v) }),
	},
	{
		name: "forge token", env: []string{"HUB_FORGE_TOKEN"}, secret: true,
		field:   text(func(a *App) *string { return &a.Forge.Token }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.token, "token", v) }),
	},
	{
		name: "forge author_name", env: []string{"HUB_FORGE_AUTHOR_NAME"},
		field:   text(func(a *App) *string { return &a.Forge.AuthorName }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.authorName, "author_name", v) }),
	},
	{
		name: "forge author_email", env: []string{"HUB_FORGE_AUTHOR_EMAIL"},
		field:   text(func(a *App) *string { return &a.Forge.AuthorEmail }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.authorEmail, "author_email", v) }),
	},
	{
		name: "forge sync", env: []string{"HUB_FORGE_SYNC"},
		field:   text(func(a *App) *string { return &a.Forge.Sync }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.sync, "sync", v) }),
	},
	{
		name: "forge cron", env: []string{"HUB_FORGE_CRON"},
		field:   line(func(a *App) *string { return &a.Forge.Cron }),
		resolve: one(func(s *settings, v string) error { return forgeValue(&s.forge.cron, "cron", v) }),
	},
	{
		name: "backup dir", env: []string{"HUB_BACKUP_DIR"},
		field:   text(func(a *App) *string { return &a.Backup.Dir }),
		resolve: one(func(s *settings, v string) error { return folder(&s.backup.dir, v) }),
	},
	{
		name: "backup cron", env: []string{"HUB_BACKUP_CRON"}, preset: "30 3 * * *",
		field:   line(func(a *App) *string { return &a.Backup.Cron }),
		resolve: one(func(s *settings, v string) error { return cron(&s.backup.cron, v) }),
	},
	{
		name: "backup keep", env: []string{"HUB_BACKUP_KEEP"}, preset: "7",
		field:   number(func(a *App) *int { return &a.Backup.Keep }),
		resolve: one(func(s *settings, v string) error { return whole(&s.backup.keep, v, 1, 10000) }),
	},
	{
		name: "backup passphrase", env: []string{"HUB_BACKUP_PASSPHRASE"}, secret: true,
		field:   text(func(a *App) *string { return &a.Backup.Passphrase }),
		resolve: one(func(s *settings, v string) error { s.backup.passphrase = v; return nil }),
	},
}

// findOption looks an option up by its name in the Caddyfile.
func findOption(name string) (option, bool) {
	i := slices.IndexFunc(options, func(o option) bool { return o.name == name })
	if i < 0 {
		return option{}, false
	}
	return options[i], true
}

// isBlock tells whether options stand in a block of that name.
func isBlock(name string) bool {
	return slices.ContainsFunc(options, func(o option) bool { return strings.HasPrefix(o.name, name+" ") })
}

// take keeps the words of a Caddyfile line in the configuration. Values without a
// placeholder are checked at once, so that the message can name the line.
func (o option) take(a *App, words []string) error {
	if err := o.field(a).set(words); err != nil {
		return err
	}
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "{") }) {
		return nil
	}
	return o.resolve(new(settings), o.field(a).words())
}

// load finds the option's value and keeps it in s.
func (o option) load(a *App, s *settings, repl *caddy.Replacer) error {
	if words := o.field(a).words(); len(words) > 0 {
		words, err := o.replace(words, repl)
		if err == nil {
			err = o.resolve(s, words)
		}
		if err != nil {
			return fmt.Errorf("%s %w", o.name, err)
		}
		s.fix(o.name, "the Caddyfile")
		return nil
	}
	for _, name := range o.env {
		// Text of the environment is no template: its braces stay as they are.
		value := strings.TrimSpace(os.Getenv(name))
		if value == "" {
			continue
		}
		words := o.split(value)
		if len(words) == 0 {
			return fmt.Errorf("%s has no value between its commas: name one, or leave the variable empty", name)
		}
		if err := o.resolve(s, words); err != nil {
			return fmt.Errorf("%s %w", name, err)
		}
		s.fix(o.name, "the environment ("+name+")")
		return nil
	}
	if o.preset == "" {
		return nil
	}
	return o.resolve(s, []string{o.preset})
}

// replace fills in placeholders such as {env.HUB_AUTH_TOKEN}.
func (o option) replace(words []string, repl *caddy.Replacer) ([]string, error) {
	out := make([]string, len(words))
	for i, w := range words {
		filled, err := repl.ReplaceOrErr(w, true, true)
		if err != nil && o.secret {
			// Caddy's message quotes what stands between the braces, which may be the
			// secret itself.
			return nil, fmt.Errorf("holds a placeholder that is unknown or empty")
		}
		if err != nil {
			return nil, fmt.Errorf("can't be filled in: %w", err)
		}
		out[i] = filled
	}
	return out, nil
}

// split cuts the text of a variable into the words the option takes.
func (o option) split(value string) []string {
	if _, many := o.field(new(App)).(listField); !many {
		return []string{value}
	}
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
}

// one adapts a check of a single value.
func one(f func(*settings, string) error) func(*settings, []string) error {
	return func(s *settings, words []string) error { return f(s, words[0]) }
}

// field is an option's place in the JSON configuration, seen as the words of a line in a
// Caddyfile. No words means that it is not set there.
type field interface {
	words() []string
	set(words []string) error
}

type (
	textField   struct{ p *string }
	lineField   struct{ p *string }
	toggleField struct{ p **bool }
	numberField struct{ p *int }
	listField   struct{ p *[]string }
)

func text(at func(*App) *string) func(*App) field {
	return func(a *App) field { return textField{at(a)} }
}

func line(at func(*App) *string) func(*App) field {
	return func(a *App) field { return lineField{at(a)} }
}

func toggle(at func(*App) **bool) func(*App) field {
	return func(a *App) field { return toggleField{at(a)} }
}

func number(at func(*App) *int) func(*App) field {
	return func(a *App) field { return numberField{at(a)} }
}

func list(at func(*App) *[]string) func(*App) field {
	return func(a *App) field { return listField{at(a)} }
}

func (f textField) words() []string {
	if *f.p == "" {
		return nil
	}
	return []string{*f.p}
}

func (f textField) set(words []string) error {
	if len(words) != 1 || words[0] == "" {
		return fmt.Errorf("needs exactly one value")
	}
	*f.p = words[0]
	return nil
}

func (f lineField) words() []string { return textField(f).words() }

// set joins the words: a cron expression may stand without quotes.
func (f lineField) set(words []string) error {
	return textField(f).set([]string{strings.Join(words, " ")})
}

func (f toggleField) words() []string {
	if *f.p == nil {
		return nil
	}
	return []string{strconv.FormatBool(**f.p)}
}

func (f toggleField) set(words []string) error {
	if len(words) != 1 {
		return fmt.Errorf("needs exactly one value")
	}
	var b bool
	if err := truth(&b, words[0]); err != nil {
		return err
	}
	*f.p = &b
	return nil
}

func (f numberField) words() []string {
	if *f.p == 0 {
		return nil
	}
	return []string{strconv.Itoa(*f.p)}
}

func (f numberField) set(words []string) error {
	if len(words) != 1 {
		return fmt.Errorf("needs exactly one value")
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n == 0 { // in JSON, 0 stands for the default
		return fmt.Errorf("must be a whole number above 0")
	}
	*f.p = n
	return nil
}

func (f listField) words() []string { return *f.p }

func (f listField) set(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("needs at least one value")
	}
	*f.p = words
	return nil
}
