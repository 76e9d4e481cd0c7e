package store

import (
	"context"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
)

// What a delivery that was not sent says of itself, and not of the receiver.
var (
	// Withdrawn is the error of a reminder, or of threads that are quiet or can start, of which nothing
	// need be heard any more.
	Withdrawn = phrase.NotifyWithdrawn.String()

	// Decided is the error of a change request or conflict that no longer waits for its owner.
	Decided = phrase.NotifyDecided.String()

	replacedDigest = phrase.NotifyNewerDigest.String()

	// interrupted is the error of a digest that may or may not have arrived.
	interrupted = phrase.NotifyInterrupted.String()
)

// ownReasons are the sentences of a delivery that was not sent which say nothing of its receiver.
var ownReasons = []phrase.Phrase{
	phrase.NotifyWithdrawn, phrase.NotifyDecided, phrase.NotifyNewerDigest, phrase.NotifyNewer, phrase.NotifyInterrupted,
	phrase.NotifyRestored, phrase.NotifyUnsubscribed, phrase.GatewayStopped, phrase.GatewayInterrupted(phrase.GatewayStopped),
}

// OwnReason reports whether a delivery of a channel was not sent for a reason of the hub's own, or of its
// owner's, so that the receiver does not count as failing.
func OwnReason(channel, text string) bool {
	return slices.ContainsFunc(ownReasons, func(p phrase.Phrase) bool { return p.String() == text }) ||
		strings.HasPrefix(phrase.Find(channel, text).Code(), "setup.") // it was switched off or taken away
}

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
	list, err := collect(ctx, s, func(r rowScanner) (u Undelivered, err error) {
		return u, r.Scan(&u.Since, &u.Error)
	}, `SELECT due_at, last_error FROM deliveries WHERE channel = ?1 AND state <> 'sent' AND attempts > 0 AND last_error IS NOT NULL
		AND (state = 'failed' OR due_at <= ?2) AND due_at > ifnull((SELECT max(sent_at) FROM deliveries WHERE channel = ?1 AND state = 'sent'), '') ORDER BY id`, channel, At(s.now()))
	list = slices.DeleteFunc(list, func(u Undelivered) bool { return OwnReason(channel, u.Error) })
	if err != nil || len(list) == 0 {
		return nil, wrap("look for failed deliveries", err)
	}
	first := slices.MinFunc(list, func(a, b Undelivered) int { return a.Since.Compare(b.Since.Time) })
	return &Undelivered{Since: first.Since, Error: list[len(list)-1].Error}, nil
}
