package mcpserver

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestRequestsAreSeen(t *testing.T) {
	call := func(tool, arguments, meta string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `,"_meta":{` + meta + `}}}`
	}
	const zed = `"io.modelcontextprotocol/clientInfo":{"name":"zed","version":"1"}`
	wrongToken := map[string]string{"Authorization": "Bearer wrong"}
	noToken := map[string]string{"Authorization": ""}
	type sent struct {
		body   string
		header map[string]string
	}
	for _, c := range []struct {
		name string
		sent []sent
		want []string
	}{
		{"named by its own name", []sent{{call("list_projects", "{}", zed), nil}}, []string{"zed: mcp 1 list_projects"}},
		{"by its User-Agent", []sent{{call("list_projects", "{}", ""), nil}}, []string{"test-client: mcp 1 list_projects"}},
		{"the last error stays", []sent{{call("read", "{}", zed), nil}, {call("list_projects", "{}", zed), nil}}, []string{
			`zed: mcp 2 list_projects, failed at 09:30: argument "uri" (a string) is missing: ` + readable,
		}},
		{"by the agent's name", []sent{{call("save_thread", `{"summary":"s","project":"nowhere","source_tool":"codex"}`, ""), nil}}, []string{
			`codex: mcp 1 save_thread, failed at 09:30: project "nowhere" not found; list_projects shows the slugs; if this project is new, repeat with create_project: true`,
		}},
		{"initializing, and no call after", []sent{{initialize, nil}}, []string{"x: mcp 1 initialize"}},
		{"known by its User-Agent since it initialized", []sent{{initialize, nil}, {call("list_projects", "{}", ""), nil}}, []string{"x: mcp 2 list_projects"}},
		{"another User-Agent is another client", []sent{{initialize, nil}, {call("list_projects", "{}", ""), map[string]string{"User-Agent": "curl/8"}}}, []string{
			"curl: mcp 1 list_projects", "x: mcp 1 initialize",
		}},
		{"a method that is none", []sent{{`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"info"}}`, nil}}, []string{
			"test-client: mcp 1 logging/setLevel, failed at 09:30: logging/setLevel is not served here",
		}},
		{"a resource that is none", []sent{{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"hub://threads/x"}}`, nil}}, []string{
			`test-client: mcp 1 resources/read, failed at 09:30: thread "x" not found; list_threads and check_overlap show the ids`,
		}},
		{"a message that is none", []sent{{"{", nil}}, []string{
			"test-client: mcp 1 POST /mcp, failed at 09:30: the body is not valid JSON",
		}},
		{"another content type", []sent{{"x", map[string]string{"Content-Type": "text/plain"}}}, []string{
			"test-client: mcp 1 POST /mcp, failed at 09:30: send a JSON-RPC message as application/json",
		}},
		{"what mcp-go refuses by itself", []sent{{initialize[:len(initialize)-2] + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, nil}}, []string{
			"x: mcp 1 initialize, failed at 09:30: 400 Bad Request",
		}},
		{"a notification counts for nothing", []sent{{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil}}, nil},
		{"without a credential", []sent{{initialize, noToken}}, []string{
			"test-client: refused, mcp 1 POST /mcp, failed at 09:30: arrived without a credential: 401, send the access token as a bearer",
		}},
		{"with a wrong one", []sent{{initialize, wrongToken}, {initialize, nil}}, []string{
			"x: mcp 1 initialize",
			"test-client: refused, mcp 1 POST /mcp, failed at 09:30: arrived with a wrong credential: 401, send the access token as a bearer",
		}},
		{"a foreign page is nobody", []sent{{initialize, map[string]string{"Origin": "https://evil.example"}}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			seen := inbound.NewClients(h.clock.Now)
			handler, err := New(Config{Store: h.store, Clients: seen, Authorize: authorize})
			if err != nil {
				t.Fatal(err)
			}
			h.serve(handler)
			for _, s := range c.sent {
				h.send(http.MethodPost, "/mcp", s.body, s.header)
			}
			var got []string
			for _, client := range seen.List() {
				line := client.Name + ": "
				if client.Refused {
					line += "refused, "
				}
				line += fmt.Sprint(client.Kind, " ", client.Calls, " ", client.LastCall)
				if client.LastError != "" {
					line += ", failed at " + client.LastErrorAt.Format("15:04") + ": " + client.LastError
				}
				got = append(got, line)
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A stranger can say what he likes: the clients stay, and no secret of his is kept.
func TestStrangersPushNobodyOut(t *testing.T) {
	seen := inbound.NewClients(time.Now)
	h := newHub(t, func(c *Config) { c.Clients = seen })
	h.rpc("tools/list", map[string]any{})
	for i := range 200 {
		h.send(http.MethodPost, "/mcp", initialize, map[string]string{"Authorization": "Bearer guess-of-a-token", "User-Agent": fmt.Sprintf("stranger-%d/1 guess-of-a-token", i)})
	}
	list := seen.List()
	if len(list) != 5 || list[0].Name != "test-client" || list[0].Refused || list[1].Name != "stranger-199" || !list[4].Refused {
		t.Errorf("%+v", list)
	}
	if text := fmt.Sprintf("%+v", list); strings.Contains(text, "guess-of-a-token") {
		t.Errorf("a credential is kept: %s", text)
	}
}
