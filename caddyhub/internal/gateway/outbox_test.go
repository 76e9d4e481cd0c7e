package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// Whatever happens between the hub and its gateway, each reminder and each digest is taken
// once, as long as nothing dies between a request and its answer.
func TestEachMessageArrivesOnce(t *testing.T) {
	for _, c := range []struct {
		name    string
		happens func(*house)
	}{
		{"nothing", func(*house) {}},
		{"an error, then not", func(h *house) { h.fake.then(code(500)) }},
		{"errors up to the last attempt", func(h *house) { h.fake.then(code(500), code(502), code(503), code(408)) }},
		{"too many requests, with a pause in seconds", func(h *house) { h.fake.then(code(429, "Retry-After", "120")) }},
		{"too many requests, with a date", func(h *house) {
			h.fake.then(code(429, "Retry-After", h.clock.Now().Add(4*time.Minute).UTC().Format(http.TimeFormat)))
		}},
		{"too many requests, for longer than the hub has patience", func(h *house) { h.fake.then(code(503, "Retry-After", "86400")) }},
		{"a restart before anything is sent", func(h *house) {
			h.run(h.Context(), h.job("digest"))
			h.run(h.Context(), h.job("reminders"))
			h.restart()
		}},
		{"a restart after everything", func(h *house) { h.work(); h.restart() }},
		{"restarts all the time", func(h *house) {
			for range 5 {
				h.work()
				h.restart()
			}
		}},
		{"two configurations at once, as in a reload", func(h *house) {
			old := h.Jobs()
			h.work()
			for _, j := range old {
				h.run(h.Context(), j)
			}
		}},
	} {
		for _, what := range []string{"digest", "reminder"} {
			t.Run(what+": "+c.name, func(t *testing.T) {
				h := newHouse(t)
				h.work() // the schedule begins
				if what == "digest" {
					h.thread("quiet")
					h.at("2026-05-09 09:00")
				} else {
					h.reminder("call", "2026-05-09T09:00")
					h.at("2026-05-09 09:00")
				}
				c.happens(h)
				h.work()
				h.until("2026-05-09 09:30")
				if got := h.fake.took(); len(got) != 1 {
					t.Errorf("taken %d times: %q; %+v", len(got), got, h.deliveries())
				}
				if got := h.states(); got != what+" sent" {
					t.Error(got)
				}
				keys := map[string]bool{}
				for _, r := range h.fake.saw() {
					keys[r.key] = true
				}
				if len(keys) != 1 {
					t.Errorf("sent under %d keys", len(keys))
				}
			})
		}
	}
}

func TestAGatewayThatIsAwayForAnHour(t *testing.T) {
	for _, what := range []string{"digest", "reminder"} {
		t.Run(what, func(t *testing.T) {
			serve := func(l net.Listener) *fake {
				f := &fake{}
				f.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: f}}
				f.Start()
				t.Cleanup(f.Close)
				return f
			}
			first := serve(storetest.Listen(t))
			h := newHouse(t, func(c *Config) { fix(c, "webhook_url", first.URL+"/hooks/wake") })
			h.work()
			if what == "digest" {
				h.thread("quiet")
			} else {
				h.reminder("call", "2026-05-09T09:00")
			}
			address := first.Listener.Addr().String()
			first.Close()
			h.at("2026-05-09 08:59")
			h.until("2026-05-09 10:00")
			d := h.deliveries()
			if len(d) != 1 || d[0].State != store.DeliveryQueued || d[0].Attempts < 6 || !strings.Contains(*d[0].LastError, "could not be reached") {
				t.Fatalf("%+v", d)
			}
			back, err := net.Listen("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			f := serve(back)
			h.until("2026-05-09 10:30")
			if got := f.took(); len(got) != 1 || h.states() != what+" sent" {
				t.Errorf("taken: %q, %s", got, h.states())
			}
		})
	}
	t.Run("for longer than half a day", func(t *testing.T) {
		h := newHouse(t)
		h.reminder("call", "2026-05-04T12:00")
		h.fake.Close()
		h.until("2026-05-05 00:20")
		if d := h.deliveries()[0]; d.State != store.DeliveryFailed || !strings.Contains(*d.LastError, "for 12 hours") {
			t.Errorf("%+v", d)
		}
	})
}

