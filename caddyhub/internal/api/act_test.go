package api

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// buttons are those of a reminder that has just been sent.
func (h *hub) buttons() (store.Reminder, map[string]string) {
	h.t.Helper()
	m := decode[ReminderBody](h.post("/api/reminders", `{"text":"call back","kind":"once","due_at":"2026-05-01T09:00:00Z"}`))
	_, err := h.store.FireReminders(h.t.Context(), store.Policy{}, func(store.Reminder) store.Message {
		return store.Message{Text: "x", To: []store.Target{{Channel: store.ChannelNtfy}}, Notice: store.Notice{
			Title: "call back", Items: []store.NoticeItem{{Verbs: []string{store.VerbDone, store.VerbSnoozeHr, store.VerbOpen}}},
		}}
	})
	if err != nil {
		h.t.Fatal(err)
	}
	d, ok, err := h.store.NextDelivery(h.t.Context(), store.ChannelNtfy)
	if err != nil || !ok {
		h.t.Fatal(err)
	}
	list := d.Notice.Buttons()
	if _, err := h.store.BeginAttempt(h.t.Context(), d.ID, nil, list...); err != nil {
		h.t.Fatal(err)
	}
	tokens := map[string]string{}
	for _, b := range list {
		tokens[b.Verb] = b.Token
	}
	return m.Reminder, tokens
}

// tap uses a button as a phone does: without a credential, from anywhere.
func (h *hub) tap(token string, from byte) response {
	return h.do(request{
		method: http.MethodPost, path: "/api/act", body: `{"token":"` + token + `"}`,
		headers: map[string]string{"Authorization": "", "Origin": "https://ntfy.example"},
		info:    inbound.Info{ClientIP: netip.AddrFrom4([4]byte{192, 0, 2, from})},
	})
}

func TestAButtonOverREST(t *testing.T) {
	h := newHub(t)
	m, tokens := h.buttons()
	r := h.tap(tokens[store.VerbDone], 1)
	r.wantStatus(http.StatusOK)
	b := decode[ActBody](r)
	if b.Done != "The reminder is done." || b.Undo == "" || r.Header.Get("X-Hub-Event") != b.Undo {
		t.Errorf("%+v", b)
	}
	if got := decode[ReminderBody](h.get("/api/reminders/" + m.ID)); got.DoneAt == nil {
		t.Errorf("%+v", got)
	}
	for name, verb := range map[string]string{"again": store.VerbDone, "the other one": store.VerbSnoozeHr} {
		if r := h.tap(tokens[verb], 2); r.Status != http.StatusGone || !strings.Contains(r.Body, "a button works once") {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	h.post("/api/events/"+b.Undo+"/undo", "").wantStatus(http.StatusOK)
	if got := decode[ReminderBody](h.get("/api/reminders/" + m.ID)); got.DoneAt != nil {
		t.Errorf("not taken back: %+v", got)
	}
}

func TestWhatUsesNoButton(t *testing.T) {
	h := newHub(t)
	m, tokens := h.buttons()
	token := tokens[store.VerbDone]
	for _, c := range []struct {
		name   string
		r      request
		status int
	}{
		{"a GET with it behind the ?", request{path: "/api/act?token=" + token}, 0},
		{"a GET", request{path: "/api/act"}, http.StatusMethodNotAllowed},
		{"a HEAD", request{method: http.MethodHead, path: "/api/act"}, http.StatusMethodNotAllowed},
		{"a POST with it behind the ?", request{method: http.MethodPost, path: "/api/act?token=" + token, body: `{}`}, 0},
		{"a form", request{method: http.MethodPost, path: "/api/act", body: "token=" + token, headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, http.StatusUnsupportedMediaType},
		{"another token", request{method: http.MethodPost, path: "/api/act", body: `{"token":"` + strings.Repeat("A", 43) + `"}`}, http.StatusNotFound},
		{"no token", request{method: http.MethodPost, path: "/api/act", body: `{}`}, http.StatusUnprocessableEntity},
		{"a field too many", request{method: http.MethodPost, path: "/api/act", body: `{"token":"` + token + `","verb":"done"}`}, http.StatusUnprocessableEntity},
		{"a huge body", request{method: http.MethodPost, path: "/api/act", body: `{"token":"` + strings.Repeat("A", 32<<10) + `"}`}, http.StatusRequestEntityTooLarge},
	} {
		r := h.do(c.r)
		if r.Status != c.status && c.status != 0 || r.Status < 400 || strings.Contains(r.Body, token) {
			t.Errorf("%s: %d %s", c.name, r.Status, r.Body)
		}
	}
	if got := decode[ReminderBody](h.get("/api/reminders/" + m.ID)); got.DoneAt != nil {
		t.Errorf("it was used: %+v", got)
	}
}

func TestButtonsAreThrottled(t *testing.T) {
	h := newHub(t)
	_, tokens := h.buttons()
	for i := range TapLimit {
		if r := h.tap(strings.Repeat("A", 43), 9); r.Status != http.StatusNotFound {
			t.Fatalf("guess %d: %d", i, r.Status)
		}
	}
	r := h.tap(tokens[store.VerbDone], 9)
	if r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", r.Status, r.Header)
	}
	h.tap(tokens[store.VerbDone], 10).wantStatus(http.StatusOK)
}
