package gateway

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// wantProblem checks what the owner is told, now and after a restart; empty: nothing.
func (h *house) wantProblem(text string, since time.Time) {
	h.Helper()
	for _, process := range []string{"this process", "the next process"} {
		got, at, failing, err := h.Problem(h.Context())
		if err != nil || got != text || failing != (text != "") {
			h.Errorf("%s: %q (%t, %v), want %q", process, got, failing, err, text)
		}
		if failing && at.Sub(since).Abs() > time.Minute {
			h.Errorf("%s: since %v, want %v", process, at, since)
		}
		if text != "" { // the gateway stays as it is
			return
		}
		h.restart()
	}
}

func (h *house) test() {
	h.Helper()
	if _, err := h.Test(h.Context(), owner); err != nil {
		h.Fatal(err)
	}
	h.work()
}

// A gateway that refuses or can't be reached is a problem until it takes something.
func TestAGatewayThatFailsIsAProblem(t *testing.T) {
	for _, c := range []struct {
		name   string
		happen func(*house) // to the next message
		want   string
	}{
		{"a refused token", func(h *house) { h.fake.then(code(401)) }, "the gateway answered 401: check the token"},
		{"a busy gateway, while it is tried again", func(h *house) { h.fake.then(code(503)) }, "the gateway answered 503"},
		{"a connection that breaks", func(h *house) { h.fake.then(hangUp) }, "the connection broke before an answer came"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.work()
			h.wantProblem("", time.Time{}) // nothing was sent yet
			h.test()
			h.wantProblem("", time.Time{})
			h.clock.Advance(time.Minute)
			since := h.clock.Now()
			c.happen(h)
			h.test()
			h.wantProblem(c.want, since)
			h.restart()
			h.wantProblem(c.want, since)
			h.clock.Advance(2 * time.Hour)
			h.fake.then(code(404))
			h.test()
			h.wantProblem("the gateway answered 404: check the path of the address", since)
			h.clock.Advance(time.Minute)
			h.test()
			h.wantProblem("", time.Time{})
		})
	}
}

// What fails after something else was taken in the same second is not overlooked.
func TestTheLastAttemptCounts(t *testing.T) {
	h := newHouse(t)
	h.work()
	h.reminder("one", "2026-05-05T09:00")
	h.reminder("two", "2026-05-05T09:00")
	h.fake.then(code(http.StatusOK), code(http.StatusUnauthorized))
	h.at("2026-05-05 09:00")
	h.work()
	if got := h.states(); !strings.Contains(got, "sent") || !strings.Contains(got, "failed") {
		t.Fatal(got)
	}
	h.wantProblem("the gateway answered 401: check the token", h.clock.Now())
}

// What the hub itself did with a message says nothing about the gateway.
func TestWithdrawnMessagesAreNoProblem(t *testing.T) {
	for name, text := range map[string]string{
		"a digest that is replaced":      "a newer digest took its place",
		"a reminder that is done":        store.Withdrawn,
		"a request that is decided":      store.Decided,
		"a digest that a kill leaves":    "interrupted: the hub stopped before it knew whether this arrived, and does not say it twice",
		"a digest that a stop leaves":    phrase.GatewayInterrupted(phrase.GatewayStopped).String(),
		"a reminder that a stop leaves":  phrase.GatewayStopped.String(),
		"a reminder that came again":     phrase.NotifyNewer.String(),
		"what a backup had under way":    phrase.NotifyRestored.String(),
		"a device that has unsubscribed": phrase.NotifyUnsubscribed.String(),
		"a channel that is switched off": phrase.SetupOff("ntfy").String(),
		"a channel that is taken away":   phrase.SetupGateway.String(),
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.work()
			w, err := h.Test(h.Context(), owner)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.store.BeginAttempt(h.Context(), w.Item.ID, []byte(`{}`)); err != nil {
				t.Fatal(err)
			}
			if _, err := h.store.EndAttempt(h.Context(), w.Item.ID, store.Outcome{Error: text}); err != nil {
				t.Fatal(err)
			}
			h.wantProblem("", time.Time{})
		})
	}
}

// A hub that is stopped in order while a digest waits for its answer blames nobody for it afterwards.
func TestAStopIsNoProblemOfTheGateway(t *testing.T) {
	h := newHouse(t)
	h.work()
	h.thread("quiet")
	h.at("2026-05-09 09:00")
	h.run(t.Context(), h.job("digest"))
	ctx, stop := context.WithCancel(t.Context())
	h.fake.then(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	})
	if err := h.job("outbox").Run(ctx); err != nil {
		t.Fatal(err)
	}
	if d := h.deliveries()[0]; d.State != store.DeliveryFailed || !strings.Contains(*d.LastError, "the hub was stopped") {
		t.Fatalf("%+v", d)
	}
	h.restart()
	h.wantProblem("", time.Time{})
}

func TestWhetherAGatewayIsSetUp(t *testing.T) {
	h := newHouse(t)
	for _, c := range []struct {
		name   string
		change func()
		want   bool
	}{
		{"one that is", func() {}, true},
		{"switched off", func() {
			if _, err := h.Update(h.Context(), owner, setting.Input{"enabled": store.Some("false")}); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"none", func() { h.open(func(c *Config) { loosen(c, "webhook_url") }) }, false},
	} {
		c.change()
		if got, err := h.SetUp(h.Context()); got != c.want || err != nil {
			t.Errorf("%s: %t, %v", c.name, got, err)
		}
	}
}
