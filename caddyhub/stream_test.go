package caddyhub

import (
	"bufio"
	"encoding/json"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// promptly is how long the end of a stream, or of the hub, may take.
const promptly = 2 * time.Second

// follower is a client of the event stream.
type follower struct {
	t     testing.TB
	resp  *http.Response
	lines *bufio.Scanner
	seen  []string // ids of the changes, in their order
}

// follow opens a stream behind an event. Caddy may lose a fresh connection while it changes
// configurations; see again.
func follow(t testing.TB, client *http.Client, base, last string) *follower {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/api/events/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", last)
	resp, err := client.Do(req)
	for range 10 {
		if err != nil {
			resp, err = client.Do(req)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("status %d", resp.StatusCode)
	}
	f := &follower{t: t, resp: resp, lines: bufio.NewScanner(resp.Body)}
	t.Cleanup(func() { _ = resp.Body.Close() })
	f.line("retry: ")
	return f
}

// line waits for the next line that begins so; "" means that the stream has ended.
func (f *follower) line(begin string) string {
	for f.lines.Scan() {
		if rest, found := strings.CutPrefix(f.lines.Text(), begin); found {
			return rest
		}
	}
	return ""
}

// next waits for the next change and notes it; false: the stream has ended.
func (f *follower) next() bool {
	for {
		switch f.line("event: ") {
		case "":
			return false
		case "change":
			return f.note()
		}
	}
}

// note takes the data of a change.
func (f *follower) note() bool {
	data := f.line("data: ")
	if data == "" {
		return false
	}
	var change struct{ ID string }
	if err := json.Unmarshal([]byte(data), &change); err != nil || change.ID == "" {
		f.t.Errorf("change %q: %v", data, err)
	}
	f.seen = append(f.seen, change.ID)
	return true
}

// post makes a thread in the store of the running hub.
func post(t testing.TB, summary string) (event string) {
	t.Helper()
	w, err := running(t).runtime.store.CreateThread(t.Context(), store.By{Actor: store.Owner}, "", store.ThreadInput{Summary: store.Some(summary)}, true)
	if err != nil {
		t.Fatal(err)
	}
	return w.EventID
}

func TestStreamsResumeThroughReloads(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	base := "http://127.0.0.1:" + port
	config := site(t, port, "data_dir "+dir, "hub")
	load(t, config)
	start := post(t, "start")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	last := start
	var seen []string
	for range 6 {
		f := follow(t, client, base, last)
		post(t, "before")
		if !f.next() {
			t.Fatal("the stream ended by itself")
		}
		var writing sync.WaitGroup
		writing.Go(func() {
			for range 5 {
				post(t, "meanwhile")
			}
		})
		began := time.Now()
		if err := caddy.Load(adapt(t, config), true); err != nil {
			t.Fatal(err)
		}
		for f.next() {
		}
		if took := time.Since(began); took > promptly && !race.Enabled {
			t.Errorf("the stream ended %s after the reload began", took)
		}
		writing.Wait()
		seen = append(seen, f.seen...)
		last = seen[len(seen)-1]
	}
	end := post(t, "end")
	for f := follow(t, client, base, last); last != end && f.next(); {
		last = f.seen[len(f.seen)-1]
		seen = append(seen, last)
	}
	events, err := running(t).runtime.store.EventsAfter(t.Context(), start)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, e := range events {
		want = append(want, e.ID)
	}
	if !slices.Equal(seen, want) {
		t.Errorf("saw  %v\nwant %v", seen, want)
	}
}

// crowd connects clients that stay, as browsers do, after a request each.
func crowd(t testing.TB, base string, n int) {
	t.Helper()
	for range n {
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		resp, err := (&http.Client{Transport: transport}).Get(base + "/api/health")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(resp.Body).Discard(15); err != nil { // {"status":"ok"}
			t.Error(err)
		}
		_ = resp.Body.Close()
	}
}

func TestStopEndsStreamsAtOnce(t *testing.T) {
	port := freePort(t)
	load(t, site(t, port, "data_dir "+storetest.Dir(t), "hub"))
	base := "http://127.0.0.1:" + port
	crowd(t, base, 20)
	f := follow(t, http.DefaultClient, base, post(t, "start"))
	began := time.Now()
	if err := caddy.Stop(); err != nil {
		t.Fatal(err)
	}
	for f.next() {
	}
	if took := time.Since(began); took > promptly && !race.Enabled {
		t.Errorf("the end took %s", took)
	}
	for deadline := time.Now().Add(time.Minute); ; runtime.Gosched() {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		if !strings.Contains(string(stacks), "caddyhub/internal/api.") && !strings.Contains(string(stacks), "progresshub/store.") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("goroutines are left:\n%s", stacks)
		}
	}
}

func TestTheProcessEndsUnderAStream(t *testing.T) {
	s := startServe(t, nil, "--data", storetest.Dir(t))
	crowd(t, s.base, 20)
	f := follow(t, http.DefaultClient, s.base, "")
	began := time.Now()
	if status := s.interrupt(t); status != 0 {
		t.Errorf("exit status %d: %s", status, s.stderr)
	}
	if took := time.Since(began); took > promptly && !race.Enabled {
		t.Errorf("the end took %s", took)
	}
	for f.next() {
	}
}

// Many streams end as soon as one does, with a configuration and with the process.
func TestManyStreamsEndTogether(t *testing.T) {
	const streams = 200
	dir, port := storetest.Dir(t), freePort(t)
	base, config := "http://127.0.0.1:"+port, site(t, port, "data_dir "+dir, "hub")
	load(t, config)
	for name, end := range map[string]func() error{
		"a reload": func() error { return caddy.Load(adapt(t, config), true) },
		"the stop": caddy.Stop,
	} {
		t.Run(name, func(t *testing.T) {
			load(t, config)
			start := post(t, "start")
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			var all []*follower
			for range streams {
				all = append(all, follow(t, client, base, start))
			}
			event := post(t, "for all of them")
			for _, f := range all {
				if !f.next() || f.seen[0] != event {
					t.Fatalf("saw %v, want %s", f.seen, event)
				}
			}
			began := time.Now()
			if err := end(); err != nil {
				t.Fatal(err)
			}
			for _, f := range all {
				for f.next() {
				}
			}
			if took := time.Since(began); took > promptly && !race.Enabled {
				t.Errorf("the end took %s", took)
			}
		})
	}
}

func TestStreamOverHTTP2(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	config := secureSite(t, port, "data_dir "+dir, "internal")
	loadSecure(t, port, config)
	f := follow(t, overTLS(t), "https://localhost:"+port, post(t, "start"))
	if f.resp.ProtoMajor != 2 {
		t.Fatalf("spoken is %s", f.resp.Proto)
	}
	for range 3 {
		if event := post(t, "meanwhile"); !f.next() || f.seen[len(f.seen)-1] != event {
			t.Fatalf("saw %v", f.seen)
		}
	}
	began := time.Now()
	if err := caddy.Load(adapt(t, config), true); err != nil {
		t.Fatal(err)
	}
	for f.next() {
	}
	if took := time.Since(began); took > promptly && !race.Enabled {
		t.Errorf("the stream ended %s after the reload began", took)
	}
}
