package credential

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The labelled set is texts of which it is known what in them is a credential: lines as they stand
// in transcripts of agents and in Markdown, half of them with a secret, half with something that
// only looks like one.
//
// No secret is written down here. Each text is a form with places to fill in, and what goes
// into them is random, from a fixed seed: the set is the same on every machine, and no
// scanner finds anything in these files.
//
// There are two halves with forms, words and surroundings of their own. The rules were made with
// dev; test is there to be measured, and nothing may be changed for the sake of a single case of
// it.

// labelledSize is how many texts with a secret a half has, and how many without.
const labelledSize = 500

// labelled is one text.
type labelled struct {
	Form    string // the form it was made of
	Text    string
	Secrets []string // what must not stay in the text; none: nothing may be taken out
}

// half is where the texts of one half come from.
type half struct {
	seed     uint64
	secret   []string // forms with «places» for secrets and {places} for the rest
	harmless []string // forms with {places} only
	around   []string // what the line of a form stands in, at %s
	words    []string // for names and phrases
	users    []string
	hosts    []string
}

// labelledDev is the half that the rules were made with.
func labelledDev() []labelled { return dev.cases() }

// labelledTest is the half that they are measured by.
func labelledTest() []labelled { return test.cases() }

func (h *half) cases() []labelled {
	var all []labelled
	for i := range labelledSize {
		all = append(all, h.fill(h.secret[i%len(h.secret)], i))
	}
	for i := range labelledSize {
		all = append(all, h.fill(h.harmless[i%len(h.harmless)], labelledSize+i))
	}
	return all
}

// fill makes the text of a form. Each has random numbers of its own, so that a form that is
// added or changed leaves the others as they are.
func (h *half) fill(form string, n int) labelled {
	f := filler{half: h, random: rand.New(rand.NewPCG(h.seed, uint64(n)))}
	c := labelled{Form: form}
	var b strings.Builder
	rest := form
	for {
		at := strings.IndexAny(rest, "«{")
		if at < 0 {
			break
		}
		secret := strings.HasPrefix(rest[at:], "«")
		opens, closes := "{", "}"
		if secret {
			opens, closes = "«", "»"
		}
		place, after, found := strings.Cut(rest[at+len(opens):], closes)
		text, known := "", false
		if found {
			text, known = f.value(place)
		}
		if !known {
			if secret {
				panic(fmt.Sprintf("labelled: %q: there is no value %q", form, place))
			}
			b.WriteString(rest[:at+1]) // a brace of the text
			rest = rest[at+1:]
			continue
		}
		b.WriteString(rest[:at])
		b.WriteString(text)
		rest = after
		if secret {
			c.Secrets = append(c.Secrets, text)
		}
	}
	b.WriteString(rest)
	line := b.String()
	around := h.around[f.random.IntN(len(h.around))]
	if strings.Contains(line, "\n") {
		around = "%s"
	}
	c.Text = strings.Replace(around, "%s", line, 1)
	return c
}
