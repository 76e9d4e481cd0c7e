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
	s := a.settings
	if isShort(s.Token) {
		a.log.Warn("the access token is short: hub token prints a better one", zap.Int("want_characters", minToken))
	}
	if s.CookieSecure && strings.HasPrefix(s.PublicURL, "http://") && !isLoopbackHost(strings.TrimPrefix(s.publicOrigin(), "http://")) {
		a.log.Warn("cookie_secure is on, but public_url begins with http://: browsers keep no such cookie there, so nobody can sign in")
	}
	if len(s.TrustedProxies) > 0 && !s.TrustProxyHeaders {
		a.log.Warn("trusted_proxies (HUB_TRUSTED_PROXIES) has no effect without trust_proxy_headers (HUB_TRUST_PROXY_HEADERS)")
	}
	warnOfVariables(a.log, os.Environ(), &saidVariables)
}
