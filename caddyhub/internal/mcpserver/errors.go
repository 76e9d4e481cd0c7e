package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// refused is an error whose text is meant for the agent: one sentence and the next step.
type refused string

func (e refused) Error() string { return string(e) }

func refuse(format string, args ...any) error { return refused(fmt.Sprintf(format, args...)) }

// explain turns an error into what the agent reads. Only errors of the domain speak for
// themselves; of all others it learns what it can do, and the log learns the rest.
func (s *server) explain(ctx context.Context, call string, err error) string {
	if missing := (*store.NotFoundError)(nil); errors.As(err, &missing) {
		if uri := s.otherKind(ctx, missing); uri != "" {
			return fmt.Sprintf("%s is no %s, it is %s", quoteCut(missing.ID, 100), kindName(missing), uri)
		}
	}
	if sentence := inWords(err); sentence != "" {
		return sentence
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "the call ended before the hub could answer; read the item before you repeat the call"
	case errors.Is(err, store.ErrClosed):
		return "the hub is shutting down; repeat the call in a moment"
	}
	if bad := (*store.DamagedError)(nil); errors.As(err, &bad) {
		return "the hub changed nothing; tell the owner: " + bad.Error()
	}
	if displaced := (*store.DisplacedError)(nil); errors.As(err, &displaced) {
		return "the hub changed nothing; tell the owner: " + displaced.Error()
	}
	if corrupt := (*store.CorruptError)(nil); errors.As(err, &corrupt) {
		return "the hub changed nothing; tell the owner: " + corrupt.Error()
	}
	id := inbound.From(ctx).ID
	s.Logger.Error("an MCP call failed", zap.String("call", call), zap.String("request_id", id), zap.Error(err))
	if errors.Is(err, store.ErrUnavailable) {
		return "the hub can't use its database right now and changed nothing; repeat the call in a moment, and tell the owner if it stays so"
	}
	return neutral(id)
}

// lacks logs why an answer lacks a part that is read after its change. The answer goes without it: a
// refusal would hide that the change was made, and the lease it came with.
func (s *server) lacks(ctx context.Context, part string, err error) {
	if err != nil && ctx.Err() == nil {
		s.Logger.Error("a part of an MCP answer can't be read", zap.String("part", part), zap.String("request_id", inbound.From(ctx).ID), zap.Error(err))
	}
}

// inWords is the sentence for an error that the caller can mend; empty for all others.
func inWords(err error) string {
	var (
		own      refused
		missing  *store.NotFoundError
		invalid  *store.InvalidError
		conflict *store.ConflictError
		changed  *store.VersionError
	)
	switch {
	case errors.As(err, &own):
		return own.Error()
	case errors.As(err, &missing):
		return explainMissing(missing)
	case errors.As(err, &invalid):
		return explainInvalid(invalid)
	case errors.As(err, &conflict):
		return explainConflict(conflict)
	case errors.As(err, &changed):
		return fmt.Sprintf("the item has changed meanwhile and is now at revision %d; nothing was written: read it again, put your change into it, and repeat with if_rev %d",
			changed.Current, changed.Current)
	}
	return ""
}

// neutral is the sentence for failures that are no business of the caller.
func neutral(requestID string) string {
	sentence := "something went wrong inside the hub; repeat the call once, and tell the owner if it stays so"
	if requestID != "" {
		sentence += " (request " + oneLine(requestID) + " in the hub's log)"
	}
	return sentence
}

// panicked logs a panic and returns what its caller may know. Its text is left out: it may
// hold anything.
func (c *Config) panicked(ctx context.Context, call string, reason any) string {
	id := inbound.From(ctx).ID
	c.Logger.Error("an MCP call panicked", zap.String("call", call), zap.String("request_id", id),
		zap.String("type", fmt.Sprintf("%T", reason)), zap.ByteString("stack", debug.Stack()))
	return neutral(id)
}

// otherKind is the address of what an id names that stands for something of another kind than was
// asked for; empty when it stands for nothing.
func (s *server) otherKind(ctx context.Context, e *store.NotFoundError) string {
	if len(e.ID) != idLength || e.Deleted != nil || e.Moved != "" {
		return ""
	}
	uri, err := s.address(ctx, e.ID)
	if err != nil || uri == e.ID {
		return ""
	}
	return uri
}

// kindName is what the tools call a kind of item.
func kindName(e *store.NotFoundError) string {
	if e.Kind == "approval" {
		return "request"
	}
	return e.Kind
}

