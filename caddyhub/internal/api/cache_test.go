package api

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestUnchangedAnswersAreKnownByTheirTag(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a","project_slug":"alpha"}`).ID
	for _, path := range []string{"/api/threads", "/api/threads/" + id, "/api/projects", "/api/projects/alpha", "/api/overlap?q=a", "/api/openapi.json"} {
		t.Run(path, func(t *testing.T) {
			first := h.get(path)
			first.t = t
			first.wantStatus(200)
			tag := first.Header.Get("ETag")
			if tag == "" || first.Header.Get("Cache-Control") != "private, no-cache" || first.Header.Get("Content-Length") == "" {
				t.Fatalf("headers %v", first.Header)
			}
			for _, c := range []struct {
				name, header string
				status       int
			}{
				{"the same tag", tag, 304},
				{"among others", `"x", ` + tag, 304},
				{"as a weak tag", "W/" + tag, 304},
				{"any", "*", 304},
				{"another tag", `"x"`, 200},
			} {
				got := h.do(request{path: path, headers: map[string]string{"If-None-Match": c.header}})
				if got.Status != c.status || got.Header.Get("ETag") != tag {
					t.Errorf("%s: %d with tag %s", c.name, got.Status, got.Header.Get("ETag"))
				}
				if c.status == 304 && (got.Body != "" || got.Header.Get("Content-Type") != "") {
					t.Errorf("%s: a 304 with %q and %v", c.name, got.Body, got.Header)
				}
			}
		})
	}
}

func TestAChangeIsSeenAtOnce(t *testing.T) {
	h := newHub(t)
	for _, want := range []int{0, 1, 2, 3} {
		if got := len(decode[[]ThreadBody](h.get("/api/threads"))); got != want {
			t.Fatalf("%d threads, want %d", got, want)
		}
		h.get("/api/threads") // from the cache
		h.create(`{"summary":"another"}`)
	}
}

func TestTheCacheSparesTheStore(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a"}`)
	first := h.get("/api/threads").Body
	if err := h.store.Close(); err != nil {
		t.Fatal(err)
	}
	if again := h.get("/api/threads"); again.Status != 200 || again.Body != first {
		t.Errorf("an unchanged list needed the store: %d", again.Status)
	}
	if other := h.get("/api/threads?limit=7"); other.Status == 200 {
		t.Error("a list never asked for cannot come from the cache")
	}
}

func TestTheCacheIsBounded(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"` + strings.Repeat("x", 400) + `"}`)
	big := &answer{Status: 200, Body: make([]byte, maxCached/10)}
	for i := range 50 {
		h.api.cache.keep(cacheKey{path: strings.Repeat("p", i+1)}, &slot{kept: big})
		if h.api.cache.size > maxCached {
			t.Fatalf("%d bytes are kept, at most %d may be", h.api.cache.size, maxCached)
		}
	}
	// Many empty answers to long questions count too.
	for i := range 5000 {
		h.api.cache.keep(cacheKey{query: strconv.Itoa(i) + strings.Repeat("q", 8<<10)}, &slot{kept: &answer{Body: []byte("[]")}})
	}
	if n := len(h.api.cache.answers); n > maxCached/(8<<10) {
		t.Errorf("%d answers with keys of 8 KiB are kept in %d bytes", n, maxCached)
	}
	h.api.cache.keep(cacheKey{path: "fat"}, &slot{kept: &answer{Body: make([]byte, maxCached)}})
	if h.api.cache.answers[cacheKey{path: "fat"}] != nil {
		t.Error("one fat answer takes the whole cache")
	}
}

func TestVersionGuardsAChange(t *testing.T) {
	h := newHub(t)
	path := "/api/threads/" + h.create(`{"summary":"a"}`).ID
	first := h.get(path).Header.Get("ETag")
	patch := func(tag, body string) response {
		return h.do(request{method: http.MethodPatch, path: path, body: body, headers: map[string]string{"If-Match": tag}})
	}
	patch(first, `{"goal":"one"}`).wantStatus(200)
	late := patch(first, `{"goal":"two"}`)
	p := late.wantProblem(412, "precondition-failed", "")
	if p.CurrentVersion == nil || *p.CurrentVersion != 2 || late.Header.Get("ETag") != h.get(path).Header.Get("ETag") {
		t.Errorf("current version %v, tag %s", p.CurrentVersion, late.Header.Get("ETag"))
	}
	patch(late.Header.Get("ETag"), `{"goal":"two"}`).wantStatus(200)

	// A claim changes what a reader sees, not the version an edit was made against.
	tag := h.get(path).Header.Get("ETag")
	held := decode[claimedBody](h.post(path+"/claim", `{"holder":"me"}`))
	if h.get(path).Header.Get("ETag") == tag {
		t.Error("the tag does not show the claim")
	}
	patch(tag, `{"goal":"three","lease_id":"`+held.Lease.ID+`"}`).wantStatus(200)
}

func TestHeadersOfAKeptAnswerAreNotShared(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a"}`)
	for range 3 {
		r := h.get("/api/threads")
		for name, values := range r.Header {
			if values[0] == "rewritten" {
				t.Errorf("%s was rewritten by whoever had the answer before", name)
			}
			values[0] = "rewritten"
		}
	}
}
