package caddyhub

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// setClock is the clock of the hub until the test ends: it stands at a time until it is set anew.
func setClock(t *testing.T) (set func(at string)) {
	t.Helper()
	var now atomic.Pointer[time.Time]
	clock = func() time.Time { return *now.Load() }
	t.Cleanup(func() { clock = time.Now })
	return func(at string) {
		t.Helper()
		parsed, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		now.Store(&parsed)
	}
}

// TestTheClockJumps: a whole hub whose clock is set forward, set back, and goes over to summer time
// and out of it. A reminder is heard at nine of the owner's clock, once for each nine, a claim ends
// when its time has come, and a backup that was missed is made once.
func TestTheClockJumps(t *testing.T) {
	set := setClock(t)
	set("2026-03-28T06:00:00Z")
	gw := newReceiver(t)
	dir, backups := storetest.Dir(t), t.TempDir()
	load(t, site(t, freePort(t), fmt.Sprintf("data_dir %s\ntimezone Europe/Berlin\ngateway {\n webhook_url %s\n}\nbackup {\n dir %s\n cron \"30 3 * * *\"\n}", dir, gw.URL, backups), "hub"))
	app := running(t)
	s, policy, owner := app.runtime.store, app.settings.policy(), store.By{Actor: store.Owner}
	remind := func(text, at string, daily bool) {
		t.Helper()
		in := store.ReminderInput{Text: store.Some(text), DueAt: store.Some(at)}
		if daily {
			in.Kind = store.Some("daily")
		}
		if _, err := s.CreateReminder(t.Context(), owner, in, policy); err != nil {
			t.Fatal(err)
		}
	}
	heard := func(text string) int {
		gw.mu.Lock()
		defer gw.mu.Unlock()
		return gw.count[text]
	}
	written := func() (n int) {
		entries, err := os.ReadDir(backups)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".zip") {
				n++
			}
		}
		return n
	}
	remind("water the plants", "2026-03-28T09:00", true)
	work, err := s.CreateThread(t.Context(), owner, "", store.ThreadInput{Summary: store.Some("Count the clocks")}, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Claim(t.Context(), store.By{Actor: store.Agent}, work.Item.ID, store.ClaimInput{Holder: "codex", Length: 2 * time.Hour}); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		name, at       string
		heard, backups int // all in all
		held           bool
	}{
		{"before nine", "2026-03-28T07:59:00Z", 0, 0, true},
		{"at nine", "2026-03-28T08:00:01Z", 1, 0, false},
		{"set back an hour", "2026-03-28T07:00:01Z", 1, 0, true},
		{"at nine again", "2026-03-28T08:00:02Z", 1, 0, false},
		{"the night in which summer time begins", "2026-03-29T06:59:00Z", 1, 1, false},
		{"at nine of summer time", "2026-03-29T07:00:01Z", 2, 1, false},
		{"half a year later", "2026-10-24T20:00:00Z", 3, 2, false},
		{"at nine of the summer time that has ended", "2026-10-25T07:00:01Z", 3, 3, false},
		{"at nine of winter time", "2026-10-25T08:00:01Z", 4, 3, false},
		{"set back a year", "2025-10-25T08:00:01Z", 4, 3, true},
		{"and forward to the next nine", "2026-10-26T08:00:01Z", 5, 4, false},
		{"ahead by two months", "2026-12-26T08:00:01Z", 6, 5, false},
		{"set right", "2026-10-26T10:00:00Z", 6, 5, false},
		{"at the nine of the next day", "2026-10-27T08:00:01Z", 7, 6, false},
	} {
		set(c.at)
		// A reminder of now wakes the engine; that of the round after it comes behind all that the
		// first has led to.
		for _, mark := range []string{"first", "second"} {
			mark = fmt.Sprintf("%s mark of round %d", mark, i)
			remind(mark, "2020-01-01T00:00:00Z", false)
			until(t, mark, func() bool { return heard(mark) > 0 })
		}
		until(t, c.name+": the backups", func() bool { return written() >= c.backups })
		if got := heard("water the plants"); got != c.heard {
			t.Errorf("%s: heard %d times, want %d", c.name, got, c.heard)
		}
		if got := written(); got != c.backups {
			t.Errorf("%s: %d backups, want %d", c.name, got, c.backups)
		}
		th, err := s.Thread(t.Context(), work.Item.ID)
		if err != nil {
			t.Fatal(err)
		}
		if held := th.Lease != nil; held != c.held {
			t.Errorf("%s: held %v, want %v", c.name, held, c.held)
		}
	}
	// A clock that was wrong for a while ends no undo.
	if c, err := s.Compaction(t.Context()); err != nil || c.Events > 0 {
		t.Errorf("%d events were compacted, %v", c.Events, err)
	}
}
