package mcpserver

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/http"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/clients"
)

// visit is one request on its way through: what the handlers behind mcp-go have to tell
// the wall in front of it.
type visit struct {
	message
	tool    string   // the tool it called; empty: none
	agent   string   // what the agent calls itself in the arguments; empty: nothing
	problem string   // why it failed, for the owner; empty: it did not
	failure *failure // answered in place of whatever mcp-go makes of it
}

// fail ends the visit with an error.
func (v *visit) fail(f failure) { v.failure, v.problem = &f, f.sentence }

// call is how the visit is remembered. The client's own name comes before that of the
// agent in it, also one that it told when it initialized: it is known by its User-Agent.
func (v *visit) call(r *http.Request, known *clients.Registry) clients.Call {
	call := clients.Call{
		Client: firstName(v.client, known.Introduced(r.UserAgent()), v.agent, product(r.Header)),
		Kind:   clients.MCP, What: cmp.Or(v.tool, cutRunes(v.method, maxCaller)), Failed: v.problem,
	}
	if v.method == string(mcp.MethodInitialize) && v.client != "" {
		call.Introduced = r.UserAgent()
	}
	return call
}

type visitKey struct{}

func withVisit(ctx context.Context, v *visit) context.Context {
	return context.WithValue(ctx, visitKey{}, v)
}

// visitOf is the visit that a request belongs to; one of its own when nobody asks.
func visitOf(ctx context.Context) *visit {
	if v, ok := ctx.Value(visitKey{}).(*visit); ok {
		return v
	}
	return &visit{}
}

// held is an answer until it is known to be the one that is sent. That it can't be flushed
// keeps mcp-go from turning it into an event stream.
type held struct {
	header http.Header
	status int // 0: none was set
	body   bytes.Buffer
}

func newHeld() *held { return &held{header: http.Header{}} }

func (h *held) Header() http.Header         { return h.header }
func (h *held) WriteHeader(status int)      { h.status = status }
func (h *held) Write(b []byte) (int, error) { return h.body.Write(b) }

// put replaces the answer by an early one.
func (h *held) put(a *earlyAnswer) {
	h.header, h.status = http.Header{}, a.status
	h.body.Reset()
	if a.rpc != nil {
		h.header.Set("Content-Type", "application/json")
		h.body.Write(a.rpc)
	}
}

// send writes the answer with its length, so that it does not go out in chunks. One
// without anything is that to a client that has gone.
func (h *held) send(w http.ResponseWriter) {
	maps.Copy(w.Header(), h.header)
	w.Header().Set("Content-Length", strconv.Itoa(h.body.Len()))
	if h.status != 0 {
		w.WriteHeader(h.status)
	}
	_, _ = w.Write(h.body.Bytes())
}
