package mcpserver

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// maxBody is the longest request body.
const maxBody = 1 << 20

// httpHandler is everything that is checked before mcp-go sees a request.
type httpHandler struct {
	Config
	next http.Handler
}

// ServeHTTP checks the request and answers it. It is remembered before the answer is on
// its way, so that whoever has the answer finds it counted.
func (h *httpHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	credential, refusal := h.check(r)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	v := &exchange{message: message{method: anyMethod}, credential: credential}
	answer := newResponseBuffer()
	if body, refusal := readBody(w, r); refusal != nil {
		v.problem = refusal.Detail
		refusal.Write(answer)
	} else {
		h.pass(answer, r, body, v)
	}
	if v.method != "" {
		h.Clients.Record(v.call(r, h.Clients))
	}
	answer.send(w)
}

// anyMethod stands for the method of a request that did not get far enough to tell it.
const anyMethod = "POST /mcp"

// check goes through the request's head. Its order matters: a page in the
// owner's browser learns that it is foreign before any credential is looked at.
func (h *httpHandler) check(r *http.Request) (inbound.Credential, *inbound.Problem) {
	if r.Method != http.MethodPost {
		p := inbound.NewProblem(http.StatusMethodNotAllowed, "the MCP endpoint takes POST only: it opens no streams and keeps no sessions")
		p.Allow = http.MethodPost
		return inbound.Credential{}, p
	}
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !h.OwnOrigin(r, origins[0]) {
		return inbound.Credential{}, inbound.NewProblem(http.StatusForbidden, fmt.Sprintf("the request comes from the origin %s; this hub's is %s",
			quoteCut(strings.Join(origins, ", "), 100), h.origins(r)))
	}
	credential, refusal := h.Authorize(r)
	if refusal != nil {
		h.Clients.Refuse(inbound.Call{
			Client: firstName(product(r.Header)), Kind: inbound.MCP, What: anyMethod,
			Failed: fmt.Sprintf("arrived %s: %d, %s", shown(r), refusal.Status, refusal.Detail),
		})
	}
	return credential, refusal
}

// shown says what a request that was refused had to show. What it was is not for the
// list of clients.
func shown(r *http.Request) string {
	if len(r.Header.Values("Authorization")) > 0 {
		return "with a wrong credential"
	}
	return "without a credential"
}

// pass hands the message to mcp-go if that shall see it.
func (h *httpHandler) pass(answer *responseBuffer, r *http.Request, body []byte, v *exchange) {
	m, early := inspect(body)
	v.message = m
	if early != nil {
		v.problem = early.problem
		answer.put(early)
		return
	}
	defer func() {
		if reason := recover(); reason != nil {
			v.fail(failure{mcp.INTERNAL_ERROR, http.StatusOK, h.panicked(r.Context(), v.method, reason)})
		}
		if v.refusal != nil {
			answer.reset()
			v.refusal.Write(answer)
		} else if v.failure != nil {
			answer.put(rpcError(v.id, v.failure.status, v.failure.code, v.failure.sentence))
		} else if v.problem == "" && answer.status >= http.StatusBadRequest {
			v.problem = fmt.Sprintf("%d %s", answer.status, http.StatusText(answer.status))
		}
	}()
	r = r.WithContext(withExchange(r.Context(), v))
	r.Body = io.NopCloser(bytes.NewReader(body))
	h.next.ServeHTTP(answer, r)
}

// origins names what would have been accepted.
func (h *httpHandler) origins(r *http.Request) string {
	var names []string
	if h.PublicURL != "" {
		names = append(names, h.PublicURL)
	}
	if info := inbound.From(r.Context()); info.Host != "" && info.Origin() != h.PublicURL {
		names = append(names, info.Origin())
	}
	if names == nil {
		return "not configured: set its public URL"
	}
	return strings.Join(names, " or ")
}

// readBody reads a message.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *inbound.Problem) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, inbound.NewProblem(http.StatusUnsupportedMediaType, "send a JSON-RPC message as application/json")
	}
	return inbound.ReadBody(w, r, maxBody)
}
