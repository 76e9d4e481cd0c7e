package gateway

import (
	"context"
	"slices"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
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
	Cron    string   // when the digest goes out; empty: when the gateway's does
}

// NoDigest is the [Plan.Cron] of a channel without a digest.
const NoDigest = "off"

// hears reports whether messages of a kind go to the channel.
func (p Plan) hears(kind string) bool { return p.Channel != nil && slices.Contains(p.Kinds, kind) }

// gatewayPlan is the gateway's own. An agent is told what it can help with.
func (s *Service) gatewayPlan(e effective) Plan {
	return Plan{Channel: s.channel(e), Closed: phrase.SetupGateway.String(), Kinds: []string{store.DeliverDigest, store.DeliverReminder}, Devices: []string{""}}
}

// plan is how things stand with a channel, and when its digest goes out.
func (s *Service) plan(ctx context.Context, channel string) (p Plan, at schedule.Expression, err error) {
	e, err := s.load(ctx)
	if err != nil {
		return p, at, err
	}
	at = e.Cron
	if channel == store.ChannelGateway {
		return s.gatewayPlan(e), at, nil
	}
	if p, err = s.Others.Plan(ctx, channel); err == nil && p.Cron != "" && p.Cron != NoDigest {
		at, err = schedule.Parse(p.Cron)
	}
	return p, at, err
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
		p, _, err := s.plan(ctx, name)
		if err != nil {
			return t, err
		}
		if !p.hears(kind) {
			continue
		}
		for _, device := range p.Devices {
			t.list = append(t.list, store.Target{Channel: name, Device: device})
		}
	}
	if s.Others != nil && len(t.list) > 0 {
		until, err := s.Others.QuietUntil(ctx, s.Store.Now())
		if err != nil {
			return t, err
		}
		if !until.IsZero() {
			t.quiet = store.At(until)
		}
	}
	return t, nil
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
