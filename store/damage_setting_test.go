package store

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A setting that can't be read stops nothing: the hub goes by its defaults, says which row it is,
// and leaves that as it was.
func TestADamagedSettingStopsNothing(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"no JSON": `{"stale_days":9`, "another type": `{"timezone":"Europe/Berlin","stale_days":"x"}`, "null": `null`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			first, err := Open(t.Context(), dir, Options{})
			works(t, err)
			th := create(t, first, "water pipes in the garden")
			_, err = first.UpdatePreferences(t.Context(), owner, PreferencesInput{StaleDays: Some(9)}, Policy{})
			works(t, err)
			_, err = first.ChooseThread(t.Context(), owner, &th.ID)
			works(t, err)
			first.spoil(t, "settings", "value", text, "name", settingPreferences)
			first.spoil(t, "settings", "value", `{"thread_id":`, "name", settingNow)
			works(t, first.Close())

			s := openStore(t, dir, Options{})
			if p := s.Effective(Policy{}); p.StaleDays != DefaultStaleDays || p.Zone != time.Local {
				t.Errorf("%+v", p)
			}
			if got, err := s.ChosenThread(t.Context()); err != nil || got != nil {
				t.Errorf("chosen: %+v, %v", got, err)
			}
			if _, err := s.NextThread(t.Context(), Policy{}); err != nil {
				t.Error(err)
			}
			_, err = s.UpdatePreferences(t.Context(), owner, PreferencesInput{StaleDays: Some(5)}, Policy{})
			if bad := (*DamagedError)(nil); !errors.As(err, &bad) || bad.ID != settingPreferences {
				t.Errorf("a change: %v", err)
			}
			var kept string
			works(t, s.db.Row(t.Context(), settingQuery, settingPreferences).Scan(&kept))
			if kept != text {
				t.Errorf("the row holds %s", kept)
			}
			if rows := damagedSettings(t, s); len(rows) != 2 {
				t.Errorf("named: %v", rows)
			}
			s.sql(t, "DELETE FROM settings")
			if rows := damagedSettings(t, s); len(rows) != 0 {
				t.Errorf("mended, and still named: %v", rows)
			}
		})
	}
}

func damagedSettings(t *testing.T, s *Store) (names []string) {
	t.Helper()
	d, err := s.Damage(context.WithoutCancel(t.Context()))
	works(t, err)
	for _, row := range d.Rows {
		if row.Kind == "setting" {
			names = append(names, row.ID)
		}
	}
	return names
}
