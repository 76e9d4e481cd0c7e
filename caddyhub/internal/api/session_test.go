package api

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// batch sends session records as the texts of their JSON.
func (h *hub) batch(records ...string) response {
	h.t.Helper()
	return h.post(batchPath, `{"sessions":[`+strings.Join(records, ",")+`]}`)
}

// outcomes are the states of a batch's records as one text.
func outcomes(r response) string {
	r.t.Helper()
	r.wantStatus(200)
	var all []string
	for _, result := range decode[batchBody](r).Results {
		all = append(all, result.Status)
	}
	return strings.Join(all, " ")
}

func TestABatchIsAnsweredRecordByRecord(t *testing.T) {
	h := newHub(t)
	if _, err := h.store.CreateProject(t.Context(), store.By{Actor: store.Owner}, store.ProjectInput{Slug: store.Some("shop"), WorkspacePaths: store.Some([]string{"/srv/shop"})}); err != nil {
		t.Fatal(err)
	}
	full := `{"tool":"claude-code","session_ref":"one","workspace_path":"/srv/shop/web","repo_url":"git@git.example.org:me/shop.git","title":"Split the webhook","summary":"move the route",
		"open_items":["draft the table"],"started_at":"2026-05-04T09:00","ended_at":"2026-05-04T11:30:00+02:00","messages":12}`
	r := h.batch(full, `{"tool":"codex","session_ref":"two"}`)
	if outcomes(r) != "created created" || r.Header.Get("X-Hub-Event") == "" {
		t.Fatalf("%v %s", r.Header, r.Body)
	}
	first := decode[batchBody](r).Results[0]
	list := h.get("/api/sessions")
	all := decode[[]store.SessionRecord](list)
	if len(all) != 2 || list.Header.Get("X-Total-Count") != "2" || all[0].SessionRef != "two" || all[1].ID != *first.ID || *first.SessionRef != "one" {
		t.Fatalf("%s", list.Body)
	}
	want := `"tool":"claude-code","session_ref":"one","workspace_path":"/srv/shop/web","repo_url":"git@git.example.org:me/shop.git","project_slug":"shop","title":"Split the webhook","summary":"move the route",` +
		`"open_items":["draft the table"],"started_at":"2026-05-04T09:00:00.000Z","ended_at":"2026-05-04T09:30:00.000Z","messages":12,"updated_at":"2026-05-04T09:30:00.000Z"`
	if !strings.Contains(list.Body, want) || !strings.Contains(list.Body, `"repo_url":null,"project_slug":null,"title":"two","summary":null,"open_items":[],"started_at":null`) {
		t.Errorf("listed as %s", list.Body)
	}
	again := h.batch(full, `{"tool":"codex","session_ref":"two","title":"Named"}`)
	if outcomes(again) != "unchanged updated" || again.Header.Get("X-Hub-Event") == "" {
		t.Errorf("%v %s", again.Header, again.Body)
	}
	if r := h.batch(full); outcomes(r) != "unchanged" || r.Header.Get("X-Hub-Event") != "" {
		t.Errorf("%v %s", r.Header, r.Body)
	}
	if r := h.batch(); r.Body != `{"results":[]}` {
		t.Errorf("an empty batch: %d %s", r.Status, r.Body)
	}
}

func TestTheRemoteOfARecordTellsItsProject(t *testing.T) {
	h := newHub(t)
	early := `{"tool":"codex","session_ref":"early","repo_url":"https://me:secret@git.example.org/me/shop.git"}`
	if r := h.batch(early); outcomes(r) != "created" {
		t.Fatal(r.Body)
	}
	h.post("/api/projects", `{"slug":"shop","title":"Shop","repo_url":"git@git.example.org:me/shop.git"}`).wantStatus(201)
	r := h.batch(early, `{"tool":"codex","session_ref":"late","workspace_path":"/tmp/3f","repo_url":"ssh://git@git.example.org/me/shop"}`, `{"tool":"codex","session_ref":"none","repo_url":"me@host"}`)
	if outcomes(r) != "unchanged created invalid" || !strings.Contains(r.Body, "must be a git remote") {
		t.Errorf("%s", r.Body)
	}
	list := h.get("/api/sessions?project=shop")
	if all := decode[[]store.SessionRecord](list); len(all) != 2 || strings.Contains(list.Body, "secret") {
		t.Errorf("of shop: %s", list.Body)
	}
	if events := h.get("/api/events").Body; strings.Contains(events, "secret") {
		t.Errorf("the history holds the password: %s", events)
	}
}

func TestARecordIsReadByItself(t *testing.T) {
	h := newHub(t)
	h.post("/api/sessions:batch", `{"sessions":[{"tool":"codex","session_ref":"a","title":"the webhook"},{"tool":"codex","session_ref":"b","title":"the fan"}]}`).wantStatus(200)
	for _, listed := range decode[[]store.SessionRecord](h.get("/api/sessions")) {
		r := h.get("/api/sessions/" + listed.ID)
		if got := decode[store.SessionRecord](r); got.ID != listed.ID || got.Title != listed.Title || r.Header.Get("ETag") == "" {
			t.Errorf("%s under the id of %q", r.Body, listed.Title)
		}
	}
	h.get("/api/sessions/nope").wantProblem(404, "not-found", "")
}

