package caddyhub

import (
	"os"
	"strings"
	"sync"

	"go.uber.org/zap"
)

// saidVariables are the names that this process has warned of: its environment stays as it is,
// however often it loads a configuration.
var saidVariables sync.Map

// warn says what of a configuration is allowed but weak, or has no effect.
func (a *App) warn() {
	if isShort(a.settings.Token) {
		a.log.Warn("the access token is short: hub token prints a better one", zap.Int("want_characters", minToken))
	}
	if text := a.settings.deafCookie(); text != "" {
		a.log.Warn(text)
	}
	if text := a.settings.deafProxies(); text != "" {
		a.log.Warn(text)
	}
	warnOfVariables(a.log, os.Environ(), &saidVariables)
}

// deafCookie says why nobody can sign in at the public URL; empty: it does not stand in the way.
func (s *settings) deafCookie() string {
	if !s.CookieSecure || !strings.HasPrefix(s.PublicURL, "http://") || isLoopbackHost(strings.TrimPrefix(s.publicOrigin(), "http://")) {
		return ""
	}
	return "cookie_secure is on, but public_url begins with http://: browsers keep no such cookie there, so nobody can sign in"
}

// deafProxies says that proxies are named in vain; empty: they are not.
func (s *settings) deafProxies() string {
	if len(s.TrustedProxies) == 0 || s.TrustProxyHeaders {
		return ""
	}
	return "trusted_proxies (HUB_TRUSTED_PROXIES) has no effect without trust_proxy_headers (HUB_TRUST_PROXY_HEADERS)"
}
