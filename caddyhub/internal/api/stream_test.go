package api

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestStreamTellsOfChanges(t *testing.T) {
	h, base, _ := streaming(t)
	h.create(`{"summary":"before"}`)
	h.clock.Advance(1500 * time.Millisecond)
	l := listen(t, base, "", nil)
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Length": ""} {
		if got := l.resp.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if m := l.begin(); m != (message{retry: "2000", event: "ready", data: `{"quiet_ms":1500}`, id: h.lastEvent()}) {
		t.Errorf("the stream begins with %+v", m)
	}
	r := h.post("/api/threads", `{"summary":"after"}`)
	id := decode[ThreadBody](r).ID
	if c := l.change(); c != (change{r.Header.Get("X-Hub-Event"), "thread.created", "hub://threads/" + id, 0}) {
		t.Errorf("got %+v", c)
	}
	h.post("/api/threads/"+id+"/done", "").wantStatus(200)
	if c := l.change(); c.Kind != "thread.done" || c.ID != h.lastEvent() {
		t.Errorf("got %+v", c)
	}
}

func TestStreamResumes(t *testing.T) {
	h, base, pings := streaming(t)
	const n = 2*store.MaxLimit + 7 // more than it reads at a time
	first := h.post("/api/threads", `{"summary":"one"}`)
	thread := "/api/threads/" + decode[ThreadBody](first).ID
	var want []string
	for i := range n {
		action := []string{"block", "reopen"}[i%2]
		want = append(want, h.post(thread+"/"+action, "").Header.Get("X-Hub-Event"))
	}
	l := listen(t, base, first.Header.Get("X-Hub-Event"), nil)
	l.begin()
	for i := range want {
		if c := l.change(); c.ID != want[i] {
			t.Fatalf("change %d is %s, want %s", i, c.ID, want[i])
		}
	}
	pings <- time.Time{}
	if m, _ := l.next(); m != (message{comment: "ping"}) {
		t.Errorf("after the last comes %+v", m)
	}
	// A client that was cut off before any change comes back to where it was.
	place := listen(t, base, "", nil).begin().id
	event := h.post(thread+"/done", "").Header.Get("X-Hub-Event")
	l = listen(t, base, place, nil)
	if m := l.begin(); m.event != "" || m.id != place {
		t.Errorf("it goes on with %+v", m)
	}
	if c := l.change(); c.ID != event {
		t.Errorf("got %+v, want %s", c, event)
	}
}

func TestStreamOfAnUnknownPlaceStartsAnew(t *testing.T) {
	h, base, _ := streaming(t)
	h.create(`{"summary":"before"}`)
	for _, last := range []string{"000000000000", "zzzzzzzzzzzz", "nonsense", "0", strings.Repeat("x", 5000), "'; --", h.lastEvent() + "0"} {
		l := listen(t, base, last, nil)
		if m := l.begin(); m.event != "reset" || m.data != "{}" || m.id != h.lastEvent() {
			t.Errorf("%.20q: the stream begins with %+v", last, m)
		}
		event := h.post("/api/threads", `{"summary":"after"}`).Header.Get("X-Hub-Event")
		if c := l.change(); c.ID != event {
			t.Errorf("%.20q: got %+v, want %s", last, c, event)
		}
		l.leave()
	}
}

// An event that compaction keeps is no place to go on from where others behind it are gone.
func TestStreamOfACompactedPlaceStartsAnew(t *testing.T) {
	h, base, _ := streaming(t)
	kept := h.putMarkdown("/api/wiki/home", "# Home\n", nil).Header.Get("X-Hub-Event")
	h.create(`{"summary":"compacted"}`)
	last := h.putMarkdown("/api/wiki/last", "# Last\n", nil).Header.Get("X-Hub-Event")
	h.clock.Advance(100 * 24 * time.Hour)
	h.create(`{"summary":"newest"}`)
	c, more, err := h.store.CompactEvents(t.Context(), store.Policy{Zone: time.UTC}, 90)
	if err != nil || more || c.Events == 0 {
		t.Fatalf("%+v, %v, %v", c, more, err)
	}
	for name, tc := range map[string]struct{ at, event string }{"before the compacted": {kept, "reset"}, "behind them": {last, ""}} {
		l := listen(t, base, tc.at, nil)
		if m := l.begin(); m.event != tc.event {
			t.Errorf("%s: the stream begins with %+v", name, m)
		}
		l.leave()
	}
}

func TestStreamOfAnEmptyHub(t *testing.T) {
	h, base, _ := streaming(t)
	l := listen(t, base, "", nil)
	if m := l.begin(); m.id != "" || m.event != "" {
		t.Errorf("begins with %+v", m)
	}
	h.create(`{"summary":"first"}`)
	if c := l.change(); c.Kind != "project.created" { // the inbox
		t.Errorf("got %+v", c)
	}
	if c := l.change(); c.Kind != "thread.created" {
		t.Errorf("got %+v", c)
	}
}

