package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/choices"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/secrets"
	"github.com/progresshub/progresshub/store"
)

// DefaultCron is when the digest goes out unless somebody says else.
const DefaultCron = "0 9 * * *"

// Config is what one configuration of the hub says about the gateway. Values that it
// leaves empty the owner may choose in the dashboard.
type Config struct {
	Store     *store.Store
	Secrets   *secrets.Vault
	Policy    store.Policy
	Outbox    *Outbox // default: one of this service's own
	PublicURL string  // without a trailing slash; empty: messages carry no links
	Version   string

	WebhookURL, AgentURL, Token, Cron string
	// Sources names where each value that is set comes from: by the names of [Input]'s
	// fields on the wire.
	Sources map[string]string

	// Own tells whether this process listens at an address: the hub never posts to itself.
	// Default: nowhere.
	Own func(netip.AddrPort) bool
	// Queued is called when a message has been put into the outbox.
	Queued func()
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
	return &Service{cfg, outbound.NewClientWithin(cfg.Own, deadline)}
}

// Settings are the values in effect. The token is not among them: nobody gets it back.
type Settings struct {
	WebhookURL string
	AgentURL   string // when set, it is used instead of the webhook
	TokenSet   bool
	Cron       schedule.Expression
	Enabled    bool
	Sources    map[string]string // "default", "stored", or the part of the configuration that fixes it
	NextRuns   []time.Time       // of the digest
}

// Input holds the choices to make: absent ones stay as they are, and one without a value
// is taken back.
type Input struct {
	WebhookURL store.Opt[string]
	AgentURL   store.Opt[string]
	Token      store.Opt[string] // written only
	Cron       store.Opt[string]
	Enabled    store.Opt[bool]
}

// effective is what counts: the configuration, else what is stored, else the default.
type effective struct {
	webhook, agent, token string
	cron                  schedule.Expression
	enabled               bool
}

// url is where messages go; empty: nowhere.
func (e effective) url() string { return cmp.Or(e.agent, e.webhook) }

func (s *Service) effective(stored store.GatewaySettings) effective {
	value := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	e := effective{
		webhook: cmp.Or(s.WebhookURL, value(stored.WebhookURL)),
		agent:   cmp.Or(s.AgentURL, value(stored.AgentURL)),
		enabled: stored.Enabled == nil || *stored.Enabled,
	}
	e.token = s.token().For(e.url())
	var err error
	if e.cron, err = schedule.Parse(cmp.Or(s.Cron, value(stored.Cron), DefaultCron)); err != nil {
		// What is stored was checked, by this version or by another: a digest at the usual
		// time is better than none.
		e.cron, _ = schedule.Parse(DefaultCron)
	}
	return e
}

// token is what proves who sends, where it is configured or was entered.
func (s *Service) token() choices.Token {
	return choices.Token{Vault: s.Secrets, Name: secrets.GatewayToken, Fixed: s.Token, FixedFor: []string{s.AgentURL, s.WebhookURL}}
}

func (s *Service) load(ctx context.Context) (effective, error) {
	stored, err := s.Store.GatewaySettings(ctx)
	return s.effective(stored), err
}

// channel is the way to the gateway; nil: none is set up, or it is switched off.
func (s *Service) channel(e effective) Channel {
	if e.url() == "" || !e.enabled {
		return nil
	}
	return hook{url: e.url(), token: e.token, agent: e.agent != "", client: s.client, version: s.Version, now: s.Store.Now}
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
	out := Settings{
		WebhookURL: e.webhook, AgentURL: e.agent, TokenSet: e.token != "", Cron: e.cron, Enabled: e.enabled,
		Sources: map[string]string{
			"webhook_url": choices.Source(s.Sources, "webhook_url", stored.WebhookURL != nil),
			"agent_url":   choices.Source(s.Sources, "agent_url", stored.AgentURL != nil),
			"token":       choices.Source(s.Sources, "token", e.token != ""),
			"cron":        choices.Source(s.Sources, "cron", stored.Cron != nil),
			"enabled":     choices.Source(s.Sources, "enabled", stored.Enabled != nil),
		},
	}
	zone := s.Store.Effective(s.Policy).Zone
	for at := s.Store.Now(); len(out.NextRuns) < nextRuns; {
		if at = e.cron.Next(at, zone); at.IsZero() {
			break
		}
		out.NextRuns = append(out.NextRuns, at)
	}
	return out, nil
}

