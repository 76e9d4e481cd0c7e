package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// partVariable holds a [part] when a test starts the test binary again.
const partVariable = "HUB_TEST_PART"

// longRun says that the long counts of the reliability targets are wanted.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

// TestMain lets the test binary stand in for the hub that a test starts and kills.
func TestMain(m *testing.M) {
	if text := os.Getenv(partVariable); text != "" {
		fmt.Fprintln(os.Stderr, sendUntilKilled(text))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// part is what a hub that will be killed has to know.
type part struct {
	Dir  string
	Now  time.Time
	Push string // where the push services are
}

// sendUntilKilled is a hub that sends what is due on all its channels.
func sendUntilKilled(text string) error {
	var p part
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return err
	}
	began := time.Now()
	now := func() time.Time { return p.Now.Add(time.Since(began)) }
	channels, engine, err := begin(context.Background(), p.Dir, now)
	if err != nil {
		return err
	}
	lender := httptest.NewTLSServer(nil)
	channels.pusher = pusherTo(lender, p.Push)
	schedule.NewEngine(now, zap.NewNop()).Take(engine.Jobs())
	_, err = io.Copy(io.Discard, os.Stdin) // to the end of the test
	return err
}

// When in an exchange a hub is killed.
const (
	asked    = "before its message is taken"
	lost     = "before it learns that it was"
	answered = "after it has the answer"
)

// reaper kills a hub at one of its exchanges, on whatever channel.
type reaper struct {
	mu     sync.Mutex
	victim *os.Process
	left   int // exchanges until then
	when   string
	struck bool

	mail atomic.Value // when in the mail under way
}

func (r *reaper) arm(victim *os.Process, left int, when string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.victim, r.left, r.when, r.struck = victim, left, when, false
	r.mail.Store("")
}

// next counts an exchange, and says when in it the hub dies; empty: it lives on.
func (r *reaper) next() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left--; r.left != -1 || r.victim == nil {
		return ""
	}
	return r.when
}

func (r *reaper) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.struck = r.victim.Kill() == nil
}

// stand puts the reaper before a server.
func (r *reaper) stand(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		when := r.next()
		if when != asked {
			next.ServeHTTP(w, q)
		}
		switch when {
		case "":
			return
		case answered:
			_ = http.NewResponseController(w).Flush()
		}
		r.kill()
		panic(http.ErrAbortHandler)
	})
}

// inMail is the script of a post office with a reaper in it.
func (r *reaper) inMail(verb string, _ net.Conn) string {
	if verb == "MAIL" {
		r.mail.Store(r.next())
	}
	when, _ := r.mail.Load().(string)
	if when == asked || verb == "dot" && when == lost || verb == "RSET" && when == answered {
		r.kill()
		return "-"
	}
	return ""
}

// crash is a hub that is killed again and again.
type crash struct {
	*five
	reaper
}

// rounds are those of one hub: as many as it has channels, each of which has its digest in one.
var rounds = len(store.Channels)

// newCrash stands at nine on a Saturday, with a thread that has been quiet since Monday, and two
// reminders to come in each round.
func newCrash(t *testing.T) *crash {
	t.Helper()
	c := &crash{}
	c.five = newFive(t, func(_ string, next http.Handler) http.Handler { return c.stand(next) })
	c.post.follow(c.inMail)
	c.digestAt("gateway", "0 9 * * *")
	for i, channel := range c.Names() {
		c.digestAt(channel, fmt.Sprint(i+1, " 9 * * *"))
	}
	c.work() // the schedules begin
	c.thread("quiet")
	for round := range rounds {
		for i := range 2 {
			c.reminder(fmt.Sprintf("call %d-%d", round, i), fmt.Sprintf("2026-05-09T09:%02d", round))
		}
	}
	c.clock.Set(time.Date(2026, 5, 9, 9, 0, 0, 0, c.Policy.Zone))
	if err := c.Store.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}

