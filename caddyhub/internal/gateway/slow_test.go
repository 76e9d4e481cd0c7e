package gateway

import (
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/progresshub/progresshub/store"
)

// slow is a gateway that takes its time for an answer, as OpenClaw does until its agent has
// been woken or 15 seconds are over. It lives in the bubble of a test: no time passes outside.
type slow struct{ answers time.Duration }

func (s slow) RoundTrip(r *http.Request) (*http.Response, error) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil {
		trace.GotConn(httptrace.GotConnInfo{})
	}
	timer := time.NewTimer(s.answers)
	defer timer.Stop()
	select {
	case <-timer.C:
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"ok":true}`)), Request: r}, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

func TestAGatewayThatAnswersSlowlyIsWaitedFor(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers time.Duration
		want    string // the state, and the error of one that is not sent
	}{
		{"at once", 0, "sent"},
		{"after 16 seconds, as OpenClaw does", 16 * time.Second, "sent"},
		{"just in time", 29 * time.Second, "sent"},
		{"never", time.Hour, "failed interrupted: no answer came within 30 seconds, so it may have arrived; a digest is not sent twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				h.fake.Close() // a bubble does not outwait the network
				h.work()
				h.thread("quiet")
				h.at("2026-05-09 09:00")
				h.Service.client.Transport = slow{c.answers}
				began := time.Now()
				h.work()
				if took := time.Since(began); took > 30*time.Second {
					t.Errorf("it waited for %s", took)
				}
				d := h.deliveries()
				if len(d) != 1 || d[0].Kind != store.DeliverDigest {
					t.Fatalf("%+v", d)
				}
				got := d[0].State
				if d[0].LastError != nil {
					got += " " + *d[0].LastError
				}
				if got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
				if err := h.store.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
