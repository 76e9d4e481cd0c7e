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

// A row of the outbox may be damaged at any moment; the others are sent all the same.
func TestADamagedMessageHoldsUpNoOther(t *testing.T) {
	for _, moment := range []string{"before it is sent", "while it is sent"} {
		t.Run(moment, func(t *testing.T) {
			h := newHouse(t)
			damage := func() {
				db, err := sql.Open("sqlite", filepath.Join(h.dir, store.DatabaseName)+"?_pragma=busy_timeout(10000)")
				if err == nil {
					_, err = db.ExecContext(h.Context(), `UPDATE deliveries SET threads = '{' WHERE text LIKE '%first%'`)
				}
				if err = errors.Join(err, db.Close()); err != nil {
					t.Error(err)
				}
			}
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
