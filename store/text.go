package store

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The longest texts, in characters (docs/rest.md).
const (
	MaxSummary = 500
	MaxText    = 2000
)

// checkText adds what is wrong with a text to v and returns the text without the white
// space around it.
func (v *invalid) checkText(field, s string, most int) string {
	s = strings.TrimSpace(s)
	switch {
	case !utf8.ValidString(s):
		v.add(field, "must be valid UTF-8")
	case strings.ContainsRune(s, 0):
		v.add(field, "must not contain NUL characters")
	case len(s) > most && utf8.RuneCountInString(s) > most:
		v.add(field, "must have at most %d characters", most)
	}
	return s
}

// optional is checkText for a field that may be empty, which is stored as null.
func (v *invalid) optional(field string, s *string, most int) *string {
	if s == nil {
		return nil
	}
	text := v.checkText(field, *s, most)
	if text == "" {
		return nil
	}
	return &text
}

// fold makes texts comparable in any script: NFKC and case-folded.
func fold(s string) string { return cases.Fold().String(norm.NFKC.String(s)) }

// MaxMarkdown is the longest text of a document, in bytes (docs/rest.md).
const MaxMarkdown = 256 << 10

// checkMarkdown adds what is wrong with a document's text to v.
func (v *invalid) checkMarkdown(field, text string) {
	switch {
	case !utf8.ValidString(text):
		v.add(field, "must be valid UTF-8")
	case strings.ContainsRune(text, 0):
		v.add(field, "must not contain NUL characters")
	case len(text) > MaxMarkdown:
		v.add(field, "must have at most %d bytes", MaxMarkdown)
	}
}

func (v *invalid) oneOf(field, s string, allowed []string) (ok bool) {
	if ok = slices.Contains(allowed, s); !ok {
		v.add(field, "must be one of %s", strings.Join(allowed, ", "))
	}
	return ok
}
