// Package credential finds text that looks like a password, a token or a private key, so
// that the hub neither pushes it to a forge nor keeps it with a session record.
//
// Four things give a credential away: a form that its issuer chose (form.go), the name it
// is given to (name.go) in an assignment (assignment.go) or a sentence (sentence.go,
// language.go), its place in a command (command.go), and its place in an address
// (address.go). What stands where a credential would, in an example or as a reference to
// one, is none (value.go).
package credential

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Match is one credential in a text.
type Match struct {
	Kind       string // in words, such as "GitHub token"; never a part of the text
	Start, End int    // bytes of the text, the end not included
}

// Find lists what looks like a credential, in the order of the text. No two overlap.
func Find(text string) []Match {
	var found []Match
	for i := 0; i+1 < len(text); i++ {
		if !opens[text[i]].has(text[i+1]) {
			continue
		}
		if m, ok := at(text, i); ok && (len(found) == 0 || m.Start >= found[len(found)-1].End) {
			found = append(found, m)
			i = m.End - 1
		}
	}
	return withAccessTokens(text, withAWSSecrets(text, found))
}

// Redact puts the kind of each credential in its place: [redacted: GitHub token].
func Redact(text string) string {
	return replaced(text, Find(text))
}

// replaced puts the kind of each match in its place.
func replaced(text string, found []Match) string {
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	end := 0
	for _, m := range found {
		if m.Start < end {
			continue // no two overlap: a slip in one of the scanners must stop nobody
		}
		b.WriteString(text[end:m.Start])
		b.WriteString("[redacted: " + m.Kind + "]")
		end = m.End
	}
	b.WriteString(text[end:])
	return b.String()
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(b byte) { s[b>>6] |= 1 << (b & 63) }
func (s byteSet) with(t byteSet) byteSet {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

// opens are the pairs of bytes at which something may begin: all other places of a text
// cost one look each.
var opens = func() (pairs [256]byteSet) {
	for _, f := range forms {
		pairs[f.anchor[0]].add(f.anchor[1])
	}
	for b := range 256 {
		pairs[':'].add(byte(b))
		pairs['='].add(byte(b))
	}
	for _, pair := range []string{"Be", "be", "BE", "ec", "--"} {
		pairs[pair[0]].add(pair[1])
	}
	for b := range 256 {
		if lastLetters.has(byte(b)) {
			pairs[b] = pairs[b].with(*afterName)
		}
		if alphaChars.has(byte(b)) {
			pairs['-'].add(byte(b))
		}
	}
	for _, w := range words {
		pairs[w.text[w.anchor]].add(w.text[w.anchor+1])
	}
	for _, first := range discordFirst {
		for b := range 256 {
			if alnumChars.has(byte(b)) {
				pairs[first].add(byte(b))
			}
		}
	}
	return pairs
}()

// at is the credential that is given away at one place of a text.
func at(text string, i int) (Match, bool) {
	switch text[i] {
	case ':', '=':
		if strings.HasPrefix(text[i:], "://") {
			return inAddress(text, i+len("://"))
		}
		if m, ok := assigned(text, i); ok {
			return m, true
		}
	case 'B', 'b':
		if m, ok := bearer(text, i); ok {
			return m, true
		}
	case '-':
		if m, ok := option(text, i); ok {
			return m, true
		}
	case 'e':
		if m, ok := piped(text, i); ok {
			return m, true
		}
	case 'M', 'N', 'O':
		if m, ok := discordToken(text, i); ok {
			return m, true
		}
	}
	if text[i] >= utf8.RuneSelf {
		return foreignWord(text, i)
	}
	if lastLetters.has(text[i]) && afterName.has(text[i+1]) {
		if m, ok := named(text, i+1); ok {
			return m, true
		}
	}
	return wellFormed(text, i)
}

// Access tokens and browser sessions of a hub: 32 random bytes in base64url.
const (
	accessToken       = "access token"
	accessTokenLength = 43
	// 43 characters hold two bits more than 32 bytes: those are zero.
	accessTokenEnds = "AEIMQUYcgkosw048"
)

// withAccessTokens adds the hub's own tokens, which nothing but their length and their
// disorder gives away. Each has a byte at a multiple of its length, so few are looked at.
func withAccessTokens(text string, found []Match) []Match {
	known, added := len(found), 0
	for i := accessTokenLength - 1; i < len(text); i += accessTokenLength {
		if !tokenChars.has(text[i]) {
			continue
		}
		start, end := i, i+1
		for start > 0 && i-start < accessTokenLength && tokenChars.has(text[start-1]) {
			start--
		}
		for end < len(text) && end-i <= accessTokenLength && tokenChars.has(text[end]) {
			end++
		}
		m := Match{accessToken, start, end}
		if hubToken(text[start:end]) && alone(text, start, end) && !overlaps(found[:known], m) {
			found = append(found, m)
			added++
		}
	}
	if added > 0 {
		slices.SortFunc(found, func(a, b Match) int { return a.Start - b.Start })
	}
	return found
}

// hubToken reports whether a run of their characters may be one of the hub's tokens.
func hubToken(run string) bool {
	return len(run) == accessTokenLength && strings.IndexByte(accessTokenEnds, run[len(run)-1]) >= 0 && disordered(run) && !identifier(run)
}

// alone reports whether a run of characters is no part of a path, of a checksum (sha256-…=,
// h1:…=) or of standard base64.
func alone(text string, start, end int) bool {
	return (start == 0 || !strings.ContainsRune("/+.-:@#", rune(text[start-1]))) &&
		(end == len(text) || !strings.ContainsRune("/+=@", rune(text[end])))
}

// disordered reports whether a run has what random base64url has: all three classes, and
// hardly a character often. One in a million random tokens lacks it.
func disordered(run string) bool {
	c := classesOf(run)
	return c.upper >= 3 && c.lower >= 3 && c.digits >= 1 && bits(run) >= 4.1
}

func overlaps(found []Match, m Match) bool {
	i, _ := slices.BinarySearchFunc(found, m, func(a, b Match) int { return a.Start - b.Start })
	return i < len(found) && found[i].Start < m.End || i > 0 && found[i-1].End > m.Start
}
