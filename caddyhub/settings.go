package caddyhub

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// settings are the checked values of one configuration: placeholders filled in, variables
// and defaults taken. They never leave the process. A field has the name of its option.
type settings struct {
	DataDir           string // absolute, clean
	Token             string
	PublicURL         string // without a trailing slash; empty: not set
	CookieSecure      bool
	TrustProxyHeaders bool
	TrustedProxies    []netip.Prefix // empty: this machine
	AllowedHosts      []string       // lower case, with or without a port; empty: any
	Timezone          zone           // zero: not set
	StaleDays         int            // 0: not set
	UndoRetentionDays int
	Demo              bool
	OAuth             oauthSettings
	Gateway           struct{ Token string }
	Backup            backup.Values
	Replicate         replicate.Values

	// fixed are the options that are set; the owner can't change those in the dashboard.
	fixed setting.Fixed
}

// oauthSettings are those of connectors.
type oauthSettings struct {
	Issuer       string // an origin; empty: there are no connectors
	AccessTTL    setting.Span
	Registration bool
}

// zone is a time zone by its name.
type zone struct{ *time.Location }

// UnmarshalText looks the name up.
func (z *zone) UnmarshalText(name []byte) (err error) {
	z.Location, err = time.LoadLocation(string(name))
	return err
}

// resolve reads every option of a configuration. The error names the option or variable
// that holds the bad value, and never a secret.
func resolve(c setting.Configuration) (*settings, error) {
	s := &settings{fixed: setting.Fixed{}}
	repl := caddy.NewReplacer()
	for _, o := range options {
		if err := s.load(o, c, repl); err != nil {
			return nil, err
		}
	}
	return s, errors.Join(s.checkReach(), s.checkIssuer(), s.checkBackupFolder(), s.checkReplica())
}

// load keeps the value of an option: that of the configuration, else of the environment, else
// the default.
func (s *settings) load(o setting.Row, c setting.Configuration, repl *caddy.Replacer) error {
	words, name, source := c[o.Option], o.Option, "the Caddyfile"
	if len(words) > 0 {
		var err error
		if words, err = replace(o, words, repl); err != nil {
			return fmt.Errorf("%s %w", name, err)
		}
	} else if name, words = variable(o); name != "" {
		if source = "the environment (" + name + ")"; len(words) == 0 {
			return fmt.Errorf("%s has no value between its commas: name one, or leave the variable empty", name)
		}
	} else if o.Default != "" {
		_, err := o.Keep(s, []string{o.Default})
		return err
	} else {
		return nil
	}
	kept, err := o.Keep(s, words)
	if err != nil {
		return fmt.Errorf("%s %w", name, err)
	}
	s.fixed[o.Option] = setting.Value{Text: strings.Join(kept, " "), Source: source}
	return nil
}

// variable is the variable that has a value for an option, and its words; empty: none.
func variable(o setting.Row) (name string, words []string) {
	for _, name := range o.Env {
		// Text of the environment is no template: its braces stay as they are.
		if value := strings.TrimSpace(os.Getenv(name)); value != "" {
			return name, o.Split(value)
		}
	}
	return "", nil
}

// replace fills in placeholders such as {env.HUB_AUTH_TOKEN}.
func replace(o setting.Row, words []string, repl *caddy.Replacer) ([]string, error) {
	out := make([]string, len(words))
	for i, w := range words {
		filled, err := repl.ReplaceOrErr(w, true, true)
		if err != nil && o.Secret {
			// Caddy's message quotes what stands between the braces, which may be the
			// secret itself.
			return nil, errors.New("holds a placeholder that is unknown or empty")
		}
		if err != nil {
			return nil, fmt.Errorf("can't be filled in: %w", err)
		}
		out[i] = filled
	}
	return out, nil
}

// fixedOf are the values that are set of a service's table, by its keys.
func (s *settings) fixedOf(block string, t setting.Table) setting.Fixed {
	fixed := setting.Fixed{}
	for _, o := range t.Options(block) {
		if v, ok := s.fixed[o.Option]; ok {
			fixed[o.Key] = v
		}
	}
	return fixed
}

// checkReach refuses what says that others can reach the hub when the token does not protect
// it from them: without a private one anybody would be its owner. On which addresses it
// listens is checked with the server.
func (s *settings) checkReach() error {
	flaw := weakness(s.Token)
	if flaw == "" {
		return nil
	}
	cure := fmt.Sprintf("the access token %s: set token or HUB_AUTH_TOKEN to a random value (hub token prints a fresh one)", flaw)
	if s.TrustProxyHeaders {
		return fmt.Errorf("trust_proxy_headers (HUB_TRUST_PROXY_HEADERS) is on, but %s", cure)
	}
	if u, err := url.Parse(s.PublicURL); err == nil && s.PublicURL != "" && !isLoopbackHost(u.Host) {
		return fmt.Errorf("public_url (HUB_PUBLIC_URL) names another machine than this one, but %s", cure)
	}
	return nil
}

// checkIssuer refuses connectors where they could not work: without a private token nobody could
// consent, and at a host name that the hub does not answer to nobody would find it.
func (s *settings) checkIssuer() error {
	if s.OAuth.Issuer == "" {
		return nil
	}
	if flaw := weakness(s.Token); flaw != "" {
		return fmt.Errorf("oauth issuer (HUB_OAUTH_ISSUER) is set, but the access token %s: set token or HUB_AUTH_TOKEN to a random value (hub token prints a fresh one)", flaw)
	}
	if u, err := url.Parse(s.OAuth.Issuer); err == nil && !s.allowsHost(u.Host) {
		return errors.New("oauth issuer (HUB_OAUTH_ISSUER) names a host that is not among allowed_hosts (HUB_ALLOWED_HOSTS): add it there")
	}
	return nil
}

// checkBackupFolder refuses a folder that no backup will ever be written to. One that is not
// there is none of them: its disk may come.
func (s *settings) checkBackupFolder() error {
	info, err := os.Stat(s.Backup.Dir)
	switch {
	case s.Backup.Dir == "":
		return nil
	case s.Backup.Dir == s.DataDir:
		return errors.New("backup dir (HUB_BACKUP_DIR) is the data folder itself: name another, best on another disk")
	case err == nil && !info.IsDir():
		return errors.New("backup dir (HUB_BACKUP_DIR) is a file: name a folder")
	}
	return nil
}

// checkReplica refuses a replica that could never be written to.
func (s *settings) checkReplica() error {
	if err := s.Replicate.Check(); err != nil {
		return fmt.Errorf("replicate %w", err)
	}
	if folder := s.Replicate.To.Folder(); folder == s.DataDir {
		return errors.New("replicate to (HUB_REPLICATE_TO) is the data folder itself: name another, on another disk")
	}
	return nil
}

// sources are where the options that are set come from.
func (s *settings) sources() map[string]string {
	sources := map[string]string{}
	for name, v := range s.fixed {
		sources[name] = v.Source
	}
	return sources
}

// policy is what the rules of the domain need to know.
func (s *settings) policy() store.Policy {
	return store.Policy{StaleDays: s.StaleDays, Zone: s.Timezone.Location}
}

// publicOrigin is the origin of the public URL, or empty.
func (s *settings) publicOrigin() string {
	u, err := url.Parse(s.PublicURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return inbound.Origin(u.Scheme, u.Host)
}
