package gateway

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// others are channels beside the gateway that answer as a test says.
type others struct {
	plans map[string]Plan
	quiet func(time.Time) time.Time
}

func (o others) Names() []string {
	var names []string
	for name := range o.plans {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (o others) Plan(_ context.Context, channel string) (Plan, error) { return o.plans[channel], nil }

func (o others) QuietUntil(_ context.Context, at time.Time) (time.Time, error) {
	if o.quiet == nil {
		return time.Time{}, nil
	}
	return o.quiet(at), nil
}

// sender is a channel that is a function.
type sender func(Message) Reply

func (sender) Compose(m Message) (Body, error) {
	return Body{[]byte(m.Notice.Title), []byte(`{}`)}, nil
}
func (send sender) Send(_ context.Context, m Message, _ []byte) Reply { return send(m) }

// reach is a plan for a channel that hears everything.
func reach(send sender) Plan {
	return Plan{Channel: send, Kinds: store.DeliveryKinds, Devices: []string{""}}
}

func TestAMessageGoesOnAllChannels(t *testing.T) {
	var said []string
	take := sender(func(m Message) Reply {
		said = append(said, m.Channel+" "+m.Device+": "+m.Notice.Title)
		return Reply{}
	})
	push := reach(take)
	push.Devices = []string{"phone", "tablet"}
	deaf := reach(take)
	deaf.Kinds = []string{store.DeliverDigest}
	h := newHouse(t, func(c *Config) {
		c.Others = others{plans: map[string]Plan{store.ChannelPush: push, store.ChannelMail: deaf, store.ChannelNtfy: {Closed: "ntfy is off"}}}
	})
	h.reminder("call", "2026-05-04T12:00")
	h.work()
	if want := []string{"push phone: call", "push tablet: call"}; !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	if got := h.fake.took(); len(got) != 1 {
		t.Errorf("the gateway took %q", got)
	}
}

// A channel that hangs holds up no other.
func TestAChannelThatHangsHoldsUpNoOther(t *testing.T) {
	hangs, free := make(chan struct{}), make(chan struct{})
	h := newHouse(t, func(c *Config) {
		c.Others = others{plans: map[string]Plan{store.ChannelMail: reach(func(Message) Reply {
			close(hangs)
			<-free
			return Reply{Verdict: Unreached, Why: phrase.Text("the mail server does not answer")}
		})}}
	})
	h.reminder("call", "2026-05-04T12:00")
	h.run(t.Context(), h.job("reminders"))
	ended := make(chan error, 1)
	go func() { ended <- h.job("outbox mail").Run(t.Context()) }()
	<-hangs
	h.run(t.Context(), h.job("outbox"))
	if got := h.fake.took(); len(got) != 1 {
		t.Errorf("the gateway took %q", got)
	}
	close(free)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	list, err := h.store.Deliveries(t.Context(), store.DeliveryFilter{Channel: store.ChannelMail})
	if err != nil || list.Deliveries[0].State != store.DeliveryQueued || *list.Deliveries[0].LastError != "the mail server does not answer" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, _, failing, err := h.Problem(t.Context()); failing || err != nil {
		t.Errorf("the gateway counts as failing: %v", err)
	}
	if _, _, failing, err := h.Outbox.Lane(store.ChannelMail).Problem(t.Context()); !failing || err != nil {
		t.Errorf("mail does not count as failing: %v", err)
	}
}

// What waits for a channel that is gone has failed, and says why.
func TestAChannelThatIsGone(t *testing.T) {
	o := others{plans: map[string]Plan{store.ChannelNtfy: reach(func(Message) Reply { return Reply{} })}}
	h := newHouse(t, func(c *Config) { c.Others = o })
	h.reminder("call", "2026-05-04T12:00")
	h.run(t.Context(), h.job("reminders"))
	o.plans[store.ChannelNtfy] = Plan{Closed: "ntfy is switched off"}
	h.work()
	list, err := h.store.Deliveries(t.Context(), store.DeliveryFilter{Channel: store.ChannelNtfy})
	if err != nil || list.Deliveries[0].State != store.DeliveryFailed || *list.Deliveries[0].LastError != "ntfy is switched off" {
		t.Errorf("%+v, %v", list, err)
	}
}

// The time in which the hub was off, or the machine asleep, is none of trying.
func TestWhatWaitedWhileTheHubSlept(t *testing.T) {
	for _, c := range []struct {
		name  string
		quiet bool   // its time came in quiet hours
		until string // when the machine is awake again, before its network is
	}{
		{"before the first attempt", true, "2026-05-05 19:30"},
		{"between two attempts", false, "2026-05-05 19:30"},
		{"for less than messages are tried", false, "2026-05-04 23:58"},
	} {
		t.Run(c.name, func(t *testing.T) {
			up, tried := false, 0
			end := time.Date(2026, 5, 5, 5, 0, 0, 0, time.UTC) // 7:00 in Berlin
			o := others{plans: map[string]Plan{store.ChannelNtfy: reach(func(Message) Reply {
				if tried++; up {
					return Reply{}
				}
				return Reply{Verdict: Unreached, Why: phrase.Text("nobody answers")}
			})}}
			o.quiet = func(at time.Time) time.Time {
				if c.quiet && at.Before(end) {
					return end
				}
				return time.Time{}
			}
			h := newHouse(t, func(config *Config) { loosen(config, "webhook_url"); config.Others = o })
			h.reminder("call", "2026-05-04T12:00")
			h.work()
			before := tried
			h.at(c.until)
			h.work()
			if h.states() != "reminder queued" || tried != before+1 {
				t.Fatalf("%s, tried %d times, then %d: %+v", h.states(), before, tried, h.deliveries())
			}
			h.clock.Advance(11 * time.Minute) // over the time at which it would have been given up
			h.work()
			if h.states() != "reminder queued" {
				t.Fatalf("%s: %+v", h.states(), h.deliveries())
			}
			up = true
			h.clock.Advance(11 * time.Minute)
			h.work()
			if h.states() != "reminder sent" {
				t.Errorf("%s: %+v", h.states(), h.deliveries())
			}
		})
	}
	t.Run("what is tried all the time is given up", func(t *testing.T) {
		h := newHouse(t, func(c *Config) {
			loosen(c, "webhook_url")
			c.Others = others{plans: map[string]Plan{store.ChannelNtfy: reach(func(Message) Reply { return Reply{Verdict: Unreached, Why: phrase.Text("nobody answers")} })}}
		})
		h.reminder("call", "2026-05-04T12:00")
		h.work()
		h.at("2026-05-05 19:30")
		h.until("2026-05-06 07:00")
		if h.states() != "reminder queued" {
			t.Errorf("at seven: %s", h.states())
		}
		h.until("2026-05-06 07:45")
		if d := h.deliveries()[0]; d.State != store.DeliveryFailed || *d.LastError != "nobody answers, for 12 hours" {
			t.Errorf("%+v", d)
		}
	})
}

// Each channel has its own times, and what it has said counts there alone.
func TestDigestsOfChannels(t *testing.T) {
	var said []string
	h := newHouse(t)
	weekly := reach(func(Message) Reply {
		said = append(said, "mail "+h.clock.Now().In(h.Policy.Zone).Format("Mon 15:04"))
		return Reply{}
	})
	weekly.Digest = "0 18 * * 5"
	off := reach(func(m Message) Reply {
		said = append(said, "ntfy "+m.Kind)
		return Reply{}
	})
	off.Digest = NoDigest
	h.Others = others{plans: map[string]Plan{store.ChannelMail: weekly, store.ChannelNtfy: off}}
	h.work()
	h.thread("quiet")
	h.at("2026-05-08 08:00")
	h.until("2026-05-08 18:30")
	if want := []string{"mail Fri 18:00"}; !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	if got := h.fake.took(); len(got) != 1 {
		t.Errorf("the gateway took %q", got)
	}
}
