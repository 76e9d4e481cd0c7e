package mcpserver

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/clients"
)

func TestCallsOfToolsAreSeen(t *testing.T) {
	seen := clients.New(time.Now)
	h := newHub(t, func(c *Config) { c.Clients = seen })
	send := func(arguments, meta map[string]any, headers map[string]string) {
		t.Helper()
		params := map[string]any{"name": "list_projects", "arguments": arguments}
		if meta != nil {
			params["_meta"] = meta
		}
		body := h.encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
		h.send(http.MethodPost, "/mcp", body, headers)
	}
	named := map[string]any{"summary": "s", "project": "nowhere", "source_tool": "codex"}
	send(map[string]any{}, clientMeta("zed"), nil)
	h.call("list_projects", nil)
	sentence := h.refusal("save_thread", named)
	send(map[string]any{"colour": "red"}, clientMeta("zed"), nil)
	send(map[string]any{}, clientMeta("stranger"), map[string]string{"Authorization": "Bearer wrong"})
	h.rpc("tools/list", map[string]any{})
	got := map[string]string{}
	for _, c := range seen.List() {
		got[c.Name] = fmt.Sprint(c.Kind, " ", c.Calls, " ", c.LastCall, ": ", c.LastError)
	}
	want := map[string]string{
		"zed":         "mcp 2 list_projects: " + h.refusal("list_projects", map[string]any{"colour": "red"}),
		"test-client": "mcp 1 list_projects: ", // named by its User-Agent
		"codex":       "mcp 1 save_thread: " + sentence,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
