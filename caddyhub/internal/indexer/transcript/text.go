package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/progresshub/progresshub/caddyhub/internal/credential"
)

// maxRedacted is how much of a text is looked through for credentials, in bytes: more than
// enough for what is kept of it.
const maxRedacted = 64 << 10

// maxHeadline is how long a title made of a request is, in characters.
const maxHeadline = 120

// private is a text as it may leave this machine: without credentials, without control
// characters, and at most so many characters long. The credentials go first, as half of
// one is hard to tell.
func private(text string, most int) string {
	text = strings.TrimSpace(text)
	if len(text) > maxRedacted {
		// Up to a white space, lest a credential is cut.
		text = text[:maxRedacted]
		text = text[:strings.LastIndexFunc(text, unicode.IsSpace)+1]
	}
	return clip(strings.TrimSpace(credential.Redact(plain(text))), most)
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
		for {
			before, rest, found := strings.Cut(text, "<"+tag+">")
			if !found {
				break
			}
			_, after, closed := strings.Cut(rest, "</"+tag+">")
			if !closed {
				break
			}
			text = before + after
		}
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
