package gateway

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store/phrase"
)

// hook is the channel to the gateway's HTTP endpoints: its wake endpoint, or its agent
// endpoint when the owner has named that.
type hook struct {
	url, token string
	agent      bool // the URL is the agent endpoint's
	client     *http.Client
	version    string
	now        func() time.Time // for Retry-After dates
}

// Compose makes the body in the form of the endpoint.
func (h hook) Compose(text string) (json.RawMessage, error) {
	if h.agent {
		return json.Marshal(struct {
			Message  string `json:"message"`
			Name     string `json:"name"`
			WakeMode string `json:"wakeMode"`
		}{text, "Progress Hub", "now"})
	}
	return json.Marshal(struct {
		Text string `json:"text"`
		Mode string `json:"mode"`
	}{text, "now"})
}

// maxAnswer is how much of an answer is read before the connection is closed.
const maxAnswer = 64 << 10

// Send posts a body. The token goes to the configured address and nowhere else.
func (h hook) Send(ctx context.Context, key string, body json.RawMessage) Reply {
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		return Reply{Verdict: Rejected, Why: phrase.GatewayNoURL.String()}
	}
	r.GetBody = nil // nothing may send it a second time
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "progress-hub/"+h.version)
	r.Header.Set("Idempotency-Key", key)
	if h.token != "" {
		r.Header.Set("Authorization", "Bearer "+h.token)
	}
	answer, err := h.client.Do(r)
	if err != nil {
		return failed(err, connected.Load())
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	return h.judge(answer)
}

// judge reads the status of an answer.
func (h hook) judge(answer *http.Response) Reply {
	status := strconv.Itoa(answer.StatusCode)
	why := phrase.GatewayAnswered(status).String()
	switch code := answer.StatusCode; {
	case code >= 200 && code < 300:
		return Reply{Verdict: Accepted}
	case code >= 300 && code < 400:
		return Reply{Verdict: Rejected, Why: phrase.GatewayRedirect(status).String()}
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return Reply{Verdict: Rejected, Why: phrase.GatewayToken(status).String()}
	case code == http.StatusNotFound:
		return Reply{Verdict: Rejected, Why: phrase.GatewayPath(status).String()}
	case code == http.StatusRequestTimeout || code == http.StatusTooManyRequests || code >= 500:
		return Reply{Verdict: Busy, Why: why, After: retryAfter(answer.Header.Get("Retry-After"), h.now())}
	}
	return Reply{Verdict: Rejected, Why: why}
}

// retryAfter reads how long to wait (RFC 9110 §10.2.3): seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), int(patience/time.Second))) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), patience)
}

// failed says what kept an answer from coming. Only what is known to hold no secret is
// told: errors of net/http quote the URL.
func failed(err error, connected bool) Reply {
	if reason := outbound.RefusedBy(err); reason != "" {
		// Another address of the same name may be down only for now.
		return Reply{Verdict: Unreached, Why: reason}
	}
	verdict := Unreached
	if connected {
		verdict = Unknown
	}
	var (
		lookup      *net.DNSError
		certificate *tls.CertificateVerificationError
		authority   x509.UnknownAuthorityError
		timeout     net.Error
	)
	switch {
	case errors.As(err, &lookup):
		return Reply{Verdict: verdict, Why: phrase.GatewayHost.String()}
	case errors.As(err, &certificate), errors.As(err, &authority):
		return Reply{Verdict: verdict, Why: phrase.GatewayCertificate.String()}
	case errors.Is(err, context.Canceled):
		return Reply{Verdict: verdict, Why: phrase.GatewayStopped.String()}
	case errors.As(err, &timeout) && timeout.Timeout() && connected:
		return Reply{Verdict: verdict, Why: phrase.GatewaySilent(int(deadline.Seconds())).String()}
	case errors.As(err, &timeout) && timeout.Timeout():
		return Reply{Verdict: verdict, Why: phrase.GatewaySlow.String()}
	case connected:
		return Reply{Verdict: verdict, Why: phrase.GatewayBroke.String()}
	}
	return Reply{Verdict: verdict, Why: phrase.GatewayUnreached.String()}
}
