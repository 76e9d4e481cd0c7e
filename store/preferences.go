package store

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Preferences are the owner's choices that are kept in the database, so that phone,
// desktop and agents agree. A choice that was not made is nil.
type Preferences struct {
	Timezone  *string `json:"timezone"`   // a name of the IANA database
	StaleDays *int    `json:"stale_days"` // days
	Theme     *string `json:"theme"`
	TextSize  *string `json:"text_size"`
	Keys      *bool   `json:"keys"` // whether single keys are shortcuts

	FocusMinutes *int `json:"focus_minutes"` // one of FocusLengths

	FirstSteps *[]string `json:"first_steps"` // those of [FirstSteps] the owner has ticked off

	zone *time.Location // of Timezone
}

// The bounds of stale days: how long a thread may go without work before it counts as stale.
const (
	DefaultStaleDays = 3
	MaxStaleDays     = 365
)

// The values of a theme and of a text size. The first of each is the default.
var (
	Themes    = []string{"system", "light", "dark"}
	TextSizes = []string{"normal", "large", "larger"}
)

// FocusLengths are how long the dashboard's focus timer may run, in minutes; 0: there is none.
var FocusLengths = []int{0, 15, 25, 45}

// DefaultFocusMinutes is how long it runs while nothing is chosen.
const DefaultFocusMinutes = 25

// FirstSteps are what the dashboard shows a new owner to do. What the hub can't see for
// itself, or is not wanted, the owner ticks off.
var FirstSteps = []string{"password", "agent", "thread", "backup"}

// Policy is the configuration that rules depend on. It belongs to the caller, because it
// may change while the store stays open. What it leaves open the owner's preferences say.
type Policy struct {
	StaleDays int            // days without work after which an active thread is stale; 0: not configured
	Zone      *time.Location // the owner's; nil: not configured
}

// Effective fills in what a configuration leaves open: from the owner's preferences, else
// three days and the machine's zone.
func (s *Store) Effective(p Policy) Policy {
	return s.prefs.Load().effective(p)
}

func (chosen *Preferences) effective(p Policy) Policy {
	if p.StaleDays == 0 && chosen.StaleDays != nil {
		p.StaleDays = *chosen.StaleDays
	}
	if p.StaleDays == 0 {
		p.StaleDays = DefaultStaleDays
	}
	if p.Zone == nil {
		p.Zone = chosen.zone
	}
	if p.Zone == nil {
		p.Zone = time.Local
	}
	return p
}

// staleBefore is the latest last activity of a thread that is stale at now, by an
// effective policy.
func (p Policy) staleBefore(now time.Time) Time {
	return At(now.Add(-time.Duration(p.StaleDays) * 24 * time.Hour))
}

// Preferences are the owner's stored choices. A time zone that this machine does not know
// counts as not chosen.
func (s *Store) Preferences() Preferences {
	p := *s.prefs.Load()
	if p.zone == nil {
		p.Timezone = nil
	}
	return p
}

// PreferencesInput holds the choices to make: absent ones stay as they are, and one without
// a value is taken back.
type PreferencesInput struct {
	Timezone  Opt[string]
	StaleDays Opt[int]
	Theme     Opt[string]
	TextSize  Opt[string]
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
		out.Item, tx.prefs = is, &is
		if out.EventID, err = tx.putSetting(settingPreferences, was, is); err != nil || out.EventID == "" {
			return err
		}
		tx.written = out
		return tx.rescheduleReminders(is.effective(p).Zone)
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

// loadPreferences reads the stored choices when the store opens.
func (s *Store) loadPreferences(ctx context.Context) error {
	var p Preferences
	if err := s.setting(ctx, settingPreferences, &p); err != nil {
		return wrap("read the preferences", err)
	}
	p.locate()
	s.prefs.Store(&p)
	return nil
}

// locate finds the zone of the chosen name. One that this machine does not know counts as
// not chosen.
func (p *Preferences) locate() {
	p.zone = nil
	if p.Timezone == nil {
		return
	}
	if zone, err := time.LoadLocation(*p.Timezone); err == nil {
		p.zone = zone
	}
}
