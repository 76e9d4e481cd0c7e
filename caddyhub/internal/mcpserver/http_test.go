package mcpserver

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`

// Each case breaks the named rule and every later one, so that the order shows.
func TestWallOrder(t *testing.T) {
	h := newHub(t)
	tooLong := strings.Repeat(" ", maxBody+1)
	// Expect keeps the client from sending a body that will not be read.
	all := map[string]string{"Origin": "https://evil.example", "Authorization": "Bearer wrong", "Content-Type": "text/plain", "Expect": "100-continue"}
	without := func(names ...string) map[string]string {
		m := map[string]string{}
		for name, value := range all {
			m[name] = value
		}
		for _, name := range names {
			delete(m, name)
		}
		return m
	}
	for _, c := range []struct {
		name, method string
		header       map[string]string
		body         string
		want         int
	}{
		{"method before all", http.MethodGet, all, "", http.StatusMethodNotAllowed},
		{"origin before bearer", http.MethodPost, all, tooLong, http.StatusForbidden},
		{"bearer before type", http.MethodPost, without("Origin"), tooLong, http.StatusUnauthorized},
		{"type before size", http.MethodPost, without("Origin", "Authorization"), tooLong, http.StatusUnsupportedMediaType},
		{"size before content", http.MethodPost, without("Origin", "Authorization", "Content-Type"), tooLong, http.StatusRequestEntityTooLarge},
		{"content last", http.MethodPost, nil, "{", http.StatusBadRequest},
		{"all right", http.MethodPost, map[string]string{"Origin": ownOrigin}, initialize, http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.send(c.method, "/mcp", c.body, c.header)
			if got.status != c.want {
				t.Fatalf("status %d, want %d: %s", got.status, c.want, got.body)
			}
			if cache := got.header.Get("Cache-Control"); cache != "no-store" {
				t.Errorf("Cache-Control %q", cache)
			}
			for name := range got.header {
				if strings.HasPrefix(name, "Access-Control") || name == "Mcp-Session-Id" {
					t.Errorf("header %s was sent", name)
				}
			}
			if c.want >= 400 && c.body != "{" {
				if p := decodeTo[inbound.Problem](h, got.body); p.Status != c.want || got.header.Get("Content-Type") != inbound.ProblemType {
					t.Errorf("no problem document: %s", got.body)
				}
			}
		})
	}
}

func TestWallRefusals(t *testing.T) {
	h := newHub(t)
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "post"} {
		t.Run("method "+method, func(t *testing.T) {
			got := h.send(method, "/mcp", "", nil)
			if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "POST" {
				t.Errorf("status %d, Allow %q", got.status, got.header.Get("Allow"))
			}
		})
	}
	for _, origin := range []string{"null", "https://hub.example.evil.org", "http://hub.example", " "} {
		t.Run("origin "+origin, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.url+"/mcp", strings.NewReader(initialize))
			if err != nil {
				t.Fatal(err)
			}
			req.Header["Origin"] = []string{origin}
			resp, err := h.http.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			if resp.StatusCode != http.StatusForbidden {
				t.Errorf("status %d", resp.StatusCode)
			}
			contains(t, string(body), ownOrigin)
		})
	}
	t.Run("two origins", func(t *testing.T) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.url+"/mcp", strings.NewReader(initialize))
		if err != nil {
			t.Fatal(err)
		}
		req.Header["Origin"] = []string{ownOrigin, ownOrigin}
		resp, err := h.http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("status %d", resp.StatusCode)
		}
	})
	t.Run("bearer", func(t *testing.T) {
		got := h.send(http.MethodPost, "/mcp", initialize, map[string]string{"Authorization": "", "Cookie": "hub_session=" + testToken})
		if got.status != http.StatusUnauthorized || !strings.HasPrefix(got.header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("status %d, WWW-Authenticate %q", got.status, got.header.Get("WWW-Authenticate"))
		}
	})
	for _, media := range []string{"", "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/json; ="} {
		t.Run("content type "+media, func(t *testing.T) {
			if got := h.send(http.MethodPost, "/mcp", initialize, map[string]string{"Content-Type": media}); got.status != http.StatusUnsupportedMediaType {
				t.Errorf("status %d", got.status)
			}
		})
	}
	t.Run("chunked body too large", func(t *testing.T) {
		body := io.MultiReader(strings.NewReader(initialize), strings.NewReader(strings.Repeat(" ", maxBody))) // of no known length
		if got := h.sendFrom(http.MethodPost, "/mcp", body, nil); got.status != http.StatusRequestEntityTooLarge {
			t.Errorf("status %d", got.status)
		}
	})
	t.Run("body of exactly the limit", func(t *testing.T) {
		body := initialize + strings.Repeat(" ", maxBody-len(initialize))
		if got := h.send(http.MethodPost, "/mcp", body, nil); got.status != http.StatusOK {
			t.Errorf("status %d", got.status)
		}
	})
}

func TestBothPaths(t *testing.T) {
	h := newHub(t)
	for _, path := range []string{"/mcp", "/mcp/"} {
		got := h.send(http.MethodPost, path, initialize, map[string]string{"Content-Type": "application/json; charset=utf-8"})
		if got.status != http.StatusOK {
			t.Errorf("%s: status %d", path, got.status)
		}
	}
}

// manyKeys are members of an object, each with a comma behind it.
func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"k%d":0,`, i)
	}
	return b.String()
}

