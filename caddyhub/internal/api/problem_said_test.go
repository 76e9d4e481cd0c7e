package api

import (
	"net/http"
	"strings"
	"testing"
)

// What an error tells to do works when it is done.
func TestErrorsSayWhatToDo(t *testing.T) {
	h := newHub(t)
	thread := h.create(`{"summary":"a","project_slug":"alpha"}`).ID
	h.post("/api/threads/"+thread+"/claim", `{"holder":"codex on a laptop"}`).wantStatus(http.StatusOK)
	h.put("/api/wiki/page", `{"markdown":"# a"}`).wantStatus(http.StatusCreated)
	key := map[string]string{"Idempotency-Key": "k"}
	h.do(request{method: "POST", path: "/api/threads", body: `{"summary":"b"}`, headers: key}).wantStatus(http.StatusCreated)
	for _, tc := range []struct {
		name string
		ask  request
		want string
	}{
		{"a held thread", request{method: "DELETE", path: "/api/threads/" + thread}, "?force=true"},
		{"its project", request{method: "DELETE", path: "/api/projects/alpha"}, "?force=true"},
		{"a change of it", request{method: "PATCH", path: "/api/threads/" + thread, body: `{"focus":"f"}`}, "force: true"},
		{"a page that has changed", request{method: "PUT", path: "/api/wiki/page", body: `{"markdown":"# b"}`, headers: map[string]string{"If-Match": `"7.0"`}}, "its current version is 1; read the item again, and make"},
		{"no page", request{method: "PUT", path: "/api/wiki/absent", body: `{"markdown":"# b"}`, headers: map[string]string{"If-Match": `"7.0"`}}, "without If-Match"},
		{"a key with other words", request{method: "POST", path: "/api/threads", body: `{ "summary":"b"}`, headers: key}, "to the byte"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if r := h.do(tc.ask); r.Status < 400 || !strings.Contains(r.Body, tc.want) {
				t.Errorf("%d %s, want %q", r.Status, r.Body, tc.want)
			}
		})
	}
}
