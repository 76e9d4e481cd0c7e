package mcpserver

import (
	"context"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// formerOutcome says, in a line each, how a thread ended that is open again, and why it is.
func (s *server) formerOutcome(ctx context.Context, t store.Thread) (string, error) {
	end, err := s.Store.FormerEnd(ctx, t)
	if err != nil || end == nil {
		return "", err
	}
	lines := []string{becoming(string(end.Status)+" "+dayAt(end.At), end.Note)}
	if end.Reopened != nil {
		lines = append(lines, becoming("reopened "+dayAt(end.Reopened.At)+" by "+author(*end.Reopened), end.Reason))
	}
	return strings.Join(lines, "\n"), nil
}

func becoming(what, said string) string {
	if said == "" {
		return "- " + what
	}
	return "- " + what + ": " + oneLine(said)
}

// formerEnd adds to a thread that one picks up what came of it before, and why it is open again.
func (s *server) formerEnd(ctx context.Context, v *threadView, t store.Thread) error {
	end, err := s.Store.FormerEnd(ctx, t)
	if err != nil || end == nil {
		return err
	}
	v.FormerOutcome = string(end.Status) + " " + dayAt(end.At)
	if end.Note != "" {
		v.FormerOutcome += ": " + short(&end.Note, briefText)
	}
	v.ReopenedFor = short(&end.Reason, briefText)
	return nil
}
