package mcpserver

import (
	"context"
	"errors"
	"fmt"

	"github.com/progresshub/progresshub/store"
)

// meanwhile tells the one who brings a lease what somebody else did to the thread since it was
// claimed; empty: nothing. It is asked before the change, which may end what it says.
func (s *server) meanwhile(ctx context.Context, thread, leaseID string) (string, error) {
	if thread == "" || leaseID == "" {
		return "", nil
	}
	m, err := s.Store.Meanwhile(ctx, thread, leaseID)
	switch {
	case errors.As(err, new(*store.NotFoundError)):
		return "", nil // the change itself says what is missing
	case err != nil, m == nil:
		return "", err
	}
	return told(*m), nil
}

// but ends an answer with what happened meanwhile, without a word against what it says of the
// change itself.
func but(written bool, news string) string {
	switch {
	case news == "":
		return ""
	case written:
		return " This was saved, but " + news + "."
	}
	return " Mind: " + news + "."
}

// told is the sentence about what happened meanwhile, with its stored texts made harmless.
func told(m store.Meanwhile) string { return quotable(m).Sentence() }

// quotable is the same with what is stored text as a sentence may hold it.
func quotable(m store.Meanwhile) store.Meanwhile {
	if m.Who != "" {
		m.Who = quoteCut(m.Who, maxCaller)
	}
	m.Reason = oneLine(m.Reason)
	return m
}

// liftedBlock names somebody else's block that the call takes away, as the end of an answer;
// empty: there is none. It is asked before the change, which ends it.
func (s *server) liftedBlock(ctx context.Context, c call) (string, error) {
	if !c.has("blocked_reason") || c.text("blocked_reason") != "" {
		return "", nil
	}
	m, err := s.blockByAnother(ctx, c)
	if err != nil || m == nil {
		return "", err
	}
	return fmt.Sprintf(" Mind: this lifted the block that %s: tell your user.", whoBlocked(*m, "set")), nil
}

// standingBlock says that somebody else has blocked a thread, as the beginning of the answer to
// its end; empty: nobody has.
func (s *server) standingBlock(ctx context.Context, c call) (string, error) {
	m, err := s.blockByAnother(ctx, c)
	if err != nil || m == nil {
		return "", err
	}
	return fmt.Sprintf("Mind: %s: stop, tell your user", whoBlocked(*m, "blocked this thread")), nil
}

func (s *server) blockByAnother(ctx context.Context, c call) (*store.Meanwhile, error) {
	m, err := s.Store.BlockByAnother(ctx, c.by, c.threadID(), c.text("lease_id"))
	if errors.As(err, new(*store.NotFoundError)) {
		return nil, nil // the change itself says what is missing
	}
	return m, err
}

// whoBlocked says who did so, when and why.
func whoBlocked(m store.Meanwhile, did string) string {
	who, reason := "the owner", ""
	switch {
	case m.Who != "":
		who = quoteCut(m.Who, maxCaller)
	case m.Actor == store.Agent:
		who = "another agent"
	}
	if m.Reason != "" {
		reason = " (" + quoteCut(m.Reason, rowText) + ")"
	}
	return fmt.Sprintf("%s %s at %s%s", who, did, m.At, reason)
}
