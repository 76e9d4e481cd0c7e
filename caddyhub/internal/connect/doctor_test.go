package connect

import (
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

const doctorToken = "hubt_a-token-for-tests"

// ward is a machine with a hub, in which a test breaks one thing.
type ward struct {
	Doctor
	url, token string
	// answer may answer in the place of the hub.
	answer func(w http.ResponseWriter, r *http.Request) bool
	file   string // the configuration; empty: as url and token say
	mode   os.FileMode
	cursor string            // mcp.json of Cursor
	hooks  string            // hooks.json of Cursor; empty: none
	others map[string]string // more files of the home
	bridge string            // how what an entry starts behaves
	client Client            // whose files are looked at
}

// hub answers as a hub does.
func (p *ward) hub(w http.ResponseWriter, r *http.Request) {
	if p.answer != nil && p.answer(w, r) {
		return
	}
	problem := func(status int, detail string) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"detail":"`+detail+`"}`)
	}
	switch {
	case r.URL.Path == "/api/health":
		_, _ = io.WriteString(w, `{"status":"ok"}`)
	case strings.HasPrefix(r.URL.Path, "/.well-known/"), r.URL.Path == "/api/no-such-path":
		problem(http.StatusNotFound, "no such path")
	case r.Header.Get("Authorization") == "":
		problem(http.StatusUnauthorized, "send the access token as Authorization")
	case r.Header.Get("Authorization") != "Bearer "+doctorToken:
		problem(http.StatusUnauthorized, "this hub does not know the token of the Authorization header: it was revoked, or it is another hub's")
	case r.URL.Path == "/mcp":
		body, _ := io.ReadAll(r.Body)
		switch {
		case strings.Contains(string(body), `"initialize"`):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"progress-hub"}}}`)
		case strings.Contains(string(body), `"2026-07-28"`) && (r.Header.Get("Mcp-Method") == "" || r.Header.Get("Mcp-Protocol-Version") == ""):
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"the header Mcp-Method is missing"}}`)
		default:
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"tools":[{}]}}`)
		}
	default:
		_, _ = io.WriteString(w, `[]`)
	}
}

// answerAt answers one path.
func answerAt(path string, status int, body string, headers ...string) func(*ward) {
	return func(p *ward) {
		p.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasPrefix(r.URL.Path, path) {
				return false
			}
			for i := 0; i+1 < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return true
		}
	}
}

// failing has every connection fail.
func failing(err error) func(*ward) {
	return func(p *ward) {
		p.Client = &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err }}}
	}
}

// losing has a proxy take a header out of what goes to the hub.
func losing(header string) func(*ward) {
	return func(p *ward) {
		p.answer = func(_ http.ResponseWriter, r *http.Request) bool { r.Header.Del(header); return false }
	}
}

// starting has the entry start something that behaves so.
func starting(how string) func(*ward) {
	return func(p *ward) {
		p.bridge = how
		if how == "is mute" {
			p.patience = time.Second
		}
	}
}

// plugged has Claude Code have the hub by its plugin.
func plugged(enabled bool, entry string, more ...func(*ward)) func(*ward) {
	return func(p *ward) {
		p.client, p.cursor = claudeCode, "-"
		folder := p.Machine.home("plugin")
		p.others = map[string]string{
			".claude/plugins/installed_plugins.json": string(jsonText(object{{"version", 2}, {"plugins", object{{"progress-hub@progress-hub", []object{{{"scope", "user"}, {"installPath", folder}}}}}}})),
			".claude/settings.json":                  string(jsonText(object{{"enabledPlugins", object{{"progress-hub@progress-hub", enabled}}}})),
			"plugin/.mcp.json":                       `{"mcpServers":{"hub":{"type":"stdio","command":"hub","args":["mcp"]}}}`,
			".claude.json":                           entry,
		}
		p.Machine.LookPath = func(string) (string, error) { return p.Program, nil }
		for _, change := range more {
			change(p)
		}
	}
}

// newWard is a machine on which all is well, but for what a test changes before it writes it.
func newWard(t *testing.T, program, entry string) *ward {
	t.Helper()
	p := &ward{token: doctorToken, mode: 0o600, cursor: entry, bridge: "answers", client: cursor}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.hub(w, r) }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	t.Cleanup(server.Close)
	p.url = server.URL
	p.Machine = machine("linux", t.TempDir())
	p.Now, p.Program, p.Agent = time.Now, program, "hub-doctor/1"
	p.patience = time.Minute // a busy machine may take long to start the test binary
	p.Client = outbound.NewKeepingClient(10 * time.Second)
	t.Cleanup(func() { p.Client.CloseIdleConnections() })
	p.indexed(t)
	return p
}