func TestOneBadRecordKeepsNoOtherOut(t *testing.T) {
	race.SkipShort(t)
	named := func(fields string) string { return `{"tool":"codex","session_ref":"bad"` + fields + `}` }
	for _, c := range []struct {
		name, record, location string
		readable               bool // its reference
	}{
		{"no tool", `{"session_ref":"bad"}`, ".tool", false},
		{"an empty tool", `{"tool":"","session_ref":"bad"}`, ".tool", true},
		{"no reference", `{"tool":"codex"}`, ".session_ref", false},
		{"a long title", named(`,"title":"` + strings.Repeat("x", 501) + `"`), ".title", true},
		{"a wrong type", named(`,"title":1`), ".title", false},
		{"a fraction of a message", named(`,"messages":1.5`), ".messages", false},
		{"more messages than a number holds", named(`,"messages":1e30`), "", false},
		{"a number out of range", named(`,"messages":1e999`), "", false},
		{"a negative count", named(`,"messages":-1`), ".messages", true},
		{"no time", named(`,"ended_at":"yesterday"`), ".ended_at", true},
		{"a field that is not known", named(`,"transcript":"..."`), ".transcript", false},
		{"a key twice", named(`,"title":"a","title":"b"`), "", false},
		{"a key in another case", named(`,"Title":"a"`), "", false},
		{"broken UTF-8", named(`,"title":"` + "\xc3\x28" + `"`), "", false},
		{"half a character", named(`,"title":"\ud83d"`), "", false},
		{"deeply nested", named(`,"title":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)), "", false},
		{"300 KiB", named(`,"summary":"` + strings.Repeat("x", 300<<10) + `"`), "", false},
		{"no object", `"bad"`, "", false},
		{"null", `null`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			r := h.batch(`{"tool":"codex","session_ref":"before"}`, c.record, `{"tool":"codex","session_ref":"after"}`)
			if outcomes(r) != "created invalid created" {
				t.Fatalf("%.500s", r.Body)
			}
			bad := decode[batchBody](r).Results[1]
			if len(bad.Errors) == 0 || bad.Errors[0].Location != "body.sessions[1]"+c.location || bad.Errors[0].Message == "" || bad.ID != nil || (bad.SessionRef != nil) != c.readable {
				t.Errorf("%+v, want one at body.sessions[1]%s", bad, c.location)
			}
			if got := h.get("/api/sessions").Header.Get("X-Total-Count"); got != "2" {
				t.Errorf("%s records are kept", got)
			}
		})
	}
}

func TestErrorsOfOneRecordAreCut(t *testing.T) {
	h := newHub(t)
	r := h.batch(`{"tool":"codex","session_ref":"bad","open_items":[` + strings.TrimSuffix(strings.Repeat("1,", 40), ",") + `]}`)
	if n := len(decode[batchBody](r).Results[0].Errors); n != maxItemErrors {
		t.Errorf("%d errors, want %d: %s", n, maxItemErrors, r.Body)
	}
}

func TestABatchThatBreaksOffKeepsWhatCameBefore(t *testing.T) {
	const before = `{"sessions":[{"tool":"codex","session_ref":"1"},{"tool":"codex","session_ref":"2"}`
	for _, c := range []struct {
		name, body, kind, location string
		status                     int
		kept                       string
	}{
		{"no JSON from the third on", before + `,{tool}]}`, "bad-request", "body", 400, "2"},
		{"cut off", before, "bad-request", "body", 400, "2"},
		{"another field", before + `],"more":1}`, "validation", "body.more", 422, "2"},
		{"no list", `{"sessions":{}}`, "validation", "body.sessions", 422, "0"},
		{"no field", `{}`, "validation", "body.sessions", 422, "0"},
		{"no object", `[]`, "bad-request", "body", 400, "0"},
		{"no body", ``, "bad-request", "body", 400, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			r := h.post(batchPath, c.body)
			r.t = t
			p := r.wantProblem(c.status, c.kind, c.location)
			if kept := h.get("/api/sessions").Header.Get("X-Total-Count"); kept != c.kept || !strings.Contains(p.Detail, map[string]string{"0": "none of its records was taken", "2": "the first 2 records of the batch were taken"}[kept]) {
				t.Errorf("%s are kept, want %s; %s", kept, c.kept, p.Detail)
			}
		})
	}
}

func TestTheSizeOfABatchIsBounded(t *testing.T) {
	h := newHub(t)
	large := `{"sessions":[{"tool":"codex","session_ref":"1"}` + strings.Repeat(" ", 17<<20) + `]}`
	h.post(batchPath, large).wantProblem(413, "too-large", "")
	if got := h.get("/api/sessions").Header.Get("X-Total-Count"); got != "0" {
		t.Errorf("%s records of a body that says it is too long", got)
	}
	// A body that does not say how long it is gets as far as the limit.
	req := httptest.NewRequest(http.MethodPost, batchPath, io.NopCloser(strings.NewReader(large)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	h.api.ServeHTTP(w, req.WithContext(inbound.With(req.Context(), inbound.Info{})))
	p := response{t, w.Code, w.Header(), w.Body.String()}.wantProblem(413, "too-large", "")
	if !strings.Contains(p.Detail, "16777216 bytes") || !strings.Contains(p.Detail, "the first 1 records") {
		t.Errorf("%s", p.Detail)
	}
	many := h.post(batchPath, `{"sessions":[`+strings.Repeat("{},", maxBatchItems)+`{}]}`)
	many.wantProblem(422, "validation", "body.sessions")
	if fit := `{"sessions":[{"tool":"codex","session_ref":"2"}` + strings.Repeat(" ", 15<<20) + `]}`; outcomes(h.post(batchPath, fit)) != "created" {
		t.Error("15 MiB are refused")
	}
}

func TestFiveThousandRecordsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("many records, one after the other")
	}
	h := newHub(t)
	records := make([]string, 5000)
	for i := range records {
		records[i] = fmt.Sprintf(`{"tool":"codex","session_ref":"%d","title":"Session %d","messages":%d}`, i, i, i)
	}
	for _, want := range []string{"created", "unchanged"} {
		generation := h.store.Generation()
		if got := outcomes(h.batch(records...)); strings.Count(got, want) != len(records) {
			t.Errorf("%d records are %s", strings.Count(got, want), want)
		}
		if commits := h.store.Generation() - generation; want == "created" && commits != 50 || want == "unchanged" && commits != 0 {
			t.Errorf("%s: %d commits", want, commits)
		}
	}
	if got := h.get("/api/sessions?limit=1").Header.Get("X-Total-Count"); got != "5000" {
		t.Errorf("%s records", got)
	}
}

func TestABatchPassesTheSameGates(t *testing.T) {
	h := newHub(t)
	const body = `{"sessions":[{"tool":"codex","session_ref":"1"}]}`
	for _, c := range []struct {
		name    string
		headers map[string]string
		status  int
		kind    string
	}{
		{"no credential", map[string]string{"Authorization": ""}, 401, "unauthorized"},
		{"a wrong credential", map[string]string{"Authorization": "Bearer x"}, 401, "unauthorized"},
		{"another content type", map[string]string{"Content-Type": "text/plain"}, 415, "unsupported-media-type"},
		{"an encoding", map[string]string{"Content-Encoding": "gzip"}, 415, "unsupported-media-type"},
	} {
		r := h.do(request{method: http.MethodPost, path: batchPath, body: body, headers: c.headers})
		r.wantProblem(c.status, c.kind, "")
	}
	h.post(batchPath+"?dry=1", body).wantProblem(422, "validation", "query.dry")
	h.get(batchPath).wantProblem(405, "method-not-allowed", "")
	// A key is of no use here: what was sent before is unchanged anyway.
	for _, want := range []string{"created", "unchanged"} {
		r := h.do(request{method: http.MethodPost, path: batchPath, body: body, headers: map[string]string{"Idempotency-Key": "k"}})
		if outcomes(r) != want {
			t.Errorf("with a key: %s, want %s", r.Body, want)
		}
	}
	events, err := h.store.Events(t.Context(), store.EventFilter{Kind: "session"})
	if err != nil || len(events.Events) != 1 || events.Events[0].Actor != store.Agent || *events.Events[0].SourceTool != "test-agent" {
		t.Errorf("events %+v, %v", events.Events, err)
	}
}

func TestSessionPagesLeadOn(t *testing.T) {
	h := newHub(t)
	for i := range 5 {
		h.batch(fmt.Sprintf(`{"tool":"codex","session_ref":"%d"}`, i), fmt.Sprintf(`{"tool":"cursor","session_ref":"%d"}`, i))
	}
	var got []string
	path := "/api/sessions?tool=codex&limit=2"
	for path != "" {
		r := h.get(path)
		for _, s := range decode[[]store.SessionRecord](r) {
			got = append(got, s.SessionRef)
		}
		if r.Header.Get("X-Total-Count") != "5" || r.Header.Get("ETag") == "" {
			t.Errorf("%s: %v", path, r.Header)
		}
		link, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">")
		path = link
	}
	if strings.Join(got, "") != "43210" {
		t.Errorf("got %v", got)
	}
	h.get("/api/sessions?limit=201").wantProblem(422, "validation", "query.limit")
	h.get("/api/sessions?cursor=x").wantProblem(422, "validation", "query.cursor")
	h.get("/api/sessions?q=x").wantProblem(422, "validation", "query.q")
}

func TestABatchThatBreaksOffIsSaidToHaveEndedEarly(t *testing.T) {
	h := newHub(t)
	body := iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(`{"sessions":[{"tool":"codex","session_ref":"one"}]}`)))
	r := httptest.NewRequest(http.MethodPost, batchPath, body)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	h.api.ServeHTTP(w, r.WithContext(inbound.With(r.Context(), inbound.Info{})))
	p := response{t, w.Code, w.Header(), w.Body.String()}.wantProblem(http.StatusBadRequest, "bad-request", "")
	if !strings.HasPrefix(p.Detail, "the body ended early") {
		t.Error(p.Detail)
	}
}
