package mcpserver

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

// around are words that say nothing of the work beside the thread that a text names, as in "read
// hub://threads/0k3x5p9q2abc and go on".
var around = []string{"read", "thread", "threads"}

// idLength is how long the ids of the hub are.
const idLength = 12

// namedThread is the id of the thread that a text about work means, if the text says nothing but
// which: by the thread's id, its address or a link to it. An address of something else is no work.
func (s *server) namedThread(ctx context.Context, argument, text string) (id string, err error) {
	if text == "" {
		return "", nil
	}
	var rest []string
	bare := false // an id by itself may be a word
	for _, word := range strings.Fields(text) {
		word = strings.Trim(word, "\"'`.,:;!?()[]<>")
		_, linked, isLink := strings.Cut(word, dashboard+"threads/")
		named, isAddress := strings.CutPrefix(word, store.ThreadURI(""))
		switch {
		case id != "":
			rest = append(rest, word)
		case isLink:
			id, _, _ = strings.Cut(linked, "/")
		case isAddress:
			id = named
		case len(word) == idLength:
			id, bare = word, true
		case word == text && strings.HasPrefix(word, "hub://"):
			return "", refuse("argument %q is an address, of no thread: say the work in a sentence; read shows what is there", argument)
		case !slices.Contains(around, strings.ToLower(word)):
			rest = append(rest, word)
		}
	}
	if id == "" || !match.SaysNothing(strings.Join(rest, " ")) {
		return "", nil
	}
	_, err = s.Store.Thread(ctx, id)
	if bare && errors.As(err, new(*store.NotFoundError)) {
		return "", nil
	}
	return id, err
}

// queried is the text of a query about work. One that only names a thread stands for that thread's work.
func (s *server) queried(ctx context.Context, c call) (string, error) {
	id, err := s.namedThread(ctx, "query", c.text("query"))
	if err != nil || id == "" {
		return c.text("query"), err
	}
	t, err := s.Store.ThreadNow(ctx, id)
	return t.Summary, err
}
