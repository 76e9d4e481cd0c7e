// Package gateway tells the owner what the hub has to say: the digest of stale threads,
// reminders, tests. It is the engine for all channels, and one of them: the agent gateway. Package
// notify has the others.
//
//	message.go  what is said, in words to an agent; notice.go: to people
//	outbox.go   the way of a message: recorded, sent, tried again, given up
//	channel.go  what carries messages; hook.go is the gateway's; exchange.go: one exchange over HTTP
//	alarm.go    what fails, said also where the outbox takes nothing
//	plan.go     what is heard on which channel, and when
//	service.go  the owner's settings of the gateway, test and preview
package gateway

import "time"

// The limits of trying, as docs/notifications.md promises them.
const (
	// deadline is for one exchange with the gateway. Some answer only once their agent has
	// been woken, for which OpenClaw takes up to 15 seconds and a little more.
	deadline = 30 * time.Second
	// maxAnswers is how many attempts may reach the gateway and fail, within patience.
	maxAnswers = 5
	patience   = 10 * time.Minute
	// absence is how long a gateway may be out of reach before a message is given up.
	absence = 12 * time.Hour
	// firstPause is the time before the second attempt; each further one is twice as long, up
	// to longestPause.
	firstPause   = 30 * time.Second
	longestPause = 10 * time.Minute
	// longestWait is more than lies between two attempts but for quiet hours.
	longestWait = 15 * time.Minute
	// longestRest is more than a full lane leaves a message untried at its time. Where it is longer, the
	// hub was off or its machine asleep, which is no part of absence.
	longestRest = time.Hour
)
