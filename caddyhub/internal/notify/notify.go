// Package notify reaches the owner beside the agent gateway: it has the other channels of the
// outbox (package gateway), a file each, and what the owner wants to hear on them.
//
//	push.go     browsers, by Web Push: device.go has those that have subscribed, encrypt.go and
//	            vapid.go what push services ask for
//	ntfy.go     a topic of an ntfy server
//	mail.go     a mail server
//	webhook.go  any program, by Standard Webhooks
//	value.go    the tables of settings; settings.go: those in effect, and their changes
//	quiet.go    the hours in which only urgent messages come
//	exchange.go what the answer of a server means
package notify

import (
	"context"
	"crypto/x509"
	"net/http"
	"net/netip"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// deadline is for one exchange.
const deadline = 15 * time.Second

// Config is what one configuration of the hub says about notifications.
type Config struct {
	Store     *store.Store
	Secrets   *setting.Vault
	Policy    store.Policy
	Outbox    *gateway.Outbox // default: one of this service's own
	PublicURL string          // without a trailing slash; empty: messages carry neither links nor buttons
	Version   string

	// Fixed are the values of [Tables] that it sets, by their block; the owner may choose the others.
	Fixed map[string]setting.Fixed

	// Own reports whether this process listens at an address: the hub never posts to itself.
	// Default: nowhere.
	Own func(netip.AddrPort) bool
	// Changed is called when a channel has been set up otherwise.
	Changed func()
}

// Service is the channels as one configuration sees them.
type Service struct {
	Config
	client *http.Client
	pusher *http.Client   // to push services, whose addresses browsers name
	roots  *x509.CertPool // whom mail servers have their certificates from; nil: whom this machine trusts
}

// New makes a service. It starts nothing.
func New(cfg Config) *Service {
	if cfg.Own == nil {
		cfg.Own = func(netip.AddrPort) bool { return false }
	}
	if cfg.Changed == nil {
		cfg.Changed = func() {}
	}
	if cfg.Outbox == nil {
		cfg.Outbox = gateway.NewOutbox(cfg.Store)
	}
	return &Service{Config: cfg, client: outbound.NewClientWithin(cfg.Own, deadline), pusher: outbound.NewPublicClient(cfg.Own, deadline)}
}

// Names are those of the channels.
func (s *Service) Names() []string {
	return []string{store.ChannelPush, store.ChannelNtfy, store.ChannelMail, store.ChannelWebhook}
}

// Plan is how things stand with a channel.
func (s *Service) Plan(ctx context.Context, channel string) (gateway.Plan, error) {
	e, err := s.load(ctx)
	if err != nil {
		return gateway.Plan{}, err
	}
	return s.plan(e, channel), nil
}

// plan is how things stand with a channel under some settings.
func (s *Service) plan(e effective, channel string) gateway.Plan {
	wants := e.wants(channel)
	p := gateway.Plan{Kinds: wants.Kinds.List(), Digest: wants.DigestCron, Review: wants.ReviewCron, Devices: []string{""}}
	if p.Closed = s.missing(e, channel); p.Closed == "" && !wants.Enabled {
		p.Closed = phrase.SetupOff(channel).String()
	}
	if p.Closed == "" {
		p.Channel = s.channel(e, channel)
	}
	if channel == store.ChannelPush {
		p.Devices = nil
		for _, d := range s.Devices() {
			p.Devices = append(p.Devices, d.ID)
		}
	}
	return p
}

// missing says what a channel needs before it can be used; empty: nothing.
func (s *Service) missing(e effective, channel string) string {
	switch {
	case channel == store.ChannelPush:
		if _, err := s.contact(e); err != nil {
			return err.Error()
		}
		if len(s.Devices()) == 0 {
			return phrase.SetupDevice.String()
		}
	case channel == store.ChannelNtfy && (e.Ntfy.URL == "" || e.topic == ""):
		return phrase.SetupNtfy.String()
	case channel == store.ChannelMail && (e.Mail.Host == "" || e.Mail.From == "" || e.Mail.To == ""):
		return phrase.SetupMail.String()
	case channel == store.ChannelMail && e.Mail.Username != "" && e.password == "" && s.Fixed[channel]["password"].Text != "":
		return phrase.SetupMailPassword.String()
	case channel == store.ChannelWebhook && (e.Webhook.URL == "" || e.secret == ""):
		return phrase.SetupWebhook.String()
	}
	return ""
}

// channel makes a channel that nothing is missing for.
func (s *Service) channel(e effective, channel string) gateway.Channel {
	switch channel {
	case store.ChannelPush:
		contact, _ := s.contact(e) // it was asked for
		return push{s: s, contact: contact, devices: s.Devices()}
	case store.ChannelNtfy:
		return ntfy{s: s, server: e.Ntfy.URL, topic: e.topic, token: e.token}
	case store.ChannelMail:
		return mailer{s: s, MailValues: e.Mail, password: e.password}
	}
	return webhook{s: s, url: e.Webhook.URL, secret: e.secret}
}

// Target is the way that a test of a channel goes. A [store.ConflictError] says why it can't.
func (s *Service) Target(ctx context.Context, channel string) (store.Target, error) {
	p, err := s.Plan(ctx, channel)
	if err == nil && p.Channel == nil {
		err = &store.ConflictError{Message: p.Closed}
	}
	if err != nil {
		return store.Target{}, err
	}
	return store.Target{Channel: channel, Device: p.Devices[0]}, nil
}

// QuietUntil is the end of the quiet hours that a time lies in; zero: it lies in none.
func (s *Service) QuietUntil(ctx context.Context, at time.Time) (time.Time, error) {
	e, err := s.load(ctx)
	if err != nil {
		return time.Time{}, err
	}
	return e.Quiet.Until(at, s.Store.Effective(s.Policy).Zone), nil
}

// Health is how a channel stands, as package health asks.
type Health struct {
	Service *Service
	Channel string
}

// SetUp reports whether messages go through the channel.
func (h Health) SetUp(ctx context.Context) (bool, error) {
	p, err := h.Service.Plan(ctx, h.Channel)
	return err == nil && p.Channel != nil, err
}

// Problem tells why the last attempt failed, whether or not it is tried again, and since when.
func (h Health) Problem(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	return h.Service.Outbox.Lane(h.Channel).Problem(ctx)
}
