package caddyhub

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// public is a hub on its public name, and on another one.
type public struct {
	t        *testing.T
	dir      string
	port     string
	owner    []string // the header by which the owner is known
	exchange string   // of the last code, as it was sent
}

// newPublic runs a hub whose issuer is http://127.0.0.1 on a port; localhost is the other name.
func newPublic(t *testing.T) *public {
	t.Helper()
	p := &public{t: t, dir: t.TempDir(), port: freePort(t), owner: []string{"Authorization", "Bearer " + privateToken}}
	p.load("issuer http://127.0.0.1:" + p.port)
	return p
}

// load runs it with other options of oauth; without any there are no connectors.
func (p *public) load(oauth string) {
	p.t.Helper()
	options := "data_dir " + p.dir + "\ntoken " + privateToken + "\n"
	if oauth != "" {
		options += "oauth {\n" + oauth + "\n}\n"
	}
	load(p.t, "{\n"+quiet(p.t)+"hub {\n"+options+"}\n}\nhttp://:"+p.port+" {\nbind 127.0.0.1\nhub\nrespond \"another\" 418\n}\n")
}

// send is the status, the header and the body of an answer at a host name.
func (p *public) send(method, host, path, body string, headers ...string) (int, http.Header, string) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, "http://127.0.0.1:"+p.port+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Host = host + ":" + p.port
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := ask(client, r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// read sends a request at the issuer and decodes its answer.
func (p *public) read(into any, want int, method, path, body string, headers ...string) {
	p.t.Helper()
	status, _, text := p.send(method, "127.0.0.1", path, body, headers...)
	if status != want || json.Unmarshal([]byte(text), into) != nil {
		p.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
}

// connect lets a program in and returns its tokens.
func (p *public) connect(scope string) (access, refresh, client string) {
	p.t.Helper()
	const verifier, callback = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "https://app.example/callback"
	var registered struct {
		ID string `json:"client_id"`
	}
	p.read(&registered, 201, "POST", "/register", `{"client_name":"App `+scope+`","redirect_uris":["`+callback+`"]}`)
	sum := sha256.Sum256([]byte(verifier))
	q := url.Values{
		"response_type": {"code"}, "client_id": {registered.ID}, "redirect_uri": {callback}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])},
		"code_challenge_method": {"S256"}, "state": {"s"}, "scope": {scope}, "resource": {"http://127.0.0.1:" + p.port + "/mcp"},
	}
	status, header, text := p.send("GET", "127.0.0.1", "/authorize?"+q.Encode(), "")
	id, ok := strings.CutPrefix(header.Get("Location"), "/ui/connect/")
	if status != http.StatusFound || !ok {
		p.t.Fatalf("%d %v %s", status, header, text)
	}
	var asked struct{ Scope string }
	p.read(&asked, 200, "GET", "/api/oauth/requests/"+id, "", p.owner...)
	if asked.Scope != scope {
		p.t.Errorf("it asks for %q, want %q", asked.Scope, scope)
	}
	var decided struct{ Redirect string }
	p.read(&decided, 200, "POST", "/api/oauth/requests/"+id+"/approve", `{}`, p.owner...)
	back, err := url.Parse(decided.Redirect)
	if err != nil || back.Query().Get("state") != "s" {
		p.t.Fatalf("%s, %v", decided.Redirect, err)
	}
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {registered.ID}, "code": {back.Query().Get("code")}, "redirect_uri": {callback}, "code_verifier": {verifier}}
	var tokens struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	p.exchange = form.Encode()
	p.read(&tokens, 200, "POST", "/token", p.exchange, "Content-Type", "application/x-www-form-urlencoded")
	return tokens.Access, tokens.Refresh, registered.ID
}

