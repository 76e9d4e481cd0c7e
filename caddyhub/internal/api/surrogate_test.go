package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// Half a character is refused wherever it stands in a body: read leniently, it would become
// another text.
func TestHalfACharacterIsRefused(t *testing.T) {
	h := newHub(t)
	events := h.get("/api/events").Body
	for name, body := range map[string]string{
		"the high half":      `{"summary":"a\ud83c"}`,
		"the low half":       `{"summary":"\udf89"}`,
		"both, turned round": `{"summary":"\udf89\ud83c"}`,
		"two high halves":    `{"summary":"\ud83c\ud83c\udf89"}`,
		"in capitals":        `{"summary":"\uD83C"}`,
		"in a list":          `{"summary":"a","next_steps":["b","\ud83c"]}`,
		"in an object":       `{"summary":"a","tried":[{"what":"b","why_not":"\ud83c"}]}`,
		"in an unknown key":  `{"summary":"a","other":"\ud83c"}`,
	} {
		if r := h.post("/api/threads", body); r.Status != http.StatusBadRequest || !strings.Contains(r.Body, string(inbound.ErrSurrogate)) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	if got := h.get("/api/events").Body; got != events {
		t.Errorf("it was stored: %s", got)
	}
	if got := h.create(`{"summary":"\ud83c\udf89"}`); got.Summary != "🎉" {
		t.Errorf("a whole one became %q", got.Summary)
	}
}

// No route reads its body in another way.
func TestHalfACharacterIsRefusedByEveryRoute(t *testing.T) {
	h := newHub(t)
	tried := 0
	for path, methods := range describedBy(h).Paths {
		for method, op := range methods {
			if op.RequestBody == nil || path == batchPath || path == importPath {
				continue // a batch is refused record by record, and a file is not the hub's JSON
			}
			tried++
			target := strings.NewReplacer("{id}", "cxy99bbg25ng", "{slug}", "home", "{path}", "a").Replace(path)
			r := h.do(request{method: strings.ToUpper(method), path: target, body: `{"text":"\ud83c"}`, headers: map[string]string{"X-Hub-Request": "1"}})
			if r.Status != http.StatusBadRequest { // for its unknown key alone it would be 422
				t.Errorf("%s %s: %d %s", method, target, r.Status, r.Body)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d routes take a body", tried)
	}
}
