package gateway

import (
	"context"
	"encoding/json"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Channel carries messages to the owner.
type Channel interface {
	// Compose makes what is sent of a message.
	Compose(m Message) (Body, error)
	// Send sends a body once and never repeats it. When ctx ends, Send returns soon.
	Send(ctx context.Context, m Message, body []byte) Reply
}

// ButtonChannel is a channel whose messages may have buttons.
type ButtonChannel interface {
	Channel
	// Buttons reports whether those of now have some: without a public URL they lead nowhere.
	Buttons() bool
}

// Message is a message on its way. Its id is the same whenever it is sent again, so that the
// receiver can tell.
type Message struct {
	store.Delivery
	Buttons []store.Button // for this attempt; none where the channel has none
}

// Body is what is sent of a message, and what of it is kept and shown: everything but secrets.
type Body struct {
	Sent  []byte
	Shown json.RawMessage
}

// Verdict is what became of one attempt.
type Verdict int

// The verdicts.
const (
	Accepted  Verdict = iota // it has arrived
	Rejected                 // it has arrived and will never be taken
	Busy                     // it has arrived and was not taken; later it may be
	Unreached                // it was certainly not sent
	Unknown                  // it may have arrived: no answer came
)

// Reply is the outcome of an attempt.
type Reply struct {
	Verdict Verdict
	Why     phrase.Phrase // for the owner, without secrets; empty when accepted
	After   time.Duration // how long the receiver asked to wait; 0: it did not
}
