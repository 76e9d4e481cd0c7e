package store

import (
	"time"
)

// How long a lease may last.
const (
	MinLease     = 5 * time.Minute
	MaxLease     = 8 * time.Hour
	DefaultLease = 2 * time.Hour
)

// Lease says who works on a thread now. Its id is known to the holder alone and given
// only by [Store.Claim].
type Lease struct {
	Holder    string `json:"holder" doc:"Who works on it" example:"claude-code on the laptop"`
	ExpiresAt Time   `json:"expires_at" doc:"Until when"`
}

// leaseRow is the lease as stored: with the secret id, and also when it has expired. Of one
// that its holder has ended only the id stays, so that who lost it before can be told.
type leaseRow struct {
	id        *string
	holder    *string
	expiresAt *Time
	minutes   *int
}

// live is the lease as others see it, nil once it has expired.
func (l leaseRow) live(now Time) *Lease {
	if l.expiresAt == nil || !l.expiresAt.After(now.Time) {
		return nil
	}
	return &Lease{Holder: *l.holder, ExpiresAt: *l.expiresAt}
}

// is reports whether id names this lease, expired or not, unless its holder has ended it.
func (l leaseRow) is(id string) bool { return l.expiresAt != nil && *l.id == id }

// was reports whether id names this lease, also one that its holder has ended.
func (l leaseRow) was(id string) bool { return l.id != nil && *l.id == id }

// after reports whether somebody else has had the thread since id was its lease, if it ever
// was: the last lease is another.
func (l leaseRow) after(id string) bool { return l.id != nil && *l.id != id }
