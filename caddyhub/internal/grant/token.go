package grant

import (
	"errors"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// The grant types.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
)

// maxForm bounds the body of a request for tokens, in bytes.
const maxForm = 8 << 10

// pause is how long a program is told to wait for the disk.
const pause = 5 * time.Second

// tokens is the answer of RFC 6749 section 5.1.
type tokens struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"` // seconds
	RefreshToken string `json:"refresh_token"`
	Scope        string `json:"scope"`
}

// outcome is what a request comes to.
type outcome struct {
	status int
	body   any
	guess  bool          // it named a code or a token that there is not
	wait   time.Duration // until it may come again; 0: at any time
}

// token exchanges a code or a refresh token for a pair of tokens. What comes to nothing is counted, and
// told to wait when it is too much. What is right always passes: others share the address of a cloud,
// and nobody guesses 256 bits.
func (s *Service) token(w http.ResponseWriter, r *http.Request) {
	form, ok := readForm(w, r)
	if !ok {
		return
	}
	o := s.exchange(form)
	if o.guess {
		if wait, free := s.State.failures.Reserve(inbound.From(r.Context()).ClientIP); !free {
			tooMany(w, wait, inVain)
			return
		}
	}
	if o.wait > 0 {
		inbound.SetRetryAfter(w.Header(), o.wait)
	}
	answer(w, o.status, o.body)
}

// exchange is what a request for tokens comes to.
func (s *Service) exchange(form url.Values) outcome {
	refused := func(status int, code, description string) outcome {
		return outcome{status: status, body: refusal{code, description}, guess: true}
	}
	id := form.Get("client_id")
	for _, one := range form["resource"] {
		if !s.isResource(one) {
			return refused(http.StatusBadRequest, "invalid_target", "resource must be "+s.Resource())
		}
	}
	var p pair
	var why string
	var err error
	switch form.Get("grant_type") {
	case grantCode:
		p, why, err = s.State.redeem(form.Get("code"), id, form.Get("redirect_uri"), form.Get("code_verifier"), s.AccessTTL)
	case grantRefresh:
		p, why, err = s.State.exchange(form.Get("refresh_token"), id, s.AccessTTL)
	default:
		return refused(http.StatusBadRequest, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token")
	}
	switch often := tooOften(0); {
	case errors.As(err, &often):
		return outcome{status: http.StatusTooManyRequests, body: refusal{"slow_down", err.Error() + ": wait and try again"}, wait: time.Duration(often)}
	case err != nil:
		return outcome{status: http.StatusServiceUnavailable, body: unwritten, wait: pause}
	case why != "" && !isDocument(id) && s.State.registered(id) == nil:
		// The program has to register anew, which it does upon this answer.
		return refused(http.StatusUnauthorized, "invalid_client", "this hub does not know the program")
	case why != "":
		return refused(http.StatusBadRequest, "invalid_grant", why)
	}
	left := max(1, int64(p.expires.Sub(s.State.clock.Now())/time.Second))
	return outcome{status: http.StatusOK, body: tokens{p.access, "Bearer", left, p.refresh, scopeOf(p.class)}}
}

// revoke ends a token (RFC 7009). Of one that is not known it says the same.
func (s *Service) revoke(w http.ResponseWriter, r *http.Request) {
	form, ok := readForm(w, r)
	if !ok {
		return
	}
	known, err := s.State.end(form.Get("token"), form.Get("client_id"))
	if err != nil {
		unavailable(w)
		return
	}
	if !known {
		if wait, free := s.State.revokes.Reserve(inbound.From(r.Context()).ClientIP); !free {
			tooMany(w, wait, inVain)
			return
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
}

// readForm reads a body whose parameters stand in it once each, and answers one that can't be read.
func readForm(w http.ResponseWriter, r *http.Request) (url.Values, bool) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/x-www-form-urlencoded" {
		refuse(w, http.StatusBadRequest, "invalid_request", "send a form as application/x-www-form-urlencoded")
		return nil, false
	}
	body, problem := inbound.ReadBody(w, r, maxForm)
	if problem != nil {
		refuse(w, problem.Status, "invalid_request", problem.Detail)
		return nil, false
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_request", "the form can't be read")
		return nil, false
	}
	if repeated(form) != "" {
		refuse(w, http.StatusBadRequest, "invalid_request", "a parameter stands in the form twice")
		return nil, false
	}
	return form, true
}

// repeated is a parameter that has more than one value, which only resource may have (RFC 6749 section
// 3.1, RFC 8707 section 2); empty: none has.
func repeated(parameters url.Values) string {
	for name, values := range parameters {
		if len(values) > 1 && name != "resource" {
			return name
		}
	}
	return ""
}

// inVain is what an address has too much of that names codes or tokens that there are not.
const inVain = "too many requests came to nothing"

func tooMany(w http.ResponseWriter, wait time.Duration, what string) {
	inbound.SetRetryAfter(w.Header(), wait)
	refuse(w, http.StatusTooManyRequests, "slow_down", what+": wait and try again")
}

// unwritten is said when the disk takes nothing.
var unwritten = refusal{"temporarily_unavailable", "the hub can't write to its data folder right now: nothing was changed"}

func unavailable(w http.ResponseWriter) {
	inbound.SetRetryAfter(w.Header(), pause)
	answer(w, http.StatusServiceUnavailable, unwritten)
}
