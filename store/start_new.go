package store

import (
	"slices"
	"strings"
	"time"
)

// sameMoment is how long ago work was begun that a caller who asks for a new thread cannot
// have known of: it was asked about other threads before, and took its time to answer.
const sameMoment = 10 * time.Minute

// justBegun are those of the twins that were begun in the very same words a moment ago: of
// several who are asked at the same moment and say that their work is new, one gets it.
func justBegun(twins []Twin, work, project string, now Time) []Twin {
	return slices.DeleteFunc(twins, func(w Twin) bool {
		t := w.Thread
		return t.ProjectSlug != project || fold(t.Summary) != fold(strings.TrimSpace(work)) || now.Sub(t.CreatedAt.Time) >= sameMoment
	})
}
