package api

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store/phrase"
)

// source is something that is set up and fails with a text, or does not.
type source struct {
	text  string
	since time.Time
}

func (s *source) SetUp(context.Context) (bool, error) { return true, nil }

func (s *source) Problem(context.Context) (string, time.Time, bool, error) {
	return s.text, s.since, s.text != "", nil
}

// failing gives the hub backups that fail with a text; set "" mends them.
func (h *hub) failing() (set func(text string)) {
	h.t.Helper()
	backups := new(source)
	cfg := h.api.Config
	cfg.Health = health.NewBoard(h.clock.Now, nil, health.Source{Area: "backup", Fails: phrase.BackupsFail, Page: "/ui/settings/data", Checks: backups})
	h.api = New(cfg)
	set = func(text string) {
		h.t.Helper()
		backups.text, backups.since = text, h.clock.Now()
		if err := cfg.Health.Check(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
	set("")
	return set
}

func TestTheOverviewTellsOfProblems(t *testing.T) {
	h := newHub(t)
	set := h.failing()
	h.create(`{"summary":"a"}`)
	ask := func(etag string, info inbound.Info) response {
		t.Helper()
		return h.do(request{path: "/api/overview", headers: map[string]string{"If-None-Match": etag}, info: info})
	}
	well := ask("", inbound.Info{})
	if !strings.Contains(well.Body, `"problems":[]`) {
		t.Errorf("all is well: %s", well.Body)
	}
	generation := h.store.Generation()
	set("the folder /mnt/disk/hub is missing; make it, or connect its disk")

	bad := ask(well.Header.Get("ETag"), inbound.Info{})
	bad.wantStatus(200)
	want := `"problems":[{"area":"backup","since":"2026-05-04T09:30:00.000Z","text":"Backups fail: the folder /mnt/disk/hub is missing; make it, or connect its disk.","code":"problem.backup","params":{"why":{"text":"the folder /mnt/disk/hub is missing; make it, or connect its disk","code":"backup.folder_missing","params":{"folder":"/mnt/disk/hub"}}},"url":"/ui/settings/data"}]`
	if !strings.Contains(bad.Body, want) {
		t.Errorf("%s, want %s", bad.Body, want)
	}
	ask(bad.Header.Get("ETag"), inbound.Info{}).wantStatus(304)
	if r := ask("", inbound.Info{Prefix: "/hub"}); !strings.Contains(r.Body, `"url":"/hub/ui/settings/data"`) {
		t.Errorf("below a prefix: %s", r.Body)
	}
	h.api.PublicURL = "https://hub.example.org"
	if r := ask("", inbound.Info{Prefix: "/other"}); !strings.Contains(r.Body, `"url":"https://hub.example.org/ui/settings/data"`) {
		t.Errorf("with a public URL: %s", r.Body)
	}

	set("")
	again := ask(bad.Header.Get("ETag"), inbound.Info{})
	again.wantStatus(200)
	if again.Body != well.Body || again.Header.Get("ETag") != well.Header.Get("ETag") {
		t.Errorf("mended: %s", again.Body)
	}
	if h.store.Generation() != generation {
		t.Error("the store changed: the test shows nothing")
	}
}

func TestStreamsTellOfProblems(t *testing.T) {
	h := newHub(t)
	set := h.failing()
	base, pings := h.streams()
	h.create(`{"summary":"a"}`)
	problems := message{event: "problems", data: "{}"}

	l := listen(t, base, "", nil)
	l.begin()
	set("")
	pings <- time.Time{}
	if m, ok := l.next(); !ok || m.comment != "ping" {
		t.Errorf("nothing has changed, and a stream gets %+v", m)
	}
	streams := []*listener{l, listen(t, base, "", nil)}
	streams[1].begin()
	for _, text := range []string{"the folder is missing", "the disk is full", ""} {
		set(text)
		for i, l := range streams {
			if m, ok := l.next(); !ok || m != problems {
				t.Errorf("%q: stream %d gets %+v", text, i, m)
			}
		}
	}
	place := h.lastEvent()
	// Who was away may have missed a change, which has no id.
	l = listen(t, base, place, nil)
	if m := l.begin(); m.id != place {
		t.Errorf("resumes with %+v", m)
	}
	if m, ok := l.next(); !ok || m != problems {
		t.Errorf("after it was away, a stream gets %+v", m)
	}

	// Who has seen an event since has missed none.
	h.clock.Advance(time.Second)
	h.create(`{"summary":"b"}`)
	place = h.lastEvent()
	l = listen(t, base, place, nil)
	if m := l.begin(); m.id != place {
		t.Errorf("resumes with %+v", m)
	}
	h.create(`{"summary":"c"}`)
	if m, ok := l.next(); !ok || m.event != "change" {
		t.Errorf("no problem has changed, and a stream that comes back gets %+v", m)
	}

	// Who has read the overview just before may have read an old one.
	h.clock.Advance(time.Hour)
	set("the folder is missing")
	h.clock.Advance(time.Second)
	if m := listen(t, base, "", nil).begin(); m.data != `{"quiet_ms":1000}` {
		t.Errorf("a new stream begins with %+v", m)
	}
}
