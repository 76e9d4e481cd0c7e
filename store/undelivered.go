package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/progresshub/progresshub/store/phrase"
)

// What a delivery that was not sent says of itself, and not of the receiver.
var (
	// Withdrawn is the error of a reminder, or of threads that can start, of which nothing need be
	// heard any more.
	Withdrawn = phrase.NotifyWithdrawn.String()

	// Decided is the error of a change request or conflict that no longer waits for its owner.
	Decided = phrase.NotifyDecided.String()

	replacedDigest = phrase.NotifyNewerDigest.String()

	// interrupted is the error of a digest that may or may not have arrived.
	interrupted = phrase.NotifyInterrupted.String()
)

// Undelivered tells how attempts to deliver something fail.
type Undelivered struct {
	Since Time   // about when the first of them was made
	Error string // why the newest did, in words for the owner
}

// Undelivered tells how the deliveries of a channel after the last one that was sent fail; nil:
// they do not, or there are none. The times of single attempts are not kept: the receiver counts as
// failing if it has refused a delivery that was made after the last one it took. One that waits for the
// end of quiet hours says nothing.
func (s *Store) Undelivered(ctx context.Context, channel string) (*Undelivered, error) {
	const failed = `FROM deliveries WHERE channel = ?4 AND state <> 'sent' AND attempts > 0 AND last_error IS NOT NULL AND last_error NOT IN (?1, ?2, ?3, ?5)
		AND due_at <= ?6 AND due_at > ifnull((SELECT max(sent_at) FROM deliveries WHERE channel = ?4 AND state = 'sent'), '')`
	var u Undelivered
	err := s.db.Row(ctx, `SELECT (SELECT min(due_at) `+failed+`), last_error `+failed+` ORDER BY id DESC LIMIT 1`,
		Withdrawn, replacedDigest, interrupted, channel, Decided, At(s.now())).Scan(&u.Since, &u.Error)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &u, wrap("look for failed deliveries", err)
}
