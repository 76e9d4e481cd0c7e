package store

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// tapped is a reminder that has fired on all channels, with the buttons of each way.
func tapped(t *testing.T, s *Store) (Reminder, map[string][]Button) {
	t.Helper()
	m := remind(t, s, reminder("once", "2026-05-01T09:00:00Z", ""))
	if fired, err := s.FireReminders(t.Context(), Policy{}, func(m Reminder) Message { return onAll(m.Text) }); fired != 1 || err != nil {
		t.Fatalf("%d fired, %v", fired, err)
	}
	return m, sendAll(t, s)
}

// sendAll begins an attempt of all that waits.
func sendAll(t *testing.T, s *Store) map[string][]Button {
	t.Helper()
	page, err := s.Deliveries(t.Context(), DeliveryFilter{State: DeliveryQueued})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]Button{}
	for _, d := range page.Deliveries {
		buttons := d.Notice.Buttons()
		if _, err := s.BeginAttempt(t.Context(), d.ID, []byte(`{}`), buttons...); err != nil {
			t.Fatal(err)
		}
		all[d.Channel+d.Device] = buttons
	}
	return all
}

func token(t *testing.T, buttons []Button, verb string) string {
	t.Helper()
	for _, b := range buttons {
		if b.Verb == verb {
			return b.Token
		}
	}
	t.Fatalf("no button %s among %v", verb, buttons)
	return ""
}

func takeBack(t *testing.T, s *Store, event string) {
	t.Helper()
	_, err := s.Undo(t.Context(), owner, event, Guard{})
	works(t, err)
}

func ended(err error) bool { return errors.As(err, new(*EndedError)) }

func TestAButtonEndsAReminder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m, buttons := tapped(t, s)
	w, err := s.Act(t.Context(), token(t, buttons[ChannelNtfy], VerbDone), Policy{})
	if err != nil || w.Item.Verb != VerbDone || w.Item.Done != "The reminder is done." {
		t.Fatalf("%+v, %v", w, err)
	}
	if got, err := s.Reminder(t.Context(), m.ID); err != nil || got.DoneAt == nil {
		t.Errorf("%+v, %v", got, err)
	}
	e, err := s.Event(t.Context(), w.EventID)
	if err != nil || e.Actor != Owner || *e.SourceTool != "notification" || e.Kind != "reminder.done" || e.Subject != ReminderURI(m.ID) {
		t.Errorf("%+v, %v", e, err)
	}
	for way, list := range buttons {
		for _, b := range list {
			if _, err := s.Act(t.Context(), b.Token, Policy{}); !ended(err) {
				t.Errorf("%s on %s works still: %v", b.Verb, way, err)
			}
		}
	}
	takeBack(t, s, w.EventID)
	if got, err := s.Reminder(t.Context(), m.ID); err != nil || got.DoneAt != nil || got.NextAt == nil {
		t.Errorf("after an undo: %+v, %v", got, err)
	}
}

