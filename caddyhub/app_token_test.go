package caddyhub

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
)

// TestAForgottenToken: a hub with credentials does not run without its access token, when
// everybody on the machine would be the owner; one without runs in development mode.
func TestAForgottenToken(t *testing.T) {
	for name, c := range map[string]struct {
		give  func(p *public)
		token string // of the next configuration
		says  string // empty: it runs
	}{
		"a hub without credentials": {give: func(*public) {}},
		"a password": {
			give: func(p *public) {
				p.must("PUT", "/api/auth/password", `{"current_method":"token","current_secret":"`+privateToken+`","new_password":"`+ownersPassword+`"}`)
			},
			says: "has a password:",
		},
		"tokens, and a placeholder for the access token": {
			give: func(p *public) {
				p.must("POST", "/api/tokens", `{"name":"a"}`)
				p.must("POST", "/api/tokens", `{"name":"b"}`)
			},
			token: "token changeme", says: "the placeholder changeme of an example, which anybody can guess, but the hub in",
		},
		"a connector": {give: func(p *public) { p.connect("read") }, says: "has 1 connector:"},
		"a new access token": {
			give:  func(p *public) { p.must("POST", "/api/tokens", `{"name":"a"}`) },
			token: "token another-" + privateToken,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPublic(t)
			c.give(p)
			again := site(t, p.port, "data_dir "+p.dir+"\n"+c.token, "hub")
			err := caddy.Load(adapt(t, again), true)
			if c.says == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "hub token prints one") {
				t.Fatalf("the reload: %v", err)
			}
			if status, _, text := p.send("GET", "127.0.0.1", "/api/threads", ""); status != 401 {
				t.Errorf("the hub that ran before: %d %s", status, text)
			}
			if err := caddy.Stop(); err != nil {
				t.Fatal(err)
			}
			_, log, status := run(t, nil, "serve", "--listen", "127.0.0.1:0", "--data", p.dir)
			if status != 1 || !strings.Contains(log, "hub token prints one") {
				t.Errorf("a start: %d %s", status, log)
			}
			if report, _, status := run(t, nil, "doctor", "--data", p.dir); status != 1 || !strings.Contains(report, "does not start without it") {
				t.Errorf("the doctor: %d %s", status, report)
			}
		})
	}
}

// connectorUntil is the file of the tokens with one connector, and when its time is over.
func connectorUntil(end time.Time) string {
	secret := strings.Repeat("00", 32)
	return fmt.Sprintf(`{"tokens":[],"oauth":{"key":%q,"grants":[{"id":"g","name":"Claude","scope":"read","refresh":{"sha256":%[1]q,"at":%d}}]}}`, secret, end.UnixMilli())
}

// must sends the owner's request, which is to succeed.
func (p *public) must(method, path, body string) {
	p.t.Helper()
	if status, _, text := p.send(method, "127.0.0.1", path, body, append(p.owner, "X-Hub-Request", "1")...); status/100 != 2 {
		p.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
}