func explainMissing(e *store.NotFoundError) string {
	sentence := fmt.Sprintf("%s %s not found", kindName(e), quoteCut(e.ID, 100))
	switch {
	case e.Deleted != nil && e.Kind != "thread":
		return fmt.Sprintf("%s; %s deleted it at %s; request_change with undo and event_id %s brings it back", sentence, quotable(*e.Deleted).By(), e.Deleted.At, e.Deleted.Event)
	case e.Deleted != nil:
		return fmt.Sprintf("%s; request_change with undo and event_id %s brings it back; nothing was written", told(*e.Deleted), e.Deleted.Event)
	case e.Moved != "":
		return sentence + "; it was moved to " + e.Moved
	case e.Closest != "":
		return sentence + "; closest: " + oneLine(e.Closest)
	case e.Kind == "thread":
		return sentence + "; list_threads and check_overlap show the ids"
	case e.Kind == "project":
		return sentence + "; list_projects shows the slugs"
	case e.Kind == "page", e.Kind == "session":
		return sentence + "; search with kinds [" + quote(e.Kind) + "] finds them"
	case e.Kind == "reminder":
		return sentence + "; read " + remindersURI + " shows the ids"
	case e.Kind == "event":
		return sentence + "; the answer to each write names its event, and read " + changesURI + " lists them"
	case e.Kind == "approval":
		return sentence + "; read " + requestsURI + " shows the ids"
	}
	return sentence
}

// argumentNames are arguments that the domain calls otherwise.
var argumentNames = map[string]string{"project_slug": "project", "q": "query", "due_at": "due"}

// renamed gives the fields of an InvalidError the names that the arguments of a tool have.
func renamed(err error, names map[string]string) error {
	var invalid *store.InvalidError
	if !errors.As(err, &invalid) {
		return err
	}
	fields := slices.Clone(invalid.Fields)
	for i := range fields {
		fields[i].Field = cmp.Or(names[fields[i].Field], fields[i].Field)
	}
	return &store.InvalidError{Fields: fields}
}

func explainInvalid(e *store.InvalidError) string {
	const most = 20 // mistakes that one refusal names
	var long, summary bool
	parts := make([]string, min(len(e.Fields), most))
	for i, f := range e.Fields[:len(parts)] {
		name, message := f.Field, f.Message
		if other := argumentNames[name]; other != "" {
			name = other
		}
		if name == "cursor" {
			message = "is not one of this list: pass the next_cursor of the page before, with the same filters"
		}
		parts[i] = oneLine(name + " " + message)
		if f.TooLong() {
			long, summary = true, summary || f.Field == "summary"
		}
	}
	if more := len(e.Fields) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more mistakes", more))
	}
	switch {
	case summary:
		parts = append(parts, "goal has room for the rest")
	case long:
		parts = append(parts, "a wiki page of its own has room for the rest")
	}
	return strings.Join(parts, "; ")
}

// rightLease is where the id of a lease stands.
const rightLease = "pass the one that start_work answered with for this thread"

// reopening is the way to go on with a thread that is finished.
const reopening = "request_change with reopen_thread reopens it, at once if you finished it yourself"

// explainConflict names the holder of a lease by itself: that name is stored text.
func explainConflict(e *store.ConflictError) string {
	if e.MergedInto != "" {
		own := *e
		own.MergedInto = ""
		return fmt.Sprintf("that thread was merged into %s: %s", e.MergedInto, explainConflict(&own))
	}
	switch {
	case e.NoLease && e.Lease == nil:
		return "lease_id is no lease of this thread, which nobody holds: " + rightLease + ", leave it out, or claim the thread by start_work with its thread_id; nothing was written"
	case e.NoLease:
		return fmt.Sprintf("lease_id is no lease of this thread, and %s works on it until %s: %s; if that is not you, leave it to them; if it is and the id is lost, start_work with its thread_id and take_over: true; nothing was written",
			quoteCut(e.Lease.Holder, maxCaller), e.Lease.ExpiresAt, rightLease)
	case e.TakenAt != nil && e.Lease != nil:
		return fmt.Sprintf("%s took this thread over at %s: stop and tell your user; nothing was written, but tried alone and log_progress are always taken", quoteCut(e.Lease.Holder, maxCaller), e.TakenAt)
	case e.Lease != nil:
		return fmt.Sprintf("%s works on this thread until %s: leave it to them, or pass the lease_id of your own claim (if that is you and the id is lost, start_work with its thread_id and take_over: true); nothing was written, but tried alone and log_progress are always taken",
			quoteCut(e.Lease.Holder, maxCaller), e.Lease.ExpiresAt)
	case e.Finished:
		states, _, _ := strings.Cut(e.Message, ":")
		return states + "; " + reopening + "; for what is left start_work begins a new one; nothing was written"
	}
	return oneLine(e.Message)
}
