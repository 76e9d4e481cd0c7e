package bridge

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// Codes of JSON-RPC errors.
const (
	codeParse   = mcp.PARSE_ERROR
	codeInvalid = mcp.INVALID_REQUEST
	codeAway    = mcp.INTERNAL_ERROR
)

// maxClient bounds the client's name, in bytes: it goes into a header.
const maxClient = 60

// message is what is read of a line.
type message struct {
	line   []byte
	id     json.RawMessage // nil: a notification
	method string          // empty: an answer
	params json.RawMessage
}

// errNoMessage is answered to a line that is no message.
var errNoMessage = errors.New("the line is no JSON-RPC message")

// form is that of the messages that the hub takes. Its depth is not the bridge's to judge.
var form = inbound.JSONRules{MaxDepth: maxLine, AnyCase: true}

// parse reads what the bridge needs. Whether the message is as it should be, the hub judges.
func parse(line []byte) (message, error) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method json.RawMessage `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if !json.Valid(line) {
		return message{}, errNoMessage
	}
	if form.Check(line) != nil { // readers may differ about what it says: the hub tells what is wrong
		return message{line: line, id: json.RawMessage("null"), method: "?"}, nil
	}
	if line[0] == '[' { // a batch: the hub says that it takes none
		return message{line: line, id: json.RawMessage("null"), method: "batch"}, nil
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return message{}, errNoMessage
	}
	var method string
	if json.Unmarshal(m.Method, &method) != nil && m.Method != nil {
		method = "?" // no text: the hub says so
	}
	return message{line: line, id: m.ID, method: method, params: m.Params}, nil
}

// clientName is what the client calls itself in the handshake, fit for a header.
func (m message) clientName() string {
	var p struct {
		Info struct {
			Name string `json:"name"`
		} `json:"clientInfo"`
		Meta struct {
			Info struct {
				Name string `json:"name"`
			} `json:"io.modelcontextprotocol/clientInfo"`
		} `json:"_meta"`
	}
	_ = json.Unmarshal(m.params, &p)
	name := p.Info.Name
	if name == "" {
		name = p.Meta.Info.Name
	}
	name = strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsPrint(r) || strings.ContainsRune(`()\`, r) {
			return '-'
		}
		return r
	}, strings.TrimSpace(name))
	return name[:min(len(name), maxClient)]
}

// version is the protocol's, where each message tells it; else empty.
func (m message) version() string {
	var p struct {
		Meta struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	}
	_ = json.Unmarshal(m.params, &p)
	return p.Meta.Version
}

// cancelled is the id of the request that a notification ends, as it was written.
func (m message) cancelled() string {
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	_ = json.Unmarshal(m.params, &p)
	return string(p.ID)
}

// tool is the tool that a message calls; empty: it calls none.
func (m message) tool() string {
	if m.method != string(mcp.MethodToolsCall) {
		return ""
	}
	name, _ := mcp.ExtractHeaderName(mcp.MethodToolsCall, m.params)
	return name
}

// reply is an answer of the bridge's own.
func reply(id json.RawMessage, member string, value any) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": id, member: value})
	if err != nil { // nothing here can't be encoded
		panic(err)
	}
	return text
}

func failure(id json.RawMessage, code int, sentence string) []byte {
	return reply(id, "error", map[string]any{"code": code, "message": sentence})
}

// unable is the answer to a message that the hub could not be asked about. A tool's call gets
// it where the agent reads it.
func unable(m message, sentence string) []byte {
	switch {
	case m.id == nil:
		return nil
	case m.method == string(mcp.MethodPing):
		return reply(m.id, "result", struct{}{}) // the bridge is there
	case m.tool() == "":
		return failure(m.id, codeAway, sentence)
	}
	result := map[string]any{"content": []any{map[string]any{"type": "text", "text": sentence}}, "isError": true}
	if mcp.IsModernProtocol(m.version()) {
		result["resultType"] = "complete"
	}
	return reply(m.id, "result", result)
}
