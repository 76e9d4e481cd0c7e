package auth

import (
	"net/http"
	"net/url"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// The names of the session cookie. The prefix makes browsers refuse the secure one from
// anywhere but this host over HTTPS.
const (
	secureCookie = "__Host-hub_session"
	plainCookie  = "hub_session"
)

// sessionSecret is the session a browser brings. When both cookies are there, only the one
// a neighbour cannot have planted counts.
func sessionSecret(r *http.Request) string {
	for _, name := range []string{secureCookie, plainCookie} {
		if c, err := r.Cookie(name); err == nil {
			return c.Value
		}
	}
	return ""
}

// secure reports whether the browser came over HTTPS, so far as anyone knows: the request
// says so, the owner says so, or the public address is HTTPS and this is it.
func (c *Config) secure(info inbound.Info) bool {
	if info.Scheme == "https" || c.CookieSecure {
		return true
	}
	public, err := url.Parse(c.PublicURL)
	return err == nil && public.Scheme == "https" &&
		inbound.Origin("https", public.Host) == inbound.Origin("https", info.Host)
}

// setCookie signs the browser in. One cookie, no domain, the whole host. A secure one that comes over
// HTTP, as browsers send it to localhost, is of an earlier sign-in over HTTPS and would count instead:
// it is taken back.
func (c *Config) setCookie(w http.ResponseWriter, r *http.Request, secret string) {
	secure := c.secure(inbound.From(r.Context()))
	http.SetCookie(w, c.cookie(secure, secret, int(SessionLength.Seconds())))
	if _, err := r.Cookie(secureCookie); err == nil && !secure {
		http.SetCookie(w, c.cookie(true, "", -1))
	}
}

// clearCookies takes both cookies back, whichever the browser has.
func (c *Config) clearCookies(w http.ResponseWriter) {
	http.SetCookie(w, c.cookie(true, "", -1))
	http.SetCookie(w, c.cookie(false, "", -1))
}

func (c *Config) cookie(secure bool, value string, maxAge int) *http.Cookie {
	name := plainCookie
	if secure {
		name = secureCookie
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}
