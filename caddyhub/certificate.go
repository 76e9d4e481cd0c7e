package caddyhub

import (
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"github.com/caddyserver/certmagic"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/store"
)

// certificate is the one that Caddy shows browsers for a host, with or without a port; nil
// when it has none, as behind a proxy that ends TLS.
func certificate(host string) *api.Certificate {
	var best *certmagic.Certificate
	for _, c := range caddytls.AllMatchingCertificates(strings.ToLower(hostName(host))) {
		// While a certificate is replaced there are two.
		if c.Leaf != nil && (best == nil || c.Leaf.NotAfter.After(best.Leaf.NotAfter)) {
			best = &c
		}
	}
	if best == nil {
		return nil
	}
	issuer := best.Leaf.Issuer.CommonName
	if names := best.Leaf.Issuer.Organization; len(names) > 0 {
		issuer = names[0]
	}
	shown := &api.Certificate{Issuer: issuer, Names: best.Names, NotAfter: store.At(best.Leaf.NotAfter)}
	if len(best.Tags) == 0 { // those with a tag were loaded from a file, and are the owner's to renew
		left := time.Duration(float64(best.Lifetime()) * certmagic.DefaultRenewalWindowRatio)
		shown.RenewsAt = new(store.At(best.Leaf.NotAfter.Add(-left)))
	}
	return shown
}
