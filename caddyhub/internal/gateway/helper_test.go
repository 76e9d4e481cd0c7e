package gateway

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

const token = "canary-gateway-token"

var owner = store.By{Actor: store.Owner}

// house is a hub with a gateway, on a clock that the test moves.
type house struct {
	testing.TB
	*Service
	dir   string
	store *store.Store
	fake  *fake
	clock *storetest.Clock
}

// toGateway is a message for the gateway alone.
func toGateway(text string) store.Message {
	return store.Message{Text: text, To: []store.Target{{Channel: store.ChannelGateway}}}
}

// newHouse stands at noon of a Monday in Berlin.
func newHouse(t testing.TB, change ...func(*Config)) *house {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	h := &house{TB: t, dir: storetest.Dir(t), fake: newFake(t), clock: storetest.NewClock(time.Date(2026, 5, 4, 12, 0, 0, 0, zone))}
	h.open(append([]func(*Config){func(c *Config) {
		c.Policy = store.Policy{StaleDays: 3, Zone: zone}
		c.PublicURL, c.Version = "https://hub.example", "1.2.3"
		fix(c, "webhook_url", h.fake.URL+"/hooks/wake", "token", token)
	}}, change...)...)
	t.Cleanup(func() { h.store.Close() })
	return h
}

// fix makes a configuration set values, given as key and value.
func fix(c *Config, pairs ...string) {
	fixed := setting.Fixed{}
	maps.Copy(fixed, c.Fixed)
	for i := 0; i < len(pairs); i += 2 {
		fixed[pairs[i]] = setting.Value{Text: pairs[i+1], Source: "the Caddyfile"}
	}
	c.Fixed = fixed
}

// loosen leaves a value to the owner.
func loosen(c *Config, key string) {
	fix(c)
	delete(c.Fixed, key)
}

// open begins a process: store, outbox and service.
func (h *house) open(change ...func(*Config)) {
	h.Helper()
	s, err := store.Open(h.Context(), h.dir, store.Options{Now: h.clock.Now})
	if err != nil {
		h.Fatal(err)
	}
	vault, err := setting.OpenVault(h.dir)
	if err != nil {
		h.Fatal(err)
	}
	cfg := Config{Store: s, Secrets: vault, Outbox: NewOutbox(s)}
	if h.Service != nil {
		cfg = h.Config
		cfg.Store, cfg.Secrets, cfg.Outbox = s, vault, NewOutbox(s)
	}
	for _, f := range change {
		f(&cfg)
	}
	h.store, h.Service = s, New(cfg)
}

// restart ends the process, which may be in the middle of anything, and begins another.
func (h *house) restart() {
	h.Helper()
	if err := h.store.Close(); err != nil {
		h.Fatal(err)
	}
	h.open()
}

// at moves the clock to a time in Berlin.
func (h *house) at(text string) {
	h.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, h.Policy.Zone)
	if err != nil {
		h.Fatal(err)
	}
	h.clock.Advance(at.Sub(h.clock.Now()))
}

// work runs the jobs that are due, as the engine would, until nothing is.
func (h *house) work() {
	h.Helper()
	for busy := true; busy; {
		busy = false
		for _, j := range h.Jobs() {
			busy = h.run(h.Context(), j) || busy
		}
	}
}

// job is the job of a name.
func (h *house) job(name string) schedule.Job {
	h.Helper()
	for _, j := range h.Jobs() {
		if j.Name == name {
			return j
		}
	}
	h.Fatalf("no job %s", name)
	return schedule.Job{}
}

// run runs a job if it is due.
func (h *house) run(ctx context.Context, j schedule.Job) bool {
	h.Helper()
	due, ok, err := j.Due(ctx)
	if err != nil {
		h.Fatal(err)
	}
	if !ok || due.After(h.clock.Now()) {
		return false
	}
	if err := j.Run(ctx); err != nil {
		h.Fatalf("%s: %v", j.Name, err)
	}
	return true
}

// until works through the time to come, minute by minute.
func (h *house) until(text string) {
	h.Helper()
	end, err := time.ParseInLocation("2006-01-02 15:04", text, h.Policy.Zone)
	if err != nil {
		h.Fatal(err)
	}
	for h.clock.Now().Before(end) {
		h.clock.Advance(time.Minute)
		h.work()
	}
}

func (h *house) thread(summary string, fields ...func(*store.ThreadInput)) store.Thread {
	h.Helper()
	in := store.ThreadInput{Summary: store.Some(summary)}
	for _, f := range fields {
		f(&in)
	}
	w, err := h.store.CreateThread(h.Context(), owner, "", in, true)
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

func (h *house) reminder(text, due string) store.Reminder {
	h.Helper()
	w, err := h.store.CreateReminder(h.Context(), owner, store.ReminderInput{Text: store.Some(text), DueAt: store.Some(due)}, h.Policy)
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

// deliveries are all messages, the oldest first.
func (h *house) deliveries() []store.Delivery {
	h.Helper()
	page, err := h.store.Deliveries(h.Context(), store.DeliveryFilter{Limit: store.MaxLimit})
	if err != nil {
		h.Fatal(err)
	}
	list := page.Deliveries
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// fake is a gateway that answers as it is told, and remembers what it took.
type fake struct {
	*httptest.Server
	mu       sync.Mutex
	answers  []func(http.ResponseWriter, *http.Request) // one for each request to come; then 200
	requests []request
}

type request struct {
	key, bearer, path, body string
	status                  int
}

func newFake(t testing.TB) *fake {
	f := &fake{}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	answer := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }
	if len(f.answers) > 0 {
		answer, f.answers = f.answers[0], f.answers[1:]
	}
	i := len(f.requests)
	f.requests = append(f.requests, request{key: r.Header.Get("Idempotency-Key"), bearer: r.Header.Get("Authorization"), path: r.URL.Path, body: string(body)})
	f.mu.Unlock()
	seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
	answer(seen, r)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests[i].status = seen.status
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// then tells what the next requests get.
func (f *fake) then(answers ...func(http.ResponseWriter, *http.Request)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers = append(f.answers, answers...)
}

// code answers with a status and headers given as name, value.
func code(status int, headers ...string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
	}
}

// hangUp takes the request and breaks the connection off.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// took are the texts of what was accepted.
func (f *fake) took() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var texts []string
	for _, r := range f.requests {
		if r.status < 300 && r.status > 0 {
			var body struct{ Text, Message string }
			_ = json.Unmarshal([]byte(r.body), &body)
			texts = append(texts, body.Text+body.Message)
		}
	}
	return texts
}

func (f *fake) saw() []request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]request(nil), f.requests...)
}

// states are the states of all messages with their attempts.
func (h *house) states() string {
	h.Helper()
	var out []string
	for _, d := range h.deliveries() {
		out = append(out, d.Kind+" "+d.State)
	}
	return strings.Join(out, ", ")
}