func TestWhatIsGivenUp(t *testing.T) {
	for _, c := range []struct {
		name     string
		answers  []func(http.ResponseWriter, *http.Request)
		attempts int
		says     string
	}{
		{"refused", []func(http.ResponseWriter, *http.Request){code(400)}, 1, "answered 400"},
		{"a wrong token", []func(http.ResponseWriter, *http.Request){code(401)}, 1, "check the token"},
		{"a wrong path", []func(http.ResponseWriter, *http.Request){code(404)}, 1, "check the path"},
		{"a redirect", []func(http.ResponseWriter, *http.Request){code(307, "Location", "/elsewhere")}, 1, "does not follow"},
		{"five errors", []func(http.ResponseWriter, *http.Request){code(500), code(500), code(500), code(500), code(500)}, 5, "after 5 attempts"},
		{"no patience left", []func(http.ResponseWriter, *http.Request){code(503, "Retry-After", "590"), code(503, "Retry-After", "590")}, 2, "after 2 attempts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.reminder("call", "2026-05-04T12:00")
			h.fake.then(c.answers...)
			began := h.clock.Now()
			h.until("2026-05-04 12:30")
			d := h.deliveries()[0]
			if d.State != store.DeliveryFailed || d.Attempts != c.attempts || !strings.Contains(*d.LastError, c.says) || len(h.fake.took()) != 0 {
				t.Errorf("%+v: %s", d, *d.LastError)
			}
			if strings.Contains(*d.LastError, token) || strings.Contains(*d.LastError, h.fake.URL) {
				t.Errorf("the error tells too much: %s", *d.LastError)
			}
			if d.NextAttemptAt != nil || h.clock.Now().Sub(began) < 0 {
				t.Errorf("%+v", d)
			}
		})
	}
	t.Run("all attempts lie within ten minutes, the second within one", func(t *testing.T) {
		for range 20 {
			h := newHouse(t)
			h.reminder("call", "2026-05-04T12:00")
			h.fake.then(code(500), code(500), code(500), code(500), code(500))
			began := h.clock.Now()
			for i := 1; ; i++ {
				h.work()
				d := h.deliveries()[0]
				if d.NextAttemptAt == nil {
					break
				}
				after := d.NextAttemptAt.Sub(began)
				if after > patience || i == 1 && after > time.Minute {
					t.Fatalf("attempt %d after %s", i+1, after)
				}
				h.clock.Advance(d.NextAttemptAt.Sub(h.clock.Now()))
			}
		}
	})
}

// An answer that never comes leaves open whether the message arrived: a digest is not
// worth a repetition, a reminder is.
func TestAnAnswerThatNeverComes(t *testing.T) {
	h := newHouse(t)
	h.work()
	th := h.thread("quiet")
	h.at("2026-05-09 09:00")
	h.fake.then(hangUp)
	h.until("2026-05-09 10:00")
	d := h.deliveries()[0]
	if h.states() != "digest failed" || !strings.Contains(*d.LastError, "interrupted") || len(h.fake.saw()) != 1 {
		t.Errorf("%s, %s, %d requests", h.states(), *d.LastError, len(h.fake.saw()))
	}
	h.until("2026-05-10 09:01")
	if got := h.fake.took(); len(got) != 1 || !strings.Contains(got[0], th.ID) {
		t.Errorf("the thread counts as told of: %q", got)
	}
	h.reminder("call", "2026-05-10T12:00")
	h.fake.then(hangUp)
	h.until("2026-05-10 12:10")
	seen := h.fake.saw()
	if got := h.fake.took(); len(got) != 2 || seen[len(seen)-1].key != seen[len(seen)-2].key {
		t.Errorf("the reminder: %q, %+v", got, seen)
	}
}

// A process that is killed between sending and the answer leaves the same doubt.
func TestAKilledProcess(t *testing.T) {
	for what, want := range map[string]struct {
		state    string
		requests int
	}{
		"digest":   {"digest failed", 0},
		"reminder": {"reminder sent", 1},
	} {
		t.Run(what, func(t *testing.T) {
			h := newHouse(t)
			h.work()
			if what == "digest" {
				h.thread("quiet")
			} else {
				h.reminder("call", "2026-05-09T09:00")
			}
			h.at("2026-05-09 09:00")
			h.run(h.Context(), h.job("digest"))
			h.run(h.Context(), h.job("reminders"))
			d, ok, err := h.store.NextDelivery(t.Context(), store.ChannelGateway)
			if err != nil || !ok {
				t.Fatal(err)
			}
			if _, err := h.store.BeginAttempt(t.Context(), d.ID, nil); err != nil {
				t.Fatal(err)
			}
			h.restart()
			h.until("2026-05-09 09:30")
			if h.states() != want.state || len(h.fake.saw()) != want.requests {
				t.Errorf("%s, %d requests", h.states(), len(h.fake.saw()))
			}
		})
	}
}

// A channel that ends with the engine, in the middle of an exchange.
func TestStoppingMidway(t *testing.T) {
	h := newHouse(t)
	h.reminder("call", "2026-05-04T12:00")
	ctx, cancel := context.WithCancel(t.Context())
	h.fake.then(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		hangUp(w, r)
	})
	h.run(t.Context(), h.job("reminders"))
	if err := h.job("outbox").Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if d := h.deliveries()[0]; d.State != store.DeliveryQueued || !strings.Contains(*d.LastError, "stopped before an answer") {
		t.Errorf("%+v", d)
	}
	h.restart()
	h.until("2026-05-04 12:10")
	if got := h.fake.took(); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// An outcome that the disk does not take is kept until it does, and nothing else is sent
