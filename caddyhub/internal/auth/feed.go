package auth

import (
	"time"
)

// Feed is what the owner sees of the calendar feed.
type Feed struct {
	CreatedAt  time.Time
	LastUsedAt time.Time // zero: never
}

// Feed is the calendar feed, if there is one.
func (t *Tokens) Feed() (Feed, bool) {
	feed := t.held.Load().feed
	if feed == nil {
		return Feed{}, false
	}
	return Feed{feed.createdAt, feed.lastUse()}, true
}

// OpensFeed reports whether a text is the token of the calendar feed.
func (t *Tokens) OpensFeed(text string) bool {
	id, secret, ok := Split(text, feedPrefix)
	feed := t.held.Load().feed
	if !ok || !feed.holds(secret) || feed.id != id {
		return false
	}
	feed.use(t.now())
	return true
}

// MakeFeed makes the token of the calendar feed and returns its text, which is shown this once.
// The one before ends. A disk that refuses the file is [store.ErrUnavailable].
func (t *Tokens) MakeFeed() (text string, err error) {
	feed, text := issue(feedPrefix, "", 0, t.now().UTC().Truncate(time.Millisecond), time.Time{})
	if err := t.change(func(h *holdings) error { h.feed = feed; return nil }); err != nil {
		return "", err
	}
	return text, nil
}

// EndFeed ends the calendar feed at once, if there is one. Errors are as of [Tokens.MakeFeed].
func (t *Tokens) EndFeed() error {
	return t.change(func(h *holdings) error { h.feed = nil; return nil })
}
