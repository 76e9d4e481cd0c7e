package notify

import (
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestQuietHours(t *testing.T) {
	const layout = "2006-01-02 15:04 -07:00"
	for _, c := range []struct {
		name, zone, quiet, at, want string // want: "": not quiet
	}{
		{"in the evening", "Europe/Berlin", "22:00 07:00", "2026-05-04 23:30 +02:00", "2026-05-05 07:00 +02:00"},
		{"after midnight", "Europe/Berlin", "22:00 07:00", "2026-05-05 03:00 +02:00", "2026-05-05 07:00 +02:00"},
		{"as they begin", "Europe/Berlin", "22:00 07:00", "2026-05-04 22:00 +02:00", "2026-05-05 07:00 +02:00"},
		{"just before", "Europe/Berlin", "22:00 07:00", "2026-05-04 21:59 +02:00", ""},
		{"as they end", "Europe/Berlin", "22:00 07:00", "2026-05-05 07:00 +02:00", ""},
		{"at noon", "Europe/Berlin", "22:00 07:00", "2026-05-05 12:00 +02:00", ""},
		{"within one day", "Europe/Berlin", "12:00 14:00", "2026-05-05 13:00 +02:00", "2026-05-05 14:00 +02:00"},
		{"within one day, at night", "Europe/Berlin", "12:00 14:00", "2026-05-05 23:00 +02:00", ""},
		{"none", "Europe/Berlin", "", "2026-05-05 03:00 +02:00", ""},

		{"Berlin: the night the clocks go forward", "Europe/Berlin", "22:00 07:00", "2026-03-28 23:00 +01:00", "2026-03-29 07:00 +02:00"},
		{"Berlin: an end that is skipped", "Europe/Berlin", "22:00 02:30", "2026-03-28 23:00 +01:00", "2026-03-29 03:30 +02:00"},
		{"Berlin: a beginning that is skipped", "Europe/Berlin", "02:30 07:00", "2026-03-29 03:10 +02:00", ""},
		{"Berlin: after a beginning that is skipped", "Europe/Berlin", "02:30 07:00", "2026-03-29 03:40 +02:00", "2026-03-29 07:00 +02:00"},
		{"Berlin: the night they go back", "Europe/Berlin", "22:00 07:00", "2026-10-24 23:00 +02:00", "2026-10-25 07:00 +01:00"},
		{"Berlin: an end that comes twice", "Europe/Berlin", "22:00 02:30", "2026-10-25 02:10 +02:00", "2026-10-25 02:30 +02:00"},
		{"Berlin: between the two", "Europe/Berlin", "22:00 02:30", "2026-10-25 02:40 +02:00", ""},
		{"Berlin: the second time", "Europe/Berlin", "22:00 02:30", "2026-10-25 02:10 +01:00", ""},

		{"New York: forward", "America/New_York", "22:00 07:00", "2026-03-08 01:30 -05:00", "2026-03-08 07:00 -04:00"},
		{"New York: a skipped end", "America/New_York", "22:00 02:30", "2026-03-08 01:30 -05:00", "2026-03-08 03:30 -04:00"},
		{"New York: back", "America/New_York", "22:00 07:00", "2026-11-01 01:30 -05:00", "2026-11-01 07:00 -05:00"},
		{"New York: an end that comes twice", "America/New_York", "22:00 01:30", "2026-11-01 00:30 -04:00", "2026-11-01 01:30 -04:00"},

		{"Lord Howe: forward by half an hour", "Australia/Lord_Howe", "22:00 07:00", "2026-10-03 23:00 +10:30", "2026-10-04 07:00 +11:00"},
		{"Lord Howe: a skipped end", "Australia/Lord_Howe", "22:00 02:15", "2026-10-03 23:00 +10:30", "2026-10-04 02:45 +11:00"},
		{"Lord Howe: back by half an hour", "Australia/Lord_Howe", "22:00 07:00", "2026-04-05 01:50 +10:30", "2026-04-05 07:00 +10:30"},
	} {
		t.Run(c.name, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(layout, c.at)
			if err != nil {
				t.Fatal(err)
			}
			var q Quiet
			if c.quiet != "" {
				if err := q.UnmarshalText([]byte(c.quiet)); err != nil {
					t.Fatal(err)
				}
			}
			got := ""
			if until := q.Until(at, zone); !until.IsZero() {
				got = until.In(zone).Format(layout)
			}
			if got != c.want {
				t.Errorf("until %q, want %q", got, c.want)
			}
		})
	}
}

