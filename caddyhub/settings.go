package caddyhub

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/reqinfo"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
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
	return s, errors.Join(s.checkReach(), s.checkBackupFolder())
}

// fix notes where the value of an option comes from.
func (s *settings) fix(option, source string) {
	if s.fixed == nil {
		s.fixed = map[string]string{}
	}
	s.fixed[option] = source
}

// checkReach refuses what says that others can reach the hub when the token does not protect
// it from them: without a private one anybody would be its owner. On which addresses it
// listens is checked with the server.
func (s *settings) checkReach() error {
	flaw := weakness(s.token)
	if flaw == "" {
		return nil
	}
	cure := fmt.Sprintf("the access token %s: set token or HUB_AUTH_TOKEN to a random value (hub token prints a fresh one)", flaw)
	if s.trustProxyHeaders {
		return fmt.Errorf("trust_proxy_headers (HUB_TRUST_PROXY_HEADERS) is on, but %s", cure)
	}
	if u, err := url.Parse(s.publicURL); err == nil && s.publicURL != "" && !isLoopbackHost(u.Host) {
		return fmt.Errorf("public_url (HUB_PUBLIC_URL) names another machine than this one, but %s", cure)
	}
	return nil
}

// checkBackupFolder refuses a folder that no backup will ever be written to. One that is not
// there is none of them: its disk may come.
func (s *settings) checkBackupFolder() error {
	info, err := os.Stat(s.backup.dir)
	switch {
	case s.backup.dir == "":
		return nil
	case s.backup.dir == s.dataDir:
		return errors.New("backup dir (HUB_BACKUP_DIR) is the data folder itself: name another, best on another disk")
	case err == nil && !info.IsDir():
		return errors.New("backup dir (HUB_BACKUP_DIR) is a file: name a folder")
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

// maxCredential is the longest access token, in characters: a longer one would come to
// nothing at the limits that servers and proxies have for a request's head.
const maxCredential = 1000

// credential takes what can stand behind "Bearer " (RFC 6750 §2.1 and RFC 9110 §5.5).
func credential(to *string, v string) error {
	v = strings.TrimSpace(v)
	if len(v) > maxCredential {
		return fmt.Errorf("must have at most %d characters", maxCredential)
	}
	if v == "" || strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return fmt.Errorf("must be printable ASCII without spaces")
	}
	*to = v
	return nil
}

// baseURL takes the address browsers use: links are this text and a path.
func baseURL(to *string, v string) error {
	u, err := url.Parse(v)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return fmt.Errorf("must be a whole URL such as https://hub.example.org")
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("must begin with http:// or https://")
	case u.User != nil:
		return fmt.Errorf("must not hold a user name or password")
	case strings.ContainsAny(v, "?#"):
		return fmt.Errorf("must not have a query or a fragment")
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/ui"):
		return fmt.Errorf("must be the address without /ui, such as https://hub.example.org: links add it")
	}
	if err := browserHost(u); err != nil {
		return err
	}
	*to = strings.TrimRight(v, "/")
	return nil
}

// browserHost refuses a host that no browser sends: a request would never match it.
func browserHost(u *url.URL) error {
	ip, err := netip.ParseAddr(u.Hostname())
	switch {
	case strings.Contains(u.Host, "*"):
		return fmt.Errorf("must name the host in full, without *")
	case strings.ContainsFunc(u.Host, func(r rune) bool { return r > '~' }):
		return fmt.Errorf("must name the host as browsers send it, in ASCII: a name in another script begins with xn-- there")
	case err == nil && ip.IsUnspecified():
		return fmt.Errorf("must name an address that browsers can open: %s stands for all of them", ip)
	case u.Port() != "" && !isPort(u.Port()) || u.Port() == "0":
		return fmt.Errorf("must have a port from 1 to 65535, or none")
	}
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
		found = append(found, unmapped(prefix.Masked()))
	}
	*to = found
	return nil
}

// unmapped is the IPv4 range inside an IPv6 one that stands for it: peers are known by the
// former.
func unmapped(p netip.Prefix) netip.Prefix {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p
}

func hosts(to *[]string, words []string) error {
	var found []string
	for _, w := range words {
		w = strings.ToLower(w)
		u, err := url.Parse("//" + w)
		if err != nil || u.Host != w || u.Hostname() == "" {
			return fmt.Errorf("must list host names such as hub.example.org or hub.example.org:8443")
		}
		if err := browserHost(u); err != nil {
			return err
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

// gatewayValue takes a setting of the gateway by its name.
func gatewayValue(to *string, name, v string) (err error) {
	*to, err = gateway.CheckValue(name, v)
	return err
}
