//go:build unix

package caddyhub

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// theEnd is how long a process may take from SIGTERM to its exit, whatever strangers do. It is
// less than the ten seconds after which Docker and hub.service kill it.
const theEnd = 8 * time.Second

// everyStart starts serve, or a shipped set-up, by its name.
func everyStart(t *testing.T) map[string]func(*testing.T) *setUp {
	starts := map[string]func(*testing.T) *setUp{
		"serve": func(t *testing.T) *setUp {
			s := newSetUp(t, "")
			s.run(t, "/usr/bin/hub serve --listen "+s.address(t))
			return s
		},
	}
	for name, caddyfile := range setUps(t) {
		starts[name] = func(t *testing.T) *setUp {
			s := newSetUp(t, caddyfile)
			s.start(t)
			return s
		}
	}
	return starts
}

// TestTheProcessEndsWhateverStrangersDo stops serve and every shipped set-up under 200 stalled
// and 200 trickling connections of strangers. An authenticated write under way is finished, a
// stream of changes ends, and the store is closed, after the last request. One after the other, as
// each is alone where it runs. The race detector makes them too slow to keep to any time: neither
// to end, nor to answer a request before the store stops waiting for it.
func TestTheProcessEndsWhateverStrangersDo(t *testing.T) {
	for name, start := range everyStart(t) {
		t.Run(name, func(t *testing.T) {
			if race.Enabled {
				if name != "serve" {
					race.SkipShort(t)
				}
				t.Parallel()
			}
			s := start(t)
			s.waitFor(t, "an answer", func(r *http.Response) bool { return r.StatusCode == http.StatusOK })
			stream := s.dial(t)
			stream.send(t, "GET /api/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "+privateToken+"\r\n\r\n")
			stream.await(t, "retry: ")
			strangers := s.crowd(t)
			const thread = `{"summary":"written while the hub stops"}`
			write := s.dial(t)
			write.send(t, fmt.Sprintf("POST /api/threads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"+
				"Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", privateToken, len(thread)))
			write.await(t, "HTTP/1.1 100")

			if held := waiting(strangers); held < crowded && !race.Enabled {
				t.Fatalf("the hub had ended all but %d of the strangers' connections", held)
			}
			began := time.Now()
			if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, stream); err != nil {
				t.Errorf("the stream of changes: %v", err)
			}
			ended := time.Since(began)
			_, _ = io.WriteString(write, thread)
			if race.Enabled {
				_, _ = io.Copy(io.Discard, write)
			} else {
				write.await(t, "HTTP/1.1 201")
			}
			err := <-s.ended
			took := time.Since(began)
			t.Logf("exit after %.1f s, the stream after %.1f s", took.Seconds(), ended.Seconds())
			if late := took > theEnd || ended > promptly; err != nil || late && !race.Enabled {
				t.Errorf("exit after %s (%v), the stream after %s; want at most %s and %s", took, err, ended, theEnd, promptly)
			}
			if strings.Contains(s.log.String(), "requests that did not end") && !race.Enabled {
				t.Error("the store was closed under requests")
			}
			// An unclean end leaves the write-ahead log.
			if left, err := filepath.Glob(filepath.Join(s.dir, "var/lib/hub", store.DatabaseName+"-*")); err != nil || len(left) > 0 && !race.Enabled {
				t.Errorf("left behind: %v %v", left, err)
			}
		})
	}
}

func (s *setUp) address(t testing.TB) string {
	t.Helper()
	u, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	return "127.0.0.1:" + u.Port()
}

