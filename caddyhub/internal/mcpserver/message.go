package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// maxDepth is how deep JSON may be nested.
const maxDepth = 32

// maxURI is the longest address of a resource. Matching it to the templates takes mcp-go
// some allocations for each of its bytes.
const maxURI = 1000

// maxEcho is how many bytes of a message's id and method an answer may repeat: both are names,
// and a client could have megabytes sent back to it.
const maxEcho = 200

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
	id     json.RawMessage
	method *string
	params json.RawMessage
}

// form is what the JSON of a message must keep. The protocol's own keys have capitals.
var form = inbound.JSONRules{MaxDepth: maxDepth, AnyCase: true}

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
	if err := form.Check(body); err != nil {
		return refuse(mcp.PARSE_ERROR, "%s", err)
	}
	m, err := open(body)
	if err != nil {
		return refuse(mcp.INVALID_REQUEST, "%s", err)
	}
	switch {
	case len(m.id) > maxEcho:
		return refuse(mcp.INVALID_REQUEST, "the id must have at most %d bytes", maxEcho)
	case m.method == nil && m.id != nil:
		return refuse(mcp.INVALID_REQUEST, "this server sends no requests, so it takes no responses")
	case m.method == nil, *m.method == "":
		return refuse(mcp.INVALID_REQUEST, "the message has no method")
	case m.id == nil:
		return message{}, &earlyAnswer{status: http.StatusAccepted}
	case !validID(m.id):
		return refuse(mcp.INVALID_REQUEST, "the id must be a string or an integer of at most 53 bits")
	}
	seen.id = m.id
	if len(*m.method) > maxEcho {
		return refuse(mcp.METHOD_NOT_FOUND, "no method has a name of more than %d bytes", maxEcho)
	}
	seen = message{id: m.id, method: *m.method, client: clientOf(m.params)}
	if seen.method == string(mcp.MethodSubscriptionsListen) {
		// mcp-go would end the subscription at once, without the acknowledgement that has to
		// come first on its stream.
		return seen, rpcError(seen.id, http.StatusNotFound, mcp.METHOD_NOT_FOUND, "this server announces no changes, so there is nothing to subscribe to")
	}
	if shape := shapes[*m.method]; shape != nil {
		params := shape()
		if err := checkParams(m.params, paramNames(params)); err != nil {
			return refuse(mcp.INVALID_PARAMS, "%s", err)
		}
		if err := json.Unmarshal(body, params); err != nil {
			return refuse(mcp.INVALID_PARAMS, "the params of %s are malformed: see its schema in the MCP specification", *m.method)
		}
		if read, ok := params.(*mcp.ReadResourceRequest); ok && len(read.Params.URI) > maxURI {
			return refuse(mcp.INVALID_PARAMS, "no resource has an address of more than %d bytes", maxURI)
		}
	}
	return seen, nil
}

// errNoMessage is said of JSON that is something else.
var errNoMessage = errors.New("the body must be one JSON-RPC 2.0 message, not a batch: {\"jsonrpc\", \"id\", \"method\", \"params\"}")

// open takes a message apart. encoding/json would take "Method" for the method.
func open(body []byte) (envelope, error) {
	members, err := inbound.JSONMembers(body, maxMembers)
	if err != nil {
		return envelope{}, errNoMessage
	}
	var m envelope
	for _, part := range members {
		switch part.Name {
		case "id":
			m.id = part.Value
		case "params":
			m.params = part.Value
		case "method":
			if err := json.Unmarshal(part.Value, &m.method); err != nil {
				return envelope{}, errNoMessage
			}
		}
	}
	return m, checkNames(members, []string{"jsonrpc", "id", "method", "params"})
}

// checkParams checks the keys of the params of a request. What is no object is refused where
// it is decoded.
func checkParams(params json.RawMessage, names []string) error {
	members, err := inbound.JSONMembers(params, maxMembers)
	if errors.Is(err, inbound.ErrTooManyMembers) {
		return fmt.Errorf("the params have more than %d keys, which nothing here takes", maxMembers)
	}
	return checkNames(members, names)
}

// checkNames refuses a key that is one of some names but for its case. Everybody else who
// reads the message, mcp-go among them, may take it for that.
func checkNames(members []inbound.JSONMember, names []string) error {
	for _, m := range members {
		for _, name := range names {
			if m.Name != name && strings.EqualFold(m.Name, name) {
				return fmt.Errorf("the key %s must be written %q", quoteCut(m.Name, 60), name)
			}
		}
	}
	return nil
}

// paramNames are the keys that mcp-go reads in the params of a request of its types.
func paramNames(request any) []string {
	params, found := reflect.TypeOf(request).Elem().FieldByName("Params")
	if !found || params.Type.Kind() != reflect.Struct {
		return nil
	}
	var names []string
	for _, field := range reflect.VisibleFields(params.Type) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
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

// validID reports whether the id comes back as it went in: mcp-go reads numbers as floats.
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
