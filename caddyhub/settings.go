package caddyhub

import (
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/auth"
	"github.com/progresshub/progresshub/caddyhub/forge"
	"github.com/progresshub/progresshub/caddyhub/reqinfo"
	"github.com/progresshub/progresshub/caddyhub/schedule"
	"github.com/progresshub/progresshub/store"
)

// settings are the checked values of one configuration: placeholders filled in, variables
// and defaults taken. They never leave the process.
type settings struct {
	dataDir           string // absolute, clean
	token             string
	publicURL         string // without a trailing slash; empty: not set
	cookieSecure      bool
	trustProxyHeaders bool
	trustedProxies    []netip.Prefix // empty: this machine
	allowedHosts      []string       // lower case, with or without a port; empty: any
	zone              *time.Location // nil: not set
	staleDays         int            // 0: not set
	staleNudgeCron    string
	gateway           gatewaySettings
	forge             forgeSettings
	backup            backupSettings

	// fixed names where each option that is set comes from; the owner's preferences can't
	// change those.
	fixed map[string]string
}

type gatewaySettings struct{ webhookURL, agentURL, token string }

type forgeSettings struct {
	url, branch, path, username, token, authorName, authorEmail, sync, cron string // empty: not set
}

type backupSettings struct {
	dir, cron, passphrase string
	keep                  int
}

// resolve reads every option of a configuration. The error names the option or variable
// that holds the bad value, and never a secret.
func resolve(a *App) (*settings, error) {
	s := new(settings)
	repl := caddy.NewReplacer()
	for _, o := range options {
		if err := o.load(a, s, repl); err != nil {
			return nil, err
		}
	}
	return s, s.checkDevelopment()
}

// fix notes where the value of an option comes from.
func (s *settings) fix(option, source string) {
	if s.fixed == nil {
		s.fixed = map[string]string{}
	}
	s.fixed[option] = source
}

// checkDevelopment refuses what contradicts development mode: without a private token
// anybody who reaches the hub would be its owner, so nothing may say that others can.
func (s *settings) checkDevelopment() error {
	if auth.IsPrivate(s.token) {
		return nil
	}
	const cure = "no private token is set: set token or HUB_AUTH_TOKEN to a random value (hub token prints a fresh one)"
	if s.trustProxyHeaders {
		return fmt.Errorf("trust_proxy_headers (HUB_TRUST_PROXY_HEADERS) is on, but %s", cure)
	}
	if u, err := url.Parse(s.publicURL); err == nil && s.publicURL != "" && !isLoopbackHost(u.Host) {
		return fmt.Errorf("public_url (HUB_PUBLIC_URL) names another machine than this one, but %s", cure)
	}
	return nil
}

// gatewaySources names where the gateway's values come from, by their names on the wire.
func (s *settings) gatewaySources() map[string]string {
	sources := map[string]string{}
	for name, option := range map[string]string{
		"webhook_url": "gateway webhook_url", "agent_url": "gateway agent_url", "token": "gateway token", "cron": "stale_nudge_cron",
	} {
		if source := s.fixed[option]; source != "" {
			sources[name] = source
		}
	}
	return sources
}

// forgeSources names where the forge's values come from, by their names on the wire.
func (s *settings) forgeSources() map[string]string {
	sources := map[string]string{}
	for option, source := range s.fixed {
		if name, ok := strings.CutPrefix(option, "forge "); ok {
			sources[name] = source
		}
	}
	return sources
}

// fixedCron is the digest's schedule if the configuration sets one; the default is none.
func (s *settings) fixedCron() string {
	if s.fixed["stale_nudge_cron"] == "" {
		return ""
	}
	return s.staleNudgeCron
}

// policy is what the rules of the domain need to know.
func (s *settings) policy() store.Policy {
	return store.Policy{StaleDays: s.staleDays, Zone: s.zone}
}

// publicOrigin is the origin of the public URL, or empty.
func (s *settings) publicOrigin() string {
	u, err := url.Parse(s.publicURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return reqinfo.Origin(u.Scheme, u.Host)
}

// The checks of single values. Their errors continue a sentence that begins with the
// option's name, and never repeat the value: it may be a secret, or hold one.

func folder(to *string, v string) error {
	abs, err := filepath.Abs(v)
	if err != nil {
		return fmt.Errorf("is not a usable folder: %w", err)
	}
	*to = abs
	return nil
}

// credential takes what can stand behind "Bearer " (RFC 6750 §2.1 and RFC 9110 §5.5).
func credential(to *string, v string) error {
	v = strings.TrimSpace(v)
	if v == "" || strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return fmt.Errorf("must be printable ASCII without spaces")
	}
	*to = v
	return nil
}

// baseURL takes the address browsers use: links are this text and a path.
func baseURL(to *string, v string) error {
	var checked string
	if err := remoteURL(&checked, v); err != nil {
		return err
	}
	if strings.ContainsAny(checked, "?#") {
		return fmt.Errorf("must not have a query or a fragment")
	}
	*to = strings.TrimRight(checked, "/")
	return nil
}

func remoteURL(to *string, v string) error {
	u, err := url.Parse(v)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return fmt.Errorf("must be a whole URL such as https://hub.example.org")
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("must begin with http:// or https://")
	case u.User != nil:
		return fmt.Errorf("must not hold a user name or password")
	}
	*to = v
	return nil
}

func truth(to *bool, v string) error {
	switch strings.ToLower(v) {
	case "true", "on", "yes", "1":
		*to = true
	case "false", "off", "no", "0":
		*to = false
	default:
		return fmt.Errorf("must be true or false")
	}
	return nil
}

func ranges(to *[]netip.Prefix, words []string) error {
	var found []netip.Prefix
	for _, w := range words {
		prefix, err := netip.ParsePrefix(w)
		if err != nil {
			addr, err := netip.ParseAddr(w)
			if err != nil || addr.Zone() != "" {
				return fmt.Errorf("must list addresses or ranges such as 10.0.0.0/8")
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		found = append(found, prefix.Masked())
	}
	*to = found
	return nil
}

func hosts(to *[]string, words []string) error {
	var found []string
	for _, w := range words {
		w = strings.ToLower(w)
		u, err := url.Parse("//" + w)
		if err != nil || u.Host != w || u.Hostname() == "" {
			return fmt.Errorf("must list host names such as hub.example.org or hub.example.org:8443")
		}
		found = append(found, w)
	}
	*to = found
	return nil
}

func zone(to **time.Location, v string) error {
	loc, err := time.LoadLocation(v)
	if err != nil {
		return fmt.Errorf("must be a name of the IANA time zone database such as Europe/Vienna")
	}
	*to = loc
	return nil
}

func whole(to *int, v string, least, most int) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < least || n > most {
		return fmt.Errorf("must be a whole number from %d to %d", least, most)
	}
	*to = n
	return nil
}

func cron(to *string, v string) error {
	e, err := schedule.Parse(v)
	if err != nil {
		return err
	}
	*to = e.String()
	return nil
}

// forgeValue takes a setting of the forge by its name.
func forgeValue(to *string, name, v string) (err error) {
	*to, err = forge.CheckValue(name, v)
	return err
}
