package gateway

import (
	"database/sql"
	"errors"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// damage changes the database behind the hub's back.
func (h *house) damage(statement string) {
	db, err := sql.Open("sqlite", filepath.Join(h.dir, store.DatabaseName)+"?_pragma=busy_timeout(10000)")
	if err == nil {
		_, err = db.ExecContext(h.Context(), statement)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		h.Error(err)
	}
}

// A row of the outbox may be damaged at any moment; the others are sent all the same.
func TestADamagedMessageHoldsUpNoOther(t *testing.T) {
	for _, moment := range []string{"before it is sent", "while it is sent"} {
		t.Run(moment, func(t *testing.T) {
			h := newHouse(t)
			damage := func() { h.damage(`UPDATE deliveries SET threads = '{' WHERE text LIKE '%first%'`) }
			for _, text := range []string{"the first", "the second"} {
				if _, err := h.store.QueueTest(t.Context(), owner, toGateway(text)); err != nil {
					t.Fatal(err)
				}
				h.clock.Advance(time.Second)
			}
			want := 1
			if moment == "before it is sent" {
				damage()
			} else {
				want = 2
				h.fake.then(func(w http.ResponseWriter, _ *http.Request) {
					damage()
					w.WriteHeader(http.StatusOK)
				})
			}
			h.work()
			if got := h.fake.saw(); len(got) != want {
				t.Errorf("%d messages were sent", len(got))
			}
			if h.states() != "test sent" { // the damaged one is in no list
				t.Error(h.states())
			}
		})
	}
}

// Nor does a message about a reminder that can't be read.
func TestAMessageAboutADamagedReminderHoldsUpNoOther(t *testing.T) {
	h := newHouse(t)
	h.reminder("call", "2026-05-04T12:00")
	h.run(t.Context(), h.job("reminders"))
	h.damage(`UPDATE reminders SET next_at = 'garbage'`)
	if _, err := h.store.QueueTest(t.Context(), owner, toGateway("x")); err != nil {
		t.Fatal(err)
	}
	h.work()
	if h.states() != "reminder failed, test sent" {
		t.Errorf("%s: %+v", h.states(), h.deliveries())
	}
	if d, err := h.store.Damage(t.Context()); err != nil || len(d.Rows) != 1 {
		t.Errorf("damage %+v, %v", d, err)
	}
}
