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
	return s.Outbox.Lane(store.ChannelGateway).Problem(ctx)
}

// Problem tells why the last attempt on the lane failed, whether or not it is tried again, and
// since when they fail.
func (l *Lane) Problem(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	u, err := l.undelivered(ctx)
	if err != nil || u == nil {
		return "", time.Time{}, false, err
	}
	return u.Error, u.Since.Time, true, nil
}

// undelivered tells how the attempts fail; nil: the last one succeeded, or there was none.
// What an earlier process has seen is in the store.
func (l *Lane) undelivered(ctx context.Context) (*store.Undelivered, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.recalled {
		return l.failing, nil
	}
	var err error
	l.failing, err = l.outbox.store.Undelivered(ctx, l.channel)
	l.recalled = err == nil
	return l.failing, err
}

// note remembers the outcome of an attempt, after [Lane.resume].
func (l *Lane) note(out store.Outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case out.Sent:
		l.failing = nil
	case store.OwnReason(l.channel, out.Error):
	case l.failing == nil:
		l.failing = &store.Undelivered{Since: store.At(l.outbox.now()), Error: out.Error}
	default:
		l.failing = &store.Undelivered{Since: l.failing.Since, Error: out.Error}
	}
}
