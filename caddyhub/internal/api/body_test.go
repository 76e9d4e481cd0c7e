package api

import (
	"net/http"
	"strings"
	"testing"
)

func TestNothingIsIgnored(t *testing.T) {
	h := newHub(t)
	thread := h.create(`{"summary":"a","project_slug":"alpha"}`).ID
	for _, tc := range []struct{ name, method, path, body, location string }{
		{"a filter of the stream", "GET", "/api/events/stream?kind=thread", "", "query.kind"},
		{"a parameter of the document", "GET", "/api/openapi.json?zz=1", "", "query.zz"},
		{"of a batch", "POST", "/api/sessions:batch?zz=1", `{"sessions":[]}`, "query.zz"},
		{"of a backup", "POST", "/api/backup?zz=1", `{}`, "query.zz"},
		{"a body of a DELETE", "DELETE", "/api/projects/alpha", `{"nonsense":1}`, "body"},
		{"the force that belongs in the query", "DELETE", "/api/threads/" + thread, `{"force":true}`, "body"},
		{"a body that is no object", "DELETE", "/api/projects/alpha", `[1]`, "body"},
		{"a body of a POST without one", "POST", "/api/calendar", `{"zz":1}`, "body"},
		{"of one without a credential", "POST", "/api/pairings/0k3x5p9q2abc/token", `{"zz":1}`, "body"},
		{"via alone, and empty", "POST", "/api/events:undo", `{"via":"","from":"2026-05-04T09:00","to":"2026-05-04T10:00"}`, "body.actor"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h.do(request{method: tc.method, path: tc.path, body: tc.body}).wantProblem(http.StatusUnprocessableEntity, "validation", tc.location)
		})
	}
	if p := h.post("/api/events:undo", `{"via":"","from":"2026-05-04T09:00","to":"2026-05-04T10:00"}`).wantProblem(422, "validation", ""); !strings.Contains(p.Detail, "via that is not empty") {
		t.Error(p.Detail)
	}
	h.get("/api/health?zz=1").wantStatus(http.StatusOK)
	h.get("/api/threads/" + thread).wantStatus(http.StatusOK)
	h.do(request{method: "DELETE", path: "/api/projects/alpha", body: ` { } `}).wantStatus(http.StatusNoContent)
}

// A header that a script sends with an empty variable must not mean that it is not there.
func TestConditionsAreNeitherEmptyNorTwo(t *testing.T) {
	h := newHub(t)
	thread := "/api/threads/" + h.create(`{"summary":"a"}`).ID
	tag := h.get(thread).Header.Get("ETag")
	for _, tc := range []struct {
		name, header string
		values       []string
		ok           bool
	}{
		{"an empty key", "Idempotency-Key", []string{""}, false},
		{"a blank key", "Idempotency-Key", []string{"  "}, false},
		{"two keys", "Idempotency-Key", []string{"a", "b"}, false},
		{"a key and an empty one", "Idempotency-Key", []string{"a", ""}, false},
		{"the same key twice", "Idempotency-Key", []string{"a", "a"}, true},
		{"no key", "Idempotency-Key", nil, true},
		{"an empty tag", "If-Match", []string{""}, false},
		{"two tags", "If-Match", []string{tag, `"9.0"`}, false},
		{"a list of tags", "If-Match", []string{tag + `, "9.0"`}, false},
		{"the same tag twice", "If-Match", []string{tag, tag}, true},
		{"no tag", "If-Match", nil, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ask := request{method: "POST", path: "/api/threads", body: `{"summary":"b"}`, more: http.Header{tc.header: tc.values}}
			if tc.header == "If-Match" {
				ask.method, ask.path = "PATCH", thread
			}
			r := h.do(ask)
			r.t = t
			switch {
			case !tc.ok:
				r.wantProblem(http.StatusUnprocessableEntity, "validation", "header."+tc.header)
			case r.Status >= 300:
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
	}
}

func TestMalformedBodiesAreNamed(t *testing.T) {
	h := newHub(t)
	for _, tc := range []struct{ name, body, location, detail string }{
		{"a key twice", `{"summary":"a","tried":[{"what":"b","what":"c"}]}`, "body.what", "body.what: a key of the body stands twice"},
		{"a key in capitals", `{"Summary":"a"}`, "body.Summary", "body.Summary: a key of the body is not in lower case"},
		{"a long key", `{"` + strings.Repeat("K", 500) + `":"a"}`, "body." + strings.Repeat("K", 195) + "…", ""},
		{"a byte order mark", "\ufeff" + `{"summary":"a"}`, "body", "the body begins with a byte order mark: send UTF-8 without one"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if p := h.post("/api/threads", tc.body).wantProblem(http.StatusBadRequest, "bad-request", tc.location); tc.detail != "" && p.Detail != tc.detail {
				t.Error(p.Detail)
			}
		})
	}
	if p := h.post("/api/sessions:batch", "\ufeff"+`{"sessions":[]}`).wantProblem(http.StatusBadRequest, "bad-request", "body"); !strings.Contains(p.Detail, "byte order mark") {
		t.Error(p.Detail)
	}
	if p := h.get("/api/events?from=2026-05-04T09:00:00+01:00").wantProblem(http.StatusUnprocessableEntity, "validation", "query.from"); !strings.Contains(p.Detail, "%2B") {
		t.Error(p.Detail)
	}
	if p := h.get("/api/events?from=next+week").wantProblem(http.StatusUnprocessableEntity, "validation", "query.from"); strings.Contains(p.Detail, "%2B") {
		t.Error(p.Detail)
	}
}

func TestAPatchMayBeAMergePatch(t *testing.T) {
	h := newHub(t)
	thread := "/api/threads/" + h.create(`{"summary":"a","focus":"f"}`).ID
	merge := map[string]string{"Content-Type": "application/merge-patch+json"}
	r := h.do(request{method: "PATCH", path: thread, body: `{"focus":null}`, headers: merge})
	r.wantStatus(http.StatusOK)
	if decode[ThreadBody](r).Focus != nil {
		t.Errorf("null cleared nothing: %s", r.Body)
	}
	h.do(request{method: "PATCH", path: thread, body: `{"zz":1}`, headers: merge}).wantProblem(http.StatusUnprocessableEntity, "validation", "body.zz")
	h.do(request{method: "POST", path: "/api/threads", body: `{"summary":"a"}`, headers: merge}).wantStatus(http.StatusUnsupportedMediaType)
}
