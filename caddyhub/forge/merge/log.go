package merge

import (
	"regexp"
	"strings"
)

// The log of a progress file is the section below its heading "Log". Its items begin with
// a time and go on in indented lines (store/outline).
var (
	section = regexp.MustCompile(`(?m)^ {0,3}#{1,2}(?:[ \t].*)?\r?$`)
	logHead = regexp.MustCompile(`(?i)^ {0,3}##[ \t]+log[ \t]*#*[ \t]*\r?$`)
	stamped = regexp.MustCompile(`^- (\d{4}-\d\d-\d\d \d\d:\d\d) `)
)

// item is an entry of a log.
type item struct {
	at   string // as it is written, which sorts by time
	text string // all lines, each with its end
}

// logs merges what two sides have in place of the same part of base, if all that both did
// is to add items to a log. before is what base has before that part.
func logs(before, was, ours, theirs string) (string, bool) {
	ours, ok := added(was, ours)
	if !ok {
		return "", false
	}
	theirs, ok = added(was, theirs)
	if !ok {
		return "", false
	}
	lead, a, blank, ok := items(ours)
	if !ok {
		return "", false
	}
	other, b, rest, ok := items(theirs)
	if !ok || lead != other || !inLog(before+complete(was)+lead) {
		return "", false
	}
	if len(rest) > len(blank) {
		blank = rest
	}
	var merged strings.Builder
	merged.WriteString(complete(was) + lead)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && len(b) > 0 && a[0] == b[0]:
			b = b[1:] // both have it
			fallthrough
		case len(b) == 0, len(a) > 0 && a[0].before(b[0]):
			merged.WriteString(a[0].text)
			a = a[1:]
		default:
			merged.WriteString(b[0].text)
			b = b[1:]
		}
	}
	merged.WriteString(blank)
	text := merged.String()
	if !strings.HasSuffix(ours, "\n") && !strings.HasSuffix(theirs, "\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	return text, true
}

// before orders items by time, and those of one minute by their text, so that it does not
// matter which side is which.
func (i item) before(other item) bool {
	if i.at != other.at {
		return i.at < other.at
	}
	return i.text < other.text
}

// added is what a side put behind a part of base.
func added(was, is string) (string, bool) {
	if is == was {
		return "", false
	}
	return strings.CutPrefix(is, complete(was))
}

// complete is a text whose last line has an end.
func complete(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// items reads an addition to a log: what stands before its first item, such as the
// heading, the items, and the blank lines at the end. Anything else is no such addition.
func items(text string) (lead string, list []item, blank string, ok bool) {
	var gap string // blank lines, of the item before if more of it follows
	for line := range strings.Lines(complete(text)) {
		m := stamped.FindStringSubmatch(line)
		switch {
		case m != nil:
			if len(list) > 0 {
				list[len(list)-1].text += gap
			}
			gap = ""
			list = append(list, item{m[1], line})
		case strings.TrimSpace(line) == "" && len(list) > 0:
			gap += line
		case len(list) == 0:
			lead += line
		case strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t"):
			list[len(list)-1].text += gap + line
			gap = ""
		default:
			return "", nil, "", false
		}
	}
	return lead, list, gap, len(list) > 0
}

// inLog tells whether the end of a text is in a log.
func inLog(text string) bool {
	headings := section.FindAllString(text, -1)
	return len(headings) > 0 && logHead.MatchString(headings[len(headings)-1])
}