// TestDoctorChecks: by which ids programs know the checks, and what is skipped for want of which.
func TestDoctorChecks(t *testing.T) {
	program := fakeHub(t)
	t.Setenv(asBridge, "answers")
	for name, c := range map[string]struct {
		fault func(*ward)
		want  string
	}{
		"all is well":      {func(*ward) {}, "config address reach health token scope mcp initialize modern client-cursor start-cursor hook-cursor index"},
		"no configuration": {func(p *ward) { p.file = "-" }, "config:fail reach:skip token:skip scope:skip mcp:skip initialize:skip modern:skip client-cursor start-cursor:skip hook-cursor"},
		"no hub":           {answerAt("/api/health", 502, "{}"), "config address reach health:fail token:skip scope:skip mcp:skip initialize:skip modern:skip client-cursor start-cursor:skip hook-cursor index"},
		"no token":         {func(p *ward) { p.token = "" }, "config address reach health token:fail scope:skip mcp:skip initialize:skip modern:skip client-cursor start-cursor:skip hook-cursor index"},
		"no endpoint":      {answerAt("/mcp", 404, "{}"), "config address reach health token scope mcp:fail initialize:skip modern:skip client-cursor start-cursor:skip hook-cursor index"},
		"no entry":         {func(p *ward) { p.cursor = "{}" }, "config address reach health token scope mcp initialize modern client-cursor:warn hook-cursor index"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newWard(t, program, cursorEntry(program))
			p.hooks = cursorHooks(program)
			c.fault(p)
			p.write(t)
			var got []string
			for _, check := range p.Examine(t.Context(), []Client{cursor}) {
				id := strings.ReplaceAll(check.ID, " ", "-")
				if check.State != OK {
					id += ":" + check.State
				}
				got = append(got, id)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %s", strings.Join(got, " "))
			}
		})
	}
}

// cursorEntry is a file of Cursor's that starts a program as the hub's bridge.
func cursorEntry(command string) string {
	return string(jsonText(object{{"mcpServers", object{{"hub", object{{"command", command}, {"args", []string{"mcp"}}}}}}}))
}

// cursorHooks is a file of Cursor's that starts a program as the hub's hook.
func cursorHooks(program string) string {
	return string(jsonText(object{{"hooks", object{{"sessionStart", []object{flatHook(Shape{Command: program}.hookCommand(sessionStart, "cursor"))}}}}}))
}

