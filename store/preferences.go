package store

import (
	"context"
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

	zone *time.Location // of Timezone
}

// DefaultStaleDays is how long a thread may be quiet before it counts as stale.
const DefaultStaleDays = 3

// Policy is the configuration that rules depend on. It belongs to the caller, because it
// may change while the store stays open. What it leaves open the owner's preferences say.
type Policy struct {
	StaleDays int            // days without work after which an active thread is stale; 0: not configured
	Zone      *time.Location // the owner's; nil: not configured
}

// Effective fills in what a configuration leaves open: from the owner's preferences, else
// three days and the machine's zone.
func (s *Store) Effective(p Policy) Policy {
	chosen := s.prefs.Load()
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
