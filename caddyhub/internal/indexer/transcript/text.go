package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/progresshub/progresshub/caddyhub/internal/credential"
)

// maxRedacted is how much of a text is looked through for credentials, in bytes: more than
// enough for what is kept of it. maxCut is how much goes at its end where it is cut: a credential
// that begins earlier is told by its beginning.
const (
	maxRedacted = 64 << 10
	maxCut      = 4 << 10
)

// maxHeadline is how long a title made of a request is, in characters.
const maxHeadline = 120

// private is a text as it may leave this machine: without credentials, without control
// characters, and at most so many characters long. The credentials go first, as half of
// one is hard to tell.
func private(text string, most int) string {
	text = strings.TrimSpace(text)
	cut := len(text) > maxRedacted
	if cut {
		text = text[:maxRedacted]
	}
	text = credential.Redact(plain(text))
	if cut {
		text = withoutEnd(text)
	}
	return clip(strings.TrimSpace(text), most)
}

// withoutEnd leaves out the end of a text that was cut, as half a credential may be there: what
// follows the last white space, or all of maxCut where that has none.
func withoutEnd(text string) string {
	end := max(0, len(text)-maxCut)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end+strings.LastIndexFunc(text[end:], unicode.IsSpace)+1]
}

// plain leaves out what is no text: control characters, and bytes that are not UTF-8.
func plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r):
			return -1
		}
		return r
	}, text))
}

// clip shortens a text to so many characters, at a white space where there is one near.
func clip(text string, most int) string {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	end, count := 0, 0
	for at := range text {
		if count++; count == most {
			end = at
			break
		}
	}
	text = text[:end]
	if at := strings.LastIndexFunc(text, unicode.IsSpace); at > len(text)*3/4 {
		text = text[:at]
	}
	return strings.TrimRightFunc(text, unicode.IsSpace) + "…"
}

// oneLine puts a text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// headline makes a title of a text: its first line that says something.
func headline(text string) string {
	for line := range strings.Lines(text) {
		line = oneLine(strings.TrimLeft(line, "#>*-_=` \t"))
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return clip(line, maxHeadline)
		}
	}
	return clip(oneLine(text), maxHeadline)
}

// without leaves out what programs put into a request between <tag> and </tag>.
func without(text string, tags ...string) string {
	for _, tag := range tags {
		var kept strings.Builder
		for {
			before, rest, found := strings.Cut(text, "<"+tag+">")
			if !found {
				break
			}
			_, after, closed := strings.Cut(rest, "</"+tag+">")
			if !closed {
				break
			}
			kept.WriteString(before)
			text = after
		}
		text = kept.String() + text
	}
	return strings.TrimSpace(text)
}

// within is what stands between <tag> and </tag>; false: nothing does.
func within(text, tag string) (string, bool) {
	_, rest, found := strings.Cut(text, "<"+tag+">")
	if !found {
		return "", false
	}
	inner, _, closed := strings.Cut(rest, "</"+tag+">")
	return strings.TrimSpace(inner), closed
}
