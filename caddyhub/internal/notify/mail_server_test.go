package notify

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// postOffice is a mail server that does what a test says.
type postOffice struct {
	testing.TB
	net.Listener
	cert   tls.Certificate
	roots  *x509.CertPool
	secure bool                                 // TLS from the first byte
	script func(verb string, c net.Conn) string // what it answers to a command; "": as usual; "-": it hangs up

	mu    sync.Mutex
	mails []string // what came, up to the dot
	auth  []string
	done  sync.WaitGroup
}

func newPostOffice(t testing.TB, secure bool) *postOffice {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return newPostOfficeAt(t, l, secure)
}

func newPostOfficeAt(t testing.TB, l net.Listener, secure bool) *postOffice {
	t.Helper()
	lender := httptest.NewTLSServer(nil) // it has a certificate for 127.0.0.1
	defer lender.Close()
	p := &postOffice{TB: t, Listener: l, cert: lender.TLS.Certificates[0], roots: x509.NewCertPool(), secure: secure}
	p.roots.AddCert(lender.Certificate())
	p.done.Go(p.serve)
	t.Cleanup(func() {
		l.Close()
		p.done.Wait()
	})
	return p
}

// follow has it answer by a script from now on.
func (p *postOffice) follow(script func(verb string, c net.Conn) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script = script
}

func (p *postOffice) serve() {
	for {
		c, err := p.Accept()
		if err != nil {
			return
		}
		p.done.Go(func() {
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(time.Minute))
			if p.secure {
				c = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{p.cert}})
			}
			p.speak(c, p.secure)
		})
	}
}

func (p *postOffice) speak(c net.Conn, secure bool) {
	say := func(verb, usual string) bool {
		p.mu.Lock()
		script, answer := p.script, ""
		p.mu.Unlock()
		if script != nil {
			answer = script(verb, c)
		}
		if answer == "-" {
			return false
		}
		if answer == "" {
			answer = usual
		}
		_, err := fmt.Fprint(c, answer+"\r\n")
		return err == nil && !strings.HasPrefix(answer, "421")
	}
	in := bufio.NewReader(c)
	if !say("connect", "220 post.example") {
		return
	}
	for {
		lineText, err := in.ReadString('\n')
		if err != nil {
			return
		}
		verb := strings.ToUpper(strings.Fields(lineText + " x")[0])
		usual := "250 ok"
		switch verb {
		case "EHLO":
			usual = "250-post.example\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN"
			if !secure {
				usual = "250-post.example\r\n250-8BITMIME\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS"
			}
		case "AUTH":
			text, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(lineText[len("AUTH PLAIN "):]))
			p.keep(&p.auth, string(text))
			usual = "235 ok"
		case "STARTTLS":
			if !say(verb, "220 go on") {
				return
			}
			c = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{p.cert}})
			p.speakOn(c)
			return
		case "DATA":
			if !say(verb, "354 go on") {
				return
			}
			if p.script != nil && p.script(verb, c) != "" {
				continue // it did not go on
			}
			var mail strings.Builder
			for {
				part, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if part == ".\r\n" {
					break
				}
				mail.WriteString(part)
			}
			p.keep(&p.mails, mail.String())
			if !say("dot", "250 taken") {
				return
			}
			continue
		case "QUIT":
			usual = "221 bye"
		}
		if !say(verb, usual) {
			return
		}
	}
}

// speakOn goes on after STARTTLS, without a greeting.
func (p *postOffice) speakOn(c net.Conn) { p.speak(&silentOnce{Conn: c}, true) }

func (p *postOffice) keep(list *[]string, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*list = append(*list, text)
}

// silentOnce does not send the first thing it is told.
type silentOnce struct {
	net.Conn
	begun bool
}

func (s *silentOnce) Write(b []byte) (int, error) {
	if !s.begun {
		s.begun = true
		return len(b), nil
	}
	return s.Conn.Write(b)
}

func (p *postOffice) took() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.mails...)
}

func (p *postOffice) passwords() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.auth...)
}

func (p *postOffice) port() string {
	_, port, err := net.SplitHostPort(p.Addr().String())
	if err != nil {
		p.Fatal(err)
	}
	return port
}
