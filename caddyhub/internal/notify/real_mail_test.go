package notify

import (
	"bufio"
	"context"
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/store"
)

// realPost is a mail server of others: testdata/smtpd.py.
type realPost struct {
	port  string
	roots *x509.CertPool
	said  *bufio.Reader // the Message-ID of each mail it has taken
}

// newRealPost starts one, where this machine has what it needs (Debian: python3-aiosmtpd).
func newRealPost(t *testing.T) *realPost {
	t.Helper()
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(t.Context(), name, "-c", "import aiosmtpd").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("there is no aiosmtpd")
	}
	lender := httptest.NewTLSServer(nil)
	defer lender.Close()
	key, err := x509.MarshalPKCS8PrivateKey(lender.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	cmd := exec.CommandContext(t.Context(), python, "testdata/smtpd.py", write("certificate", "CERTIFICATE", lender.Certificate().Raw), write("key", "PRIVATE KEY", key))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	p := &realPost{said: bufio.NewReader(out), roots: x509.NewCertPool()}
	p.roots.AddCert(lender.Certificate())
	p.port = p.line(t)
	return p
}

func (p *realPost) line(t *testing.T) string {
	t.Helper()
	line, err := p.said.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// What mail makes of the answers of a server that others have written, over STARTTLS and signed in.
func TestMailThroughARealServer(t *testing.T) {
	p := newRealPost(t)
	house := func(t *testing.T, to, password string) *house {
		h := newHouse(t)
		h.roots = p.roots
		h.set("mail", "host", "127.0.0.1", "port", p.port, "security", "starttls", "username", "me", "password", password, "from", "hub@example.org", "to", to+"@example.org")
		return h
	}
	for _, c := range []struct{ name, to, password, want string }{
		{"taken", "me", "canary password", "sent"},
		{"a wrong password", "me", "canary", "failed: the mail server answered 535: check the user name and password"},
		{"put off at the recipient", "busy", "canary password", "queued: the mail server answered 451"},
		{"a full box", "full", "canary password", "queued: the mail server answered 452"},
		{"an unknown recipient", "unknown", "canary password", "failed: the mail server answered 550"},
		{"put off after the text", "greylisted", "canary password", "queued: the mail server answered 450"},
		{"refused after the text", "spam", "canary password", "failed: the mail server answered 554"},
		{"broken after the final dot", "drop", "canary password", "queued: the connection to the mail server broke before an answer came"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := house(t, c.to, c.password)
			if got := outcome(h.test(store.ChannelMail)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if c.to == "me" && c.want == "sent" || c.to == "drop" {
				if got, want := p.line(t), "<"+h.last(store.ChannelMail).ID+"@hub.example>"; got != want {
					t.Errorf("it took %s, want %s", got, want)
				}
			}
		})
	}
	t.Run("one byte a second", func(t *testing.T) {
		h := house(t, "slow", "canary password")
		checkSlow(t, h, gateway.Unknown)
	})
}

// Bytes that trickle in do not lengthen the time that a mail server has.
func TestAMailServerThatTrickles(t *testing.T) {
	for _, c := range []struct {
		name, when string
		want       gateway.Verdict
	}{
		{"its greeting", "connect", gateway.Unreached},
		{"an answer before the text", "RCPT", gateway.Unreached},
		{"the answer to the final dot", "dot", gateway.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h, p := newHouse(t), newPostOffice(t, false)
			p.follow(func(verb string, conn net.Conn) string {
				if verb != c.when {
					return ""
				}
				for drop := time.NewTicker(10 * time.Millisecond); ; <-drop.C {
					if _, err := conn.Write([]byte("2")); err != nil {
						return "-"
					}
				}
			})
			withMail(h, p, "none")
			checkSlow(t, h, c.want)
		})
	}
}

// checkSlow sends a mail and gives it less time than it takes. It has more when a busy machine did not
// come to the final dot in that.
func checkSlow(t *testing.T, h *house, want gateway.Verdict) {
	t.Helper()
	p, err := h.Plan(t.Context(), store.ChannelMail)
	if err != nil {
		t.Fatal(err)
	}
	m := gateway.Message{Delivery: store.Delivery{ID: "cxy99bbg25ng", Kind: store.DeliverReminder, Text: "call"}}
	send := func(within time.Duration) gateway.Reply {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		return p.Channel.Send(ctx, m, nil)
	}
	within := 2 * time.Second
	got := send(within)
	for got.Verdict == gateway.Unreached && want == gateway.Unknown && within < 30*time.Second {
		within *= 2
		got = send(within)
	}
	if got.Verdict != want || got.Why.String() != "the mail server did not answer in time" {
		t.Errorf("got %+v, want %v", got, want)
	}
}