func TestWhatComesInQuietHours(t *testing.T) {
	urgent := func(in *store.ReminderInput) { in.Urgent = store.Some(true) }
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	h.set("", "quiet", "22:00 07:00")
	h.reminder("later", "2026-05-04T23:00")
	h.reminder("at once", "2026-05-04T23:00", urgent)
	h.at("2026-05-04 23:00")
	if seen := s.saw(); len(seen) != 1 || read(t, seen[0].body).Title != "at once" || read(t, seen[0].body).Priority != 5 {
		t.Fatalf("%+v", seen)
	}
	h.at("2026-05-05 06:59")
	if len(s.saw()) != 1 {
		t.Error("it came in quiet hours")
	}
	h.at("2026-05-05 07:00")
	if seen := s.saw(); len(seen) != 2 || read(t, seen[1].body).Title != "later" {
		t.Errorf("%+v", seen)
	}
	t.Run("done meanwhile", func(t *testing.T) {
		m := h.reminder("not any more", "2026-05-05T23:00")
		h.at("2026-05-05 23:00")
		if _, err := h.Store.FinishReminder(t.Context(), owner, m.ID, h.Policy); err != nil {
			t.Fatal(err)
		}
		h.at("2026-05-06 07:00")
		if len(s.saw()) != 2 || h.last(store.ChannelNtfy).State != store.DeliveryFailed {
			t.Errorf("%d requests, %s", len(s.saw()), outcome(h.last(store.ChannelNtfy)))
		}
	})
}

// A digest that is due in quiet hours comes at their end, and the patience of the hub counts from
// then.
func TestADigestWaitsForTheEndOfQuietHours(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	h.set("", "quiet", "21:00 10:00")
	h.set("ntfy", "digest_cron", "30 21 * * *")
	h.work()
	h.thread("quiet")
	h.at("2026-05-08 21:30") // twelve hours and more before it may go out
	if len(s.saw()) != 0 {
		t.Fatalf("it came: %+v", s.saw())
	}
	s.answer(503)
	h.at("2026-05-09 10:00")
	if d := h.last(store.ChannelNtfy); len(s.saw()) != 1 || d.State != store.DeliveryQueued {
		t.Fatalf("%d requests, %s", len(s.saw()), outcome(d))
	}
	s.answer(200)
	h.at("2026-05-09 10:02")
	if d := h.last(store.ChannelNtfy); len(s.saw()) != 2 || d.State != store.DeliverySent || d.Slot != "digest/2026-05-08T19:30:00.000Z" {
		t.Errorf("%d requests, %s", len(s.saw()), outcome(d))
	}
}

// A digest that waits is not sent once all of its threads are finished, put off or taken up again.
func TestADigestOfWhatIsNoLongerQuiet(t *testing.T) {
	type change = func(*house, store.Thread) error
	finish := func(h *house, th store.Thread) error {
		_, err := h.Store.Finish(h.Context(), owner, th.ID, store.Guard{}, store.StatusDone, "")
		return err
	}
	snooze := func(h *house, th store.Thread) error {
		_, err := h.Store.Snooze(h.Context(), owner, th.ID, store.Guard{}, new(h.clock.Now().Add(24*time.Hour)))
		return err
	}
	takeUp := func(h *house, th store.Thread) error {
		h.clock.Advance(time.Minute)
		_, err := h.Store.Claim(h.Context(), store.By{Actor: store.Agent}, th.ID, store.ClaimInput{Holder: "codex"})
		return err
	}
	remove := func(h *house, th store.Thread) error {
		_, err := h.Store.DeleteThread(h.Context(), owner, th.ID, store.Guard{})
		return err
	}
	for _, c := range []struct {
		name    string
		happens []change
		sent    int
	}{
		{"nothing happens", nil, 1},
		{"both are finished", []change{finish, finish}, 0},
		{"both are put off", []change{snooze, snooze}, 0},
		{"one is taken up, the other deleted", []change{takeUp, remove}, 0},
		{"one is finished", []change{finish}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, s := newHouse(t), newServer(t)
			withNtfy(h, s)
			h.set("", "quiet", "22:00 07:00")
			h.set("ntfy", "digest_cron", "0 6 * * *")
			h.work()
			threads := []store.Thread{h.thread("one"), h.thread("two")}
			h.at("2026-05-09 06:00")
			for i, change := range c.happens {
				if err := change(h, threads[i]); err != nil {
					t.Fatal(err)
				}
			}
			h.at("2026-05-09 07:00")
			want := store.DeliverySent
			if c.sent == 0 {
				want = store.DeliveryFailed + ": " + store.Withdrawn
			}
			if got := outcome(h.last(store.ChannelNtfy)); len(s.saw()) != c.sent || got != want {
				t.Errorf("%d requests, %s", len(s.saw()), got)
			}
		})
	}
}

