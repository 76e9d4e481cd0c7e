package gateway

import (
	"context"
	"encoding/json"
	"time"
)

// Channel carries messages to the owner.
type Channel interface {
	// Compose makes the body that says a text. The preview shows exactly that.
	Compose(text string) (json.RawMessage, error)
	// Send sends a body once and never repeats it. key is the same whenever a message is
	// sent again, so that the receiver can tell. When ctx ends, Send returns soon.
	Send(ctx context.Context, key string, body json.RawMessage) Reply
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
	Why     string        // in words for the owner, without secrets; empty when accepted
	After   time.Duration // how long the receiver asked to wait; 0: it did not
}