func TestQuietStreamPings(t *testing.T) {
	_, base, pings := streaming(t)
	l := listen(t, base, "", nil)
	l.begin()
	for range 3 {
		pings <- time.Time{}
		if m, ok := l.next(); !ok || m != (message{comment: "ping"}) {
			t.Errorf("got %+v", m)
		}
	}
}

func TestStreamIsGuarded(t *testing.T) {
	_, base, _ := streaming(t)
	for name, headers := range map[string]map[string]string{
		"no credential":     {"Authorization": ""},
		"wrong token":       {"Authorization": "Bearer wrong"},
		"no session":        {"Authorization": "", "Cookie": "hub_session=wrong"},
		"from another site": {"Authorization": "", "Sec-Fetch-Site": "cross-site"},
	} {
		if l := listen(t, base, "", headers); l.resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, l.resp.StatusCode)
		}
	}
}

func TestHeadersOfAStreamAlone(t *testing.T) {
	h := newHub(t)
	r := h.do(request{method: http.MethodHead, path: "/api/events/stream"})
	if r.Status != 200 || r.Header.Get("Content-Type") != "text/event-stream" || r.Body != "" {
		t.Errorf("%d %v %q", r.Status, r.Header, r.Body)
	}
}

func TestStreamsAreBounded(t *testing.T) {
	h, base, _ := streaming(t)
	const programs = 3
	h.api.places = newPlaces(2 * (programs + ownersPlaces))
	var open []*listener
	for range programs {
		l := listen(t, base, "", nil)
		l.begin()
		open = append(open, l)
	}
	refused := listen(t, base, "", nil).resp
	if refused.StatusCode != 503 || refused.Header.Get("Retry-After") == "" || refused.Header.Get("Content-Type") == "text/event-stream" {
		t.Errorf("one more: %d %v", refused.StatusCode, refused.Header)
	}
	owner := h.asOwner()
	for range ownersPlaces {
		listen(t, base, "", owner).begin()
	}
	if refused := listen(t, base, "", owner).resp; refused.StatusCode != 503 {
		t.Errorf("one more of the owner's: %d", refused.StatusCode)
	}
	open[0].leave()
	for !h.api.places.take(store.Owner) { // it is free once the hub has noticed
		runtime.Gosched()
	}
	h.api.places.leave()
	listen(t, base, "", owner).begin()
}

func TestPlacesForStreams(t *testing.T) {
	for name, c := range map[string]struct{ files, programs, all int }{
		"many files":         {1 << 20, 1000, 1024},
		"a common limit":     {1024, 488, 512},
		"hardly any file":    {40, 0, 20},
		"as good as no file": {1, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlaces(c.files)
			programs, all := 0, 0
			for p.take(store.Agent) {
				programs++
			}
			for all = programs; p.take(store.Owner); {
				all++
			}
			if programs != c.programs || all != c.all {
				t.Errorf("%d for programs, %d in all; want %d and %d", programs, all, c.programs, c.all)
			}
		})
	}
}

func TestStreamEndsWithItsConfiguration(t *testing.T) {
	h, base, _ := streaming(t)
	stopping := make(chan struct{})
	h.api.Stopping = stopping
	one, other := listen(t, base, "", nil), listen(t, base, "", nil)
	last := one.begin().id
	other.begin()
	event := h.post("/api/threads", `{"summary":"a"}`).Header.Get("X-Hub-Event")
	// Both wait for the next change then: one that has not looked yet would end without it.
	for _, l := range []*listener{one, other} {
		for l.change().ID != event {
		}
	}
	close(stopping)
	one.wantEnd()
	other.wantEnd()
	// One that comes too late is told where it stands and sent away.
	late := listen(t, base, last, nil)
	late.begin()
	late.wantEnd()
}