// kill starts the hub, and kills it in one of the exchanges to come. The clock goes on by a minute.
func (c *crash) kill(left int, when string) {
	c.Helper()
	text, err := json.Marshal(part{c.dir, c.clock.Now(), c.push.Listener.Addr().String()})
	if err != nil {
		c.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), partVariable+"="+string(text)), os.Stderr
	if _, err = cmd.StdinPipe(); err == nil { // the hub ends with it
		c.arm(nil, 0, "")
		err = cmd.Start()
	}
	if err != nil {
		c.Fatal(err)
	}
	c.arm(cmd.Process, left, when)
	err = cmd.Wait()
	c.reaper.mu.Lock()
	struck := c.struck
	c.reaper.mu.Unlock()
	if !struck {
		c.Fatalf("the hub ended by itself: %v", err)
	}
	c.arm(nil, 0, "")
	c.clock.Advance(time.Minute)
}

// tally is what became of the messages.
type tally struct{ kills, messages, repeated, interrupted int }

// check opens the hub once more, lets it send what is left, and compares what came with what is
// written down.
func (c *crash) check(sum *tally) {
	c.Helper()
	c.open()
	defer c.Store.Close() //nolint:errcheck // it is only read
	c.findPush()
	c.work()
	for _, channel := range store.Channels {
		page, err := c.Store.Deliveries(c.Context(), store.DeliveryFilter{Channel: channel, Limit: store.MaxLimit})
		if err != nil || len(page.Deliveries) != 1+2*rounds {
			c.Fatalf("%s has %d messages, %v", channel, len(page.Deliveries), err)
		}
		texts, keys := c.came(channel)
		doubts := 0
		for _, d := range page.Deliveries {
			got, under := 0, map[string]bool{}
			for i, text := range texts {
				if strings.Contains(text, d.Notice.Title) {
					got++
					under[keys[i]] = true
				}
			}
			sum.messages += got
			interrupted := d.State == store.DeliveryFailed && strings.HasPrefix(*d.LastError, "interrupted: ")
			switch {
			case d.Kind == store.DeliverDigest && interrupted && got <= 1 && d.Attempts == 1:
				sum.interrupted++
				doubts++
			case d.Kind == store.DeliverDigest && d.State == store.DeliverySent && got == 1 && d.Attempts == 1:
			case d.Kind == store.DeliverReminder && d.State == store.DeliverySent && got >= 1 && got <= d.Attempts:
				sum.repeated += got - 1
				doubts += d.Attempts - 1
			default:
				c.Errorf("%s: the %s %q came %d times in %d attempts: %s", channel, d.Kind, d.Notice.Title, got, d.Attempts, outcome(d))
			}
			// ntfy has nothing to tell a repetition by, and push a topic that later messages of the same tag share.
			if len(under) > 1 || slices.Contains([]string{store.ChannelGateway, store.ChannelMail, store.ChannelWebhook}, channel) && got > 0 && !under[d.ID] {
				c.Errorf("%s: %q came under %v, not under %s", channel, d.Notice.Title, under, d.ID)
			}
		}
		if doubts > rounds {
			c.Errorf("%s: %d attempts were left open by %d kills", channel, doubts, rounds)
		}
	}
}

// Killed at any moment of an exchange on any of five channels, the hub says no digest twice, repeats
// a reminder under the same id only, and at most that of each channel which was under way, and loses
// nothing.
func TestAKilledHubSaysNothingTwice(t *testing.T) {
	hubs := 2
	switch {
	case longRun:
		hubs = 40
	case testing.Short():
		hubs = 1
	}
	random := rand.New(rand.NewPCG(5, 6))
	var sum tally
	for range hubs {
		c := newCrash(t)
		for range rounds {
			c.kill(random.IntN(8), []string{asked, lost, answered}[sum.kills%3])
			sum.kills++
		}
		if c.check(&sum); t.Failed() {
			t.Fatalf("after %d kills", sum.kills)
		}
	}
	t.Logf("%d kills, %d messages, %d of them a second time; %d digests were interrupted", sum.kills, sum.messages, sum.repeated, sum.interrupted)
}
