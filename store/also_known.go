package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
)

// MaxAlsoKnown is how many other names a thread keeps.
const MaxAlsoKnown = 5

// alsoKnown checks the other names of a thread.
func (v *invalid) alsoKnown(names []string) []string {
	kept := []string{}
	if len(names) > MaxAlsoKnown {
		v.say("also_known", phrase.FieldTooMany(MaxAlsoKnown, len(names)))
		return kept
	}
	for i, name := range names {
		field := fmt.Sprintf("also_known[%d]", i)
		name = strings.Join(strings.Fields(v.checkText(field, name, MaxWording)), " ")
		if name == "" {
			v.say(field, phrase.FieldEmpty)
		}
		if !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// learn adds names that a thread goes by, the oldest first; when there are too many, the oldest
// go.
func (t *Thread) learn(names ...string) {
	names, _ = CutWordings(names)
	known := slices.Clone(t.AlsoKnown)
	for _, name := range names {
		same := func(other string) bool { return fold(other) == fold(name) }
		if !same(t.Summary) && !slices.ContainsFunc(known, same) {
			known = append(known, name)
		}
	}
	t.AlsoKnown = known[max(0, len(known)-MaxAlsoKnown):]
}

// reasons says why a thread was found, also by which of its other names.
func (t *Thread) reasons(why []string, name int) []string {
	why = append([]string{}, why...)
	if name > 0 && name <= len(t.AlsoKnown) {
		why = slices.Insert(why, 0, fmt.Sprintf("also known as %q", t.AlsoKnown[name-1]))
	}
	return why
}
