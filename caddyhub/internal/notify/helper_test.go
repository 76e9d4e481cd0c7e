package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/storetest"
)

var owner = store.By{Actor: store.Owner}

// house is a hub with channels, on a clock that the test moves.
type house struct {
	testing.TB
	*Service
	engine *gateway.Service
	dir    string
	clock  *storetest.Clock
}

// newHouse stands at noon of a Monday in Berlin. Nothing is fixed.
func newHouse(t testing.TB, change ...func(*Config)) *house {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	h := &house{TB: t, dir: storetest.Dir(t), clock: storetest.NewClock(time.Date(2026, 5, 4, 12, 0, 0, 0, zone))}
	h.open(change...)
	t.Cleanup(func() { h.Store.Close() })
	return h
}

// open begins a process in the house.
func (h *house) open(change ...func(*Config)) {
	h.Helper()
	var err error
	if h.Service, h.engine, err = begin(h.Context(), h.dir, h.clock.Now, change...); err != nil {
		h.Fatal(err)
	}
}

// begin makes what a process in a data folder has.
func begin(ctx context.Context, dir string, now func() time.Time, change ...func(*Config)) (*Service, *gateway.Service, error) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return nil, nil, err
	}
	s, err := store.Open(ctx, dir, store.Options{Now: now})
	if err != nil {
		return nil, nil, err
	}
	vault, err := setting.OpenVault(dir)
	if err != nil {
		return nil, nil, err
	}
	cfg := Config{
		Store: s, Secrets: vault, Policy: store.Policy{StaleDays: 3, Zone: zone}, Outbox: gateway.NewOutbox(s),
		PublicURL: "https://hub.example", Version: "1.2.3",
	}
	for _, f := range change {
		f(&cfg)
	}
	channels := New(cfg)
	return channels, gateway.New(gateway.Config{
		Store: s, Secrets: vault, Policy: cfg.Policy, Outbox: cfg.Outbox, PublicURL: cfg.PublicURL, Version: cfg.Version, Own: cfg.Own, Others: channels,
	}), nil
}

// in makes the choices of a block, given as key and value; "": none.
func in(pairs ...string) setting.Input {
	out := setting.Input{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = store.Opt[string]{Set: true}
		if pairs[i+1] != "" {
			out[pairs[i]] = store.Some(pairs[i+1])
		}
	}
	return out
}

// set makes choices of a block.
func (h *house) set(block string, pairs ...string) {
	h.Helper()
	if _, err := h.Update(h.Context(), owner, Input{block: in(pairs...)}); err != nil {
		h.Fatal(err)
	}
}

func (h *house) state(channel string) ChannelState {
	h.Helper()
	s, err := h.State(h.Context())
	if err != nil {
		h.Fatal(err)
	}
	if missing := s.Channels[channel].Missing; missing != "" {
		h.wantCode(channel, &missing)
	}
	return s.Channels[channel]
}

// work runs the jobs that are due until nothing is.
func (h *house) work() {
	h.Helper()
	for busy := true; busy; {
		busy = false
		for _, j := range h.engine.Jobs() {
			due, ok, err := j.Due(h.Context())
			if err != nil {
				h.Fatal(err)
			}
			if !ok || due.After(h.clock.Now()) {
				continue
			}
			if err := j.Run(h.Context()); err != nil {
				h.Fatalf("%s: %v", j.Name, err)
			}
			busy = true
		}
	}
}

// at moves the clock to a time in Berlin and works.
func (h *house) at(text string) {
	h.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, h.Policy.Zone)
	if err != nil {
		h.Fatal(err)
	}
	h.clock.Advance(at.Sub(h.clock.Now()))
	h.work()
}

