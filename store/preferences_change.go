package store

import (
	"context"
	"slices"
	"strings"
	"time"
)

// PreferencesInput holds the choices to make: absent ones stay as they are, and one without
// a value is taken back.
type PreferencesInput struct {
	Timezone  Opt[string]
	StaleDays Opt[int]
	Theme     Opt[string]
	TextSize  Opt[string]
	Language  Opt[string]
	Keys      Opt[bool]

	FocusMinutes Opt[int]

	FirstSteps Opt[[]string]
}

// UpdatePreferences changes the choices that in carries. They hold for every rule from the
// moment the call returns; recurring reminders move along with the owner's clock.
func (s *Store) UpdatePreferences(ctx context.Context, by By, in PreferencesInput, p Policy) (Written[Preferences], error) {
	var out Written[Preferences]
	err := s.write(ctx, "change the preferences", by, func(tx *tx) (err error) {
		var was Preferences
		if err := tx.setting(settingPreferences, &was); err != nil {
			return err
		}
		is := was
		if err := in.apply(&is).err(); err != nil {
			return err
		}
		is.locate()
		out.Item = is
		s.chosen.Note(tx.Tx, &is)
		if out.EventID, err = tx.putSetting(settingPreferences, was, is); err != nil || out.EventID == "" {
			return err
		}
		if err := tx.rescheduleReminders(is.effective(p).Zone); err != nil {
			return err
		}
		return tx.keepAnswer(out)
	})
	return out, err
}

// apply checks the choices that are there and writes them to p.
func (in PreferencesInput) apply(p *Preferences) invalid {
	var v invalid
	for _, f := range []struct {
		name  string
		in    Opt[string]
		to    **string
		check func(name, value string)
	}{
		{"timezone", in.Timezone, &p.Timezone, v.checkZone},
		{"theme", in.Theme, &p.Theme, func(name, value string) { v.oneOf(name, value, Themes) }},
		{"text_size", in.TextSize, &p.TextSize, func(name, value string) { v.oneOf(name, value, TextSizes) }},
		{"language", in.Language, &p.Language, func(name, value string) { v.oneOf(name, value, Languages) }},
	} {
		if !f.in.Set {
			continue
		}
		if *f.to = f.in.Value; f.in.Value != nil {
			f.check(f.name, *f.in.Value)
		}
	}
	if in.StaleDays.Set {
		if p.StaleDays = in.StaleDays.Value; p.StaleDays != nil && (*p.StaleDays < 1 || *p.StaleDays > MaxStaleDays) {
			v.add("stale_days", "must be between 1 and %d", MaxStaleDays)
		}
	}
	if in.FocusMinutes.Set {
		if p.FocusMinutes = in.FocusMinutes.Value; p.FocusMinutes != nil && !slices.Contains(FocusLengths, *p.FocusMinutes) {
			v.add("focus_minutes", "must be 0, 15, 25 or 45")
		}
	}
	if in.Keys.Set {
		p.Keys = in.Keys.Value
	}
	if in.FirstSteps.Set {
		p.FirstSteps = in.FirstSteps.Value
		v.checkFirstSteps(in.FirstSteps.or(nil))
	}
	return v
}

// checkFirstSteps takes each step at most once.
func (v *invalid) checkFirstSteps(ticked []string) {
	for i, step := range ticked {
		if !slices.Contains(FirstSteps, step) || slices.Contains(ticked[:i], step) {
			v.add("first_steps", "must name some of %s, each once", strings.Join(FirstSteps, ", "))
			return
		}
	}
}

// checkZone takes the names that mean the same on every machine: "Local" is not one.
func (v *invalid) checkZone(field, name string) {
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == localZone {
		v.add(field, "must be a name of the IANA time zone database, such as Europe/Vienna")
	}
}