func TestMessageForm(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct {
		name, body string
		status     int
		says       string
	}{
		{"empty", "", 400, "not valid JSON"},
		{"not JSON", "{]", 400, "not valid JSON"},
		{"not UTF-8", "{\"method\":\"\xff\"}", 400, "UTF-8"},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "}", 400, "deep"},
		{"half a character", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"a\ud83d"}}}`, 400, "half a character"},
		{"half a character in a key", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"\udc00":1}}`, 400, "half a character"},
		{"whole characters in two escapes", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"\ud83d\ude00"}}`, 200, `"result":{}`},
		{"a key twice", `{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, 400, "stands twice"},
		{"a key twice, once escaped", `{"jsonrpc":"2.0","id":1,"method":"ping","\u006dethod":"tools/list"}`, 400, "stands twice"},
		{"an argument twice", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_threads","arguments":{"project":"a","project":"b"}}}`, 400, "stands twice"},
		{"a key twice inside of an argument", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"request_change","arguments":{"kind":"delete_page","payload":{"path":"a","path":"b"}}}}`, 400, "stands twice"},
		{"a key beside a variant", `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/list"}`, 400, "upper and lower case"},
		{"params beside a variant", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_threads","arguments":{},"Arguments":{"limit":1}}}`, 400, "upper and lower case"},
		{"a variant that only folds", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"paramſ":[]}`, 400, "upper and lower case"},
		{"a variant alone", `{"jsonrpc":"2.0","id":1,"Method":"ping"}`, 400, `\"Method\" must be written \"method\"`},
		{"a variant alone in the params", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"list_threads"}}`, 400, `\"Name\" must be written \"name\"`},
		{"a variant of the page", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"CURSOR":"x"}}`, 400, `must be written \"cursor\"`},
		{"a variant behind many keys", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + manyKeys(60) + `"Name":"list_threads"}}`, 400, "more than 50 keys"},
		{"keys with capitals", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_threads","_meta":{"progressToken":"x","com.example/aB":1}}}`, 200, "structuredContent"},
		{"more behind", `{"jsonrpc":"2.0","id":1,"method":"ping"} {}`, 400, "goes on"},
		{"brackets in a text", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat(`[\"`, 100) + `"}}`, 200, `"result":{}`},
		{"batch", "[" + initialize + "]", 400, "batch"},
		{"text", `"x"`, 400, "one JSON-RPC"},
		{"no method", `{"jsonrpc":"2.0"}`, 400, "no method"},
		{"empty method", `{"jsonrpc":"2.0","id":1,"method":""}`, 400, "no method"},
		{"method of a wrong type", `{"jsonrpc":"2.0","id":1,"method":5}`, 400, "one JSON-RPC"},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{}}`, 400, "takes no responses"},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, 400, "id"},
		{"id an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, 400, "id"},
		{"id too large to come back whole", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, 400, "53 bits"},
		{"id at the limit", `{"jsonrpc":"2.0","id":"` + strings.Repeat("a", 198) + `","method":"ping"}`, 200, `"result":{}`},
		{"negative id", `{"jsonrpc":"2.0","id":-5,"method":"ping"}`, 200, `"id":-5`},
		{"text id", `{"jsonrpc":"2.0","id":"a-1","method":"ping"}`, 200, `"id":"a-1"`},
		{"wrong version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, 200, "-32600"},
		{"params a list", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, 400, "malformed"},
		{"tool name a number", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}`, 400, "malformed"},
		{"beyond all numbers", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_threads","arguments":{"limit":1e999}}}`, 400, "malformed"},
		{"meta a text", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","_meta":"x"}}`, 400, "malformed"},
		{"cursor a number", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}`, 400, "malformed"},
		{"client info a text", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":"x"}}`, 400, "malformed"},
		{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"tools/drop"}`, 200, "-32601"},
		{"resources of a wrong form", `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":5}`, 400, "malformed"},
		{"templates of a wrong form", `{"jsonrpc":"2.0","id":1,"method":"resources/templates/list","params":{"cursor":{}}}`, 400, "malformed"},
		{"address a list", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":["hub://projects"]}}`, 400, "malformed"},
		{"address too long", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"hub://wiki/` + strings.Repeat("a/", 500) + `"}}`, 400, "more than 1000 bytes"},
		{"address missing", `{"jsonrpc":"2.0","id":1,"method":"resources/read"}`, 200, `no resource has the address \"\"`},
		{"prompts of a wrong form", `{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":[]}`, 400, "malformed"},
		{"argument of a prompt a number", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"wrap_up","arguments":{"project":5}}}`, 400, "malformed"},
		{"completion without a reference", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"argument":{"name":"project","value":"a"}}}`, 400, "malformed"},
		{"completion of something else", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/tool","name":"read"},"argument":{"name":"uri","value":"a"}}}`, 400, "malformed"},
		{"cursor of another list", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"page 2"}}`, 200, `the cursor is not one of this list`},
		{"subscribing", `{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"hub://projects"}}`, 200, "-32601"},
		{"subscribing to a number", `{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":5}}`, 400, "malformed"},
		{"log level", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":5}}`, 200, "-32601"},
		{"sampling", `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":5}`, 200, "-32601"},
		{"unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"drop"}}`, 200, `"code":-32602,"message":"tool \"drop\" not found; there are session_digest, `},
		{"unknown tool with a near one", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_thred"}}`, 200, `tool \"save_thred\" not found; closest: save_thread`},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, ""},
		{"cancellation", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, 202, ""},
		{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/what","params":7}`, 202, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.send(http.MethodPost, "/mcp", c.body, nil)
			if got.status != c.status {
				t.Errorf("status %d, want %d: %s", got.status, c.status, got.body)
			}
			contains(t, string(got.body), c.says)
			if strings.Contains(string(got.body), "Go ") || strings.Contains(string(got.body), "json:") {
				t.Errorf("the decoder speaks: %s", got.body)
			}
			if c.status == http.StatusAccepted && len(got.body) > 0 {
				t.Errorf("a notification has an answer: %s", got.body)
			}
			if c.status != http.StatusAccepted && got.header.Get("Content-Type") != "application/json" {
				t.Errorf("content type %q", got.header.Get("Content-Type"))
			}
		})
	}
}

// A client does not get back what it sent when that is of no use: neither in the answer nor, a
// second time, in its message.
func TestALongIDOrMethodIsRefusedInOneSentence(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct{ name, id, method, says string }{
		{"an id of one byte more", `"` + strings.Repeat("a", 199) + `"`, "ping", `"id":null`},
		{"a long id", `"` + strings.Repeat("a", 900_000) + `"`, "ping", "the id must have at most 200 bytes"},
		{"a long number", strings.Repeat("1", 900_000), "ping", "the id must have at most 200 bytes"},
		{"a list", `[` + strings.Repeat("1,", 400_000) + `1]`, "ping", "the id must have at most 200 bytes"},
		{"a long id without a method", `"` + strings.Repeat("a", 900_000) + `"`, "", "the id must have at most 200 bytes"},
		{"a method of one byte more", "7", strings.Repeat("m", 201), `"id":7`},
		{"a long method", `"x"`, strings.Repeat("m", 900_000), "no method has a name of more than 200 bytes"},
		{"both", `"` + strings.Repeat("a", 400_000) + `"`, strings.Repeat("m", 400_000), "the id must have at most 200 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.send(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":`+c.id+`,"method":"`+c.method+`"}`, nil)
			if got.status != http.StatusBadRequest || len(got.body) > 300 {
				t.Errorf("status %d, %d bytes: %.300s", got.status, len(got.body), got.body)
			}
			contains(t, string(got.body), c.says)
		})
	}
}

func TestForeignOriginIsToldTheOwnOnes(t *testing.T) {
	for _, c := range []struct{ name, public, host, want string }{
		{"configured", "https://hub.example", "", "this hub's is https://hub.example"},
		{"as called", "", "10.0.0.5:8787", "this hub's is http://10.0.0.5:8787"},
		{"both", "https://hub.example", "10.0.0.5:8787", "https://hub.example or http://10.0.0.5:8787"},
		{"neither", "", "", "set its public URL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			handler := &httpHandler{Config: Config{PublicURL: c.public, Authorize: allow, OwnOrigin: func(*http.Request, string) bool { return false }}}
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(initialize))
			r = r.WithContext(inbound.With(r.Context(), inbound.Info{Scheme: "http", Host: c.host}))
			r.Header.Set("Origin", "https://evil.example")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != http.StatusForbidden {
				t.Errorf("status %d", w.Code)
			}
			contains(t, w.Body.String(), `https://evil.example`, c.want)
		})
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	for name, cfg := range map[string]Config{
		"nothing":  {},
		"no store": {Authorize: allow},
	} {
		if _, err := New(cfg); err == nil {
			t.Errorf("%s: made", name)
		}
	}
}
