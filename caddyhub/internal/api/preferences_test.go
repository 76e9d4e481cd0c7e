package api

import (
	"strings"
	"testing"
	"time"
)

func TestPreferencesAndTheirSources(t *testing.T) {
	h := newHub(t)
	h.api.Policy.Zone = nil
	h.api.Fixed = map[string]string{"stale_days": "the Caddyfile"}
	h.api.Policy.StaleDays = 9
	sources := func(b PreferencesBody) string {
		s := b.Sources
		return strings.Join([]string{s.Timezone, s.StaleDays, s.Theme, s.TextSize, s.Keys, s.FocusMinutes}, ", ")
	}
	r := h.get("/api/preferences")
	r.wantStatus(200)
	first := decode[PreferencesBody](r)
	if first.StaleDays != 9 || first.Theme != "system" || first.TextSize != "normal" || first.Language != "browser" || !first.Keys || first.FocusMinutes != 25 || first.Timezone == "" || r.Header.Get("ETag") == "" {
		t.Errorf("at first %s", r.Body)
	}
	if got := sources(first); got != "default, the Caddyfile, default, default, default, default" {
		t.Errorf("sources %s", got)
	}
	put := h.put("/api/preferences", `{"timezone":"Europe/Vienna","theme":"dark","text_size":"larger","keys":false,"language":"de","focus_minutes":0}`)
	put.wantStatus(200)
	if put.Header.Get("X-Hub-Event") == "" || h.get("/api/preferences").Body != put.Body {
		t.Errorf("changed to %s, read %s", put.Body, h.get("/api/preferences").Body)
	}
	got := decode[PreferencesBody](put)
	if got.Timezone != "Europe/Vienna" || got.Theme != "dark" || got.TextSize != "larger" || got.Keys || got.Language != "de" || got.FocusMinutes != 0 || sources(got) != "stored, the Caddyfile, stored, stored, stored, stored" {
		t.Errorf("changed to %s", put.Body)
	}
	if h.api.zone().String() != "Europe/Vienna" {
		t.Errorf("times are read in %s", h.api.zone())
	}
	ticked := decode[PreferencesBody](h.put("/api/preferences", `{"first_steps":["backup","agent"]}`))
	if got := strings.Join(ticked.FirstSteps, " "); got != "backup agent" {
		t.Errorf("ticked off %q", got)
	}
	if none := decode[PreferencesBody](h.put("/api/preferences", `{"first_steps":null}`)); none.FirstSteps == nil || len(none.FirstSteps) != 0 {
		t.Errorf("ticked off after that: %v", none.FirstSteps)
	}
	back := h.put("/api/preferences", `{"timezone":null,"theme":null}`)
	if got := sources(decode[PreferencesBody](back)); got != "default, the Caddyfile, default, stored, stored, stored" {
		t.Errorf("taken back: %s", back.Body)
	}
	if again := h.put("/api/preferences", `{"theme":null}`); again.Status != 200 || again.Header.Get("X-Hub-Event") != "" {
		t.Errorf("a change of nothing: %d under %q", again.Status, again.Header.Get("X-Hub-Event"))
	}
}

func TestStoredPreferencesHoldAtOnce(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a"}`)
	h.clock.Advance(24 * time.Hour)
	if n := h.get("/api/threads?stale=true").Header.Get("X-Total-Count"); n != "0" {
		t.Fatalf("%s stale after a day", n)
	}
	h.put("/api/preferences", `{"stale_days":1}`).wantStatus(200)
	if n := h.get("/api/threads?stale=true").Header.Get("X-Total-Count"); n != "1" {
		t.Errorf("%s stale after the one day that makes it so", n)
	}
}

func TestPreferencesAreChecked(t *testing.T) {
	h := newHub(t)
	for body, location := range map[string]string{
		`{"timezone":"Mars/Olympus"}`:                      "body.timezone",
		`{"timezone":""}`:                                  "body.timezone",
		`{"timezone":"Local"}`:                             "body.timezone",
		`{"timezone":"../../etc/passwd"}`:                  "body.timezone",
		`{"timezone":"` + strings.Repeat("x", 9000) + `"}`: "body.timezone",
		`{"timezone":"Europe/Vienna` + "\\u0000" + `"}`:    "body.timezone",
		`{"stale_days":0}`:                                 "body.stale_days",
		`{"stale_days":366}`:                               "body.stale_days",
		`{"stale_days":"3"}`:                               "body.stale_days",
		`{"theme":"red"}`:                                  "body.theme",
		`{"text_size":"huge"}`:                             "body.text_size",
		`{"language":"tlh"}`:                               "body.language",
		`{"focus_minutes":20}`:                             "body.focus_minutes",
		`{"focus_minutes":"25"}`:                           "body.focus_minutes",
		`{"keys":"yes"}`:                                   "body.keys",
		`{"first_steps":["breakfast"]}`:                    "body.first_steps",
		`{"first_steps":"agent"}`:                          "body.first_steps",
		`{"sources":{}}`:                                   "body.sources",
	} {
		h.put("/api/preferences", body).wantProblem(422, "validation", location)
	}
	h.put("/api/preferences", `{}`).wantStatus(200)
}

func TestAFixedPreferenceNamesWhatFixesIt(t *testing.T) {
	h := newHub(t)
	h.api.Fixed = map[string]string{"timezone": "the environment (HUB_TIMEZONE)", "stale_days": "the Caddyfile", "token": "the Caddyfile"}
	for body, source := range map[string]string{
		`{"timezone":"Europe/Vienna"}`:         "the environment (HUB_TIMEZONE)",
		`{"timezone":null}`:                    "the environment (HUB_TIMEZONE)",
		`{"stale_days":4,"theme":"dark"}`:      "the Caddyfile",
		`{"theme":"dark","stale_days":"four"}`: "",
	} {
		r := h.put("/api/preferences", body)
		if source == "" {
			r.wantProblem(422, "validation", "body.stale_days")
			continue
		}
		if p := r.wantProblem(409, "conflict", ""); !strings.Contains(p.Detail, source) {
			t.Errorf("%s: %s", body, p.Detail)
		}
	}
	if got := decode[PreferencesBody](h.get("/api/preferences")); got.Theme != "system" {
		t.Error("a refused change left a part behind")
	}
	h.put("/api/preferences", `{"theme":"dark"}`).wantStatus(200)
}
