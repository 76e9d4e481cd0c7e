package mcpserver

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestClientsTellTheirName(t *testing.T) {
	for _, c := range []struct{ name, params, want string }{
		{"initializing", `{"clientInfo":{"name":"zed","version":"1"}}`, "zed"},
		{"calling", `{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"zed"}}}`, "zed"},
		{"a name of another type", `{"clientInfo":{"name":5}}`, ""},
		{"no object", `{"clientInfo":"zed","_meta":{"io.modelcontextprotocol/clientInfo":{"name":"cursor"}}}`, "cursor"},
		{"none", `{}`, ""},
		{"no params", ``, ""},
		{"params a list", `[]`, ""},
		{"odd", `{"clientInfo":{"name":" a\u202e\nb\u0007 "}}`, "a b"},
		{"long", `{"clientInfo":{"name":"` + strings.Repeat("x", 500) + `"}}`, strings.Repeat("x", maxCaller-1) + "…"},
	} {
		if got := clientOf(json.RawMessage(c.params)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzInspect(f *testing.F) {
	for _, seed := range []string{
		initialize, `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":"c"}}}`,
		`{"id":"\u0000","method":"resources/read","params":{"uri":"hub://"}}`, `{"method":"notifications/x"}`, `[]`, `{"id":1,"method":"prompts/get","params":{"arguments":{"a":1}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, early := inspect(body)
		switch {
		case early == nil:
			if m.method == "" || !json.Valid(m.id) {
				t.Errorf("passed: %q with %+v", body, m)
			}
		case early.rpc == nil:
			if early.status != http.StatusAccepted || m.method != "" {
				t.Errorf("no answer to %q", body)
			}
		case early.status != http.StatusBadRequest || !json.Valid(early.rpc) || early.problem == "":
			t.Errorf("%q is answered with %d %s", body, early.status, early.rpc)
		}
	})
}
