package store

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// Preferences are the owner's choices that are kept in the database, so that phone,
// desktop and agents agree. A choice that was not made is nil.
type Preferences struct {
	Timezone  *string `json:"timezone"`   // a name of the IANA database
	StaleDays *int    `json:"stale_days"` // days
	Theme     *string `json:"theme"`
	TextSize  *string `json:"text_size"`
	Keys      *bool   `json:"keys"`     // whether single keys are shortcuts
	Language  *string `json:"language"` // one of Languages

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

// Languages are those of the dashboard by their tags (RFC 5646), after "browser": whichever of
// them the browser asks for first. That is the default.
var Languages = []string{"browser", "en", "de", "es", "fr", "ja"}

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

// loadPreferences reads the stored choices when the store opens. Those of a damaged row count as
// not made, and can't be made before it is mended: that would overwrite them.
func (s *Store) loadPreferences(ctx context.Context) error {
	p, err := readableSetting[Preferences](ctx, s, settingPreferences)
	if err != nil {
		return wrap("read the preferences", err)
	}
	p.locate()
	s.prefs.Store(&p)
	return nil
}

// keepPreferences takes over what a commit has left.
func (s *Store) keepPreferences(chosen []*Preferences) { s.prefs.Store(chosen[len(chosen)-1]) }

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

// zone is the owner's. It is asked for on the writer, and of the changes that share a commit with this
// one too, so that a change of it and one of a reminder never pass each other unseen.
func (tx *tx) zone(p Policy) *time.Location {
	return latest(tx, tx.store.chosen, &tx.store.prefs).effective(p).Zone
}

// latest is what the changes in front of this one have noted that share its commit, or what the
// commits before have left.
func latest[T any](tx *tx, hook *sqlite.Hook[*T], known *atomic.Pointer[T]) *T {
	if earlier := hook.Earlier(tx.Tx); len(earlier) > 0 {
		return earlier[len(earlier)-1]
	}
	return known.Load()
}
