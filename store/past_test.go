package store

import (
	"encoding/json"
	"testing"
)

// What was restored does not act as if no time had passed: nobody is at work, nothing waits to be
// sent, what was missed is shown and not said, and the forge asks.
func TestThePastIsSettled(t *testing.T) {
	t.Parallel()
	dir := empty.Copy(t)
	c := newClock()
	s := openStore(t, dir, Options{Now: c.Now})
	held := create(t, s, "held")
	claim(t, s, held.ID, "codex")
	missed := remind(t, s, reminder("once", "2026-06-01T09:00:00Z", ""))
	daily := remind(t, s, reminder("rrule", "", "FREQ=DAILY"))
	if err := s.write(t.Context(), "test", owner, func(tx *tx) error {
		tx.touch()
		return tx.Exec(`INSERT INTO forge(id, remote, tip, wanted_at) VALUES (1, 'r', '5f3c', '2026-06-01T09:00:00.000Z')`)
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	if err := SettlePast(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir, Options{})
	if got := read(t, s, held.ID); got.Lease != nil {
		t.Errorf("%+v still holds it", got.Lease)
	}
	for _, m := range reminders(t, s, ReminderFilter{}).Reminders {
		if m.LastFiredAt == nil || m.ID != missed.ID && m.ID != daily.ID {
			t.Errorf("%+v was not missed", m)
		}
	}
	if at, ok, err := s.NextFiring(t.Context()); err != nil || ok && !at.After(s.Now()) {
		t.Errorf("one fires at %s, %v", at, err)
	}
	if page, err := s.Deliveries(t.Context(), DeliveryFilter{}); err != nil || len(page.Deliveries) > 0 {
		t.Errorf("%+v, %v", page.Deliveries, err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.Tip != "5f3c" || !f.Restored || f.WantedAt != nil {
		text, _ := json.Marshal(f)
		t.Errorf("%s, %v", text, err)
	}
	if _, _, err := CheckDatabase(t.Context(), database(dir)); err != nil {
		t.Error(err)
	}
}
