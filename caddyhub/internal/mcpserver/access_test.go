package mcpserver

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// by authorizes everybody with a token of that class.
func by(class inbound.Class) func(*Config) {
	return func(c *Config) {
		c.Authorize = func(*http.Request) (inbound.Credential, *inbound.Problem) {
			return inbound.Credential{Token: "0k3x5p9q2abc", Name: "laptop", Class: class}, nil
		}
	}
}

// Every tool, with a token that may read and one that may write.
func TestEveryToolAsksForItsClass(t *testing.T) {
	reading, writing := newHub(t, by(inbound.Read)), newHub(t, by(inbound.Write))
	for _, tool := range (&server{Config: Config{Store: reading.store}}).tools() {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool.name + `","arguments":{}}}`
		got := reading.send(http.MethodPost, "/mcp", body, nil)
		challenge := got.header.Get("WWW-Authenticate")
		switch {
		case tool.hints.readOnly && got.status != http.StatusOK:
			t.Errorf("%s with a read token: %d %s", tool.name, got.status, got.body)
		case !tool.hints.readOnly && (got.status != http.StatusForbidden || challenge != `Bearer error="insufficient_scope", scope="write"` ||
			got.header.Get("Content-Type") != inbound.ProblemType || !strings.Contains(string(got.body), `"laptop\" may only read`)):
			t.Errorf("%s with a read token: %d %s %s", tool.name, got.status, challenge, got.body)
		}
		if got := writing.send(http.MethodPost, "/mcp", body, nil); got.status != http.StatusOK {
			t.Errorf("%s with a write token: %d %s", tool.name, got.status, got.body)
		}
	}
	if list := reading.send(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, nil); !strings.Contains(string(list.body), `"finish_thread"`) {
		t.Errorf("the list of tools depends on the token: %s", list.body)
	}
}

func TestChangesOverMCPNameTheirToken(t *testing.T) {
	h := newHub(t, by(inbound.Write))
	h.call("save_thread", map[string]any{"summary": "Rotate the keys", "project": "inbox", "source_tool": "codex"})
	page, err := h.store.Events(t.Context(), store.EventFilter{Via: new("laptop")})
	if err != nil || page.Total == 0 || *page.Events[0].SourceTool != "codex" {
		t.Errorf("%+v, %v", page, err)
	}
}
