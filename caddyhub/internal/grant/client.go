package grant

import (
	"context"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/outline"
)

// client is a program that may ask for the owner's consent.
type client struct {
	ID        string
	Name      string   // as it calls itself, on one line
	URIs      []string // where it may be sent back to
	Host      string   // of one that publishes who it is: where; else empty
	CreatedAt time.Time
}

// oneLine is a stranger's name for itself, so that it can stand in a sentence: what is not seen is
// gone, and what is too long is cut.
func oneLine(name string) string {
	name = strings.Join(strings.Fields(outline.Visible(name)), " ")
	if outline.IsBlank(name) {
		return ""
	}
	if runes := []rune(name); len(runes) > maxName {
		return string(runes[:maxName-1]) + "…"
	}
	return name
}

// isDocument reports whether the id of a client is the address of its document.
func isDocument(id string) bool { return strings.HasPrefix(id, "https://") }

// client finds a program by its id: one that has registered, or one whose id is where it says who it
// is. nil: it is not known, and why not.
func (s *Service) client(ctx context.Context, id string) (*client, string) {
	if isDocument(id) {
		c, err := s.State.documents.client(ctx, id)
		if err != nil {
			return nil, "the document that its client_id leads to can't be used: " + err.Error()
		}
		return c, ""
	}
	if c := s.State.registered(id); c != nil {
		return c, ""
	}
	return nil, "this hub does not know the program: have it connect anew"
}

// redirectOf is where a request of the client leads back to; empty: nowhere it has named.
func (c *client) redirectOf(asked string) string {
	switch {
	case asked == "" && len(c.URIs) == 1:
		return c.URIs[0]
	case asked == "" || !allowsRedirect(c.URIs, asked):
		return ""
	}
	return asked
}

// checkURIs takes the redirect URIs of a program.
func checkURIs(uris []string) error {
	if len(uris) == 0 || len(uris) > maxURIs {
		return errURIs
	}
	total := 0
	for _, one := range uris {
		if total += len(one); total > maxURIBytes {
			return errURIs
		}
		if _, err := checkRedirect(one); err != nil {
			return err
		}
	}
	return nil
}
