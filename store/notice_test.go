package store

import (
	"strconv"
	"testing"
	"time"
)

// onAll is a message for every channel, and two devices.
func onAll(text string) Message {
	m := Message{Text: text, Notice: Notice{Title: text, Items: []NoticeItem{{Title: text, Verbs: []string{VerbDone, VerbSnoozeHr, VerbOpen}}}}}
	for _, channel := range Channels {
		if channel == ChannelPush {
			m.To = append(m.To, Target{Channel: channel, Device: "tablet"})
		}
		m.To = append(m.To, Target{Channel: channel, Device: map[string]string{ChannelPush: "phone"}[channel]})
	}
	return m
}

func waiting(t *testing.T, s *Store, channel string) Delivery {
	t.Helper()
	d, ok, err := s.NextDelivery(t.Context(), channel)
	if err != nil || !ok {
		t.Fatalf("nothing is queued for %s: %v", channel, err)
	}
	return d
}

func TestAMessageHasADeliveryForEachWay(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	m := remind(t, s, reminder("once", "2026-05-01T09:00:00Z", ""))
	compose := func(m Reminder) Message { return onAll(m.Text) }
	if fired, err := s.FireReminders(t.Context(), Policy{}, compose); fired != 1 || err != nil {
		t.Fatalf("%d fired, %v", fired, err)
	}
	page, err := s.Deliveries(t.Context(), DeliveryFilter{})
	if err != nil || page.Total != 6 {
		t.Fatalf("%d deliveries, %v", page.Total, err)
	}
	ways := map[string]bool{}
	for _, d := range page.Deliveries {
		ways[d.Channel+" "+d.Device] = true
		if d.Notice == nil || d.Notice.ID != page.Deliveries[0].Notice.ID || d.Notice.Kind != DeliverReminder || d.Notice.Title != m.Text || d.State != DeliveryQueued {
			t.Errorf("%+v", d)
		}
	}
	if len(ways) != 6 {
		t.Errorf("%v", ways)
	}
	if page, err := s.Deliveries(t.Context(), DeliveryFilter{Channel: ChannelPush}); err != nil || page.Total != 2 {
		t.Errorf("push: %d, %v", page.Total, err)
	}
	t.Run("each with its own outcome", func(t *testing.T) {
		d := waiting(t, s, ChannelMail)
		if _, err := s.EndAttempt(t.Context(), d.ID, Outcome{Error: "the mail server refuses it"}); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := s.NextDelivery(t.Context(), ChannelMail); ok || err != nil {
			t.Errorf("mail still waits: %v", err)
		}
		if d := waiting(t, s, ChannelNtfy); d.State != DeliveryQueued {
			t.Errorf("%+v", d)
		}
	})
	t.Run("what waits is withdrawn on all of them", func(t *testing.T) {
		c.advance(time.Hour)
		if _, err := s.UpdateReminder(t.Context(), owner, m.ID, ReminderInput{DueAt: Some("2026-05-01T10:00:00Z")}, Policy{}); err != nil {
			t.Fatal(err)
		}
		if fired, err := s.FireReminders(t.Context(), Policy{}, compose); fired != 1 || err != nil {
			t.Fatalf("%d fired, %v", fired, err)
		}
		page, err := s.Deliveries(t.Context(), DeliveryFilter{State: DeliveryQueued})
		if err != nil || page.Total != 6 {
			t.Errorf("%d wait, %v", page.Total, err)
		}
	})
}

