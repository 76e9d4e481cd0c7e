package notify

import (
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// withMail sets a post office up, spoken to with a kind of security.
func withMail(h *house, p *postOffice, security string) {
	h.Helper()
	h.roots = p.roots
	h.set("mail", "host", "127.0.0.1", "port", p.port(), "security", security, "from", "Progress Hub <hub@example.org>", "to", "me@example.org")
}

// parts are those of a mail by their types, decoded.
func parts(t testing.TB, text string) (mail.Header, map[string]string) {
	t.Helper()
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return m.Header, out
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(p.Header.Get("Content-Type"), ";")
		out[kind] = string(body)
	}
}

func TestWhatAMailSays(t *testing.T) {
	h, p := newHouse(t), newPostOffice(t, false)
	withMail(h, p, "none")
	m := h.reminder("Call <the> bank\r\nBcc: all@example.org \u202eé", "2026-05-04T12:00")
	h.work()
	d := h.last(store.ChannelMail)
	if outcome(d) != "sent" || len(p.took()) != 1 {
		t.Fatalf("%s, %d mails", outcome(d), len(p.took()))
	}
	head, body := parts(t, p.took()[0])
	subject, err := new(mime.WordDecoder).DecodeHeader(head.Get("Subject"))
	if err != nil || subject != "Call <the> bank Bcc: all@example.org é" || head.Get("Bcc") != "" {
		t.Errorf("%q, %v, %v", subject, err, head)
	}
	for name, want := range map[string]string{
		"Message-ID": "<" + d.ID + "@hub.example>", "Auto-Submitted": "auto-generated", "From": `"Progress Hub" <hub@example.org>`, "To": "<me@example.org>",
		"Date": "Mon, 04 May 2026 12:00:00 +0200",
	} {
		if got := head.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if html := body["text/html"]; !strings.Contains(html, "Call &lt;the&gt; bank") || strings.Contains(html, "<the>") {
		t.Errorf("%s", html)
	}
	_, token, ok := strings.Cut(body["text/plain"], "Done: https://hub.example/ui/act#done.")
	token, _, _ = strings.Cut(token, "\r\n")
	if !ok || strings.Contains(string(d.Payload), "/ui/act") || !strings.Contains(string(d.Payload), "Open Progress Hub: https://hub.example/ui/reminders") {
		t.Errorf("%s\n%s", body["text/plain"], d.Payload)
	}
	if _, err := h.Store.Act(t.Context(), token, h.Policy); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Store.Reminder(t.Context(), m.ID); err != nil || got.DoneAt == nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestMailAnswers(t *testing.T) {
	at := func(when, answer string) func(string, net.Conn) string {
		return func(verb string, _ net.Conn) string {
			if verb == when {
				return answer
			}
			return ""
		}
	}
	for _, c := range []struct {
		name   string
		script func(string, net.Conn) string
		want   string
		taken  int
	}{
		{"taken", nil, "sent", 1},
		{"busy at the greeting", at("connect", "421 later"), "queued: the mail server answered 421", 0},
		{"refused at the greeting", at("connect", "554 no"), "failed: the mail server answered 554", 0},
		{"an unknown sender", at("MAIL", "550 canary"), "failed: the mail server answered 550", 0},
		{"a full box", at("RCPT", "452 canary"), "queued: the mail server answered 452", 0},
		{"an unknown recipient", at("RCPT", "550 canary"), "failed: the mail server answered 550", 0},
		{"refused before the text", at("DATA", "451 canary"), "queued: the mail server answered 451", 0},
		{"put off after the text", at("dot", "450 greylisted"), "queued: the mail server answered 450", 1},
		{"refused after the text", at("dot", "554 spam"), "failed: the mail server answered 554", 1},
		{"an error at the farewell", at("QUIT", "-"), "sent", 1},
		{"an error after it was taken", at("RSET", "-"), "sent", 1},
		{"broken before the text", at("MAIL", "-"), "queued: the connection to the mail server broke before an answer came", 0},
		{"broken after the final dot", at("dot", "-"), "queued: the connection to the mail server broke before an answer came", 1},
		{"nonsense", at("connect", "hello"), "queued: ", 0},
		{"an endless greeting", func(verb string, c net.Conn) string {
			for range 100 {
				if _, err := c.Write([]byte("220-" + strings.Repeat("x", 50_000) + "\r\n")); err != nil {
					break
				}
			}
			return "-"
		}, "queued: the ", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, p := newHouse(t), newPostOffice(t, false)
			p.follow(c.script)
			withMail(h, p, "none")
			got := outcome(h.test(store.ChannelMail))
			if !strings.HasPrefix(got, c.want) || len(p.took()) != c.taken || strings.Contains(got, "canary") {
				t.Errorf("got %q, %d mails; want %q", got, len(p.took()), c.want)
			}
		})
	}
	t.Run("a digest that broke after the final dot is not said twice", func(t *testing.T) {
		h, p := newHouse(t), newPostOffice(t, false)
		p.follow(at("dot", "-"))
		withMail(h, p, "none")
		h.work()
		h.thread("quiet")
		h.at("2026-05-09 09:00")
		if d := h.last(store.ChannelMail); d.State != store.DeliveryFailed || !strings.HasPrefix(*d.LastError, "interrupted") {
			t.Errorf("%s", outcome(d))
		}
	})
	t.Run("one that broke before it is", func(t *testing.T) {
		h, p := newHouse(t), newPostOffice(t, false)
		p.follow(at("RCPT", "-"))
		withMail(h, p, "none")
		h.work()
		h.thread("quiet")
		h.at("2026-05-09 09:00")
		if d := h.last(store.ChannelMail); d.State != store.DeliveryQueued {
			t.Errorf("%s", outcome(d))
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		h, p := newHouse(t), newPostOffice(t, false)
		withMail(h, p, "none")
		p.Close()
		if got := outcome(h.test(store.ChannelMail)); got != "queued: the mail server could not be reached: nothing listens at its address" {
			t.Errorf("got %q", got)
		}
	})
}

func TestMailIsEncrypted(t *testing.T) {
	const password = "canary password"
	for _, c := range []struct {
		name, security string
		secure         bool // the server speaks TLS from the first byte
		trusted        bool
		want           string
		taken          int
	}{
		{"TLS from the first byte", "tls", true, true, "sent", 1},
		{"STARTTLS", "starttls", false, true, "sent", 1},
		{"TLS with a certificate of nobody", "tls", true, false, "queued: the certificate of the mail server is not trusted by this machine", 0},
		{"STARTTLS with a certificate of nobody", "starttls", false, false, "queued: the certificate of the mail server is not trusted by this machine", 0},
		{"STARTTLS where there is none", "starttls", false, true, "queued: the mail server does not speak as it should", 0},
		{"no password without encryption", "none", false, true, "queued: ", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, p := newHouse(t), newPostOffice(t, c.secure)
			if strings.HasSuffix(c.name, "there is none") {
				p.follow(func(verb string, _ net.Conn) string {
					return map[string]string{"EHLO": "250 post.example"}[verb]
				})
			}
			withMail(h, p, c.security)
			if !c.trusted {
				h.roots = nil
			}
			h.set("mail", "username", "me", "password", password)
			got := outcome(h.test(store.ChannelMail))
			if !strings.HasPrefix(got, c.want) || strings.Contains(got, password) || len(p.took()) != c.taken {
				t.Errorf("got %q, %d mails; want %q", got, len(p.took()), c.want)
			}
			want := []string{"\x00me\x00" + password}[:c.taken]
			if !slices.Equal(p.passwords(), want) {
				t.Errorf("signed in with %q", p.passwords())
			}
		})
	}
	t.Run("a wrong password", func(t *testing.T) {
		h, p := newHouse(t), newPostOffice(t, true)
		p.follow(func(verb string, _ net.Conn) string {
			if verb == "AUTH" {
				return "535 canary"
			}
			return ""
		})
		withMail(h, p, "tls")
		h.set("mail", "username", "me", "password", password)
		if got := outcome(h.test(store.ChannelMail)); got != "failed: the mail server answered 535: check the user name and password" {
			t.Errorf("got %q", got)
		}
	})
}

func TestAMailServerAtAnIPv6Address(t *testing.T) {
	for _, host := range []string{"::1", "[::1]"} {
		t.Run(host, func(t *testing.T) {
			l, err := net.Listen("tcp", "[::1]:0")
			if err != nil {
				t.Skip("this machine has no IPv6")
			}
			h, p := newHouse(t), newPostOfficeAt(t, l, false)
			withMail(h, p, "none")
			h.set("mail", "host", host)
			if got := outcome(h.test(store.ChannelMail)); got != "sent" || len(p.took()) != 1 {
				t.Errorf("got %q, %d mails", got, len(p.took()))
			}
		})
	}
}

// Without encryption, mail goes to this machine and private networks only; and never to the hub.
func TestWhereMailGoes(t *testing.T) {
	h := newHouse(t)
	if _, err := h.Update(t.Context(), owner, Input{"mail": in("host", "93.184.216.34", "security", "none", "from", "a@b.example", "to", "c@d.example")}); err != nil {
		t.Fatal(err)
	}
	if got := outcome(h.test(store.ChannelMail)); !strings.Contains(got, "93.184.216.34 is neither") {
		t.Errorf("got %q", got)
	}
}

// A hub without a public URL greets mail servers by the name behind the @ of its own address.
func TestWhatAMailComesFrom(t *testing.T) {
	for given, want := range map[string]string{
		"hub@example.org":                  "example.org",
		"Progress Hub <hub@example.org>":   "example.org",
		`"me@home" <hub@example.org>`:      "example.org",
		`"a \"b@c\" <d@e>" <hub@post.org>`: "post.org",
		`"odd@name"@example.org`:           "example.org",
		"":                                 "localhost",
	} {
		from, err := checkAddress(given)
		if err != nil && given != "" {
			t.Errorf("%s: %v", given, err)
		}
		if got := (mailer{s: new(Service), MailValues: MailValues{From: from}}).host(); got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
	s := new(Service)
	s.PublicURL = "https://hub.example:8443/x"
	if got := (mailer{s: s, MailValues: MailValues{From: "hub@example.org"}}).host(); got != "hub.example" {
		t.Errorf("with a public URL: %q", got)
	}
}
