package grant

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// forbiddenSchemes are no addresses of programs: a browser that is sent there runs or shows what
// stands in them.
var forbiddenSchemes = []string{
	"javascript", "data", "file", "filesystem", "blob", "vbscript", "about", "view-source", "jar", "feed", "intent", "resource", "chrome", "chrome-extension", "moz-extension", "edge",
	"ftp", "ws", "wss", "mailto", "tel", "sms", "smb", "ssh", "sftp", "telnet", "irc", "ircs", "nntp", "news", "urn", "magnet", "ldap", "gopher", "search", "firefox", "brave", "opera",
}

// forbiddenFamilies begin the schemes of browsers, which lead to the web, and of parts of a system.
var forbiddenFamilies = []string{"web+", "ms-", "microsoft-edge", "googlechrome", "search-ms", "x-safari", "firefox-", "opera-"}

// checkRedirect takes an address that a program may be sent back to: https anywhere, http on this
// machine of the program's alone, and schemes that a program has for itself (RFC 8252 section 7).
func checkRedirect(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxURIBytes || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }):
		return nil, errors.New("a redirect URI must be a whole URI in ASCII of at most 1000 characters")
	case strings.ContainsFunc(u.Host, func(r rune) bool { return r <= ' ' || r > '~' }) || strings.Contains(authority(text), "%"):
		// The owner decides by the host: it must read as the browser reads it.
		return nil, errors.New("a redirect URI must name its host in ASCII: a name in another script begins with xn-- there")
	case strings.Contains(text, "#"):
		return nil, errors.New("a redirect URI must not have a fragment")
	case u.User != nil:
		return nil, errors.New("a redirect URI must not have a user")
	case strings.ContainsAny(text, "\"<>\\^`{|}"):
		return nil, errors.New("a redirect URI must not have characters that stand in no URI")
	case u.Scheme == "https" && isHost(u) && isPort(u), u.Scheme == "http" && isLoopback(u.Hostname()) && isPort(u):
		return u, nil
	case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "":
		return nil, errors.New("a redirect URI must begin with https:// and a host, or with http:// on 127.0.0.1, [::1] or localhost")
	case slices.Contains(forbiddenSchemes, u.Scheme) || slices.ContainsFunc(forbiddenFamilies, func(begin string) bool { return strings.HasPrefix(u.Scheme, begin) }):
		return nil, errors.New("a redirect URI must not have the scheme " + u.Scheme)
	}
	return u, nil
}

// label is a part of a host name, as browsers ask for it.
var label = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?$`)

// isHost reports whether the host of an address reads as the browser reads it: a name, or an address
// in its usual form. Browsers take 2130706433 and 0x7f.1 for 127.0.0.1.
func isHost(u *url.URL) bool {
	name := u.Hostname()
	if strings.Contains(name, ":") {
		ip, err := netip.ParseAddr(name)
		return err == nil && ip.Zone() == "" && strings.HasPrefix(u.Host, "[")
	}
	labels := strings.Split(name, ".")
	if len(name) > 253 || !slices.ContainsFunc(labels, func(l string) bool { return l != "" }) || slices.ContainsFunc(labels, func(l string) bool { return !label.MatchString(l) }) {
		return false
	}
	if last := labels[len(labels)-1]; last[0] >= '0' && last[0] <= '9' {
		_, err := netip.ParseAddr(name)
		return err == nil
	}
	return true
}

// authority is the part of a URI between // and the path.
func authority(text string) string {
	_, rest, _ := strings.Cut(text, "//")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// isLoopback reports whether a host is the machine that the browser runs on.
func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// allowsRedirect reports whether one of the registered addresses is that of a request: the same to
// the byte, and on a loopback address with any port (RFC 8252 section 7.3).
func allowsRedirect(registered []string, asked string) bool {
	return slices.ContainsFunc(registered, func(one string) bool {
		if one == asked {
			return true
		}
		a, errA := checkRedirect(one)
		b, errB := checkRedirect(asked)
		if errA != nil || errB != nil || a.Scheme != "http" || b.Scheme != "http" {
			return false
		}
		return a.Hostname() == b.Hostname() && a.RequestURI() == b.RequestURI()
	})
}

// isPort reports whether the port of an address is one, or left out.
func isPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	at, err := netip.ParseAddrPort("127.0.0.1:" + u.Port())
	return err == nil && at.Port() > 0
}

// back is where a program is sent with an answer.
func back(redirect string, answer url.Values) string {
	u, err := url.Parse(redirect)
	if err != nil {
		return redirect // it was checked
	}
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += answer.Encode()
	return u.String()
}