// expire has the access token of a program end while the hub is down.
func (p *public) expire(client string) {
	p.t.Helper()
	if err := caddy.Stop(); err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(p.dir, auth.AccessFile)
	text, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	var file struct {
		Tokens json.RawMessage `json:"tokens"`
		OAuth  struct {
			Key     string           `json:"key"`
			Clients json.RawMessage  `json:"clients"`
			Grants  []map[string]any `json:"grants"`
		} `json:"oauth"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		p.t.Fatal(err)
	}
	for _, g := range file.OAuth.Grants {
		if g["client_id"] == client {
			g["access"].([]any)[0].(map[string]any)["at"] = time.Now().UnixMilli() - 1
		}
	}
	if text, err = json.Marshal(file); err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.load("issuer http://127.0.0.1:" + p.port)
}

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// startWork is a tool that changes something.
const startWork = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_work","arguments":{"intent":"Try the connector","source_tool":"app"}}}`

// What each credential opens, on the public name and on another: a connector's token opens /mcp there
// and nothing else anywhere.
func TestWhatEachCredentialOpens(t *testing.T) {
	p := newPublic(t)
	named := func(name, scope string) string {
		var made struct{ Token string }
		p.read(&made, 201, "POST", "/api/tokens", `{"name":"`+name+`","scope":"`+scope+`"}`, p.owner...)
		return made.Token
	}
	reads, writes := named("reads", "read"), named("writes", "write")
	connector, _, _ := p.connect("write")
	reader, _, _ := p.connect("read")
	revoked, _, _ := p.connect("write")
	var list []struct{ ID, Name, Kind, Client string }
	p.read(&list, 200, "GET", "/api/tokens", "", p.owner...)
	for _, one := range list {
		if one.Name == "App write 2" {
			if status, _, text := p.send("DELETE", "127.0.0.1", "/api/tokens/"+one.ID, "", p.owner...); status != http.StatusNoContent {
				t.Fatalf("%d %s", status, text)
			}
		}
	}
	expired, _, client := p.connect("write")
	p.expire(client)
	for _, c := range []struct {
		name, bearer                             string
		tools, work, elsewhere, get, post, owner int // REST answers the same on each name
	}{
		{"none", "", 401, 401, 401, 401, 401, 401},
		{"the access token", privateToken, 200, 200, 200, 200, 201, 200},
		{"a wrong token", "wrong", 401, 401, 401, 401, 401, 401},
		{"a named one to read", reads, 200, 403, 200, 200, 403, 403},
		{"a named one to write", writes, 200, 200, 200, 200, 201, 403},
		{"a connector", connector, 200, 200, 401, 401, 401, 401},
		{"a connector to read", reader, 200, 403, 401, 401, 401, 401},
		{"a connector that was revoked", revoked, 401, 401, 401, 401, 401, 401},
		{"a connector whose token has expired", expired, 401, 401, 401, 401, 401, 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			var headers []string
			if c.bearer != "" {
				headers = []string{"Authorization", "Bearer " + c.bearer}
			}
			for what, one := range map[string]struct {
				method, host, path, body string
				want                     int
			}{
				"tools/list":             {"POST", "127.0.0.1", "/mcp", listTools, c.tools},
				"start_work":             {"POST", "127.0.0.1", "/mcp", startWork, c.work},
				"tools/list, elsewhere":  {"POST", "localhost", "/mcp", listTools, c.elsewhere},
				"reading over REST":      {"GET", "127.0.0.1", "/api/threads", "", c.get},
				"writing over REST":      {"POST", "127.0.0.1", "/api/projects", `{"title":"` + c.name + `"}`, c.post},
				"the owner's":            {"GET", "127.0.0.1", "/api/tokens", "", c.owner},
				"reading, elsewhere":     {"GET", "localhost", "/api/threads", "", c.get},
				"the owner's, elsewhere": {"GET", "localhost", "/api/tokens", "", c.owner},
			} {
				status, header, text := p.send(one.method, one.host, one.path, one.body, append([]string{"Accept", "application/json, text/event-stream"}, headers...)...)
				if status != one.want {
					t.Errorf("%s: %d, want %d: %s", what, status, one.want, text)
				}
				told := strings.Contains(header.Get("WWW-Authenticate"), "resource_metadata=")
				ofOAuth := c.bearer == "" || strings.HasPrefix(c.bearer, "huba_")
				if want := ofOAuth && one.path == "/mcp" && one.host == "127.0.0.1" && status >= 400; told != want {
					t.Errorf("%s: told of OAuth: %t, want %t: %s", what, told, want, header.Get("WWW-Authenticate"))
				}
			}
		})
	}
}

// The body of a connector's call has as long to arrive as that of every other credential.
func TestAConnectorIsNoStranger(t *testing.T) {
	p := newPublic(t)
	access, _, _ := p.connect("write")
	running, err := caddy.ActiveContext().App("hub")
	if err != nil {
		t.Fatal(err)
	}
	app := running.(*App)
	for _, c := range []struct {
		name, bearer string
		want         bool
	}{{"a connector", access, true}, {"the access token", privateToken, true}, {"another hub's connector", "huba_000000000000_" + strings.Repeat("A", 43), false}} {
		r := httptest.NewRequest("POST", "http://127.0.0.1:"+p.port+"/mcp", strings.NewReader(listTools))
		r.Header.Set("Authorization", "Bearer "+c.bearer)
		r = r.WithContext(inbound.With(r.Context(), app.settings.identify(r)))
		b := app.takeBody(httptest.NewRecorder(), r)
		b.release()
		if b.known != c.want {
			t.Errorf("%s: known %t", c.name, b.known)
		}
	}
}

// Changes that come by a connector say so, and the owner can take them back.
func TestAConnectorStandsInTheHistory(t *testing.T) {
	p := newPublic(t)
	access, _, _ := p.connect("write")
	if status, _, text := p.send("POST", "127.0.0.1", "/mcp", startWork, "Authorization", "Bearer "+access, "Accept", "application/json, text/event-stream"); status != 200 || strings.Contains(text, `"isError":true`) {
		t.Fatalf("%d %s", status, text)
	}
	var events []struct{ Kind, Via string }
	p.read(&events, 200, "GET", "/api/events?limit=5", "", p.owner...)
	for _, e := range events {
		if e.Via == "App write" {
			return
		}
	}
	t.Errorf("%+v", events)
}

// A connector that somebody else may have is gone, and its owner reads why.
func TestACodeUsedTwiceStandsInTheHistory(t *testing.T) {
	p := newPublic(t)
	access, _, _ := p.connect("write")
	if status, _, text := p.send("POST", "127.0.0.1", "/token", p.exchange, "Content-Type", "application/x-www-form-urlencoded"); status != 400 || !strings.Contains(text, "invalid_grant") {
		t.Errorf("the code once more: %d %s", status, text)
	}
	if status, _, text := p.send("POST", "127.0.0.1", "/mcp", listTools, "Authorization", "Bearer "+access, "Accept", "application/json, text/event-stream"); status != 401 {
		t.Errorf("its token: %d %s", status, text)
	}
	var events []struct {
		Kind, Title string
		After       struct{ Reason string }
	}
	p.read(&events, 200, "GET", "/api/events?kind=connector", "", p.owner...)
	if len(events) != 1 || events[0].Kind != "connector.revoked" || events[0].Title != "App write" || events[0].After.Reason != "code_reused" {
		t.Errorf("%+v", events)
	}
}

// Without an issuer, and on other names with one, these addresses are as if OAuth were unknown: many
// programs that have a token drop it when they find more than a 404 here.
func TestWithoutAnIssuerNothingTellsOfOAuth(t *testing.T) {
	p := newPublic(t)
	paths := map[string]int{
		"/.well-known/oauth-authorization-server": 404, "/.well-known/oauth-authorization-server/mcp": 404, "/.well-known/oauth-protected-resource": 404,
		"/.well-known/oauth-protected-resource/mcp": 404, "/.well-known/openid-configuration": 404, "/register": 404,
		"/authorize?client_id=x": 418, "/token": 418, "/revoke": 418, // of whoever else is served there
	}
	told := func(host string) map[string]string {
		all := map[string]string{}
		for path, want := range paths {
			for _, method := range []string{"GET", "POST"} {
				status, header, text := p.send(method, host, path, "")
				if status != want {
					t.Errorf("%s %s at %s: %d %s", method, path, host, status, text)
				}
				all[method+path] = header.Get("Content-Type") + header.Get("WWW-Authenticate") + text
			}
		}
		status, header, text := p.send("POST", host, "/mcp", listTools)
		if got := header.Get("WWW-Authenticate"); status != 401 || got != `Bearer realm="hub"` {
			t.Errorf("/mcp at %s: %d %s %s", host, status, got, text)
		}
		return all
	}
	elsewhere := told("localhost")
	p.load("")
	for what, want := range told("127.0.0.1") {
		if elsewhere[what] != want {
			t.Errorf("%s: %q on another name, and %q without an issuer", what, elsewhere[what], want)
		}
	}
	if status, _, text := p.send("GET", "127.0.0.1", "/api/oauth/requests/000000000000", "", p.owner...); status != 404 || !strings.Contains(text, "HUB_OAUTH_ISSUER") {
		t.Errorf("%d %s", status, text)
	}
}

// Nobody is told that there is no OAuth where there is.
func TestWhatIsNotAtTheIssuerSaysNothingOfTheRest(t *testing.T) {
	p := newPublic(t)
	p.load("issuer http://127.0.0.1:" + p.port + "\nregistration off")
	for _, path := range []string{"/.well-known/openid-configuration", "/.well-known/oauth-protected-resource/mcp/", "/register"} {
		for host, says := range map[string]string{"127.0.0.1": "nothing is at this address", "localhost": "this hub has no OAuth"} {
			if status, _, text := p.send("GET", host, path, ""); status != http.StatusNotFound || !strings.Contains(text, says) {
				t.Errorf("%s at %s: %d %s", path, host, status, text)
			}
		}
	}
}

// A configuration without connectors lets none in, and forgets none.
func TestConnectorsOutliveAReload(t *testing.T) {
	p := newPublic(t)
	access, _, _ := p.connect("write")
	opens := func() int {
		status, _, _ := p.send("POST", "127.0.0.1", "/mcp", listTools, "Authorization", "Bearer "+access, "Accept", "application/json, text/event-stream")
		return status
	}
	var list []struct{ Kind string }
	for _, c := range []struct {
		oauth string
		want  int
	}{{"", 401}, {"issuer http://127.0.0.1:" + p.port + "\nregistration off", 200}} {
		p.load(c.oauth)
		p.read(&list, 200, "GET", "/api/tokens", "", p.owner...)
		if got := opens(); got != c.want || len(list) != 1 || list[0].Kind != "connector" {
			t.Errorf("%q: %d, %+v", c.oauth, got, list)
		}
	}
	if status, _, text := p.send("POST", "127.0.0.1", "/register", `{"redirect_uris":["https://app.example/"]}`); status != 404 {
		t.Errorf("registration is off: %d %s", status, text)
	}
}

// callTool is the call of a tool.
func callTool(t *testing.T, name string, arguments map[string]any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": name, "arguments": arguments}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
