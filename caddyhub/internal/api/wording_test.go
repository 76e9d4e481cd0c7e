package api

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// Huma's messages reach nobody as they are: each way in which a request can fail its checks is
// answered in the hub's words.
func TestHumaIsReworded(t *testing.T) {
	h := newHub(t)
	long := strings.Repeat("x", 65)
	for _, c := range []struct {
		name, method, path, body string
		want                     inbound.Field
	}{
		{"no body", "POST", "/api/threads", ``, inbound.Field{}},
		{"a field is missing", "POST", "/api/threads", `{}`, inbound.Field{Location: "body.summary", Message: "is required"}},
		{"an inner field is missing", "POST", "/api/threads", `{"summary":"a","tried":[{}]}`, inbound.Field{Location: "body.tried[0].what", Message: "is required"}},
		{"an unknown field", "POST", "/api/threads", `{"summary":"a","x":1}`, inbound.Field{Location: "body.x", Message: "is not a field of this request"}},
		{"no text", "POST", "/api/threads", `{"summary":1}`, inbound.Field{Location: "body.summary", Message: "must be string"}},
		{"no list", "POST", "/api/threads", `{"summary":"a","next_steps":{}}`, inbound.Field{Location: "body.next_steps", Message: "must be array"}},
		{"no object", "POST", "/api/threads", `[]`, inbound.Field{Location: "body", Message: "must be object"}},
		{"no truth", "PUT", "/api/preferences", `{"keys":"x"}`, inbound.Field{Location: "body.keys", Message: "must be boolean"}},
		{"no whole number", "PUT", "/api/preferences", `{"stale_days":1.5}`, inbound.Field{Location: "body.stale_days", Message: "must be integer"}},
		{"a number beyond all bounds", "PUT", "/api/preferences", `{"stale_days":1e30}`, inbound.Field{Location: "body", Message: "does not fit the fields of this request"}},
		{"too small", "POST", "/api/threads/a/claim", `{"ttl_minutes":1}`, inbound.Field{Location: "body.ttl_minutes", Message: "must be at least 5"}},
		{"too large", "GET", "/api/threads?limit=201", ``, inbound.Field{Location: "query.limit", Message: "must be at most 200"}},
		{"too long", "GET", "/api/threads/" + long, ``, inbound.Field{Location: "path.id", Message: "must not be longer than 64 characters"}},
		{"too short", "POST", backupPath, `{"passphrase":""}`, inbound.Field{Location: "body.passphrase", Message: "must not be empty"}},
		{"none of a few", "GET", "/api/address?kind=x&title=a", ``, inbound.Field{Location: "query.kind", Message: "must be one of project, page"}},
		{"none of a few in a body", "POST", "/api/tokens", `{"name":"a","scope":"x"}`, inbound.Field{Location: "body.scope", Message: "must be one of read, write"}},
		{"none of a few in a path", "POST", "/api/notify/pigeon/test", `{}`, inbound.Field{Location: "path.channel", Message: "must be one of gateway, push, ntfy, mail, webhook"}},
		{"too many", "GET", "/api/overlap?q=a&also=b&also=c&also=d&also=e&also=f", ``, inbound.Field{Location: "query.also", Message: "must have at most 4 items"}},
		{"no time of day", "PUT", "/api/notify", `{"quiet":{"from":"25:00","to":"07:00"}}`, inbound.Field{Location: "body.quiet.from", Message: "must be a time of day such as 22:00"}},
		{"a parameter is missing", "GET", "/api/search", ``, inbound.Field{Location: "query.q", Message: "is required"}},
		{"an unknown parameter", "GET", "/api/threads?x=1", ``, inbound.Field{Location: "query.x", Message: "is not a parameter of this request"}},
		{"a parameter that is no number", "GET", "/api/threads?limit=x", ``, inbound.Field{Location: "query.limit", Message: "must be of type integer"}},
		{"a parameter that is no truth", "GET", "/api/threads?stale=x", ``, inbound.Field{Location: "query.stale", Message: "must be of type boolean"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.do(request{method: c.method, path: c.path, body: c.body})
			r.t = t
			p := decode[inbound.Problem](r)
			want := c.want.Location + " " + c.want.Message
			if c.want.Location == "" {
				want = "this request needs a JSON body"
			}
			if p.Detail != want {
				t.Errorf("the answer is %d %q, want %q: if a release of Huma has changed what it says, say so in wording.go", r.Status, p.Detail, want)
			}
		})
	}
}
