package notify

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/store/phrase"
)

// meanings are what statuses of an answer mean, where they say more than that it is no.
type meanings map[int]func(status string) phrase.Phrase

// post posts a body once. who is how the other side is called in a sentence; means says what statuses
// mean there, beside what they always do. code is 0 without an answer.
func (s *Service) post(ctx context.Context, client *http.Client, who phrase.Phrase, url string, head http.Header, body []byte, means meanings) (reply gateway.Reply, code int) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyNoURL(who)}, 0
	}
	r.Header = head
	r.Header.Set("User-Agent", "progress-hub/"+s.Version)
	code, header, failure := gateway.Exchange(client, r)
	if failure != nil {
		return failed(who, failure), 0
	}
	status := strconv.Itoa(code)
	why := phrase.NotifyAnswered(who, status)
	switch {
	case code >= 200 && code < 300:
		return gateway.Reply{Verdict: gateway.Accepted}, code
	case code >= 300 && code < 400:
		return gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyRedirect(who, status)}, code
	case gateway.Later(code):
		return gateway.Reply{Verdict: gateway.Busy, Why: why, After: gateway.RetryAfter(header, s.Store.Now())}, code
	case means[code] != nil:
		why = means[code](status)
	}
	return gateway.Reply{Verdict: gateway.Rejected, Why: why}, code
}

// failed says why no answer came.
func failed(who phrase.Phrase, f *gateway.Failure) gateway.Reply {
	why := map[gateway.Cause]phrase.Phrase{
		gateway.NotAllowed:  phrase.Text(f.Reason),
		gateway.NoHost:      phrase.NotifyHost(who),
		gateway.NotTrusted:  phrase.NotifyCertificate(who),
		gateway.Stopped:     phrase.GatewayStopped,
		gateway.Silent:      phrase.NotifySilent(who),
		gateway.Slow:        phrase.NotifySlow(who),
		gateway.Broke:       phrase.NotifyBroke(who),
		gateway.NobodyThere: phrase.NotifyUnreached(who),
	}
	return gateway.Reply{Verdict: f.Verdict(), Why: why[f.Cause]}
}
