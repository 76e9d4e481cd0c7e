package store

import (
	"context"
	"testing"
	"time"
)

func TestPreferencesAreKept(t *testing.T) {
	t.Parallel()
	dir, c := t.TempDir(), newClock()
	s := openStore(t, dir, Options{Now: c.Now})
	change := func(in PreferencesInput) Written[Preferences] {
		t.Helper()
		w, err := s.UpdatePreferences(t.Context(), owner, in, Policy{})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first := change(PreferencesInput{Timezone: Some("Europe/Vienna"), StaleDays: Some(5), Keys: Some(false)})
	change(PreferencesInput{Theme: Some("dark"), StaleDays: Opt[int]{Set: true}})
	e := history(t, s, SettingURI("preferences"))
	if len(e) != 2 || e[0].ID != first.EventID || e[0].Kind != "settings.updated" || keys(t, e[0].After) != "keys stale_days timezone" || keys(t, e[1].Before) != "stale_days theme" {
		t.Errorf("events %+v", e)
	}
	if w := change(PreferencesInput{Theme: Some("dark")}); w.EventID != "" {
		t.Error("a change of nothing left an event")
	}
	for range 2 {
		p := s.Preferences()
		if *p.Timezone != "Europe/Vienna" || p.StaleDays != nil || *p.Theme != "dark" || p.TextSize != nil || *p.Keys {
			t.Errorf("kept %+v", p)
		}
		if zone := s.Effective(Policy{}).Zone.String(); zone != "Europe/Vienna" {
			t.Errorf("the zone in effect is %s", zone)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = openStore(t, dir, Options{Now: c.Now})
	}
}

func TestPreferencesAreBounded(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for field, in := range map[string]PreferencesInput{
		"timezone":      {Timezone: Some("Vienna")},
		"stale_days":    {StaleDays: Some(MaxStaleDays + 1)},
		"theme":         {Theme: Some("blue")},
		"text_size":     {TextSize: Some("")},
		"language":      {Language: Some("tlh")},
		"focus_minutes": {FocusMinutes: Some(-15)},
		"first_steps":   {FirstSteps: Some([]string{"agent", "agent"})},
	} {
		if _, err := s.UpdatePreferences(t.Context(), owner, in, Policy{}); invalidFields(err) != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if len(history(t, s, "")) != 0 {
		t.Error("a refused change was written")
	}
}

func TestOfSimultaneousPreferencesTheLastHolds(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	set := func(days int) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.UpdatePreferences(ctx, owner, PreferencesInput{StaleDays: Some(days)}, Policy{})
			return err
		}
	}
	for i, err := range together(t, s, set(4), set(0), set(6)) {
		if (err != nil) != (i == 1) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	if days := s.Effective(Policy{}).StaleDays; days != 6 {
		t.Errorf("%d days", days)
	}
}

func TestConfigurationComesBeforePreferences(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	if _, err := s.UpdatePreferences(t.Context(), owner, PreferencesInput{Timezone: Some("Asia/Tokyo"), StaleDays: Some(8)}, Policy{}); err != nil {
		t.Fatal(err)
	}
	if p := s.Effective(Policy{StaleDays: 2, Zone: time.UTC}); p.StaleDays != 2 || p.Zone != time.UTC {
		t.Errorf("in effect %+v", p)
	}
	if p := s.Effective(Policy{}); p.StaleDays != 8 || p.Zone.String() != "Asia/Tokyo" {
		t.Errorf("in effect %+v", p)
	}
}

// A backup may come from a machine that knows more zones.
func TestAZoneUnknownHereCountsAsNotChosen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openStore(t, dir, Options{})
	s.sql(t, `INSERT INTO settings(name, value, updated_at) VALUES ('preferences', '{"timezone":"Mars/Olympus","stale_days":9}', '')`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir, Options{})
	if p := s.Preferences(); p.Timezone != nil || *p.StaleDays != 9 {
		t.Errorf("preferences %+v", p)
	}
	if zone := s.Effective(Policy{}).Zone; zone != time.Local {
		t.Errorf("the zone in effect is %s", zone)
	}
}

func TestZoneName(t *testing.T) {
	t.Parallel()
	if name := ZoneName(time.UTC); name != "UTC" {
		t.Errorf("UTC is called %s", name)
	}
	if _, err := time.LoadLocation(ZoneName(time.Local)); err != nil {
		t.Errorf("the machine's zone has no name that can be used: %v", err)
	}
}
