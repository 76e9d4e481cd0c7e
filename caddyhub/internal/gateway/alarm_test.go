package gateway

import (
	"slices"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/storetest"
)

// heardFull is [heard] with an outbox that takes nothing, while an area fails for long enough.
func heardFull(t *testing.T, area string) (h *house, said func() []string) {
	t.Helper()
	var failing []health.Problem
	h, said = heard(t, func(c *Config) { c.Problems = func() []health.Problem { return slices.Clone(failing) } })
	storetest.Refuse(h, h.dir, "deliveries")
	failing = []health.Problem{{Area: area, Since: h.clock.Now(), Text: phrase.NotStored(phrase.StorageFull), Page: "/ui/settings/data"}}
	h.clock.Advance(lasting)
	return h, said
}

var fullDisk = []string{"ntfy: Progress Hub needs attention | Changes can't be stored: the disk of the data folder is full; make room on it. | https://hub.example/ui/settings/data"}

// An alarm about a disk that takes nothing can't wait in the outbox: it is said past it, once a day.
func TestAnAlarmThatTheDiskDoesNotTake(t *testing.T) {
	h, said := heardFull(t, storageArea)
	want(t, "when it has lasted", said(), fullDisk)
	if got := h.states(); got != "" {
		t.Errorf("recorded: %s", got)
	}
	h.clock.Advance(time.Hour)
	want(t, "on the same day", said(), nil)
	h.Service = New(h.Config)
	want(t, "under another configuration", said(), nil)
	h.at("2026-05-05 08:00")
	want(t, "within a day", said(), nil)
	h.at("2026-05-05 13:00")
	want(t, "a day later", said(), fullDisk)
	storetest.Accept(h, h.dir, "deliveries")
	h.at("2026-05-06 13:00")
	want(t, "when the disk takes something again", said(), fullDisk)
	if got := h.states(); got != "alarm sent" {
		t.Errorf("recorded: %s", got)
	}
}

// A channel that panics keeps no other from being heard, nor the hub from going on.
func TestAnAlarmOnAChannelThatPanics(t *testing.T) {
	h, said := heardFull(t, storageArea)
	plans := h.Others.(others).plans
	plans[store.ChannelMail] = reach(sender(func(Message) Reply { panic("a secret") }))
	if err := h.alarm(t.Context()); err == nil || err.Error() != "say the alarm on mail: internal error (string)" {
		t.Errorf("%v", err)
	}
	delete(plans, store.ChannelMail)
	want(t, "on the other", said(), fullDisk)
}

func TestAnAlarmThatTheDiskDoesNotTakeWaitsForTheEndOfQuietHours(t *testing.T) {
	h, said := heardFull(t, storageArea)
	end := h.clock.Now().Add(time.Hour)
	h.Others = others{plans: h.Others.(others).plans, quiet: func(at time.Time) time.Time {
		if at.Before(end) {
			return end
		}
		return time.Time{}
	}}
	want(t, "in quiet hours", said(), nil)
	h.clock.Advance(time.Hour - time.Second)
	want(t, "just before their end", said(), nil)
	h.clock.Advance(time.Second)
	want(t, "at their end", said(), fullDisk)
}

// Another alarm waits until it can be recorded.
func TestAnotherAlarmWaitsForTheDisk(t *testing.T) {
	h, said := heardFull(t, "backup")
	if err := h.job("alarms").Run(t.Context()); err == nil {
		t.Error("it was recorded")
	}
	storetest.Accept(h, h.dir, "deliveries")
	want(t, "when the disk takes something again", said(), fullDisk)
	if got := h.states(); got != "alarm sent" {
		t.Errorf("recorded: %s", got)
	}
}

// An alarm that waits, here for the end of quiet hours, is not sent once its area works again, and the
// owner is told of the next time it fails.
func TestAnAlarmOfWhatWorksAgain(t *testing.T) {
	var failing []health.Problem
	checked := true
	h, said := heard(t, func(c *Config) {
		c.Problems = func() []health.Problem { return slices.Clone(failing) }
		c.Checked = func() bool { return checked }
	})
	var end time.Time
	o := h.Others.(others)
	o.quiet = func(at time.Time) time.Time {
		if at.Before(end) {
			return end
		}
		return time.Time{}
	}
	h.Others = o
	fail := func() {
		failing = []health.Problem{{Area: "forge", Since: h.clock.Now(), Text: phrase.Text("Sync fails."), Page: "/ui/settings/forge"}}
		h.clock.Advance(lasting)
	}
	alarm := []string{"ntfy: Progress Hub needs attention | Sync fails. | https://hub.example/ui/settings/forge"}
	end = h.clock.Now().Add(8 * time.Hour)
	fail()
	want(t, "in quiet hours", said(), nil)
	failing = nil
	h.clock.Advance(8 * time.Hour)
	want(t, "when it works again", said(), nil)
	if got := h.states(); got != "alarm failed" {
		t.Error(got)
	}
	fail()
	want(t, "when it fails again", said(), alarm)

	end = h.clock.Now().Add(30 * time.Hour)
	h.clock.Advance(store.AlarmRest)
	want(t, "a day later, in quiet hours", said(), nil)
	h.restart()
	h.clock.Advance(6 * time.Hour)
	failing, checked = nil, false
	want(t, "before anybody has looked", said(), nil)
	if got := h.states(); got != "alarm failed, alarm sent, alarm queued" {
		t.Error(got)
	}
	fail()
	checked = true
	want(t, "when it is known to fail", said(), alarm)
}
