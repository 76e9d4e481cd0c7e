package store

import "errors"

// ConflictError is a change that the present state does not allow.
type ConflictError struct {
	Message string // a sentence that names both states, or what stands in the way
	// Lease is the live lease of another worker, when that is the conflict.
	Lease *Lease
	// TakenAt is when that worker took it from the caller, who brought the lease it lost.
	TakenAt *Time
	// NoLease says that the caller brought a lease_id that never was one of the thread.
	NoLease bool
	// MergedInto is the thread that the conflict is about, when the one named was merged into it.
	MergedInto string
	// Finished says that the thread is no longer worked on, when that is the conflict.
	Finished bool
	// Blocking are the newer changes that stand in the way of an undo.
	Blocking []Event
}

func (e *ConflictError) Error() string { return e.Message }

// advise adds to a conflict what to do about it.
func advise(err error, what string) error {
	if conflict := new(ConflictError); errors.As(err, &conflict) {
		conflict.Message += ": " + what
	}
	return err
}