func TestEachChannelHasItsOwnDigest(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	create(t, s, "quiet")
	slot := c.advance(4 * 24 * time.Hour).Time
	for _, channel := range []string{ChannelGateway, ChannelMail} {
		queued, err := s.QueueDigest(t.Context(), channel, nineDaily, slot, Policy{}, func(list []Thread) Message {
			return Message{Text: named(list), To: []Target{{Channel: channel}}}
		})
		if err != nil || !queued {
			t.Fatalf("%s: %t, %v", channel, queued, err)
		}
	}
	if d := waiting(t, s, ChannelMail); d.Slot != waiting(t, s, ChannelGateway).Slot {
		t.Errorf("slots %s", d.Slot)
	}
	if _, err := s.EndAttempt(t.Context(), waiting(t, s, ChannelMail).ID, Outcome{Sent: true, Reached: true}); err != nil {
		t.Fatal(err)
	}
	for channel, want := range map[string]int{ChannelMail: 0, ChannelGateway: 1} {
		if list, err := s.ThreadsToNudge(t.Context(), channel, Policy{}); err != nil || len(list) != want {
			t.Errorf("%s: %d threads are to be told of, %v", channel, len(list), err)
		}
	}
}

func TestWhatMustNotComeYetWaits(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	m := toGateway("later")
	m.To[0].From = At(c.Now().Add(9 * time.Hour))
	w, err := s.QueueTest(t.Context(), owner, m)
	if err != nil || !w.Item.NextAttemptAt.Equal(c.Now().Add(9*time.Hour)) {
		t.Errorf("%+v, %v", w.Item, err)
	}
	if d := waiting(t, s, ChannelGateway); !d.DueAt.Equal(d.NextAttemptAt.Time) || !d.CreatedAt.Equal(c.Now()) {
		t.Errorf("%+v", d)
	}
}

// What waited when the hub was updated waits under the same id, and what was told counts.
func TestDeliveriesOfAnOlderHubStay(t *testing.T) {
	t.Parallel()
	const before = 16 // the version without channels
	dir := t.TempDir()
	db := foreign(t, database(dir), migrations()[:before]...)
	foreignExec(t, db, "PRAGMA application_id = "+strconv.Itoa(schema.ApplicationID))
	foreignExec(t, db, "PRAGMA user_version = "+strconv.Itoa(before))
	for _, row := range []string{
		`INSERT INTO projects(slug, title, created_at, updated_at) SELECT 'p', 'p', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z' WHERE NOT EXISTS (SELECT 1 FROM projects WHERE slug = 'p')`,
		`INSERT INTO deliveries(id, kind, slot, text, next_attempt_at, created_at) VALUES ('waits', 'reminder', 'reminder/x/y', 'call', '2026-05-01T09:00:00.000Z', '2026-05-01T08:00:00.000Z')`,
		`INSERT INTO deliveries(id, kind, slot, text, state, sent_at, created_at) VALUES ('is sent', 'digest', 'digest/2026-05-01T07:00:00.000Z', 'quiet', 'sent', '2026-05-01T07:00:01.000Z', '2026-05-01T07:00:00.000Z')`,
		`INSERT INTO slots(job, schedule, at) VALUES ('digest', '0 9 * * *', '2026-05-01T07:00:00.000Z'), ('forge', '0 * * * *', '2026-05-01T07:00:00.000Z')`,
	} {
		foreignExec(t, db, row)
	}
	db.Close()
	s := openStore(t, dir, Options{})
	d := waiting(t, s, ChannelGateway)
	if d.ID != "waits" || d.Text != "call" || d.Notice != nil || d.DueAt.String() != "2026-05-01T08:00:00.000Z" || d.NextAttemptAt.String() != "2026-05-01T09:00:00.000Z" {
		t.Errorf("%+v", d)
	}
	if d, err := s.Delivery(t.Context(), "is sent"); err != nil || d.State != DeliverySent || d.Channel != ChannelGateway {
		t.Errorf("%+v, %v", d, err)
	}
	if at, err := s.Slot(t.Context(), SlotJob(DeliverDigest, ChannelGateway), nineDaily); err != nil || At(at).String() != "2026-05-01T07:00:00.000Z" {
		t.Errorf("the digest goes on from %s, %v", at, err)
	}
}

// A copy of the database allows nobody to act on a message.
func TestSnapshotHasNoButtons(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	tapped(t, s)
	file := t.TempDir() + "/copy"
	if err := s.Snapshot(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	db := foreign(t, file)
	var n int
	if err := db.QueryRow("SELECT count(*) FROM actions").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d, %v", n, err)
	}
}
