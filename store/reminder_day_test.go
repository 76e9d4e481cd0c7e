package store

import "testing"

// A day without a time is its morning, for a reminder and for the end of its rest, whoever asks.
func TestADayAloneIsItsMorning(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	berlin := Policy{Zone: zone(t, "Europe/Berlin")}
	for kind, in := range map[string]ReminderInput{
		"once":  {Text: Some("a"), DueAt: Some("2026-05-06")},
		"daily": {Text: Some("b"), Kind: Some("daily"), DueAt: Some(" 2026-05-06 ")},
	} {
		w, err := s.CreateReminder(t.Context(), owner, in, berlin)
		if err != nil || w.Item.NextAt == nil || w.Item.NextAt.String() != "2026-05-06T07:00:00.000Z" {
			t.Errorf("%s: %+v, %v", kind, w.Item.NextAt, err)
		}
		w, err = s.SnoozeReminder(t.Context(), owner, w.Item.ID, ReminderSnooze{Until: "2026-05-09"}, berlin)
		if err != nil || w.Item.NextAt.String() != "2026-05-09T07:00:00.000Z" {
			t.Errorf("%s, put off: %+v, %v", kind, w.Item.NextAt, err)
		}
	}
	// A rule without a time begins in the morning as well: tomorrow, as that of today is over.
	w, err := s.CreateReminder(t.Context(), owner, ReminderInput{Text: Some("c"), RRule: Some("FREQ=DAILY")}, berlin)
	if err != nil || w.Item.DueAt.String() != "2026-05-05T07:00:00.000Z" {
		t.Errorf("by a rule: %+v, %v", w.Item, err)
	}
}
