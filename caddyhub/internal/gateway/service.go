package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Config is what one configuration of the hub says about the gateway.
type Config struct {
	Store     *store.Store
	Secrets   *setting.Vault
	Policy    store.Policy
	Outbox    *Outbox // default: one of this service's own
	PublicURL string  // without a trailing slash; empty: messages carry no links
	Version   string

	// Fixed are the values of [Table] that it sets; the owner may choose the others.
	Fixed setting.Fixed

	// Own reports whether this process listens at an address: the hub never posts to itself.
	// Default: nowhere.
	Own func(netip.AddrPort) bool
	// Queued is called when a message has been put into the outbox.
	Queued func()
	// Others are the channels beside the gateway; nil: there are none.
	Others Others
	// Problems are what fails now. Default: nothing.
	Problems func() []health.Problem
	// Checked reports whether anybody has looked for problems yet. Default: yes.
	Checked func() bool
}

// Service is the gateway as one configuration sees it.
type Service struct {
	Config
	client *http.Client
}

// New makes a service. It starts nothing.
func New(cfg Config) *Service {
	if cfg.Queued == nil {
		cfg.Queued = func() {}
	}
	if cfg.Own == nil {
		cfg.Own = func(netip.AddrPort) bool { return false }
	}
	if cfg.Outbox == nil {
		cfg.Outbox = NewOutbox(cfg.Store)
	}
	if cfg.Problems == nil {
		cfg.Problems = func() []health.Problem { return nil }
	}
	if cfg.Checked == nil {
		cfg.Checked = func() bool { return true }
	}
	return &Service{Config: cfg, client: outbound.NewClientWithin(cfg.Own, deadline)}
}

// Settings are the values in effect. The token is not among them: nobody gets it back.
type Settings struct {
	Values
	TokenSet bool
	Sources  map[string]string // "default", "stored", or the part of the configuration that fixes it
	NextRuns []time.Time       // of the digest
}

// effective is what counts: the configuration, else what is stored, else the default.
type effective struct {
	Values
	token string
}

// url is where messages go; empty: nowhere.
func (e effective) url() string { return cmp.Or(e.AgentURL, e.WebhookURL) }

func (s *Service) effective(stored store.GatewaySettings) effective {
	var e effective
	Table.Fill(&e.Values, s.Fixed, &stored)
	e.token = s.token().For(e.url())
	return e
}

// token is what proves who sends, where it is configured or was entered.
func (s *Service) token() setting.Token {
	return setting.Token{
		Vault: s.Secrets, Name: setting.GatewayToken,
		Fixed: s.Fixed["token"].Text, FixedFor: []string{s.Fixed["agent_url"].Text, s.Fixed["webhook_url"].Text},
	}
}

func (s *Service) load(ctx context.Context) (effective, error) {
	stored, err := s.Store.GatewaySettings(ctx)
	return s.effective(stored), err
}

// channel is the way to the gateway; nil: none is set up, or it is switched off.
func (s *Service) channel(e effective) Channel {
	if e.url() == "" || !e.Enabled {
		return nil
	}
	return hook{url: e.url(), token: e.token, agent: e.AgentURL != "", client: s.client, version: s.Version, now: s.Store.Now}
}

// nextRuns is how many coming digests are shown.
const nextRuns = 3

// Settings tells what is in effect, and why.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	stored, err := s.Store.GatewaySettings(ctx)
	if err != nil {
		return Settings{}, err
	}
	e := s.effective(stored)
	out := Settings{Values: e.Values, TokenSet: e.token != ""}
	out.Sources = Table.Sources(s.Fixed, &stored, setting.Set("token", e.token)...)
	zone := s.Store.Effective(s.Policy).Zone
	for at := s.Store.Now(); len(out.NextRuns) < nextRuns; {
		if at = e.Cron.Next(at, zone); at.IsZero() {
			break
		}
		out.NextRuns = append(out.NextRuns, at)
	}
	return out, nil
}

// Update changes the choices that in carries and returns the id of the event. A token is
// kept for the host that messages go to; when they come to go to another, it is forgotten,
// unless a new one comes along.
func (s *Service) Update(ctx context.Context, by store.By, in setting.Input) (event string, err error) {
	if in, err = Table.Accept(in, s.Fixed, "webhook_url", "agent_url"); err != nil {
		return "", err
	}
	defer s.Secrets.Along(setting.GatewayToken)(&err)
	w, err := s.Store.UpdateGatewaySettings(ctx, by, func(g *store.GatewaySettings) (begins string, err error) {
		was := s.effective(*g)
		in.Store(g)
		is := s.effective(*g)
		if err := s.token().Keep(in["token"], is.url(), "needs an address to be sent to: set webhook_url or agent_url with it"); err != nil {
			return "", err
		}
		if s.channel(was) == nil && s.channel(is) != nil {
			// What was not said while nobody listened is not made up for.
			begins = is.Cron.String()
		}
		return begins, nil
	})
	if err != nil {
		return "", err
	}
	s.Queued()
	return w.EventID, nil
}

// Preview is the digest as it would go out now.
type Preview struct {
	URL     string          // where to; empty: no gateway is set up
	Payload json.RawMessage // nil: nothing is stale or notifications are off, so nothing would go
	Threads []store.Thread
}

// Preview composes the digest of this moment and sends nothing.
func (s *Service) Preview(ctx context.Context) (Preview, error) {
	e, err := s.load(ctx)
	if err != nil {
		return Preview{}, err
	}
	p := Preview{URL: e.url()}
	if !e.Enabled {
		return p, nil
	}
	if p.Threads, err = s.Store.ThreadsToNudge(ctx, store.ChannelGateway, s.Policy); err != nil || len(p.Threads) == 0 {
		return p, err
	}
	p.Payload, err = hook{agent: e.AgentURL != ""}.body(digestText(p.Threads, s.PublicURL, s.Store.Now()))
	return p, err
}

// Test puts a message into the outbox that only says that it arrived. A
// [store.ConflictError] says that there is nowhere to send it.
func (s *Service) Test(ctx context.Context, by store.By) (store.Written[store.Delivery], error) {
	e, err := s.load(ctx)
	switch {
	case err != nil:
		return store.Written[store.Delivery]{}, err
	case e.url() == "":
		return store.Written[store.Delivery]{}, &store.ConflictError{Message: phrase.SetupGatewayURL.String()}
	case !e.Enabled:
		return store.Written[store.Delivery]{}, &store.ConflictError{Message: phrase.SetupNotices.String()}
	}
	return s.QueueTest(ctx, by, store.Target{Channel: store.ChannelGateway})
}

// QueueTest puts a message for one way into the outbox that only says that it arrived.
func (s *Service) QueueTest(ctx context.Context, by store.By, to store.Target) (store.Written[store.Delivery], error) {
	m := testMessage(s.PublicURL)
	m.To = []store.Target{to}
	d, err := s.Store.QueueTest(ctx, by, m)
	s.Queued()
	return d, err
}
