package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests, on any machine

	"github.com/progresshub/progresshub/store"
)

// newHubIn is a hub whose owner lives in a zone. Its clock shows what is given in UTC.
func newHubIn(t testing.TB, zone, now string) *hub {
	t.Helper()
	h := newHub(t)
	h.move(zone)
	at, err := time.Parse(time.DateTime, now)
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(at.Sub(h.clock.Now()))
	return h
}

// move takes the owner to another zone.
func (h *hub) move(zone string) {
	h.t.Helper()
	var err error
	if h.api.Policy.Zone, err = time.LoadLocation(zone); err != nil {
		h.t.Fatal(err)
	}
	if err := h.store.RescheduleReminders(h.t.Context(), h.api.Policy); err != nil {
		h.t.Fatal(err)
	}
}

// remind makes a reminder and returns it.
func (h *hub) remind(body string) ReminderBody {
	h.t.Helper()
	r := h.post("/api/reminders", body)
	r.wantStatus(http.StatusCreated)
	return decode[ReminderBody](r)
}

func (h *hub) patch(path, body string) response {
	h.t.Helper()
	return h.do(request{method: http.MethodPatch, path: path, body: body})
}

func (h *hub) remove(path string) response {
	h.t.Helper()
	return h.do(request{method: http.MethodDelete, path: path})
}

func TestAReminderFromItsCreationToItsEnd(t *testing.T) {
	h := newHubIn(t, "Europe/Berlin", "2026-05-04 09:30:00")
	th := h.create(`{"summary":"work","project_slug":"shop"}`)
	made := h.post("/api/reminders", `{"text":"Renew the certificate","kind":"weekly","due_at":"2026-05-01T09:00","thread_id":"`+th.ID+`"}`)
	made.wantStatus(201)
	m := decode[ReminderBody](made)
	path := "/api/reminders/" + m.ID
	want := `{"id":"` + m.ID + `","text":"Renew the certificate","kind":"weekly","due_at":"2026-05-01T07:00:00.000Z","rrule":null,"thread_id":"` + th.ID +
		`","project_slug":"shop","next_at":"2026-05-08T07:00:00.000Z","last_fired_at":null,"done_at":null,"urgent":false,"created_at":"2026-05-04T09:30:00.000Z","updated_at":"2026-05-04T09:30:00.000Z","url":"/ui/reminders/` + m.ID + `"`
	if made.Body != want+"}" || made.Header.Get("Location") != path || made.Header.Get("X-Hub-Event") == "" {
		t.Errorf("%v %s", made.Header, made.Body)
	}
	upcoming := `,"upcoming":["2026-05-08T07:00:00.000Z","2026-05-15T07:00:00.000Z","2026-05-22T07:00:00.000Z"]}`
	if got := h.get(path); got.Body != want+upcoming || got.Header.Get("ETag") == "" {
		t.Errorf("%v %s, want %s", got.Header, got.Body, want+upcoming)
	}
	for _, step := range []struct {
		name string
		do   func() response
		want string // in the answer
	}{
		{"another text", func() response { return h.patch(path, `{"text":"Renew both"}`) }, `"text":"Renew both","kind":"weekly","due_at":"2026-05-01T07:00:00.000Z"`},
		{"snoozed by name", func() response { return h.post(path+"/snooze", `{"for":"tomorrow"}`) }, `"next_at":"2026-05-05T07:00:00.000Z"`},
		{"snoozed until a time", func() response { return h.post(path+"/snooze", `{"until":"2026-05-06T18:00"}`) }, `"next_at":"2026-05-06T16:00:00.000Z"`},
		{"done, this time", func() response { return h.post(path+"/done", "") }, `"next_at":"2026-05-15T07:00:00.000Z","last_fired_at":null,"done_at":null`},
		{"made a once by default", func() response { return h.patch(path, `{"kind":null}`) }, `"kind":"once"`},
		{"weekly again", func() response { return h.patch(path, `{"kind":"weekly"}`) }, `"kind":"weekly"`},
		{"made a once", func() response { return h.patch(path, `{"kind":"once","project_slug":null}`) }, `"project_slug":null,"next_at":"2026-05-01T07:00:00.000Z"`},
		{"done", func() response { return h.post(path+"/done", "{}") }, `"next_at":null,"last_fired_at":null,"done_at":"2026-05-04T09:30:00.000Z"`},
		{"deleted", func() response { return h.remove(path) }, ""},
	} {
		r := step.do()
		status := 200
		if step.want == "" {
			status = 204
		}
		if r.Status != status || !strings.Contains(r.Body, step.want) || status == 204 && r.Body != "" || r.Header.Get("X-Hub-Event") == "" {
			t.Errorf("%s: %d %v %s, want %s", step.name, r.Status, r.Header, r.Body, step.want)
		}
	}
	for _, r := range []response{h.get(path), h.patch(path, `{}`), h.remove(path), h.post(path+"/done", ""), h.post(path+"/snooze", `{"for":"1h"}`)} {
		r.wantProblem(404, "not-found", "")
	}
}