func TestDoctor(t *testing.T) {
	program := fakeHub(t)
	entry, hook := cursorEntry, cursorHooks
	const year = 365 * 24 * time.Hour
	broken := filepath.Join(t.TempDir(), "hub")
	if err := os.WriteFile(broken, []byte("\x7fELF"), 0o755); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(t.TempDir(), "hub")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	stages := map[string]struct {
		fault func(*ward)
		id    string // of the check that names the cause; empty: all is well
		state string
		want  string
	}{
		"all is well": {func(*ward) {}, "", "", ""},

		"no configuration":       {func(p *ward) { p.file = "-" }, "config", Fail, "not connected to a hub"},
		"a broken configuration": {func(p *ward) { p.file = "hub_url = \n" }, "config", Fail, "can't be read"},
		"others can read it":     {func(p *ward) { p.mode = 0o644 }, "config", Warn, "can be read by others"},
		"no scheme":              {func(p *ward) { p.file = "hub_url = \"hub.example\"\n" }, "address", Fail, "no http or https address"},
		"a public plain address": {func(p *ward) { p.file = "hub_url = \"http://198.51.100.7\"\n" }, "address", Fail, "use https"},
		"no such name":           {failing(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}), "name", Fail, "can't be resolved"},
		"nobody listens":         {failing(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}), "connect", Fail, "no connection"},
		"a firewall":             {failing(os.ErrDeadlineExceeded), "connect", Fail, "a firewall"},
		"https to http":          {func(p *ward) { p.url = strings.Replace(p.url, "http:", "https:", 1) }, "scheme", Fail, "does not speak https"},
		"http to https":          {answerAt("/", 400, "Client sent an HTTP request to an HTTPS server.\n"), "scheme", Fail, "speaks https, not http"},
		"an unknown authority":   {certified(t, "localhost", year, false), "certificate", Fail, "does not trust"},
		"another's certificate":  {certified(t, "hub.example", year, true), "certificate", Fail, "for another name"},
		"an old certificate":     {certified(t, "localhost", -time.Hour, true), "certificate", Fail, "out of date"},
		"a certificate to renew": {certified(t, "localhost", 100*time.Hour, true), "certificate", Warn, "ends in 4 days"},
		"a wrong clock":          {func(p *ward) { p.Now = func() time.Time { return time.Now().Add(time.Hour) } }, "clock", Warn, "apart"},
		"another server":         {answerAt("/", 200, "<html>"), "health", Fail, "no Progress Hub"},
		"out of order":           {answerAt("/", 502, "<html>"), "health", Fail, "out of order"},
		"a sign-in page":         {answerAt("/", 302, "", "Location", "https://login.example/"), "redirect", Fail, "a sign-in page"},
		"a name not allowed":     {answerAt("/", 403, `{"detail":"the host x is not allowed"}`), "host", Fail, "does not answer to this name"},
		"a proxy with pages":     {answerAt("/api/no-such", 404, "<html>"), "proxy", Fail, "changes its answers"},
		"no token":               {func(p *ward) { p.token = "" }, "token", Fail, "this machine has none"},
		"a revoked token":        {func(p *ward) { p.token = "hubt_old" }, "token", Fail, "was revoked"},
		"a header taken out":     {losing("Authorization"), "token", Fail, "lost on the way"},
		"development mode":       {answerAt("/api/threads", 401, `{"detail":"the hub is in development mode"}`), "token", Fail, "development mode"},
		"a token that may only read": {func(p *ward) {
			p.answer = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost || r.URL.Path != "/api/threads" {
					return false
				}
				w.WriteHeader(http.StatusForbidden)
				return true
			}
		}, "scope", Warn, "may only read"},
		"an expired token":  {answerAt("/api/threads", 401, `{"detail":"the token of the Authorization header has expired: make a new one"}`), "token", Fail, "has expired"},
		"a refusal at /mcp": {answerAt("/mcp", 403, `{}`), "mcp", Fail, "refuses this machine"},
		"POST is blocked":   {answerAt("/mcp", 405, "<html>"), "mcp", Fail, "no tools"},
		"no handshake": {func(p *ward) {
			p.answer = func(w http.ResponseWriter, r *http.Request) bool {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				if !bytes.Contains(body, []byte(`"initialize"`)) {
					return false
				}
				_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"message":"not now"}}`)
				return true
			}
		}, "initialize", Fail, "not answered at /mcp: not now"},
		"a header of messages taken out": {losing("Mcp-Method"), "modern", Fail, "the header Mcp-Method is missing"},
		"OAuth, with an HTTP client": {func(p *ward) {
			p.cursor = `{"mcpServers":{"hub":{"url":"` + p.url + `/mcp"}}}`
			answerAt("/.well-known/", 200, "{}")(p)
		}, "oauth", Warn, "drop their token: Cursor"},
		"OAuth, with bridges": {answerAt("/.well-known/", 200, "{}"), "oauth", OK, "no client here would mind"},

		"a bridge that is mute": {starting("is mute"), "start cursor", Fail, "does not answer within 1s"},
		"a bridge that ends":    {starting("ends"), "start cursor", Fail, "ends without an answer: hub mcp: nothing works with …"},
		"a bridge that refuses": {starting("refuses"), "start cursor", Fail, "refuses: nothing works"},
		"a bridge that chats":   {starting("chats"), "start cursor", Fail, "something else than MCP"},
		"a bridge that repeats": {starting("repeats"), "start cursor", Fail, "something else than a handshake"},
		"a variable of the entry": {func(p *ward) {
			p.cursor = strings.Replace(p.cursor, `"args"`, `"env":{"`+asBridge+`":"refuses"},"args"`, 1)
		}, "start cursor", Fail, "refuses"},
		"a program that can't run": {func(p *ward) { p.cursor, p.Program = entry(broken), broken }, "start cursor", Fail, "can't be started"},
		"a program on the PATH": {func(p *ward) {
			p.cursor = entry("hub")
			p.Machine.LookPath = func(string) (string, error) { return program, nil }
		}, "start cursor", OK, "answers"},

		"a plugin":                   {plugged(true, "{}"), "client claude-code", OK, "by its plugin"},
		"a plugin, with an entry":    {plugged(true, entry(program)), "client claude-code", Warn, "has the hub twice"},
		"a plugin, switched off":     {plugged(false, "{}"), "client claude-code", Warn, "is switched off"},
		"a plugin off, and an entry": {plugged(false, entry(program)), "client claude-code", OK, "is connected"},
		"a plugin without a program": {plugged(true, "{}", func(p *ward) { p.Machine.LookPath = machine("linux", "").LookPath }), "client claude-code", Fail, "starts hub, which is not on the PATH"},
		"a plugin without its files": {plugged(true, "{}", func(p *ward) { delete(p.others, "plugin/.mcp.json") }), "client claude-code", Fail, "starts nothing"},
		"a plugin that is mute":      {plugged(true, "{}", starting("is mute")), "start claude-code", Fail, "does not answer within 1s"},
		"a Linux in Windows":         {func(p *ward) { p.Machine.Kernel = "Linux version 6.6.87-microsoft-standard-WSL2" }, "home", OK, "Programs of Windows have a home of their own"},

		"a broken file":             {func(p *ward) { p.cursor = "{" }, "client cursor", Fail, "can't be read as JSON"},
		"no entry":                  {func(p *ward) { p.cursor = "{}" }, "client cursor", Warn, "is not connected"},
		"another's entry":           {func(p *ward) { p.cursor = `{"mcpServers":{"hub":{"url":"https://other.example/mcp"}}}` }, "client cursor", Fail, "leads to another hub"},
		"no program":                {func(p *ward) { p.cursor = `{"mcpServers":{"hub":{"command":[],"args":["hub","mcp"]}}}` }, "client cursor", Fail, "names no program"},
		"switched off":              {func(p *ward) { p.cursor = `{"mcpServers":{"hub":{"command":"hub","args":["mcp"],"disabled":true}}}` }, "client cursor", Fail, "switched off"},
		"a program gone":            {func(p *ward) { p.cursor = entry(program + "-gone/hub") }, "client cursor", Fail, "is not there"},
		"a file for a program":      {func(p *ward) { p.cursor = entry(plain) }, "client cursor", Fail, "is no program"},
		"a hook":                    {func(p *ward) { p.hooks = hook(program) }, "hook cursor", OK, "asks for the digest"},
		"a hook's program gone":     {func(p *ward) { p.hooks = hook(program + "-gone/my hub") }, "hook cursor", Fail, "-gone/my hub, which is not there"},
		"a hook of another program": {func(p *ward) { p.hooks = hook(broken) }, "hook cursor", Warn, "another hub than this"},
		"a hook in a broken file":   {func(p *ward) { p.hooks = hook(program)[1:] }, "hook cursor", Fail, "can't be read as JSON"},
		"another program":           {func(p *ward) { p.Program = broken }, "client cursor", Warn, "another hub than this"},
		"an empty variable": {func(p *ward) {
			p.cursor = `{"mcpServers":{"hub":{"url":"` + p.url + `/mcp","headers":{"Authorization":"Bearer ${env:HUB_TOKEN}"}}}}`
		}, "client cursor", Warn, "not set here"},
		"never indexed": {func(p *ward) { p.Machine.Home = t.TempDir() }, "index", Warn, "has not run"},
	}
	faults := 0
	for name, c := range stages {
		if c.state == Fail || c.state == Warn {
			faults++
		}
		t.Run(name, func(t *testing.T) {
			p := newWard(t, program, entry(program))
			c.fault(p)
			p.write(t)
			t.Setenv(asBridge, p.bridge)
			checks := p.Examine(t.Context(), []Client{p.client})
			var named *Check
			for i, check := range checks {
				if check.State == Fail && c.state != Fail || check.State == Warn && c.id == "" {
					t.Errorf("%+v", check)
				}
				if check.ID == c.id && check.State == c.state && named == nil {
					named = &checks[i]
				}
				if strings.Contains(check.What+check.Next, p.token) && p.token != "" {
					t.Errorf("%+v holds the token", check)
				}
			}
			if c.id != "" && (named == nil || !strings.Contains(named.What, c.want) || named.Next == "" && named.ID != "config" && c.state != OK) {
				t.Errorf("the cause is not named: %+v", checks)
			}
			if Healthy(checks) != (c.state != Fail) {
				t.Errorf("healthy: %+v", checks)
			}
		})
	}
	t.Logf("%d faults are staged", faults)
	if faults < 25 {
		t.Errorf("only %d faults are staged", faults)
	}
}

// indexed has hub index have run.
func (p *ward) indexed(t *testing.T) {
	t.Helper()
	way, err := indexer.Config{HubURL: p.url}.Way()
	if err != nil {
		t.Fatal(err)
	}
	dir := indexer.StateDir(p.Machine.Environment, way.Base)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "transcripts.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// write writes the configuration and Cursor's file.
func (p *ward) write(t *testing.T) {
	t.Helper()
	file := indexer.ConfigFile(p.Machine.Environment)
	text := p.file
	if text == "" {
		text = "hub_url = \"" + p.url + "\"\n"
		if p.token != "" {
			text += "auth_token = \"" + p.token + "\"\n"
		}
	}
	files := map[string]string{file: text, p.Machine.home(".cursor/mcp.json"): p.cursor, p.Machine.home(".cursor/hooks.json"): p.hooks}
	for name, text := range p.others {
		files[p.Machine.home(name)] = text
	}
	for name, text := range files {
		if text == "-" || text == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), p.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, p.mode); err != nil {
			t.Fatal(err)
		}
	}
	p.Load = func() (indexer.Config, error) { return indexer.OwnConfig(p.Machine.Environment) }
}
