package notify

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
)

// post posts a body once. who is how the other side is called in a sentence; means says of statuses
// what they mean there, beside what they always do. status is 0 without an answer.
func (s *Service) post(ctx context.Context, client *http.Client, who, url string, head http.Header, body []byte, means map[int]string) (reply gateway.Reply, status int) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return gateway.Reply{Verdict: gateway.Rejected, Why: "the address of " + who + " is no URL"}, 0
	}
	r.Header = head
	r.Header.Set("User-Agent", "progress-hub/"+s.Version)
	status, header, failure := gateway.Exchange(client, r)
	if failure != nil {
		return failed(who, failure), 0
	}
	why := who + " answered " + strconv.Itoa(status)
	switch {
	case status >= 200 && status < 300:
		return gateway.Reply{Verdict: gateway.Accepted}, status
	case status >= 300 && status < 400:
		return gateway.Reply{Verdict: gateway.Rejected, Why: why + ", a redirect, which the hub does not follow: set the address it leads to"}, status
	case gateway.Later(status):
		return gateway.Reply{Verdict: gateway.Busy, Why: why, After: gateway.RetryAfter(header, s.Store.Now())}, status
	case means[status] != "":
		why += ": " + means[status]
	}
	return gateway.Reply{Verdict: gateway.Rejected, Why: why}, status
}

// failed says why no answer came.
func failed(who string, f *gateway.Failure) gateway.Reply {
	why := map[gateway.Cause]string{
		gateway.NotAllowed:  f.Reason,
		gateway.NoHost:      "the host name of " + who + " could not be resolved",
		gateway.NotTrusted:  "the certificate of " + who + " is not trusted by this machine",
		gateway.Stopped:     "the hub was stopped before an answer came",
		gateway.Silent:      who + " did not answer in time",
		gateway.Slow:        who + " could not be reached in time",
		gateway.Broke:       "the connection to " + who + " broke before an answer came",
		gateway.NobodyThere: who + " could not be reached: nothing listens at its address",
	}
	return gateway.Reply{Verdict: f.Verdict(), Why: why[f.Cause]}
}