// meanwhile.
func TestAnOutcomeIsNotForgotten(t *testing.T) {
	h := newHouse(t)
	h.work()
	h.thread("quiet")
	h.at("2026-05-09 09:00")
	h.fake.then(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		_ = h.store.Close() // from here on nothing can be written
	})
	h.run(t.Context(), h.job("digest"))
	if err := h.job("outbox").Run(t.Context()); err == nil {
		t.Fatal("the outcome was recorded in a closed store")
	}
	kept := h.Outbox.Lane(store.ChannelGateway).unrecorded
	if kept == nil || !kept.out.Sent {
		t.Fatalf("the outcome is forgotten: %+v", kept)
	}
	h.open()
	h.Outbox.resumed, h.Outbox.Lane(store.ChannelGateway).unrecorded = true, kept // the same process, on a disk that works again
	h.work()
	if len(h.fake.saw()) != 1 || h.states() != "digest sent" {
		t.Errorf("%d requests, %s", len(h.fake.saw()), h.states())
	}
}

func TestWithoutAGateway(t *testing.T) {
	h := newHouse(t, func(c *Config) { loosen(c, "webhook_url") })
	h.thread("quiet")
	m := h.reminder("call", "2026-05-09T09:00")
	h.at("2026-05-09 09:00")
	h.work()
	got, err := h.store.Reminder(t.Context(), m.ID)
	if err != nil || got.LastFiredAt == nil || h.states() != "" {
		t.Errorf("%+v, %v, %s", got, err, h.states())
	}
	t.Run("what waits is given up", func(t *testing.T) {
		if _, err := h.store.QueueTest(t.Context(), owner, toGateway("x")); err != nil {
			t.Fatal(err)
		}
		h.work()
		if d := h.deliveries()[0]; d.State != store.DeliveryFailed || *d.LastError != "no gateway is set up" {
			t.Errorf("%+v", d)
		}
	})
}

// What the owner changes while messages wait holds for those messages.
func TestSettingsHoldForWhatWaits(t *testing.T) {
	h, other := newHouse(t, bare), newFake(t)
	h.update(setting.Input{"webhook_url": store.Some(h.fake.URL), "token": store.Some("for-the-first")})
	for range 3 {
		if _, err := h.Test(t.Context(), owner); err != nil {
			t.Fatal(err)
		}
	}
	h.run(t.Context(), h.job("outbox"))
	h.update(setting.Input{"webhook_url": store.Some(other.URL), "token": store.Some("for-the-other")})
	h.run(t.Context(), h.job("outbox"))
	h.update(setting.Input{"enabled": store.Some("false")})
	h.work()
	if len(h.fake.took()) != 1 || len(other.took()) != 1 || h.states() != "test sent, test sent, test failed" {
		t.Errorf("%d and %d taken, %s", len(h.fake.took()), len(other.took()), h.states())
	}
	if got := other.saw()[0].bearer; got != "Bearer for-the-other" {
		t.Errorf("the other host got %q", got)
	}
}

func TestWhatIsOverIsNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(*house, store.Reminder)
		says    string
	}{
		"done":    {func(h *house, m store.Reminder) { _, _ = h.store.FinishReminder(h.Context(), owner, m.ID, h.Policy) }, "it was done"},
		"deleted": {func(h *house, m store.Reminder) { _, _ = h.store.DeleteReminder(h.Context(), owner, m.ID) }, "deleted"},
		"snoozed": {func(h *house, m store.Reminder) {
			_, _ = h.store.SnoozeReminder(h.Context(), owner, m.ID, store.ReminderSnooze{For: "1h"}, h.Policy)
		}, "put off"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			m := h.reminder("call", "2026-05-04T12:00")
			h.fake.then(code(503))
			h.work()
			c.happens(h, m)
			h.until("2026-05-04 12:20")
			if d := h.deliveries()[0]; d.State != store.DeliveryFailed || !strings.Contains(*d.LastError, c.says) || len(h.fake.took()) != 0 {
				t.Errorf("%+v", d)
			}
		})
	}
	t.Run("an older time of the same reminder", func(t *testing.T) {
		h := newHouse(t)
		in := store.ReminderInput{Text: store.Some("drink"), RRule: store.Some("FREQ=HOURLY"), DueAt: store.Some("2026-05-04T12:00")}
		if _, err := h.store.CreateReminder(t.Context(), owner, in, h.Policy); err != nil {
			t.Fatal(err)
		}
		h.fake.then(code(503))
		h.clock.Advance(time.Hour)
		h.work()
		h.clock.Advance(5 * time.Hour)
		h.run(t.Context(), h.job("reminders"))
		if got := h.states(); got != "reminder failed, reminder queued" {
			t.Error(got)
		}
	})
	t.Run("a digest of days ago", func(t *testing.T) {
		h := newHouse(t)
		h.work()
		h.thread("quiet")
		h.at("2026-05-09 09:00")
		h.run(t.Context(), h.job("digest"))
		h.at("2026-05-11 23:00")
		h.restart()
		h.work()
		if got := h.fake.took(); len(got) != 0 {
			t.Errorf("sent: %q", got)
		}
	})
}