// run runs one job.
func (h *house) run(name string) {
	h.Helper()
	for _, j := range h.engine.Jobs() {
		if j.Name == name {
			if err := j.Run(h.Context()); err != nil {
				h.Fatal(err)
			}
		}
	}
}

// What is not urgent waits for the end of quiet hours also if its first turn was before them, and then
// arrives once, with all the hub's patience.
func TestWhatIsOnItsWayWaitsForTheEndOfQuietHours(t *testing.T) {
	const away = "http://127.0.0.1:1"
	refused := func(h *house, s *server) {
		s.answer(503, "Retry-After", "600")
		h.at("2026-05-04 21:55")
		s.answer(200)
	}
	for _, c := range []struct {
		name   string
		urgent bool
		before func(*house, *server) // from 21:50 on
		night  func(*house, *server)
		sent   string // by the owner's clock
		asked  int
	}{
		{"a retry", false, refused, nil, "2026-05-05 07:00", 2},
		{"an urgent retry", true, refused, nil, "2026-05-04 22:05", 2},
		{"a retry when the hub starts anew in the night", false, refused, func(h *house, _ *server) {
			h.at("2026-05-05 01:00")
			if err := h.Store.Close(); err != nil {
				h.Fatal(err)
			}
			h.open()
		}, "2026-05-05 07:00", 2},
		{"a server that is back at three", false, func(h *house, _ *server) {
			h.set("ntfy", "url", away, "topic", topic)
			h.at("2026-05-04 21:50")
		}, func(h *house, s *server) {
			h.set("ntfy", "url", s.URL, "topic", topic)
			h.at("2026-05-05 03:15")
		}, "2026-05-05 07:00", 1},
		{"a machine that sleeps until three", false, func(h *house, _ *server) {
			h.clock.Advance(9*time.Hour + 50*time.Minute)
			h.run("reminders")
		}, func(h *house, _ *server) { h.at("2026-05-05 03:00") }, "2026-05-05 07:00", 1},
		{"refused before quiet hours and after them", false, func(h *house, s *server) {
			s.answer(503, "Retry-After", "300")
			h.at("2026-05-04 21:55")
		}, func(h *house, s *server) {
			h.at("2026-05-04 22:00")
			h.at("2026-05-05 07:00")
			s.answer(200)
		}, "2026-05-05 07:05", 3},
		{"quiet hours that are taken away", false, refused, func(h *house, _ *server) {
			h.at("2026-05-04 23:00")
			h.set("", "quiet", "")
		}, "2026-05-04 23:00", 2},
		{"quiet hours that end earlier", false, refused, func(h *house, _ *server) {
			h.at("2026-05-04 23:00")
			h.set("", "quiet", "22:00 06:00")
		}, "2026-05-05 06:00", 2},
		{"quiet hours that end later", false, refused, func(h *house, _ *server) {
			h.at("2026-05-04 23:00")
			h.set("", "quiet", "22:00 08:00")
		}, "2026-05-05 08:00", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, s := newHouse(t), newServer(t)
			withNtfy(h, s)
			h.set("", "quiet", "22:00 07:00")
			h.reminder("call", "2026-05-04T21:50", func(in *store.ReminderInput) { in.Urgent = store.Some(c.urgent) })
			c.before(h, s)
			if c.night != nil {
				c.night(h, s)
			}
			for end := h.clock.Now().Add(12 * time.Hour); h.clock.Now().Before(end); h.clock.Advance(5 * time.Minute) {
				h.work()
			}
			d := h.last(store.ChannelNtfy)
			if d.State != store.DeliverySent || len(s.saw()) != c.asked {
				t.Fatalf("%s, %d requests, want %d", outcome(d), len(s.saw()), c.asked)
			}
			if at := d.SentAt.In(h.Policy.Zone).Format("2006-01-02 15:04"); at != c.sent {
				t.Errorf("sent at %s, want %s", at, c.sent)
			}
		})
	}
}