func (h *house) reminder(text, due string, fields ...func(*store.ReminderInput)) store.Reminder {
	h.Helper()
	in := store.ReminderInput{Text: store.Some(text), DueAt: store.Some(due)}
	for _, f := range fields {
		f(&in)
	}
	w, err := h.Store.CreateReminder(h.Context(), owner, in, h.Policy)
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

func (h *house) thread(summary string) store.Thread {
	h.Helper()
	w, err := h.Store.CreateThread(h.Context(), owner, "", store.ThreadInput{Summary: store.Some(summary)}, true)
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

// last is the newest delivery of a channel.
func (h *house) last(channel string) store.Delivery {
	h.Helper()
	page, err := h.Store.Deliveries(h.Context(), store.DeliveryFilter{Channel: channel, Limit: 1})
	if err != nil || len(page.Deliveries) == 0 {
		h.Fatalf("no delivery of %s: %v", channel, err)
	}
	h.wantCode(channel, page.Deliveries[0].LastError)
	return page.Deliveries[0]
}

// wantCode checks that a text for the owner has a code, all the way down, and that what it speaks of holds
// no secret. Every error and every lack that a test meets is looked at.
func (h *house) wantCode(channel string, text *string) {
	h.Helper()
	if text == nil {
		return
	}
	h.wantSaid(phrase.Find(channel, *text))
	for _, secret := range []string{"canary", "whsec_", "://"} {
		if strings.Contains(*text, secret) {
			h.Errorf("%s tells %s: %s", channel, secret, *text)
		}
	}
}

// wantSaid wants a code for each sentence of one.
func (h *house) wantSaid(p phrase.Phrase) {
	h.Helper()
	said, err := json.Marshal(p.Said())
	if texts, codes := bytes.Count(said, []byte(`"text":`)), bytes.Count(said, []byte(`"code":`)); err != nil || codes != texts || codes == 0 {
		h.Errorf("%d texts have %d codes: %s, %v", texts, codes, said, err)
	}
}

// outcome is the state of a delivery and its error.
func outcome(d store.Delivery) string {
	if d.LastError != nil {
		return d.State + ": " + *d.LastError
	}
	return d.State
}

// test sends a test on a channel.
func (h *house) test(channel string) store.Delivery {
	h.Helper()
	to, err := h.Target(h.Context(), channel)
	if err == nil {
		_, err = h.engine.QueueTest(h.Context(), owner, to)
	}
	if err != nil {
		h.Fatal(err)
	}
	h.work()
	return h.last(channel)
}

// server remembers what was posted to it, and answers as it is told.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	status   int
	header   http.Header
	requests []request
	came     chan<- struct{} // at each; nil: nobody waits
}

type request struct {
	header http.Header
	path   string
	body   string
}

func newServer(t testing.TB) *server {
	s := &server{status: http.StatusOK}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler) // who sent it has died over it
		}
		s.mu.Lock()
		s.requests = append(s.requests, request{r.Header, r.URL.Path, string(body)})
		status, header, came := s.status, s.header, s.came
		s.mu.Unlock()
		if came != nil {
			came <- struct{}{}
		}
		if status == 0 {
			panic(http.ErrAbortHandler) // it hangs up
		}
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) answer(status int, header ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status, s.header = status, http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		s.header.Set(header[i], header[i+1])
	}
}

func (s *server) saw() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]request(nil), s.requests...)
}

// statuses are what every HTTP channel makes of an answer.
var statuses = []struct {
	name   string
	status int
	header []string
	want   string // the beginning of the outcome; WHO stands for the other side
}{
	{"taken", 200, nil, "sent"},
	{"taken, without a word", 204, nil, "sent"},
	{"a bad request", 400, nil, "failed: WHO answered 400"},
	{"a wrong credential", 401, nil, "failed: WHO answered 401: check"},
	{"not allowed", 403, nil, "failed: WHO answered 403"},
	{"a wrong path", 404, nil, "failed: WHO answered 404: check"},
	{"too large", 413, nil, "failed: WHO answered 413"},
	{"a time-out there", 408, nil, "queued: WHO answered 408"},
	{"too many", 429, []string{"Retry-After", "120"}, "queued: WHO answered 429"},
	{"an error there", 500, nil, "queued: WHO answered 500"},
	{"busy", 503, nil, "queued: WHO answered 503"},
	{"a redirect", 307, []string{"Location", "http://169.254.169.254/"}, "failed: WHO answered 307, a redirect, which the hub does not follow"},
	{"hung up", 0, nil, "queued: the connection to WHO broke"},
}

func testStatuses(t *testing.T, channel, who string, setUp func(*house, *server)) {
	for _, c := range statuses {
		t.Run(c.name, func(t *testing.T) {
			h, s := newHouse(t), newServer(t)
			setUp(h, s)
			s.answer(c.status, c.header...)
			if got, want := outcome(h.test(channel)), strings.ReplaceAll(c.want, "WHO", who); !strings.HasPrefix(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			if d := h.last(channel); c.status == 429 && d.NextAttemptAt.Sub(h.clock.Now()) < 2*time.Minute {
				t.Errorf("tried again at %s", d.NextAttemptAt)
			}
			if n := len(s.saw()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		h, s := newHouse(t), newServer(t)
		setUp(h, s)
		s.Close()
		if got := outcome(h.test(channel)); got != "queued: "+who+" could not be reached: nothing listens at its address" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a digest whose answer is lost is not said twice", func(t *testing.T) {
		h, s := newHouse(t), newServer(t)
		setUp(h, s)
		h.work()
		h.thread("quiet")
		s.answer(0)
		h.at("2026-05-09 09:00")
		h.at("2026-05-09 10:00")
		if d := h.last(channel); d.State != store.DeliveryFailed || !strings.HasPrefix(*d.LastError, "interrupted: ") || len(s.saw()) != 1 {
			t.Errorf("%s, %d requests", outcome(d), len(s.saw()))
		}
	})
}
