package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

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

// Compose makes the body in the form of the endpoint. It holds nothing secret.
func (h hook) Compose(m Message) (Body, error) {
	body, err := h.body(m.Text)
	return Body{body, body}, err
}

func (h hook) body(text string) (json.RawMessage, error) {
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

// Send posts a body. The token goes to the configured address and nowhere else.
func (h hook) Send(ctx context.Context, m Message, body []byte) Reply {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		return Reply{Verdict: Rejected, Why: phrase.GatewayNoURL}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "progress-hub/"+h.version)
	r.Header.Set("Idempotency-Key", m.ID)
	if h.token != "" {
		r.Header.Set("Authorization", "Bearer "+h.token)
	}
	status, header, failure := Exchange(h.client, r)
	if failure != nil {
		return failure.reply()
	}
	return h.judge(status, header)
}

// judge reads the status of an answer.
func (h hook) judge(code int, header http.Header) Reply {
	status := strconv.Itoa(code)
	why := phrase.GatewayAnswered(status)
	switch {
	case code >= 200 && code < 300:
		return Reply{Verdict: Accepted}
	case code >= 300 && code < 400:
		return Reply{Verdict: Rejected, Why: phrase.GatewayRedirect(status)}
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return Reply{Verdict: Rejected, Why: phrase.GatewayToken(status)}
	case code == http.StatusNotFound:
		return Reply{Verdict: Rejected, Why: phrase.GatewayPath(status)}
	case Later(code):
		return Reply{Verdict: Busy, Why: why, After: RetryAfter(header, h.now())}
	}
	return Reply{Verdict: Rejected, Why: why}
}

// reply says of a failed exchange what the owner of a gateway has to know.
func (f *Failure) reply() Reply {
	why := map[Cause]phrase.Phrase{
		NotAllowed: phrase.Text(f.Reason), NoHost: phrase.GatewayHost, NotTrusted: phrase.GatewayCertificate, Stopped: phrase.GatewayStopped,
		Silent: phrase.GatewaySilent(int(deadline.Seconds())), Slow: phrase.GatewaySlow, Broke: phrase.GatewayBroke, NobodyThere: phrase.GatewayUnreached,
	}
	return Reply{Verdict: f.Verdict(), Why: why[f.Cause]}
}
