package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// receiptAge is how long the answer to an Idempotency-Key is kept (docs/rest.md).
const receiptAge = 24 * time.Hour

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
	err = s.db.Row(ctx, "SELECT request, answer FROM receipts WHERE scope = ? AND key = ? AND created_at > ?",
		r.Scope, r.Key, At(s.now().Add(-receiptAge))).Scan(&request, &answer)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, done, nil
	case err != nil:
		done()
		return nil, nil, wrap(op, err)
	case !bytes.Equal(request, r.Request):
		done()
		return nil, nil, &ConflictError{Message: "this Idempotency-Key came with another body before: repeat that one to the byte, or use a new key for what is to be done as well"}
	}
	return answer, done, nil
}

// answer makes a change whose result is the answer to its caller and, with a receipt, to a
// retry of the request.
func answer[T any](ctx context.Context, s *Store, op string, by By, change func(*tx) (T, error)) (out T, err error) {
	err = s.write(ctx, op, by, func(tx *tx) (err error) {
		if out, err = change(tx); err != nil {
			return err
		}
		return tx.keepAnswer(out)
	})
	return out, err
}

// keepAnswer keeps the result of the change for a retry, if there is a receipt for it.
func (tx *tx) keepAnswer(written any) error {
	r := tx.by.Receipt
	if r == nil {
		return nil
	}
	answer, err := r.Answer(written)
	if err != nil {
		return fmt.Errorf("keep the answer: %w", err)
	}
	if err := tx.Exec("DELETE FROM receipts WHERE created_at <= ?", At(tx.now.Add(-receiptAge))); err != nil {
		return fmt.Errorf("drop old answers: %w", err)
	}
	if err := tx.Exec("INSERT OR REPLACE INTO receipts(scope, key, request, answer, created_at) VALUES (?, ?, ?, ?, ?)",
		r.Scope, r.Key, r.Request, answer, tx.now); err != nil {
		return fmt.Errorf("keep the answer: %w", err)
	}
	return nil
}
