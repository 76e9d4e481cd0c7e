package notify

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// mailer sends mail through the owner's mail server.
type mailer struct {
	s *Service
	MailValues
	password string
}

const (
	// mailDeadline is for one exchange: servers make clients wait that they don't know.
	mailDeadline = time.Minute
	// maxMailAnswers is how many bytes a mail server may say in one exchange.
	maxMailAnswers = 64 << 10
)

// Buttons are links to a page of the dashboard.
func (m mailer) Buttons() bool { return m.s.PublicURL != "" }

// mailText is a mail; the links of its buttons are secret.
type mailText struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"-"`
}

// Compose writes what is kept of the mail. Its parts are made when it is sent.
func (m mailer) Compose(msg gateway.Message) (gateway.Body, error) {
	shown, err := json.Marshal(m.write(msg, false))
	return gateway.Body{Shown: shown}, err
}

func (m mailer) write(msg gateway.Message, buttons bool) mailText {
	notice := noticeOf(msg)
	text, page := &strings.Builder{}, &strings.Builder{}
	paragraph := func(s string) {
		fmt.Fprintf(text, "%s\n", s)
		fmt.Fprintf(page, "<p>%s</p>\n", strings.ReplaceAll(html.EscapeString(s), "\n", "<br>"))
	}
	link := func(label, address string) {
		fmt.Fprintf(text, "\n%s: %s\n", label, address)
		fmt.Fprintf(page, "<p><a href=\"%s\">%s</a></p>\n", html.EscapeString(address), html.EscapeString(label))
	}
	heading := func(s string) {
		fmt.Fprintf(text, "\n%s\n", s)
		fmt.Fprintf(page, "<h2>%s</h2>\n", html.EscapeString(s))
	}
	if notice.Kind == store.DeliverReview { // its items say all, each with its link
		paragraph(notice.Title)
		group := ""
		for _, item := range notice.Items {
			if item.Group != group {
				group = item.Group
				heading(groups[group])
			}
			if item.URL == "" {
				paragraph(item.Title)
			} else {
				link(item.Title, item.URL)
			}
		}
		notice.Items = nil
	} else {
		paragraph(cmp.Or(notice.Body, notice.Title))
	}
	if buttons {
		for _, b := range msg.Buttons {
			// The token is behind the #, which no server sees and no log has; its verb is for the page.
			link(labels[b.Verb], m.s.PublicURL+"/ui/act#"+b.Verb+"."+b.Token)
		}
	}
	for _, item := range notice.Items {
		if item.URL != "" && item.URL != notice.URL {
			link(item.Title, item.URL)
		}
	}
	if notice.URL != "" {
		link("Open Progress Hub", notice.URL)
	}
	return mailText{notice.Title, text.String(), "<!doctype html>\n<html><body>\n" + page.String() + "</body></html>\n"}
}

// Send hands the mail to the server. Its id is that of the delivery: servers and clients drop a
// repetition.
func (m mailer) Send(ctx context.Context, msg gateway.Message, _ []byte) gateway.Reply {
	out, err := m.message(msg)
	if err != nil {
		return gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyUnwritten}
	}
	ctx, cancel := context.WithTimeout(ctx, mailDeadline)
	defer cancel()
	line := &line{ctx: ctx}
	client, err := m.client(line)
	if err != nil {
		return gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyUnusable}
	}
	if err := client.DialWithContext(ctx); err != nil {
		return line.failed(err)
	}
	defer client.Close()
	if err := client.Send(out); err != nil && !out.IsDelivered() {
		return line.failed(err)
	}
	return gateway.Reply{Verdict: gateway.Accepted}
}

func (m mailer) message(msg gateway.Message) (*mail.Msg, error) {
	written := m.write(msg, true)
	out := mail.NewMsg(mail.WithNoDefaultUserAgent())
	out.SetUserAgent("progress-hub/" + m.s.Version)
	if err := errors.Join(out.From(m.From), out.To(m.To)); err != nil {
		return nil, err
	}
	out.Subject(written.Subject)
	out.SetDateWithValue(m.s.Store.Now())
	out.SetMessageIDWithValue(msg.ID + "@" + m.host())
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	out.SetBodyString(mail.TypeTextPlain, written.Text)
	out.AddAlternativeString(mail.TypeTextHTML, written.HTML)
	return out, nil
}

// host is what the hub calls itself: the name in its public URL, else that behind the @ of its
// address.
func (m mailer) host() string {
	if u, err := url.Parse(m.s.PublicURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return cmp.Or(domainOf(m.From), "localhost")
}

func (m mailer) client(l *line) (*mail.Client, error) {
	reach, policy := outbound.Anywhere, mail.TLSMandatory
	config := &tls.Config{ServerName: strings.Trim(m.Host, "[]"), MinVersion: tls.VersionTLS12, RootCAs: m.s.roots}
	switch m.Security {
	case securityTLS:
		policy = mail.TLSOpportunistic // it is encrypted already
	case securityNone:
		reach, policy = outbound.Private, mail.NoTLS
	}
	dialer := outbound.NewDialer(m.s.Own, reach)
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, hostPort(m.Host, m.Port)) // the client puts no brackets around IPv6
		if err != nil {
			return nil, err
		}
		l.connect(conn)
		if m.Security != securityTLS {
			return l, nil
		}
		secure := tls.Client(l, config)
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = l.Close()
			return nil, err
		}
		return secure, nil
	}
	options := []mail.Option{
		mail.WithPort(m.Port), mail.WithTimeout(mailDeadline), mail.WithTLSPolicy(policy), mail.WithTLSConfig(config),
		mail.WithDialContextFunc(dial), mail.WithHELO(m.host()), mail.WithoutNoop(),
	}
	if m.Username != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(m.Username), mail.WithPassword(m.password))
	}
	return mail.NewClient(m.Host, options...)
}

// line is a connection to a mail server that ends with its context, whatever deadlines are set on
// it, and brings a bounded number of bytes.
type line struct {
	net.Conn
	ctx       context.Context
	connected bool
	left      int
	end       func() bool
}

func (l *line) connect(conn net.Conn) {
	l.Conn, l.connected, l.left = conn, true, maxMailAnswers
	l.end = context.AfterFunc(l.ctx, func() { _ = conn.Close() })
}

func (l *line) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errors.New("the mail server says too much")
	}
	n, err := l.Conn.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

func (l *line) Close() error {
	l.end()
	return l.Conn.Close()
}

// failed says what an error of an exchange means. Only what is known to hold no secret is told: a
// server may repeat what it was sent.
func (l *line) failed(err error) gateway.Reply {
	var answer *textproto.Error
	var sending *mail.SendError
	isSending := errors.As(err, &sending)
	code := 0
	if isSending {
		code = sending.ErrorCode()
	} else if errors.As(err, &answer) {
		code = answer.Code
	}
	status := strconv.Itoa(code)
	answered := phrase.NotifyAnswered(phrase.NotifyMail, status)
	switch {
	case code == 530 || code == 534 || code == 535:
		return gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyPassword(status)}
	case code >= 500:
		return gateway.Reply{Verdict: gateway.Rejected, Why: answered}
	case code >= 400:
		return gateway.Reply{Verdict: gateway.Busy, Why: answered}
	case l.connected && errors.Is(l.ctx.Err(), context.DeadlineExceeded):
		err = l.ctx.Err()
	}
	f := gateway.FailureOf(err, l.connected)
	if errors.Is(l.ctx.Err(), context.Canceled) {
		f.Cause = gateway.Stopped
	}
	reply := failed(phrase.NotifyMail, f)
	if f.Cause == gateway.Broke && !isSending && !errors.Is(err, io.EOF) {
		reply.Why = phrase.NotifyStrange
	}
	// Before the final dot no server takes a mail.
	if !isSending || sending.Reason != mail.ErrSMTPDataClose {
		reply.Verdict = gateway.Unreached
	}
	return reply
}