func TestStreamEndsWithItsSession(t *testing.T) {
	for name, end := range map[string]func(h *hub, owner map[string]string, pings chan time.Time){
		"signed out": func(h *hub, owner map[string]string, _ chan time.Time) {
			h.do(request{method: http.MethodPost, path: "/api/auth/logout", headers: owner}).wantStatus(204)
			h.create(`{"summary":"not for its eyes"}`)
		},
		"another password": func(h *hub, owner map[string]string, _ chan time.Time) {
			body := `{"current_method":"token","current_secret":"` + token + `","new_password":"correct horse battery"}`
			h.do(request{method: http.MethodPut, path: "/api/auth/password", headers: owner, body: body}).wantStatus(200)
			h.create(`{"summary":"not for its eyes"}`)
		},
		"expired": func(h *hub, _ map[string]string, pings chan time.Time) {
			h.clock.Advance(12 * time.Hour)
			close(pings) // a ping, unless the stream has noticed already
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, base, pings := streaming(t)
			owner := h.asOwner()
			h.clock.Advance(time.Hour)
			l := listen(t, base, "", owner)
			l.begin()
			pings <- time.Time{}
			if m, _ := l.next(); m.comment != "ping" {
				t.Fatalf("got %+v", m)
			}
			end(h, owner, pings)
			if m, ok := l.next(); ok && m.comment != "ping" {
				t.Errorf("still told of %+v", m)
			}
			l.wantEnd()
		})
	}
}

// deadlines is a writer that notes when a part may be written until.
type deadlines struct {
	http.ResponseWriter
	set     []time.Time
	flushed int
	fail    error
}

func (d *deadlines) Write([]byte) (int, error)           { return 0, d.fail }
func (d *deadlines) FlushError() error                   { d.flushed++; return nil }
func (d *deadlines) SetWriteDeadline(at time.Time) error { d.set = append(d.set, at); return nil }

func TestAStuckClientHoldsNothing(t *testing.T) {
	stuck := errors.New("stuck")
	for name, c := range map[string]struct {
		alone bool
		left  time.Duration // of the deadline that stands
		fail  error
		set   int // deadlines, the last of them none when each part has its own
	}{
		"HTTP/1, the first part": {set: 1},
		"the next one":           {left: writePatience - time.Second},
		"a while later":          {left: writePatience/2 - time.Second, set: 1},
		"long after":             {left: -time.Hour, set: 1},
		"stuck":                  {fail: stuck, set: 1},
		"HTTP/2":                 {alone: true, set: 2},
		"HTTP/2, stuck":          {alone: true, fail: stuck, set: 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := &deadlines{fail: c.fail}
			s := eventStream{w: w, control: http.NewResponseController(w), alone: c.alone}
			if c.left != 0 {
				s.deadline = time.Now().Add(c.left)
			}
			if err := s.send([]byte("x")); !errors.Is(err, c.fail) {
				t.Errorf("error %v", err)
			}
			if len(w.set) != c.set {
				t.Fatalf("deadlines %v, want %d", w.set, c.set)
			}
			if c.set > 0 && (time.Until(w.set[0]) > writePatience || time.Until(w.set[0]) < writePatience/2) {
				t.Errorf("the deadline is %s away", time.Until(w.set[0]))
			}
			if c.alone && (!w.set[1].IsZero() || !s.deadline.IsZero()) {
				t.Errorf("a deadline stands: %v", w.set[1])
			}
			if (w.flushed == 1) != (c.fail == nil) {
				t.Errorf("flushed %d times", w.flushed)
			}
		})
	}
}

// Whatever happens at the same time, and however often a client is cut off, it sees every
// event once and in order.
func TestEveryClientSeesEveryEventOnce(t *testing.T) {
	h, base, _ := streaming(t)
	start := h.post("/api/threads", `{"summary":"start"}`).Header.Get("X-Hub-Event")
	const writers, writes, readers = 4, 40, 5
	var writing, reading sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(w)))
			for i := range writes {
				in := store.ThreadInput{Summary: store.Some(fmt.Sprint(w, i)), ProjectSlug: store.Some(fmt.Sprint("p", random.IntN(9)))}
				made, err := h.store.CreateThread(t.Context(), store.By{Actor: store.Agent}, "", in, true)
				if err == nil && random.IntN(2) == 0 {
					_, err = h.store.Undo(t.Context(), store.By{Actor: store.Owner}, made.EventID, store.Guard{})
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	seen := make([][]string, readers)
	for r := range readers {
		reading.Go(func() {
			random := rand.New(rand.NewPCG(2, uint64(r)))
			for last := start; ; {
				l := listen(t, base, last, nil)
				l.begin()
				for range random.IntN(20) {
					c := l.change()
					last = c.ID
					seen[r] = append(seen[r], last)
					if c.Kind == "settings.updated" {
						return
					}
				}
				l.leave()
			}
		})
	}
	writing.Wait()
	h.put("/api/preferences", `{"keys":false}`).wantStatus(200) // the last event
	reading.Wait()
	want := h.eventsAfter(start)
	if len(want) < writers*writes {
		t.Fatalf("%d events were written", len(want))
	}
	for r := range seen {
		if !slices.Equal(seen[r], want) {
			t.Errorf("client %d saw %d events, want %d:\n%v\n%v", r, len(seen[r]), len(want), seen[r], want)
		}
	}
}