// Update changes the choices that in carries and returns the id of the event. A token is
// kept for the host that messages go to; when they come to go to another, it is forgotten,
// unless a new one comes along.
func (s *Service) Update(ctx context.Context, by store.By, in Input) (event string, err error) {
	if err := s.check(in); err != nil {
		return "", err
	}
	w, err := s.Store.UpdateGatewaySettings(ctx, by, func(g *store.GatewaySettings) (begins string, err error) {
		was := s.effective(*g)
		for _, f := range []struct {
			in store.Opt[string]
			to **string
		}{{in.WebhookURL, &g.WebhookURL}, {in.AgentURL, &g.AgentURL}, {in.Cron, &g.Cron}} {
			if f.in.Set {
				*f.to = choices.Trimmed(f.in.Value)
			}
		}
		if in.Enabled.Set {
			g.Enabled = in.Enabled.Value
		}
		is := s.effective(*g)
		if err := s.token().Keep(in.Token, is.url(), "needs an address to be sent to: set webhook_url or agent_url with it"); err != nil {
			return "", err
		}
		if s.channel(was) == nil && s.channel(is) != nil {
			// What was not said while nobody listened is not made up for.
			begins = is.cron.String()
		}
		return begins, nil
	})
	if err != nil {
		return "", err
	}
	s.Queued()
	return w.EventID, nil
}

// check says what is wrong with an input, before anything is changed.
func (s *Service) check(in Input) error {
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"webhook_url", in.WebhookURL.Set}, {"agent_url", in.AgentURL.Set}, {"token", in.Token.Set}, {"cron", in.Cron.Set}, {"enabled", in.Enabled.Set},
	} {
		if source := s.Sources[f.name]; f.set && source != "" {
			return &choices.FixedError{Name: f.name, Source: source}
		}
	}
	// See [choices.Token]; said here, because a gateway without its token would answer 401.
	if source := s.Sources["token"]; source != "" && (choices.Trimmed(in.WebhookURL.Value) != nil || choices.Trimmed(in.AgentURL.Value) != nil) {
		return &choices.FixedError{Name: "the address for the token", Source: source}
	}
	var wrong []store.FieldError
	for _, f := range []struct {
		name  string
		value *string
	}{{"webhook_url", in.WebhookURL.Value}, {"agent_url", in.AgentURL.Value}, {"cron", in.Cron.Value}, {"token", in.Token.Value}} {
		if v := choices.Trimmed(f.value); v != nil {
			if _, err := CheckValue(f.name, *v); err != nil {
				wrong = append(wrong, store.FieldError{Field: f.name, Message: err.Error()})
			}
		}
	}
	if wrong != nil {
		return &store.InvalidError{Fields: wrong}
	}
	return nil
}

// Preview is the digest as it would go out now.
type Preview struct {
	URL     string          // where to; empty: no gateway is set up
	Payload json.RawMessage // nil: nothing is quiet or notices are off, so nothing would go
	Threads []store.Thread
}

// Preview composes the digest of this moment and sends nothing.
func (s *Service) Preview(ctx context.Context) (Preview, error) {
	e, err := s.load(ctx)
	if err != nil {
		return Preview{}, err
	}
	p := Preview{URL: e.url()}
	if !e.enabled {
		return p, nil
	}
	if p.Threads, err = s.Store.QuietThreads(ctx, s.Policy); err != nil || len(p.Threads) == 0 {
		return p, err
	}
	p.Payload, err = hook{agent: e.agent != ""}.Compose(s.digestText(p.Threads))
	return p, err
}

func (s *Service) digestText(threads []store.Thread) string {
	return digestText(threads, s.PublicURL, s.Store.Now())
}

// Test puts a message into the outbox that only says that it arrived. A
// [store.ConflictError] says that there is nowhere to send it.
func (s *Service) Test(ctx context.Context, by store.By) (store.Written[store.Delivery], error) {
	e, err := s.load(ctx)
	switch {
	case err != nil:
		return store.Written[store.Delivery]{}, err
	case e.url() == "":
		return store.Written[store.Delivery]{}, &store.ConflictError{Message: "no gateway is set up: set webhook_url or agent_url first"}
	case !e.enabled:
		return store.Written[store.Delivery]{}, &store.ConflictError{Message: "notices are switched off: set enabled to true first"}
	}
	d, err := s.Store.QueueTest(ctx, by, testText(s.PublicURL))
	s.Queued()
	return d, err
}
