package connect

import (
	"context"
	"crypto/tls"
	"crypto/x509"
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
	cursor string // mcp.json of Cursor
	hooks  string // hooks.json of Cursor; empty: none
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
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"tools":[{}]}}`)
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

func TestDoctor(t *testing.T) {
	program := filepath.Join(t.TempDir(), "hub")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	entry := func(command string) string {
		return string(jsonText(object{{"mcpServers", object{{"hub", object{{"command", command}, {"args", []string{"mcp"}}}}}}}))
	}
	hook := func(program string) string {
		return string(jsonText(object{{"hooks", object{{"sessionStart", []object{flatHook(hookCommand(program, sessionStart, "cursor"))}}}}}))
	}
	plain := filepath.Join(t.TempDir(), "hub")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
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
		"an unknown authority":   {failing(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), "certificate", Fail, "does not trust"},
		"another's certificate":  {failing(&tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x"}}), "certificate", Fail, "for another name"},
		"an old certificate":     {failing(&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}}), "certificate", Fail, "out of date"},
		"a wrong clock":          {func(p *ward) { p.Now = func() time.Time { return time.Now().Add(time.Hour) } }, "clock", Warn, "apart"},
		"another server":         {answerAt("/", 200, "<html>"), "health", Fail, "no Progress Hub"},
		"out of order":           {answerAt("/", 502, "<html>"), "health", Fail, "out of order"},
		"a sign-in page":         {answerAt("/", 302, "", "Location", "https://login.example/"), "redirect", Fail, "a sign-in page"},
		"a name not allowed":     {answerAt("/", 403, `{"detail":"the host x is not allowed"}`), "host", Fail, "does not answer to this name"},
		"a proxy with pages":     {answerAt("/api/no-such", 404, "<html>"), "proxy", Fail, "changes its answers"},
		"no token":               {func(p *ward) { p.token = "" }, "token", Fail, "this machine has none"},
		"a revoked token":        {func(p *ward) { p.token = "hubt_old" }, "token", Fail, "was revoked"},
		"a header taken out": {func(p *ward) {
			p.answer = func(w http.ResponseWriter, r *http.Request) bool { r.Header.Del("Authorization"); return false }
		}, "token", Fail, "lost on the way"},
		"development mode": {answerAt("/api/threads", 401, `{"detail":"the hub is in development mode"}`), "token", Fail, "development mode"},
		"a token that may only read": {func(p *ward) {
			p.answer = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost || r.URL.Path != "/api/threads" {
					return false
				}
				w.WriteHeader(http.StatusForbidden)
				return true
			}
		}, "scope", Warn, "may only read"},
		"an expired token":          {answerAt("/api/threads", 401, `{"detail":"the token of the Authorization header has expired: make a new one"}`), "token", Fail, "has expired"},
		"a refusal at /mcp":         {answerAt("/mcp", 403, `{}`), "mcp", Fail, "refuses this machine"},
		"POST is blocked":           {answerAt("/mcp", 405, "<html>"), "mcp", Fail, "no tools"},
		"OAuth":                     {answerAt("/.well-known/", 200, "{}"), "oauth", Warn, "drop their token"},
		"a broken file":             {func(p *ward) { p.cursor = "{" }, "client cursor", Fail, "can't be read as JSON"},
		"no entry":                  {func(p *ward) { p.cursor = "{}" }, "client cursor", Warn, "is not connected"},
		"another's entry":           {func(p *ward) { p.cursor = `{"mcpServers":{"hub":{"url":"https://other.example/mcp"}}}` }, "client cursor", Fail, "leads to another hub"},
		"no program":                {func(p *ward) { p.cursor = `{"mcpServers":{"hub":{"command":[],"args":["hub","mcp"]}}}` }, "client cursor", Fail, "names no program"},
		"switched off":              {func(p *ward) { p.cursor = `{"mcpServers":{"hub":{"command":"hub","args":["mcp"],"disabled":true}}}` }, "client cursor", Fail, "switched off"},
		"a program gone":            {func(p *ward) { p.cursor = entry(program + "-gone/hub") }, "client cursor", Fail, "is not there"},
		"a file for a program":      {func(p *ward) { p.cursor = entry(plain) }, "client cursor", Fail, "is no program"},
		"a hook":                    {func(p *ward) { p.hooks = hook(program) }, "hook cursor", OK, "asks for the digest"},
		"a hook's program gone":     {func(p *ward) { p.hooks = hook(program + "-gone/my hub") }, "hook cursor", Fail, "-gone/my hub, which is not there"},
		"a hook of another program": {func(p *ward) { p.hooks = hook(os.Args[0]) }, "hook cursor", Warn, "another hub than this"},
		"a hook in a broken file":   {func(p *ward) { p.hooks = hook(program)[1:] }, "hook cursor", Fail, "can't be read as JSON"},
		"another program":           {func(p *ward) { p.Program = os.Args[0] }, "client cursor", Warn, "another hub than this"},
		"an empty variable": {func(p *ward) {
			p.cursor = `{"mcpServers":{"hub":{"url":"` + p.url + `/mcp","headers":{"Authorization":"Bearer ${env:HUB_TOKEN}"}}}}`
		}, "client cursor", Warn, "not set here"},
		"never indexed": {func(p *ward) { p.Machine.Home = t.TempDir() }, "index", Warn, "has not run"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &ward{token: doctorToken, mode: 0o600, cursor: entry(program)}
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.hub(w, r) }))
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.Start()
			t.Cleanup(server.Close)
			p.url = server.URL
			p.Machine = machine("linux", t.TempDir())
			p.Now, p.Program = time.Now, program
			p.Client = outbound.NewKeepingClient(10 * time.Second)
			t.Cleanup(func() { p.Client.CloseIdleConnections() })
			p.indexed(t)
			c.fault(p)
			p.write(t)
			checks := p.Examine(t.Context(), []Client{cursor})
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
	for name, text := range map[string]string{file: text, p.Machine.home(".cursor/mcp.json"): p.cursor, p.Machine.home(".cursor/hooks.json"): p.hooks} {
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