// dial connects, over TLS where the set-up has it.
func (s *setUp) dial(t *testing.T) *wire {
	t.Helper()
	var conn net.Conn
	network, to := s.door("localhost:" + strings.TrimPrefix(s.address(t), "127.0.0.1:"))
	conn, err := net.Dial(network, to)
	if err == nil && strings.HasPrefix(s.base, "https:") {
		client := tls.Client(conn, &tls.Config{ServerName: "localhost", InsecureSkipVerify: true})
		conn, err = client, client.Handshake()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return newWire(conn)
}

// endless are the beginnings of requests of strangers who never come to an end.
func endless() (requests []string) {
	const head = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Hub-Request: 1\r\n"
	for _, path := range []string{"/api/auth/login", "/api/threads", "/api/sessions:batch", "/mcp", "/ui/"} {
		requests = append(requests, fmt.Sprintf(head+"Content-Length: 10000\r\n\r\n{", path))
	}
	return append(requests,
		fmt.Sprintf(head+"Transfer-Encoding: chunked\r\n\r\n2000\r\n{", "/api/auth/login"))
}

// crowded is how many strangers' connections are still open, of 400, when the process is to end.
const crowded = 100

// waiting counts the connections that the hub has neither answered nor ended.
func waiting(conns []*wire) (n int) {
	for _, conn := range conns {
		_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond))
		if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			n++
		}
	}
	return n
}

// crowd are 200 strangers who say nothing more and 200 who go on a byte at a time.
func (s *setUp) crowd(t *testing.T) []*wire {
	ways := append(endless(), // and beside the hub, and without an end of the head
		"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n{",
		"POST /api/threads HTTP/1.1\r\nHost: local")
	var all, trickling []*wire
	for i := range 400 {
		conn := s.dial(t)
		conn.send(t, ways[i%len(ways)])
		all = append(all, conn)
		if i%2 == i/len(ways)%2 { // half of each way
			trickling = append(trickling, conn)
		}
	}
	trickle(t, trickling)
	return all
}

// trickle sends a byte at a time over each connection until the test ends.
func trickle(t *testing.T, conns []*wire) {
	var ended sync.WaitGroup
	over := make(chan struct{})
	t.Cleanup(func() {
		close(over)
		ended.Wait()
	})
	ended.Go(func() {
		each := time.NewTicker(100 * time.Millisecond)
		defer each.Stop()
		for {
			for _, conn := range conns {
				_, _ = io.WriteString(conn, " ") // the hub may have had enough
			}
			select {
			case <-each.C:
			case <-over:
				return
			}
		}
	})
}

// TestStrangersHoldNoConnection: whatever they send to the hub, and however slowly, it ends.
func TestStrangersHoldNoConnection(t *testing.T) {
	if !longRun {
		t.Skip("takes as long as strangers may; set HUB_TEST_LONG")
	}
	const slack = 2 * time.Second
	for name, start := range everyStart(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.waitFor(t, "an answer", func(r *http.Response) bool { return r.StatusCode == http.StatusOK })
			began := time.Now()
			var conns, trickling []*wire
			for i, request := range append(endless(), endless()...) {
				conn := s.dial(t)
				conn.send(t, request)
				conns = append(conns, conn)
				if i >= len(endless()) {
					trickling = append(trickling, conn)
				}
			}
			trickle(t, trickling)
			for i, conn := range conns {
				_, _ = io.Copy(io.Discard, conn) // cut or closed, both will do
				if took := time.Since(began); took > strangerBody+strangerDrain+slack {
					t.Errorf("%.50q was held for %s", endless()[i%len(endless())], took)
				}
			}
		})
	}
}

// TestTheUnitAndTheImageWaitLongEnough: what kills a hub that does not end leaves it the time
// it may take.
func TestTheUnitAndTheImageWaitLongEnough(t *testing.T) {
	patience, err := time.ParseDuration(unitCommands(t, "TimeoutStopSec")[0])
	if err != nil || patience < theEnd || patience > 2*theEnd {
		t.Errorf("hub.service waits %s, %v", patience, err)
	}
	if shutdownTimeout >= theEnd || gracePeriod >= shutdownTimeout || lastKnown >= gracePeriod {
		t.Errorf("the end takes %s, connections %s, bodies %s", shutdownTimeout, gracePeriod, lastKnown)
	}
	for name, caddyfile := range setUps(t) {
		if want := fmt.Sprintf("\tgrace_period %.0fs", gracePeriod.Seconds()); !strings.Contains(caddyfile, want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
	image, err := os.ReadFile("../Dockerfile")
	if err != nil || strings.Contains(string(image), "STOPSIGNAL") {
		t.Errorf("the image is stopped by another signal: %v", err)
	}
}
