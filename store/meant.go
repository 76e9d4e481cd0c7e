package store

import (
	"context"
	"strings"

	"github.com/progresshub/progresshub/store/match"
)

// Meant is what the text of a search that found nothing may have been meant to be: its words that no
// item has, replaced by those that are nearest by their letters. It finds something; empty: nothing
// near does.
func (s *Store) Meant(ctx context.Context, q SearchQuery) (string, error) {
	const op = "look for what was meant"
	text, path := splitPath(q.Text)
	if path != "" || text == "" || s.db.Closed() {
		return "", nil
	}
	slips := s.overlap.index.Nearest(text)
	if len(slips) == 0 {
		return "", nil
	}
	byKind := map[string][]string{}
	for _, slip := range slips {
		byKind[slip.Kind] = append(byKind[slip.Kind], slip.ID)
	}
	items, err := s.items(ctx, byKind)
	if err != nil {
		return "", wrap(op, err)
	}
	var meant strings.Builder
	at := 0
	for _, slip := range slips {
		meant.WriteString(text[at:slip.Lo])
		item := items[slip.ID]
		meant.WriteString(strings.ToLower(match.Written(item.Title+"\n"+item.Body, slip.Word)))
		at = slip.Hi
	}
	meant.WriteString(text[at:])
	q.Text = meant.String()
	found, err := s.found(ctx, &q, 1)
	if err != nil {
		return "", wrap(op, err)
	}
	if len(found) == 0 {
		return "", nil
	}
	return q.Text, nil
}
