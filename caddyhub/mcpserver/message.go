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

// earlyAnswer ends a request before mcp-go.
type earlyAnswer struct {
	status int
	rpc    []byte // a JSON-RPC error; nil: no body
}

// envelope is what every JSON-RPC message has.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method *string         `json:"method"`
	Params json.RawMessage `json:"params"`
}

// inspect returns the answer to a message that mcp-go shall not see, or nil.
//
// Messages of the wrong form stop here because mcp-go quotes the decoder's complaint, Go
// types and all. Notifications stop here because without sessions none has a meaning, and
// because mcp-go keys running requests by session and id: with no session a cancellation
// from one client would end the request of another that happens to use the same id.
func inspect(body []byte) *earlyAnswer {
	if !utf8.Valid(body) || !json.Valid(body) || tooDeep(body) {
		return rpcError(nil, mcp.PARSE_ERROR, fmt.Sprintf("the body must be one JSON message in UTF-8, nested at most %d deep", maxDepth))
	}
	var m envelope
	if err := json.Unmarshal(body, &m); err != nil {
		return rpcError(nil, mcp.INVALID_REQUEST, "the body must be one JSON-RPC 2.0 message, not a batch: {\"jsonrpc\", \"id\", \"method\", \"params\"}")
	}
	switch {
	case m.Method == nil && m.ID != nil:
		return rpcError(nil, mcp.INVALID_REQUEST, "this server sends no requests, so it takes no responses")
	case m.Method == nil:
		return rpcError(nil, mcp.INVALID_REQUEST, "the message has no method")
	case m.ID == nil:
		return &earlyAnswer{status: http.StatusAccepted}
	case !validID(m.ID):
		return rpcError(nil, mcp.INVALID_REQUEST, "the id must be a string or an integer of at most 53 bits")
	}
	if shape := shapes[*m.Method]; shape != nil {
		if err := json.Unmarshal(body, shape()); err != nil {
			return rpcError(m.ID, mcp.INVALID_PARAMS, fmt.Sprintf("the params of %s are malformed: see its schema in the MCP specification", *m.Method))
		}
	}
	return nil
}

// shapes are mcp-go's own types for the methods it decodes.
var shapes = map[string]func() any{
	string(mcp.MethodInitialize):          func() any { return new(mcp.InitializeRequest) },
	string(mcp.MethodPing):                func() any { return new(mcp.PingRequest) },
	string(mcp.MethodServerDiscover):      func() any { return new(mcp.DiscoverRequest) },
	string(mcp.MethodSubscriptionsListen): func() any { return new(mcp.SubscriptionsListenRequest) },
	string(mcp.MethodToolsList):           func() any { return new(mcp.ListToolsRequest) },
	string(mcp.MethodToolsCall):           func() any { return new(mcp.CallToolRequest) },
}

// validID tells whether the id comes back as it went in: mcp-go reads numbers as floats.
func validID(id json.RawMessage) bool {
	if id[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && n>>53 == n>>63
}

func rpcError(id json.RawMessage, code int, message string) *earlyAnswer {
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
	return &earlyAnswer{http.StatusBadRequest, body}
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