func TestRemindersAreRefused(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"work","project_slug":"shop"}`)
	ended := h.remind(`{"text":"x","kind":"session"}`)
	h.post("/api/reminders/"+ended.ID+"/done", "").wantStatus(200)
	daily := h.remind(`{"text":"y","kind":"daily","due_at":"2026-05-01T08:00:00Z"}`)
	for _, c := range []struct {
		name           string
		r              response
		status         int
		kind, location string
	}{
		{"no text", h.post("/api/reminders", `{"kind":"session"}`), 422, "validation", "body.text"},
		{"no time for a once", h.post("/api/reminders", `{"text":"x","kind":"once"}`), 422, "validation", "body.due_at"},
		{"no time for a daily one", h.post("/api/reminders", `{"text":"x","kind":"daily"}`), 422, "validation", "body.due_at"},
		{"no time for a weekly one", h.post("/api/reminders", `{"text":"x","kind":"weekly","due_at":null}`), 422, "validation", "body.due_at"},
		{"a rule that never fires", h.post("/api/reminders", `{"text":"x","kind":"rrule","due_at":"2026-05-05","rrule":"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"}`), 422, "validation", "body.rrule"},
		{"an unknown kind", h.post("/api/reminders", `{"text":"x","kind":"hourly"}`), 422, "validation", "body.kind"},
		{"a field the hub sets", h.post("/api/reminders", `{"text":"x","kind":"session","next_at":null}`), 422, "validation", "body.next_at"},
		{"a project that is not there", h.post("/api/reminders", `{"text":"x","kind":"session","project_slug":"shpo"}`), 404, "not-found", ""},
		{"a thread that is not there", h.post("/api/reminders", `{"text":"x","kind":"session","thread_id":"000000000000"}`), 404, "not-found", ""},
		{"a snooze without a time", h.post("/api/reminders/"+ended.ID+"/snooze", `{}`), 422, "validation", "body.until"},
		{"a snooze of what is done", h.post("/api/reminders/"+ended.ID+"/snooze", `{"for":"1h"}`), 409, "conflict", ""},
		{"done of no time", h.post("/api/reminders/"+daily.ID+"/done", `{"next_at":""}`), 422, "validation", "body.next_at"},
		{"done of a time after the next", h.post("/api/reminders/"+daily.ID+"/done", `{"next_at":"2026-05-09T08:00:00Z"}`), 409, "conflict", ""},
		{"a state", h.get("/api/reminders?state=old"), 422, "validation", "query.state"},
		{"a cursor", h.get("/api/reminders?cursor=old"), 422, "validation", "query.cursor"},
		{"a parameter", h.get("/api/reminders?kind=once"), 422, "validation", "query.kind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.r.t = t
			c.r.wantProblem(c.status, c.kind, c.location)
		})
	}
	if p := h.post("/api/reminders", `{"text":"x","kind":"session","project_slug":"shpo"}`).wantProblem(404, "not-found", ""); !strings.Contains(p.Detail, "closest: shop") {
		t.Errorf("%s", p.Detail)
	}
}

// A reminder at 02:30 each night, over the nights in which Berlin's clocks change.
func TestADailyReminderWhenTheClocksChange(t *testing.T) {
	for name, tc := range map[string]struct {
		now, due string
		want     []string
	}{
		"02:30 is skipped": {"2026-03-27 12:00:00", "2026-03-27T02:30", []string{
			"2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30", "2026-03-31T00:30",
		}},
		"02:30 comes twice": {"2026-10-23 12:00:00", "2026-10-23T02:30", []string{
			"2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30", "2026-10-27T01:30",
		}},
		"begun on the night without it": {"2026-03-28 12:00:00", "2026-03-29T02:30", []string{
			"2026-03-29T01:30", "2026-03-30T00:30", "2026-03-31T00:30",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHubIn(t, "Europe/Berlin", tc.now)
			m := h.remind(`{"text":"x","kind":"daily","due_at":"` + tc.due + `"}`)
			path := "/api/reminders/" + m.ID
			for i, want := range tc.want {
				detail := decode[ReminderDetail](h.get(path))
				var upcoming []string
				for _, at := range detail.Upcoming {
					upcoming = append(upcoming, strings.TrimSuffix(at.String(), ":00.000Z"))
				}
				rest := tc.want[i:min(i+3, len(tc.want))]
				if got := detail.NextAt.String(); got != want+":00.000Z" || strings.Join(upcoming[:len(rest)], " ") != strings.Join(rest, " ") {
					t.Errorf("next at %s, then %v; want %s", got, upcoming, want)
				}
				h.clock.Advance(detail.NextAt.Sub(h.clock.Now()))
				if due := h.get("/api/reminders?state=due").Header.Get("X-Total-Count"); due != "1" {
					t.Errorf("%s are due at %s", due, want)
				}
				h.post(path+"/done", "").wantStatus(200)
				if due := h.get("/api/reminders?state=due").Header.Get("X-Total-Count"); due != "0" {
					t.Errorf("%s are due once it is done at %s", due, want)
				}
			}
		})
	}
}

func TestRemindersMoveWithTheOwner(t *testing.T) {
	h := newHubIn(t, "Europe/Berlin", "2026-05-04 09:30:00")
	m := h.remind(`{"text":"x","kind":"daily","due_at":"2026-05-01T08:00"}`)
	for _, c := range []struct{ zone, next, due string }{
		{"America/New_York", "2026-05-05T12:00:00.000Z", "2026-05-01T12:00:00.000Z"},
		{"Asia/Tokyo", "2026-05-04T23:00:00.000Z", "2026-04-30T23:00:00.000Z"},
		{"Europe/Berlin", "2026-05-05T06:00:00.000Z", "2026-05-01T06:00:00.000Z"},
	} {
		h.move(c.zone)
		got := decode[ReminderDetail](h.get("/api/reminders/" + m.ID))
		if got.NextAt.String() != c.next || got.DueAt.String() != c.due || got.Upcoming[0] != *got.NextAt || got.Upcoming[1].Sub(got.NextAt.Time) != 24*time.Hour {
			t.Errorf("%s: %+v, want %s", c.zone, got, c.next)
		}
	}
	events, err := h.store.Events(t.Context(), store.EventFilter{Subject: store.ReminderURI(m.ID)})
	if err != nil || len(events.Events) != 4 {
		t.Errorf("%d events, %v", len(events.Events), err)
	}
}

func TestAnswersAboutTimeEndWithIt(t *testing.T) {
	h := newHub(t)
	m := h.remind(`{"text":"x","due_at":"2026-05-04T10:00:00Z"}`)
	for _, want := range []string{"0", "1"} {
		for range 2 { // the second time from the cache
			if got := h.get("/api/reminders?state=due").Header.Get("X-Total-Count"); got != want {
				t.Errorf("%s are due, want %s", got, want)
			}
			if got := len(decode[ReminderDetail](h.get("/api/reminders/" + m.ID)).Upcoming); fmt.Sprint(1-got) != want {
				t.Errorf("%d times to come", got)
			}
		}
		h.clock.Advance(30 * time.Minute)
	}
}

func TestReminderPagesLeadOn(t *testing.T) {
	h := newHub(t)
	for i := range 5 {
		h.remind(fmt.Sprintf(`{"text":"%d","due_at":"2026-05-1%dT10:00:00Z"}`, i, i))
		h.remind(`{"text":"s","kind":"session"}`)
	}
	var got strings.Builder
	for path := "/api/reminders?state=pending&limit=3"; path != ""; {
		r := h.get(path)
		for _, m := range decode[[]ReminderBody](r) {
			got.WriteString(m.Text)
		}
		if again := h.do(request{path: path, headers: map[string]string{"If-None-Match": r.Header.Get("ETag")}}); r.Header.Get("X-Total-Count") != "10" || again.Status != 304 {
			t.Errorf("%s: %v, then %d", path, r.Header, again.Status)
		}
		path, _, _ = strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">")
	}
	if got.String() != "01234sssss" {
		t.Errorf("got %s", got.String())
	}
}

func TestARepeatedDoneEndsOneOccurrence(t *testing.T) {
	h := newHub(t)
	for name, again := range map[string]request{
		"by a key":       {headers: map[string]string{"Idempotency-Key": "k"}},
		"by its next_at": {body: `{"next_at":"2026-05-05T08:00:00.000Z"}`},
	} {
		m := h.remind(`{"text":"x","kind":"daily","due_at":"2026-05-01T08:00:00Z"}`)
		again.method, again.path = http.MethodPost, "/api/reminders/"+m.ID+"/done"
		for range 2 {
			if next := decode[ReminderBody](h.do(again)).NextAt.String(); next != "2026-05-06T08:00:00.000Z" {
				t.Errorf("%s: next at %s", name, next)
			}
		}
	}
}
