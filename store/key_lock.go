package store

import (
	"context"
	"sync"
)

// receiptLocks lets one request a key through at a time.
type receiptLocks struct {
	mu   sync.Mutex
	held map[string]chan struct{} // closed when the holder is done
}

func (l *receiptLocks) lock(ctx context.Context, key string) (unlock func(), err error) {
	for {
		l.mu.Lock()
		wait, taken := l.held[key]
		if !taken {
			if l.held == nil {
				l.held = map[string]chan struct{}{}
			}
			mine := make(chan struct{})
			l.held[key] = mine
			l.mu.Unlock()
			return sync.OnceFunc(func() {
				l.mu.Lock()
				delete(l.held, key)
				l.mu.Unlock()
				close(mine)
			}), nil
		}
		l.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
