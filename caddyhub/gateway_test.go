package caddyhub

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// receiver is a gateway that counts what it takes by its text, and the keys of each.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	keys  map[string]map[string]bool
	count map[string]int
	came  chan struct{} // at each
}

func newReceiver(t *testing.T) *receiver {
	n := &receiver{keys: map[string]map[string]bool{}, count: map[string]int{}, came: make(chan struct{}, 10_000)}
	n.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var message struct{ Text string }
		_ = json.Unmarshal(body, &message)
		text, _, _ := strings.Cut(strings.TrimPrefix(message.Text, "Reminder: "), "\n")
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.keys[text] == nil {
			n.keys[text] = map[string]bool{}
		}
		n.keys[text][r.Header.Get("Idempotency-Key")] = true
		n.count[text]++
		n.came <- struct{}{}
	}))
	t.Cleanup(n.Close)
	return n
}

// distinct is how many texts came.
func (n *receiver) distinct() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.count)
}

// remind makes a reminder that is due at once, and waits for the answer.
func remind(t *testing.T, base, text string) error {
	body := fmt.Sprintf(`{"text":%q,"kind":"once","due_at":"2020-01-01T00:00:00Z"}`, text)
	status, answer, err := do(t.Context(), http.MethodPost, base+"/api/reminders", strings.NewReader(body))
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("%d %s", status, answer)
	}
	return err
}

// Reloads in the minute at which reminders fire: the old configuration's jobs and the new
// one's overlap, and each reminder is still heard once.
func TestRemindersAcrossReloads(t *testing.T) {
	gw := newReceiver(t)
	dir, port := storetest.Dir(t), freePort(t)
	config := func(days int) string {
		return site(t, port, fmt.Sprintf("data_dir %s\nstale_days %d\ngateway {\n webhook_url %s\n}", dir, days, gw.URL), "hub")
	}
	load(t, config(1))
	app := running(t)
	const reminders, reloads = 40, 10
	made := make(chan error, 1)
	go func() {
		for i := range reminders {
			in := store.ReminderInput{Text: store.Some(fmt.Sprint("number ", i)), DueAt: store.Some("2020-01-01T00:00:00Z")}
			if _, err := app.runtime.store.CreateReminder(t.Context(), store.By{Actor: store.Owner}, in, store.Policy{}); err != nil {
				made <- err
				return
			}
		}
		made <- nil
	}()
	for i := range reloads {
		<-gw.came // some are being sent
		if err := caddy.Load(adapt(t, config(2+i)), true); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-made; err != nil {
		t.Fatal(err)
	}
	for gw.distinct() < reminders {
		<-gw.came
	}
	gw.mu.Lock()
	defer gw.mu.Unlock()
	for text, n := range gw.count {
		if n != 1 {
			t.Errorf("%q came %d times", text, n)
		}
	}
}

// What may have changed when something is due makes the engine look at once, not within a minute.
func TestCommitsWakeTheEngine(t *testing.T) {
	looks := make(chan struct{}, 100)
	rt := &Runtime{engine: schedule.NewEngine(time.Now, zap.NewNop())}
	defer rt.engine.Close(0)
	rt.engine.Take([]schedule.Job{{Name: "watched", Due: func(context.Context) (at time.Time, ok bool, err error) {
		looks <- struct{}{}
		return at, false, nil
	}}})
	<-looks
	for _, kind := range []string{"reminder.created", "settings.changed", "approval.requested"} {
		for range 3 { // the first look may be one that the start has led to
			rt.follow(store.Commit{Events: []store.Event{{Kind: kind}}})
			select {
			case <-looks:
			case <-time.After(time.Minute):
				t.Fatalf("%s does not wake it", kind)
			}
		}
	}
}

// A configuration that was only validated, or refused, sends nothing.
func TestValidatingSendsNothing(t *testing.T) {
	gw := newReceiver(t)
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.QueueTest(t.Context(), store.By{Actor: store.Owner}, store.Message{Text: "waits", To: []store.Target{{Channel: store.ChannelGateway}}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	options := fmt.Sprintf("data_dir %s\ngateway {\n webhook_url %s\n}", dir, gw.URL)
	if err := validate(t, site(t, freePort(t), options, "hub")); err != nil {
		t.Fatal(err)
	}
	if gw.distinct() != 0 {
		t.Error("validating sent a message")
	}
	load(t, site(t, freePort(t), options, "hub"))
	<-gw.came
}

// Killed again and again while reminders go out: each arrives, and whenever it arrives a
// second time it is under the same key.
func TestRemindersSurviveKills(t *testing.T) {
	gw := newReceiver(t)
	dir := t.TempDir()
	env := []string{"HUB_GATEWAY_WEBHOOK_URL=" + gw.URL}
	const rounds, each = 5, 8
	for round := range rounds {
		s := startServe(t, env, "--data", dir)
		for i := range each {
			if err := remind(t, s.base, fmt.Sprintf("round %d, number %d", round, i)); err != nil {
				t.Fatal(err)
			}
		}
		for range round { // at another moment each time
			<-gw.came
		}
		if err := s.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = s.cmd.Wait()
	}
	s := startServe(t, env, "--data", dir)
	for gw.distinct() < rounds*each {
		<-gw.came
	}
	if status := s.interrupt(t); status != 0 {
		t.Errorf("status %d", status)
	}
	gw.mu.Lock()
	defer gw.mu.Unlock()
	for text, keys := range gw.keys {
		if len(keys) != 1 {
			t.Errorf("%q came under %d keys", text, len(keys))
		}
	}
}

// The hub does not post to itself, whatever it is told.
func TestTheGatewayIsNotTheHub(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	load(t, site(t, port, fmt.Sprintf("data_dir %s\ngateway {\n webhook_url http://localhost:%s/api/threads\n}", dir, port), "hub"))
	if !listens(netip.MustParseAddrPort("127.0.0.1:"+port)) || listens(netip.MustParseAddrPort("127.0.0.1:"+freePort(t))) {
		t.Error("the hub does not know where it listens")
	}
	base := "http://127.0.0.1:" + port
	if status, body, err := do(t.Context(), http.MethodPost, base+"/api/gateway/test", strings.NewReader("{}")); err != nil || status != http.StatusAccepted {
		t.Fatalf("%d %s %v", status, body, err)
	}
	committed := make(chan struct{}, 100)
	defer running(t).runtime.store.Subscribe(func(store.Commit) { committed <- struct{}{} })()
	for {
		status, body, err := get(t.Context(), base+"/api/deliveries")
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %s %v", status, body, err)
		}
		var list []store.Delivery
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			t.Fatal(err)
		}
		if list[0].LastError != nil {
			if list[0].State == store.DeliverySent || !strings.Contains(*list[0].LastError, "the hub's own") {
				t.Errorf("%s", *list[0].LastError)
			}
			return
		}
		<-committed
	}
}
