package gateway

import (
	"context"
	"slices"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Others are the channels beside the gateway, as one configuration of the hub has them.
type Others interface {
	// Names are those of all of them, whether or not they are set up.
	Names() []string
	// Plan is how things stand with one of them now.
	Plan(ctx context.Context, channel string) (Plan, error)
	// QuietUntil is the end of the quiet hours that a time lies in; zero: it lies in none.
	QuietUntil(ctx context.Context, at time.Time) (time.Time, error)
}

// Plan is what the owner wants to hear on a channel.
type Plan struct {
	Channel Channel  // nil: it is not set up, or switched off
	Closed  string   // why it is nil
	Kinds   []string // of messages
	Devices []string // of a channel that has several; else one without a name
	Digest  string   // when it goes out; empty: when the gateway's does
	Review  string   // when it goes out; empty: never
}

// NoDigest is the [Plan.Digest] of a channel without one.
const NoDigest = "off"

// Hears reports whether messages of a kind go to the channel.
func (p Plan) Hears(kind string) bool { return p.Channel != nil && slices.Contains(p.Kinds, kind) }

// gatewayPlan is the gateway's own. An agent is told what it can help with.
func (s *Service) gatewayPlan(e effective) Plan {
	return Plan{Channel: s.channel(e), Closed: phrase.SetupGateway.String(), Kinds: []string{store.DeliverDigest, store.DeliverReminder}, Devices: []string{""}, Digest: e.Cron.String()}
}

// plan is how things stand with a channel.
func (s *Service) plan(ctx context.Context, channel string) (Plan, error) {
	if channel != store.ChannelGateway {
		return s.Others.Plan(ctx, channel)
	}
	e, err := s.load(ctx)
	if err != nil {
		return Plan{}, err
	}
	return s.gatewayPlan(e), nil
}

// names are those of all channels.
func (s *Service) names() []string {
	names := []string{store.ChannelGateway}
	if s.Others != nil {
		names = append(names, s.Others.Names()...)
	}
	return names
}

// targets are where a message of a kind goes.
type targets struct {
	list  []store.Target
	quiet store.Time // the end of the quiet hours, if they are now: what is not urgent waits for it
}

// targetsOf are those of some channels.
func (s *Service) targetsOf(ctx context.Context, kind string, channels ...string) (t targets, err error) {
	for _, name := range channels {
		p, err := s.plan(ctx, name)
		if err != nil {
			return t, err
		}
		if !p.Hears(kind) {
			continue
		}
		for _, device := range p.Devices {
			t.list = append(t.list, store.Target{Channel: name, Device: device})
		}
	}
	if len(t.list) > 0 {
		until, err := s.quietUntil(ctx)
		if err != nil {
			return t, err
		}
		if !until.IsZero() {
			t.quiet = store.At(until)
		}
	}
	return t, nil
}

// quietUntil is the end of the quiet hours; zero: they are not now.
func (s *Service) quietUntil(ctx context.Context) (time.Time, error) {
	if s.Others == nil {
		return time.Time{}, nil
	}
	return s.Others.QuietUntil(ctx, s.Store.Now())
}

// of are those of one message.
func (t targets) of(urgent bool) []store.Target {
	list := slices.Clone(t.list)
	for i := range list {
		if !urgent {
			list[i].From = t.quiet
		}
	}
	return list
}
