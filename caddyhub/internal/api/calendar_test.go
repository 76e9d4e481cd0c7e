package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestTheCalendarOverREST(t *testing.T) {
	h := newHub(t)
	h.post("/api/reminders", `{"text":"Water the plants","due_at":"2026-05-05T09:00:00Z"}`).wantStatus(http.StatusCreated)
	if feed := decode[FeedBody](h.get("/api/calendar")); feed.Active || feed.CreatedAt != nil {
		t.Errorf("before there is one: %+v", feed)
	}
	renew := func() (path string) {
		r := h.do(request{method: http.MethodPost, path: "/api/calendar", info: inbound.Info{Scheme: "https", Host: "hub.example", Prefix: "/hub"}})
		r.wantStatus(http.StatusCreated)
		made := decode[MadeFeed](r)
		path, found := strings.CutPrefix(made.URL, "https://hub.example/hub")
		if !found || r.Header.Get("Cache-Control") != "no-store" || !made.Active {
			t.Fatalf("made %s", r.Body)
		}
		return path
	}
	path := renew()
	r := h.do(request{path: path, headers: anonymous})
	r.wantStatus(http.StatusOK)
	if !strings.Contains(r.Body, "SUMMARY:Water the plants\r\n") || r.Header.Get("Content-Type") != "text/calendar; charset=utf-8" || r.Header.Get("ETag") == "" {
		t.Errorf("read %v %s", r.Header, r.Body)
	}
	if feed := decode[FeedBody](h.get("/api/calendar")); !feed.Active || feed.LastUsedAt == nil {
		t.Errorf("afterwards: %+v", feed)
	}
	token := strings.TrimSuffix(strings.TrimPrefix(path, "/api/calendar/"), ".ics")
	for name, c := range map[string]request{
		"another secret":      {path: path[:len(path)-5] + "!.ics", headers: anonymous},
		"without its end":     {path: strings.TrimSuffix(path, ".ics"), headers: anonymous},
		"a named token":       {path: "/api/calendar/" + namedToken(h) + ".ics", headers: anonymous},
		"none":                {path: "/api/calendar/.ics", headers: anonymous},
		"the owner, no token": {path: "/api/calendar/x.ics"},
	} {
		t.Run(name, func(t *testing.T) {
			h.do(c).wantProblem(http.StatusNotFound, "not-found", "")
		})
	}
	h.do(request{path: "/api/threads", headers: bearer(token)}).wantProblem(http.StatusUnauthorized, "unauthorized", "")
	next := renew()
	h.do(request{path: path, headers: anonymous}).wantStatus(http.StatusNotFound)
	h.do(request{path: next, headers: anonymous}).wantStatus(http.StatusOK)
	h.do(request{method: http.MethodDelete, path: "/api/calendar"}).wantStatus(http.StatusNoContent)
	h.do(request{path: next, headers: anonymous}).wantStatus(http.StatusNotFound)
}

// namedToken is a token of another kind.
func namedToken(h *hub) string {
	_, text := h.newToken("laptop", inbound.Write, 0)
	return text
}
