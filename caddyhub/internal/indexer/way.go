package indexer

import (
	"cmp"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// Way is how programs of this machine reach the hub, and what they tell their user when they
// don't. Its sentences say what to do, and never hold the token.
type Way struct {
	Base  *url.URL // without a slash at the end
	Token string   // empty: none is sent
	File  string   // the configuration that both are from
	Given string   // where else the address is from, such as "--hub"; empty: from File
}

// Way is the way to the hub that the configuration names; the address of a page of the hub is
// taken for it.
func (c Config) Way() (Way, error) {
	wrong := func(what string) (Way, error) {
		return Way{}, fmt.Errorf("%s %s", Way{File: c.File, Given: c.Given}.source(), what)
	}
	if c.HubURL == "" {
		return wrong("is missing: it is the address of your hub, such as https://hub.example.org")
	}
	u, err := url.Parse(c.HubURL)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return wrong("is no http or https address, such as http://127.0.0.1:8787 or https://hub.example.org")
	case u.User != nil:
		return wrong("must not hold a user name or password: the token goes into auth_token")
	case u.RawQuery != "" || u.Fragment != "":
		return wrong("must be the hub's address alone, without ? and #")
	}
	if why := outbound.CheckURL(u); why != "" {
		return wrong(why)
	}
	u.Path = strings.TrimRight(u.Path, "/")
	for _, page := range []string{"/ui", "/mcp", "/api"} {
		u.Path = strings.TrimSuffix(u.Path, page)
	}
	return Way{Base: u, Token: c.AuthToken, File: c.File, Given: c.Given}, nil
}

// source is what the user has to look at if the address is wrong.
func (w Way) source() string { return cmp.Or(w.Given, "hub_url in "+w.File) }

// plainToTLS is what servers answer to http at a port of https: Go's, nginx and Apache.
var plainToTLS = regexp.MustCompile(`(?i)HTTP request (was sent )?to (an )?HTTPS|plain HTTP to an SSL`)

// WantsTLS reports whether an answer says that the port speaks https and the request did not.
func WantsTLS(res *http.Response, text []byte) bool {
	return res.StatusCode == http.StatusBadRequest && plainToTLS.Match(text)
}

// NoHub says that what answers is no hub.
func (w Way) NoHub(why string) error {
	return fmt.Errorf("there is no Progress Hub at %s (%s): check %s", w.Base, why, w.source())
}

// Refused is the error of an answer other than 200, which came now with this text.
func (w Way) Refused(res *http.Response, text []byte, now time.Time) error {
	where := w.File
	detail := ""
	if isJSON(res) {
		var p struct {
			Detail string `json:"detail"`
		}
		_ = json.Unmarshal(text, &p)
		detail = printable(p.Detail)
	}
	switch code := res.StatusCode; {
	case code == http.StatusUnauthorized && w.Token == "":
		return fmt.Errorf("the hub at %s wants a token, and there is none in %s: hub connect gets this machine one", w.Base, where)
	case code == http.StatusUnauthorized && strings.Contains(detail, "development mode"):
		return fmt.Errorf("the hub at %s is in development mode and takes no access token: take auth_token out of %s, or give the hub a token", w.Base, where)
	case code == http.StatusUnauthorized:
		return fmt.Errorf("the hub at %s does not take the token in %s, which was revoked, has expired, or is another hub's: hub connect gets this machine a new one", w.Base, where)
	case code >= 300 && code < 400:
		to := "elsewhere"
		if u, err := res.Location(); err == nil && u.Host != "" {
			to = "to " + printable(u.Scheme+"://"+u.Host)
		}
		return fmt.Errorf("%s leads %s, and the token is not sent there: put the hub's own address into %s", w.Base, to, w.source())
	case code == http.StatusTooManyRequests, code == http.StatusRequestTimeout, code >= 500:
		err := fmt.Errorf("the hub at %s is busy or out of order (%s): try again later", w.Base, printable(res.Status))
		return &Passing{err, retryAfter(res, now)}
	case WantsTLS(res, text):
		return fmt.Errorf("%s speaks https, not http: write https:// in %s", w.Base.Host, w.source())
	case !isJSON(res):
		return w.NoHub("it answers " + printable(res.Status))
	case code == http.StatusNotFound, code == http.StatusMethodNotAllowed:
		return w.NoHub("it answers " + printable(res.Status))
	}
	return fmt.Errorf("the hub at %s refuses: %s (%s)", w.Base, detail, printable(res.Status))
}

// Unreached is the error of a request that got no answer.
func (w Way) Unreached(err error) error {
	if why := outbound.RefusedBy(err); why != "" {
		return fmt.Errorf("%s can't be used: %s", w.source(), why)
	}
	if at := new(url.Error); errors.As(err, &at) {
		err = at.Err // without the address, which is named already
	}
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return fmt.Errorf("the certificate of %s is not trusted here: %s", w.Base, printable(certificate.Err.Error()))
	case errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%s does not speak https: check %s, which may have to begin with http://", w.Base, w.source())
	}
	return &Passing{fmt.Errorf("the hub at %s can't be reached: %s; see that it runs, and check %s", w.Base, printable(err.Error()), w.source()), 0}
}

// Passing is a failure that may pass by itself.
type Passing struct {
	error
	After time.Duration // what the hub asks to wait; 0: nothing
}

// retryAfter is how long the hub asks to wait (RFC 9110 §10.2.3).
func retryAfter(res *http.Response, now time.Time) time.Duration {
	given := res.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(given); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(given); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

func isJSON(res *http.Response) bool {
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return err == nil && (kind == "application/json" || kind == "application/problem+json")
}

// printable is a text from outside, fit for a terminal.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}
