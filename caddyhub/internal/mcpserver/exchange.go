package mcpserver

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/http"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// exchange is one request on its way through: what the handlers behind mcp-go have to tell
// the HTTP handler in front of it.
type exchange struct {
	message
	tool    string   // the tool it called; empty: none
	agent   string   // what the agent calls itself in the arguments; empty: nothing
	problem string   // why it failed, for the owner; empty: it did not
	failure *failure // answered in place of whatever mcp-go makes of it

	credential inbound.Credential
	refusal    *inbound.Problem // of a tool that the credential does not open; answered likewise
}

// fail ends the exchange with an error.
func (v *exchange) fail(f failure) { v.failure, v.problem = &f, f.sentence }

// call is how the exchange is remembered. The client's own name comes before that of the
// agent in it, also one that it told when it initialized: it is known by its User-Agent.
func (v *exchange) call(r *http.Request, known *inbound.Clients) inbound.Call {
	call := inbound.Call{
		Client: firstName(v.client, known.Introduced(r.UserAgent()), v.agent, product(r.Header)),
		Kind:   inbound.MCP, Token: v.credential.Name, What: cmp.Or(v.tool, cutRunes(v.method, maxCaller)), Failed: v.problem,
	}
	if v.method == string(mcp.MethodInitialize) && v.client != "" {
		call.Introduced = r.UserAgent()
	}
	return call
}

// forbid ends the exchange as one whose credential does not do.
func (v *exchange) forbid(refusal *inbound.Problem) { v.refusal, v.problem = refusal, refusal.Detail }

type exchangeKey struct{}

func withExchange(ctx context.Context, v *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, v)
}

// exchangeOf is the exchange that a request belongs to; one of its own when nobody asks.
func exchangeOf(ctx context.Context) *exchange {
	if v, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return v
	}
	return &exchange{}
}

// responseBuffer is an answer until it is known to be the one that is sent. That it can't be flushed
// keeps mcp-go from turning it into an event stream.
type responseBuffer struct {
	header http.Header
	status int // 0: none was set
	body   bytes.Buffer
}

func newResponseBuffer() *responseBuffer { return &responseBuffer{header: http.Header{}} }

func (h *responseBuffer) Header() http.Header         { return h.header }
func (h *responseBuffer) WriteHeader(status int)      { h.status = status }
func (h *responseBuffer) Write(b []byte) (int, error) { return h.body.Write(b) }

func (h *responseBuffer) reset() {
	h.header, h.status = http.Header{}, 0
	h.body.Reset()
}

// put replaces the answer by an early one.
func (h *responseBuffer) put(a *earlyAnswer) {
	h.reset()
	h.status = a.status
	if a.rpc != nil {
		h.header.Set("Content-Type", "application/json")
		h.body.Write(a.rpc)
	}
}

// send writes the answer with its length, so that it does not go out in chunks. One
// without anything is that to a client that has gone.
func (h *responseBuffer) send(w http.ResponseWriter) {
	maps.Copy(w.Header(), h.header)
	w.Header().Set("Content-Length", strconv.Itoa(h.body.Len()))
	if h.status != 0 {
		w.WriteHeader(h.status)
	}
	_, _ = w.Write(h.body.Bytes())
}
