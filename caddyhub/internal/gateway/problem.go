package gateway

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/store"
)

// SetUp reports whether notifications go to a gateway.
func (s *Service) SetUp(ctx context.Context) (bool, error) {
	e, err := s.load(ctx)
	return err == nil && s.channel(e) != nil, err
}

// Problem tells why the last attempt to send a notification failed, whether or not it is tried
// again, and since when they fail.
func (s *Service) Problem(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	u, err := s.Outbox.undelivered(ctx)
	if err != nil || u == nil {
		return "", time.Time{}, false, err
	}
	return u.Error, u.Since.Time, true, nil
}

// undelivered tells how the attempts fail; nil: the last one succeeded, or there was none.
// What an earlier process has seen is in the store.
func (o *Outbox) undelivered(ctx context.Context) (*store.Undelivered, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.recall(ctx)
	return o.failing, err
}

// recall asks the store once how the attempts of earlier processes went.
func (o *Outbox) recall(ctx context.Context) (err error) {
	if o.recalled {
		return nil
	}
	o.failing, err = o.store.Undelivered(ctx)
	o.recalled = err == nil
	return err
}

// note remembers the outcome of an attempt, after [Outbox.resume].
func (o *Outbox) note(out store.Outcome) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case out.Sent:
		o.failing = nil
	case o.failing == nil:
		o.failing = &store.Undelivered{Since: store.At(o.now()), Error: out.Error}
	default:
		o.failing = &store.Undelivered{Since: o.failing.Since, Error: out.Error}
	}
}
