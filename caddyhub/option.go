package caddyhub

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// options is the list of all settings that a configuration may have. The Caddyfile, the
// environment, the checks and the reference page all follow it.
var options setting.Table = slices.Concat(hubTable.Options(""), oauthTable.Options("oauth"), gateway.Table.Options("gateway"), notify.Options(), forge.Table.Options("forge"), backup.Table.Options("backup"), replicate.Table.Options("replicate"))

var hubTable = setting.Table{
	{Key: "data_dir", Check: setting.CheckFolder, Default: "./data", Example: "/var/lib/hub", About: "the folder that holds the database and everything else the hub keeps"},
	{
		Key: "token", Env: []string{"HUB_AUTH_TOKEN"}, Check: accessToken, Secret: true, Unset: "development mode, this machine only",
		About: "the access token; at least 32 characters when others can reach the hub",
	},
	{Key: "public_url", Check: baseURL, Unset: "links are paths", Example: "https://hub.example.org", About: "the URL browsers use, without `/ui`; links begin with it"},
	{Key: "cookie_secure", Kind: setting.Toggle, Unset: "when HTTPS is in use", About: "whether cookies are always marked Secure"},
	{Key: "trust_proxy_headers", Kind: setting.Toggle, Unset: "`false`", About: "whether X-Forwarded-For and X-Forwarded-Proto of a proxy count"},
	{Key: "trusted_proxies", Kind: setting.List, Check: proxies, Unset: "this machine", Example: "10.0.0.2", About: "the addresses or CIDR ranges of the proxies to trust"},
	{Key: "allowed_hosts", Kind: setting.List, Check: host, Unset: "any", Example: "hub.example.org", About: "the host names the hub answers to, each with or without a port"},
	{Key: "timezone", Check: zoneName, Unset: "the machine's", Example: "Europe/Vienna", About: "the owner's time zone, by its IANA name"},
	{Key: "stale_days", Kind: setting.Number, Check: setting.CheckNumber(1, store.MaxStaleDays), Unset: fmt.Sprintf("`%d`", store.DefaultStaleDays), Example: "3", About: "days without work after which an active thread is stale, 1 to 365"},
	{
		Key: "undo_retention_days", Kind: setting.Number, Check: setting.CheckNumber(1, store.MaxUndoDays), Default: strconv.Itoa(store.DefaultUndoDays), Example: "365",
		About: "days that an undo reaches back, 1 to 36500; older changes are compacted into one a day and item",
	},
	{Key: "demo", Kind: setting.Toggle, Unset: "`false`", About: "whether every screen says that the data is made up; `serve --demo` sets it"},
}

// oauthTable are the options of connectors.
var oauthTable = setting.Table{
	{Key: "issuer", Check: origin, Unset: "no connectors", Example: "https://hub.example.org", About: "the origin at which assistants in the cloud are connected by the hub's address alone, without a path; off without it"},
	{Key: "access_ttl", Check: setting.CheckSpan(leastLifetime, mostLifetime, false, "from 1h to 90d, such as 12h or 7d"), Default: "30d", Example: "7d", About: "how long an access token of a connector holds, `1h` to `90d`"},
	{Key: "registration", Kind: setting.Toggle, Default: "true", About: "whether programs may make themselves known (RFC 7591), which most need before they ask for consent"},
}

// The checks of single values. Their errors continue a sentence that begins with the
// option's name, and never repeat the value: it may be a secret, or hold one.

// accessToken takes an access token.
func accessToken(v string) (string, error) {
	v = strings.TrimSpace(v)
	if len(v) > setting.MaxToken {
		return "", fmt.Errorf("must have at most %d characters", setting.MaxToken)
	}
	if !setting.IsToken(v) {
		return "", errors.New("must be printable ASCII without spaces")
	}
	return v, nil
}

// baseURL takes the address browsers use: links are this text and a path.
func baseURL(v string) (string, error) {
	u, err := setting.CheckHTTP(v, "https://hub.example.org")
	switch {
	case err != nil:
		return "", err
	case u.User != nil:
		return "", errors.New("must not hold a user name or password")
	case strings.ContainsAny(v, "?#"):
		return "", errors.New("must not have a query or a fragment")
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/ui"):
		return "", errors.New("must be the address without /ui, such as https://hub.example.org: links add it")
	}
	return strings.TrimRight(v, "/"), browserHost(u)
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

// origin takes the origin of an authorization server: without a path, since clients look for the other
// addresses at its root.
func origin(v string) (string, error) {
	u, err := setting.CheckHTTP(v, "https://hub.example.org")
	switch {
	case err != nil:
		return "", err
	case u.User != nil || strings.ContainsAny(v, "?#") || strings.Trim(u.Path, "/") != "":
		return "", errors.New("must be an origin such as https://hub.example.org, without a path")
	case u.Scheme == "http" && !isLoopbackHost(u.Host):
		return "", errors.New("must begin with https://: over http, others could read the tokens")
	}
	return inbound.Origin(u.Scheme, u.Host), browserHost(u)
}

// The bounds of access_ttl.
const leastLifetime, mostLifetime = time.Hour, 90 * 24 * time.Hour

// proxies takes an address or a range.
func proxies(v string) (string, error) {
	prefix, err := netip.ParsePrefix(v)
	if err != nil {
		addr, err := netip.ParseAddr(v)
		if err != nil || addr.Zone() != "" {
			return "", errors.New("must list addresses or ranges such as 10.0.0.0/8")
		}
		prefix = netip.PrefixFrom(addr, addr.BitLen())
	}
	return unmapped(prefix.Masked()).String(), nil
}

// unmapped is the IPv4 range inside an IPv6 one that stands for it: peers are known by the
// former.
func unmapped(p netip.Prefix) netip.Prefix {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p
}

// host takes a host name as requests have it.
func host(v string) (string, error) {
	v = strings.ToLower(v)
	u, err := url.Parse("//" + v)
	if err != nil || u.Host != v || u.Hostname() == "" {
		return "", errors.New("must list host names such as hub.example.org or hub.example.org:8443")
	}
	return v, browserHost(u)
}

func zoneName(v string) (string, error) {
	if _, err := time.LoadLocation(v); err != nil {
		return "", errors.New("must be a name of the IANA time zone database such as Europe/Vienna")
	}
	return v, nil
}
