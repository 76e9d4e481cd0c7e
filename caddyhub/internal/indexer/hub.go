package indexer

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// Tries of one request: what may pass is tried again, with longer and longer waits.
const (
	maxTries  = 5
	firstWait = time.Second
	maxWait   = time.Minute // also of what the hub asks for
)

// maxAnswer is more than the hub ever answers, in bytes.
const maxAnswer = 8 << 20

// hub is the way to the hub.
type hub struct {
	base *url.URL
	o    *Options
}

// result is what became of one record.
type result struct {
	Status string `json:"status"`
	Errors []struct {
		Location string `json:"location"`
		Message  string `json:"message"`
	} `json:"errors"`
}

func (r result) why() string {
	if len(r.Errors) == 0 {
		return "it does not say why"
	}
	at := r.Errors[0].Location
	return at[strings.LastIndexByte(at, '.')+1:] + " " + r.Errors[0].Message
}

// check finds out whether there is a hub, and whether it takes the token, before anything
// is read.
func (h *hub) check(ctx context.Context) error {
	var list []struct{}
	return h.do(ctx, http.MethodGet, "/api/sessions?limit=1", nil, &list)
}

// save sends a batch of so many records.
func (h *hub) save(ctx context.Context, body []byte, count int) ([]result, error) {
	var answer struct {
		Results []result `json:"results"`
	}
	if err := h.do(ctx, http.MethodPost, "/api/sessions:batch", body, &answer); err != nil {
		return nil, err
	}
	if len(answer.Results) != count {
		return nil, h.noHub("it did not answer for each record")
	}
	return answer.Results, nil
}

// again is a failure that may pass.
type again struct {
	error
	after time.Duration // what the hub asks for; 0: nothing
}

// do makes a request and takes its answer, and tries again what may pass.
func (h *hub) do(ctx context.Context, method, path string, body []byte, answer any) error {
	wait := firstWait
	for try := 1; ; try++ {
		err := h.once(ctx, method, path, body, answer)
		var passing *again
		if !errors.As(err, &passing) {
			return err
		}
		if try == maxTries || passing.after > maxWait {
			return passing.error
		}
		if try == 1 && h.o.Warn != nil {
			h.o.Warn("the hub does not answer as it should, trying again")
		}
		if err := h.o.Sleep(ctx, max(wait, passing.after)); err != nil {
			return err
		}
		wait *= 2
	}
}

func (h *hub) once(ctx context.Context, method, path string, body []byte, answer any) error {
	req, err := http.NewRequestWithContext(ctx, method, h.base.String()+path, bytes.NewReader(body))
	if err != nil {
		return errors.New("auth_token or hub_url holds a character that can't be sent")
	}
	if token := h.o.Config.AuthToken; token != "" { // a hub in development mode takes none
		req.Header.Set("Authorization", "Bearer "+token)
	}
	req.Header.Set("User-Agent", h.o.Agent)
	req.Header.Set("Accept", "application/json")
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := h.o.Client.Do(req)
	if err != nil {
		return h.unreached(ctx, err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return h.unreached(ctx, err)
	}
	if res.StatusCode != http.StatusOK {
		return h.refused(res, text)
	}
	if !isJSON(res) || json.Unmarshal(text, answer) != nil {
		return h.noHub("it answers with something else")
	}
	return nil
}

func isJSON(res *http.Response) bool {
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return err == nil && (kind == "application/json" || kind == "application/problem+json")
}

// noHub says that what answers is no hub.
func (h *hub) noHub(why string) error {
	return fmt.Errorf("there is no Progress Hub at %s (%s): check hub_url in %s", h.base, why, h.o.Config.File)
}

// refused is the error of an answer other than 200.
func (h *hub) refused(res *http.Response, text []byte) error {
	where := h.o.Config.File
	detail := ""
	if isJSON(res) {
		var p struct {
			Detail string `json:"detail"`
		}
		_ = json.Unmarshal(text, &p)
		detail = printable(p.Detail)
	}
	switch code := res.StatusCode; {
	case code == http.StatusUnauthorized && h.o.Config.AuthToken == "":
		return fmt.Errorf("the hub at %s wants its access token: put the hub's HUB_AUTH_TOKEN as auth_token into %s", h.base, where)
	case code == http.StatusUnauthorized && strings.Contains(detail, "development mode"):
		return fmt.Errorf("the hub at %s is in development mode and takes no access token: take auth_token out of %s, or give the hub a token", h.base, where)
	case code == http.StatusUnauthorized:
		return fmt.Errorf("the hub at %s does not take the access token: put the hub's HUB_AUTH_TOKEN as auth_token into %s", h.base, where)
	case code >= 300 && code < 400:
		to := "elsewhere"
		if u, err := res.Location(); err == nil && u.Host != "" {
			to = "to " + printable(u.Scheme+"://"+u.Host)
		}
		return fmt.Errorf("%s leads %s, and the token is not sent there: put the hub's own address as hub_url into %s", h.base, to, where)
	case code == http.StatusTooManyRequests, code == http.StatusRequestTimeout, code >= 500:
		err := fmt.Errorf("the hub at %s is busy or out of order (%s): try again later", h.base, printable(res.Status))
		return &again{err, retryAfter(res, h.o.Now())}
	case !isJSON(res):
		return h.noHub("it answers " + printable(res.Status))
	case code == http.StatusNotFound, code == http.StatusMethodNotAllowed:
		return h.noHub("it answers " + printable(res.Status))
	}
	return fmt.Errorf("the hub at %s refuses: %s (%s)", h.base, detail, printable(res.Status))
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

// unreached is the error of a request that got no answer.
func (h *hub) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if why := outbound.RefusedBy(err); why != "" {
		return fmt.Errorf("hub_url in %s can't be used: %s", h.o.Config.File, why)
	}
	if at := new(url.Error); errors.As(err, &at) {
		err = at.Err // without the address, which is named already
	}
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return fmt.Errorf("the certificate of %s is not trusted here: %s", h.base, printable(certificate.Err.Error()))
	case errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%s does not speak https: check hub_url in %s", h.base, h.o.Config.File)
	}
	return &again{fmt.Errorf("the hub at %s can't be reached: %s; see that it runs, and check hub_url in %s", h.base, printable(err.Error()), h.o.Config.File), 0}
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
