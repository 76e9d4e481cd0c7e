package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// receiptAge is how long the answer to an Idempotency-Key is kept (docs/rest.md).
const receiptAge = 24 * time.Hour

// Receipt remembers the answer to a request that carried an Idempotency-Key.
type Receipt struct {
	Scope   string // method and path
	Key     string // the client's key
	Request []byte // digest of the request's body: the same key with another body is a conflict
	// Answer turns the result of the change, a Written[...], into what a retry will get.
	// It runs on the writer, inside the transaction.
	Answer func(written any) ([]byte, error)
}

// Replay returns the answer kept for r, or nil when this is the first such request. It
// waits while a twin of the request is under way. The caller calls done when its own
// request has ended, whatever came of it.
func (s *Store) Replay(ctx context.Context, r *Receipt) (answer []byte, done func(), err error) {
	const op = "look up an idempotency key"
	done, err = s.pending.lock(ctx, r.Scope+"\x00"+r.Key)
	if err != nil {
		return nil, nil, err
	}
	var request []byte
	err = s.row(ctx, "SELECT request, answer FROM receipts WHERE scope = ? AND key = ? AND created_at > ?",
		r.Scope, r.Key, At(s.now().Add(-receiptAge))).Scan(&request, &answer)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, done, nil
	case err != nil:
		done()
		return nil, nil, wrap(op, err)
	case !bytes.Equal(request, r.Request):
		done()
		return nil, nil, &ConflictError{Message: "this Idempotency-Key was already used for another request: use a new key"}
	}
	return answer, done, nil
}

func (t *tx) saveReceipt() error {
	r := t.by.Receipt
	if r == nil || t.written == nil {
		return nil
	}
	answer, err := r.Answer(t.written)
	if err != nil {
		return fmt.Errorf("keep the answer: %w", err)
	}
	if err := t.exec("DELETE FROM receipts WHERE created_at <= ?", At(t.now.Add(-receiptAge))); err != nil {
		return fmt.Errorf("drop old answers: %w", err)
	}
	if err := t.exec("INSERT OR REPLACE INTO receipts(scope, key, request, answer, created_at) VALUES (?, ?, ?, ?, ?)",
		r.Scope, r.Key, r.Request, answer, t.now); err != nil {
		return fmt.Errorf("keep the answer: %w", err)
	}
	return nil
}

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
