package credential

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Secret is a credential that is known, and what it is called.
type Secret struct {
	Kind  string // in words, such as "access token of this hub"
	Value string
}

// MinKnown is the shortest secret that is looked for by its value, in bytes. A shorter one,
// such as a word that serves as a token on the owner's own machine, stands in texts by
// chance, and it is guessed faster than it is found.
const MinKnown = 8

// Known are secrets that are found by their value, whatever they look like: as they are, as
// a part of an address, and in base64, as a header carries them.
type Known struct{ needles []Secret }

// NewKnown takes secrets. Those that are empty or shorter than [MinKnown] are left out.
func NewKnown(secrets ...Secret) Known {
	var k Known
	for _, s := range secrets {
		if len(s.Value) < MinKnown {
			continue
		}
		for _, form := range spellings(s.Value) {
			k.needles = append(k.needles, Secret{s.Kind, form})
		}
	}
	return k
}

// spellings are how a secret may stand in a text. In base64 it depends on what stands before
// it how its bytes fall, in one of three ways; the characters at its ends belong to its
// neighbours, too, and are left out.
func spellings(secret string) []string {
	all := []string{secret}
	for _, escaped := range []string{url.QueryEscape(secret), url.PathEscape(secret)} {
		all = append(all, escaped, percent.ReplaceAllStringFunc(escaped, strings.ToLower))
	}
	for before := range 3 {
		padded := make([]byte, before, before+len(secret))
		padded = append(padded, secret...)
		from, to := (before*8+5)/6, len(padded)*8/6
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			all = append(all, alphabet.EncodeToString(padded)[from:to])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// percent is a byte in an address; its letters may be small.
var percent = regexp.MustCompile(`%[0-9A-F]{2}`)

// Find lists the places of known secrets in a text, in their order. No two overlap.
func (k Known) Find(text string) []Match {
	var found []Match
	for _, n := range k.needles {
		for from := 0; ; {
			i := strings.Index(text[from:], n.Value)
			if i < 0 {
				break
			}
			found = append(found, Match{n.Kind, from + i, from + i + len(n.Value)})
			from += i + len(n.Value)
		}
	}
	slices.SortFunc(found, func(a, b Match) int { return a.Start - b.Start })
	return joined(found)
}

// joined makes one match of those that overlap.
func joined(found []Match) []Match {
	var out []Match
	for _, m := range found {
		if last := len(out) - 1; last >= 0 && m.Start < out[last].End {
			out[last].End = max(out[last].End, m.End)
			continue
		}
		out = append(out, m)
	}
	return out
}

// Redact puts the kind of each known secret in its place.
func (k Known) Redact(text string) string { return replaced(text, k.Find(text)) }
