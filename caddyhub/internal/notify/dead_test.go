package notify

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// A channel whose server takes a message and never answers holds up no other.
func TestADeadChannelHoldsUpNoOther(t *testing.T) {
	for _, dead := range store.Channels {
		t.Run(dead, func(t *testing.T) {
			over, reached := make(chan struct{}), make(chan struct{}, 1)
			silent := func() {
				select {
				case reached <- struct{}{}:
				default:
				}
				<-over
			}
			f := newFive(t, func(channel string, next http.Handler) http.Handler {
				if channel != dead {
					return next
				}
				return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { silent() })
			})
			if dead == store.ChannelMail {
				f.post.follow(func(string, net.Conn) string {
					silent()
					return "-"
				})
			}
			f.reminder("call", "2026-05-04T12:00")
			committed := make(chan struct{}, 1000)
			defer f.Store.Subscribe(func(store.Commit) { committed <- struct{}{} })()
			engine := schedule.NewEngine(f.clock.Now, zap.NewNop())
			engine.Take(f.engine.Jobs())
			sent := func() (n int) {
				page, err := f.Store.Deliveries(t.Context(), store.DeliveryFilter{State: store.DeliverySent})
				if err != nil {
					t.Fatal(err)
				}
				return len(page.Deliveries)
			}
			for sent() < len(store.Channels)-1 {
				<-committed
			}
			<-reached // the others may all have been quicker
			engine.Close(0)
			close(over)
			if got := outcome(f.last(dead)); got != "queued: the hub was stopped before an answer came" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// flood writes lines without an end, and counts what of them went out.
func flood(to io.Writer, line string, out *atomic.Int64) {
	part := []byte(strings.Repeat(line+"\r\n", 1<<10))
	for {
		n, err := to.Write(part)
		if out.Add(int64(n)); err != nil {
			return
		}
	}
}

// Of an answer a bounded part is read, whatever comes; what it says first counts.
func TestAnEndlessAnswerIsCutOff(t *testing.T) {
	for _, channel := range store.Channels {
		t.Run(channel, func(t *testing.T) {
			var out atomic.Int64
			f := newFive(t, func(of string, next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if next.ServeHTTP(w, r); of == channel {
						flood(w, "and so on", &out)
					}
				})
			})
			want := "sent"
			if channel == store.ChannelMail {
				want = "queued: the connection to the mail server broke before an answer came"
				f.post.follow(func(verb string, c net.Conn) string {
					if verb != "dot" {
						return ""
					}
					flood(c, "250-and so on", &out)
					return "-"
				})
			}
			f.reminder("call", "2026-05-04T12:00")
			f.work()
			if got := outcome(f.last(channel)); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if n := out.Load(); n == 0 || n > 32<<20 { // what is under way fills buffers of a few MB
				t.Errorf("%d bytes went out", n)
			}
		})
	}
}
