package store

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
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
		v.say(field, phrase.FieldText)
	case strings.ContainsRune(s, 0):
		v.say(field, phrase.FieldNUL)
	case len(s) > most && utf8.RuneCountInString(s) > most:
		v.say(field, phrase.FieldTooLong(most, utf8.RuneCountInString(s)))
	}
	return s
}

// checkRequired is checkText for a field in which a reader must see something.
func (v *invalid) checkRequired(field, s string, most int) string {
	before := len(*v)
	if s = v.checkText(field, s, most); outline.IsBlank(s) && len(*v) == before {
		v.say(field, phrase.FieldRequired)
	}
	return s
}

// optional is checkText for a field that may be empty, which is stored as null. So is one in which a
// reader sees nothing.
func (v *invalid) optional(field string, s *string, most int) *string {
	if s == nil {
		return nil
	}
	text := v.checkText(field, *s, most)
	if outline.IsBlank(text) {
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
		v.say(field, phrase.FieldText)
	case strings.ContainsRune(text, 0):
		v.say(field, phrase.FieldNUL)
	case len(text) > MaxMarkdown:
		v.say(field, phrase.FieldTooLarge(MaxMarkdown, len(text)))
	}
}

// atMost begins the message of a field that has too much of something.
const atMost = "must have at most "

// TooLong reports whether what is wrong is the length of a text.
func (e FieldError) TooLong() bool {
	return strings.HasPrefix(e.Message, atMost) && !strings.Contains(e.Message, " items")
}

func (v *invalid) oneOf(field, s string, allowed []string) (ok bool) {
	if ok = slices.Contains(allowed, s); !ok {
		v.add(field, "must be one of %s", strings.Join(allowed, ", "))
	}
	return ok
}