func TestAButtonPutsAReminderOff(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	m, buttons := tapped(t, s)
	w, err := s.Act(t.Context(), token(t, buttons[ChannelPush+"phone"], VerbSnoozeHr), Policy{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Reminder(t.Context(), m.ID)
	if err != nil || !got.NextAt.Equal(c.Now().Add(time.Hour)) || w.EventID == "" {
		t.Errorf("%+v, %v", got, err)
	}
	c.advance(time.Hour)
	if fired, err := s.FireReminders(t.Context(), Policy{}, func(m Reminder) Message { return onAll(m.Text) }); fired != 1 || err != nil {
		t.Errorf("it does not come again: %d, %v", fired, err)
	}
	if again := sendAll(t, s); len(again) != 6 {
		t.Errorf("%d ways", len(again))
	}
}

func TestAButtonPutsAllThreadsOffAsOneChange(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	a, b := create(t, s, "a"), create(t, s, "b")
	longer, taken := create(t, s, "put off for longer"), create(t, s, "taken up")
	c.advance(4 * 24 * time.Hour)
	queue := func() map[string][]Button {
		t.Helper()
		_, err := s.QueueDigest(t.Context(), ChannelMail, nineDaily, s.now(), Policy{}, func(list []Thread) Message {
			m := Message{Text: named(list), To: []Target{{Channel: ChannelMail}}}
			for _, th := range list {
				m.Notice.Items = append(m.Notice.Items, NoticeItem{Title: th.Summary, Verbs: []string{VerbSnoozeDay, VerbOpen}})
			}
			return m
		})
		if err != nil {
			t.Fatal(err)
		}
		return sendAll(t, s)
	}
	buttons := queue()[ChannelMail]
	if len(buttons) != 1 {
		t.Fatalf("%v", buttons)
	}
	c.advance(time.Hour)
	done(t)(s.Finish(t.Context(), owner, b.ID, Guard{}, StatusDone, ""))
	month := c.Now().Add(30 * 24 * time.Hour)
	done(t)(s.Snooze(t.Context(), owner, longer.ID, Guard{}, &month))
	if _, err := s.Claim(t.Context(), agent, taken.ID, ClaimInput{Holder: "h"}); err != nil {
		t.Fatal(err)
	}
	w, err := s.Act(t.Context(), buttons[0].Token, Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, a.ID); got.SnoozedUntil == nil || !got.SnoozedUntil.Equal(c.Now().Add(24*time.Hour)) {
		t.Errorf("%+v", got)
	}
	if got := read(t, s, b.ID); got.Status != StatusDone || got.SnoozedUntil != nil {
		t.Errorf("%+v", got)
	}
	if got := read(t, s, longer.ID); got.SnoozedUntil == nil || !got.SnoozedUntil.Equal(month) {
		t.Errorf("put off for longer: until %v", got.SnoozedUntil)
	}
	if got := read(t, s, taken.ID); got.SnoozedUntil != nil {
		t.Errorf("taken up: until %v", got.SnoozedUntil)
	}
	takeBack(t, s, w.EventID)
	if got := read(t, s, a.ID); got.SnoozedUntil != nil {
		t.Errorf("after an undo: %+v", got)
	}
	t.Run("when all of them are finished", func(t *testing.T) {
		c.advance(24 * time.Hour)
		buttons := queue()[ChannelMail]
		done(t)(s.Finish(t.Context(), owner, a.ID, Guard{}, StatusDone, ""))
		if _, err := s.Act(t.Context(), buttons[0].Token, Policy{}); !ended(err) {
			t.Errorf("got %v", err)
		}
	})
}

// Digests of one time name other threads on a channel that was set up later: a button of the one ends
// none of the other.
func TestAButtonLeavesAnotherMessageOfItsTime(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, summary := range []string{"a", "b", "c", "d"} {
		create(t, s, summary)
	}
	c.advance(4 * 24 * time.Hour)
	queue := func(channels ...string) map[string][]Button {
		t.Helper()
		for _, channel := range channels {
			_, err := s.QueueDigest(t.Context(), channel, nineDaily, s.now(), Policy{}, func(list []Thread) Message {
				m := Message{Text: named(list), To: []Target{{Channel: channel}}}
				m.Notice.Items = []NoticeItem{{Verbs: []string{VerbSnoozeDay, VerbOpen}}}
				return m
			})
			works(t, err)
		}
		return sendAll(t, s)
	}
	queue(ChannelPush)
	page, err := s.Deliveries(t.Context(), DeliveryFilter{})
	works(t, err)
	_, err = s.EndAttempt(t.Context(), page.Deliveries[0].ID, Outcome{Sent: true, Reached: true})
	works(t, err)
	c.advance(24 * time.Hour)
	buttons := queue(ChannelPush, ChannelMail, ChannelNtfy)
	for _, step := range []struct {
		channel string
		ended   bool
	}{{ChannelPush, false}, {ChannelMail, false}, {ChannelNtfy, true}} { // ntfy says what mail says
		if _, err := s.Act(t.Context(), buttons[step.channel][0].Token, Policy{}); ended(err) != step.ended || !step.ended && err != nil {
			t.Errorf("%s: %v", step.channel, err)
		}
	}
	list, err := s.Threads(t.Context(), ThreadFilter{}, Policy{})
	works(t, err)
	for _, th := range list.Threads {
		if th.SnoozedUntil == nil {
			t.Errorf("%s is not put off", th.Summary)
		}
	}
}

func TestButtonsThatDoNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		happens func(*testing.T, *Store, *clock, Reminder)
		says    string // "": it is not known
	}{
		{"older than three days", func(_ *testing.T, _ *Store, c *clock, _ Reminder) { c.advance(72 * time.Hour) }, "too old"},
		{"of a reminder that is done", func(t *testing.T, s *Store, _ *clock, m Reminder) {
			_, err := s.FinishReminder(t.Context(), owner, m.ID, Policy{})
			works(t, err)
		}, "done or put off meanwhile"},
		{"of one that was put off", func(t *testing.T, s *Store, _ *clock, m Reminder) {
			_, err := s.SnoozeReminder(t.Context(), owner, m.ID, ReminderSnooze{For: "10m"}, Policy{})
			works(t, err)
		}, "done or put off meanwhile"},
		{"of one that was deleted", func(t *testing.T, s *Store, _ *clock, m Reminder) {
			_, err := s.DeleteReminder(t.Context(), owner, m.ID)
			works(t, err)
		}, "was deleted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, clock := newStore(t)
			m, buttons := tapped(t, s)
			c.happens(t, s, clock, m)
			if _, err := s.Act(t.Context(), token(t, buttons[ChannelMail], VerbDone), Policy{}); !ended(err) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	for _, unknown := range []string{"", "x", strings.Repeat("a", 43), strings.Repeat("a", 100_000)} {
		s, _ := newStore(t)
		tapped(t, s)
		if _, err := s.Act(t.Context(), unknown, Policy{}); !isMissing(err) {
			t.Errorf("%.10q: %v", unknown, err)
		}
	}
}

// Two taps at the same moment are one.
func TestAButtonWorksOnce(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	_, buttons := tapped(t, s)
	results := make(chan error, 16)
	for range cap(results) {
		go func() {
			_, err := s.Act(t.Context(), token(t, buttons[ChannelNtfy], VerbSnoozeHr), Policy{})
			results <- err
		}()
	}
	worked := 0
	for range cap(results) {
		if err := <-results; err == nil {
			worked++
		} else if !ended(err) {
			t.Error(err)
		}
	}
	if worked != 1 {
		t.Errorf("it worked %d times", worked)
	}
}
