package mcpserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxDepth is how deep JSON may be nested (contract §1).
const maxDepth = 32

// maxURI is the longest address of a resource. Matching it to the templates takes mcp-go
// some allocations for each of its bytes.
const maxURI = 1000

// earlyAnswer ends a request before mcp-go.
type earlyAnswer struct {
	status  int
	rpc     []byte // a JSON-RPC error; nil: no body
	problem string // what it says
}

// message is what the hub itself reads of a request.
type message struct {
	id     json.RawMessage
	method string // empty for a notification, which counts for nothing
	client string // what the client calls itself, if the message tells
}

// envelope is what every JSON-RPC message has.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method *string         `json:"method"`
	Params json.RawMessage `json:"params"`
}

// inspect returns what a message says of itself, and the answer if mcp-go shall not see it.
//
// Messages of the wrong form stop here because mcp-go quotes the decoder's complaint, Go
// types and all. Notifications stop here because without sessions none has a meaning, and
// because mcp-go keys running requests by session and id: with no session a cancellation
// from one client would end the request of another that happens to use the same id.
func inspect(body []byte) (message, *earlyAnswer) {
	seen := message{method: anyMethod}
	refuse := func(code int, format string, args ...any) (message, *earlyAnswer) {
		return seen, rpcError(seen.id, http.StatusBadRequest, code, fmt.Sprintf(format, args...))
	}
	if !utf8.Valid(body) || !json.Valid(body) || tooDeep(body) {
		return refuse(mcp.PARSE_ERROR, "the body must be one JSON message in UTF-8, nested at most %d deep", maxDepth)
	}
	var m envelope
	if err := json.Unmarshal(body, &m); err != nil {
		return refuse(mcp.INVALID_REQUEST, "the body must be one JSON-RPC 2.0 message, not a batch: {\"jsonrpc\", \"id\", \"method\", \"params\"}")
	}
	switch {
	case m.Method == nil && m.ID != nil:
		return refuse(mcp.INVALID_REQUEST, "this server sends no requests, so it takes no responses")
	case m.Method == nil, *m.Method == "":
		return refuse(mcp.INVALID_REQUEST, "the message has no method")
	case m.ID == nil:
		return message{}, &earlyAnswer{status: http.StatusAccepted}
	case !validID(m.ID):
		return refuse(mcp.INVALID_REQUEST, "the id must be a string or an integer of at most 53 bits")
	}
	seen = message{id: m.ID, method: *m.Method, client: clientOf(m.Params)}
	if seen.method == string(mcp.MethodSubscriptionsListen) {
		// mcp-go would end the subscription at once, without the acknowledgement that has to
		// come first on its stream.
		return seen, rpcError(seen.id, http.StatusNotFound, mcp.METHOD_NOT_FOUND, "this server announces no changes, so there is nothing to subscribe to")
	}
	if shape := shapes[*m.Method]; shape != nil {
		params := shape()
		if err := json.Unmarshal(body, params); err != nil {
			return refuse(mcp.INVALID_PARAMS, "the params of %s are malformed: see its schema in the MCP specification", *m.Method)
		}
		if read, ok := params.(*mcp.ReadResourceRequest); ok && len(read.Params.URI) > maxURI {
			return refuse(mcp.INVALID_PARAMS, "no resource has an address of more than %d bytes", maxURI)
		}
	}
	return seen, nil
}

// clientOf is the name that the client gives itself: when it initializes, and with every
// request in the era without that. What is of another type is no name.
func clientOf(params json.RawMessage) string {
	type info struct {
		Name string `json:"name"`
	}
	var told struct {
		Initializing info `json:"clientInfo"`
		Meta         struct {
			Calling info `json:"io.modelcontextprotocol/clientInfo"`
		} `json:"_meta"`
	}
	_ = json.Unmarshal(params, &told)
	return firstName(told.Meta.Calling.Name, told.Initializing.Name)
}

// shapes are mcp-go's own types for the methods it decodes.
var shapes = map[string]func() any{
	string(mcp.MethodInitialize):     func() any { return new(mcp.InitializeRequest) },
	string(mcp.MethodPing):           func() any { return new(mcp.PingRequest) },
	string(mcp.MethodServerDiscover): func() any { return new(mcp.DiscoverRequest) },
	string(mcp.MethodToolsList):      func() any { return new(mcp.ListToolsRequest) },
	string(mcp.MethodToolsCall):      func() any { return new(mcp.CallToolRequest) },

	string(mcp.MethodResourcesList):          func() any { return new(mcp.ListResourcesRequest) },
	string(mcp.MethodResourcesTemplatesList): func() any { return new(mcp.ListResourceTemplatesRequest) },
	string(mcp.MethodResourcesRead):          func() any { return new(mcp.ReadResourceRequest) },
	string(mcp.MethodResourcesSubscribe):     func() any { return new(mcp.SubscribeRequest) },
	string(mcp.MethodResourcesUnsubscribe):   func() any { return new(mcp.UnsubscribeRequest) },
	string(mcp.MethodPromptsList):            func() any { return new(mcp.ListPromptsRequest) },
	string(mcp.MethodPromptsGet):             func() any { return new(mcp.GetPromptRequest) },
	string(mcp.MethodCompletionComplete):     func() any { return new(mcp.CompleteRequest) },
}

// validID tells whether the id comes back as it went in: mcp-go reads numbers as floats.
func validID(id json.RawMessage) bool {
	if id[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && n>>53 == n>>63
}

func rpcError(id json.RawMessage, status, code int, message string) *earlyAnswer {
	if id == nil {
		id = json.RawMessage("null")
	}
	type details struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	body, err := json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   details         `json:"error"`
	}{mcp.JSONRPC_VERSION, id, details{code, message}})
	if err != nil {
		body = nil // cannot happen: the id was valid JSON
	}
	return &earlyAnswer{status, body, message}
}

// tooDeep counts the nesting of valid JSON.
func tooDeep(body []byte) bool {
	depth, inText := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}
