package store

import (
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// reservedSlug is an address beside the projects' own: /api/projects/resolve.
const reservedSlug = "resolve"

// InboxSlug is the project of threads that name none.
const InboxSlug = "inbox"

// CheckSlug says what is wrong with a project's slug given by hand, as an [InvalidError] of
// that field.
func CheckSlug(field, given string) error {
	var v invalid
	v.checkSlug(field, given)
	return v.err()
}

func (v *invalid) checkSlug(field, s string) {
	if s == reservedSlug {
		v.add(field, "must not be %q, which is an address of its own", reservedSlug)
	}
	if !outline.ValidSlug(s) {
		offer := ""
		if meant := outline.Slug(s); meant != "" {
			offer = fmt.Sprintf("; did you mean %q?", meant)
		}
		v.add(field, "must be 1 to %d lower-case letters, digits or inner hyphens, such as my-project%s", outline.MaxSlug, offer)
	}
}

// numbered is a slug with a number behind it, where the slug alone is taken.
func numbered(slug string, n int) string {
	number := fmt.Sprintf("-%d", n)
	return strings.TrimRight(slug[:min(len(slug), outline.MaxSlug-len(number))], "-") + number
}

// Closest is the candidate that name was most likely meant to be, or empty when none is
// near: at most a third of the name may differ.
func Closest(name string, candidates []string) string {
	wanted := []rune(fold(name))
	best, bestDistance := "", len(wanted)/3+1
	for _, c := range candidates {
		if len(wanted)-len(c) >= bestDistance {
			continue // a name of any length may come from a client: most differ by that alone
		}
		if d := distance(wanted, []rune(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or swap with their neighbour
// to make b of a (optimal string alignment).
func distance(a, b []rune) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
