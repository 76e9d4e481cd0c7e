package caddyhub

import "net/http"

// contentPolicy lets a page load its own files and nothing else, and lets script text
// become markup only through the dashboard's one policy.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'self'; " +
	"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types hub"

// permissionsPolicy takes from the page what the hub never uses.
const permissionsPolicy = "accelerometer=(), autoplay=(), camera=(), display-capture=(), " +
	"encrypted-media=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), " +
	"payment=(), serial=(), usb=(), xr-spatial-tracking=()"

// securityHeaders go out with every answer, errors too. The names are in canonical form, as
// the map of a header needs them.
var securityHeaders = []struct{ name, value string }{
	{"Content-Security-Policy", contentPolicy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy", permissionsPolicy},
}

// setSecurityHeaders sets them. HSTS (RFC 6797) goes out only over HTTPS, and without
// sub-domains: they are not the hub's. An opener policy goes to origins that the browser trusts:
// to others it only complains of it in the console of each page. Fetch metadata is sent to the
// same origins, so it also tells of HTTPS that a proxy in front has not told the hub about.
func setSecurityHeaders(h http.Header, scheme string, asked http.Header) {
	// Values of its own for each answer: Caddy's header directive may write into them.
	values := make([]string, len(securityHeaders))
	for i, one := range securityHeaders {
		values[i] = one.value
		h[one.name] = values[i : i+1 : i+1]
	}
	if scheme == "https" || asked.Get("Sec-Fetch-Mode") != "" {
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	if scheme == "https" {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}
