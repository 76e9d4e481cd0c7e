package api

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestIdempotencyKey(t *testing.T) {
	h := newHub(t)
	post := func(path, key, body string) response {
		return h.do(request{method: http.MethodPost, path: path, body: body, headers: map[string]string{"Idempotency-Key": key}})
	}
	first := post("/api/threads", "k1", `{"summary":"once"}`)
	first.wantStatus(201)
	again := post("/api/threads", "k1", `{"summary":"once"}`)
	if again.Status != 201 || again.Body != first.Body {
		t.Errorf("the retry got %d %s", again.Status, again.Body)
	}
	for _, name := range []string{"Location", "ETag", "X-Hub-Event", "Content-Type"} {
		if again.Header.Get(name) != first.Header.Get(name) {
			t.Errorf("%s: %q, first %q", name, again.Header.Get(name), first.Header.Get(name))
		}
	}
	post("/api/threads", "k1", `{"summary":"other"}`).wantProblem(409, "conflict", "")
	post("/api/threads", strings.Repeat("k", 256), `{"summary":"other"}`).wantProblem(422, "validation", "header.Idempotency-Key")

	// A refused request leaves the key free, and the key counts per path.
	post("/api/threads", "k2", `{}`).wantStatus(422)
	second := post("/api/threads", "k2", `{"summary":"twice"}`)
	second.wantStatus(201)
	id := decode[ThreadBody](second).ID
	post("/api/threads/"+id+"/done", "k2", `{"note":"n"}`).wantStatus(200)

	h.clock.Advance(25 * time.Hour)
	post("/api/threads", "k1", `{"summary":"a day later"}`).wantStatus(201)
	if got := h.get("/api/threads?status=open,done").Header.Get("X-Total-Count"); got != "3" {
		t.Errorf("%s threads, want 3", got)
	}
}

func TestTwinsUnderOneKeyMakeOneThread(t *testing.T) {
	h := newHub(t)
	bodies := make([]string, 16)
	var wg sync.WaitGroup
	for i := range bodies {
		wg.Go(func() {
			r := h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"twin"}`, headers: map[string]string{"Idempotency-Key": "same"}})
			bodies[i] = r.Body
		})
	}
	wg.Wait()
	for _, b := range bodies {
		if b != bodies[0] {
			t.Errorf("twins differ: %s and %s", b, bodies[0])
		}
	}
	if got := h.get("/api/threads").Header.Get("X-Total-Count"); got != "1" {
		t.Errorf("%s threads, want 1", got)
	}
}

func TestWhoMadeAChange(t *testing.T) {
	h := newHub(t)
	var tools []string
	defer h.store.Subscribe(func(c store.Commit) {
		for _, e := range c.Events {
			if e.Kind == "thread.created" {
				tools = append(tools, string(e.Actor)+" "+*e.SourceTool)
			}
		}
	})()
	h.create(`{"summary":"a","source_tool":"codex"}`)
	h.create(`{"summary":"b"}`)
	if got := strings.Join(tools, ", "); got != "agent codex, agent test-agent" {
		t.Errorf("authors are %s", got)
	}
}

// TestARepeatedClaimOfAMergedThread: the lease is that of the thread it was merged into.
func TestARepeatedClaimOfAMergedThread(t *testing.T) {
	h := newHub(t)
	id, into := h.create(`{"summary":"Paint the shed"}`).ID, h.create(`{"summary":"Call the embassy"}`).ID
	h.do(request{method: http.MethodPost, path: "/api/threads/" + id + "/merge", body: `{"into":"` + into + `"}`}).wantStatus(200)
	claim := func() response {
		return h.do(request{method: http.MethodPost, path: "/api/threads/" + id + "/claim", body: `{"holder":"a"}`, headers: map[string]string{"Idempotency-Key": "k"}})
	}
	first := claim()
	first.wantStatus(200)
	if again := claim(); again.Status != 200 || again.Body != first.Body {
		t.Errorf("while it holds: %d %s", again.Status, again.Body)
	}
	h.do(request{method: http.MethodPost, path: "/api/threads/" + into + "/release", body: `{"holder":"a"}`}).wantStatus(200)
	if fresh := claim(); fresh.Status != 200 || fresh.Body == first.Body {
		t.Errorf("once it is released: %d %s", fresh.Status, fresh.Body)
	}
}

func TestARepeatedClaimHandsOutNoLostLease(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"s"}`).ID
	claim := func(body, key string) response {
		return h.do(request{method: http.MethodPost, path: "/api/threads/" + id + "/claim", body: body, headers: map[string]string{"Idempotency-Key": key}})
	}
	first := claim(`{"holder":"a"}`, "k")
	first.wantStatus(200)
	if again := claim(`{"holder":"a"}`, "k"); again.Status != 200 || again.Body != first.Body {
		t.Errorf("while it holds: %d %s", again.Status, again.Body)
	}
	claim(`{"holder":"b","take_over":true}`, "").wantStatus(200)
	if p := claim(`{"holder":"a"}`, "k").wantProblem(409, "conflict", ""); p.Holder != "b" {
		t.Errorf("once it is lost: %+v", p)
	}
	h.clock.Advance(3 * time.Hour)
	fresh := claim(`{"holder":"a"}`, "k")
	if fresh.wantStatus(200); fresh.Body == first.Body {
		t.Error("an expired lease is handed out again")
	}
}
