package caddyhub

import (
	"testing"
	_ "time/tzdata" // the zones of the tests, on any machine

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

func TestReminderFollowsTheZoneOfANewConfiguration(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	in := func(zone string) string { return site(t, port, "data_dir "+dir+"\ntimezone "+zone, "hub") }
	load(t, in("Europe/Berlin"))
	app := running(t)
	made, err := app.runtime.store.CreateReminder(t.Context(), store.By{Actor: store.Owner},
		store.ReminderInput{Text: store.Some("x"), Kind: store.Some("daily"), DueAt: store.Some("2026-01-10T08:00")}, app.settings.policy())
	if err != nil {
		t.Fatal(err)
	}
	if err := caddy.Load(adapt(t, in("Asia/Tokyo")), true); err != nil {
		t.Fatal(err)
	}
	app = running(t)
	moved := make(chan struct{}, 100)
	defer app.runtime.store.Subscribe(func(store.Commit) { moved <- struct{}{} })()
	for { // the jobs of the new configuration do it
		got, err := app.runtime.store.Reminder(t.Context(), made.Item.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !got.NextAt.Equal(made.Item.NextAt.Time) {
			if hour := got.NextAt.In(app.settings.policy().Zone).Hour(); hour != 8 {
				t.Errorf("next at %s, which is at %d o'clock there", got.NextAt, hour)
			}
			return
		}
		<-moved
	}
}
