package merge

import (
	"cmp"
	"strings"
)

// logs merges what two sides have in place of a part of base, if all that both did there is
// to add entries to a log. Blank lines around them count for nothing.
func logs(base string, start, end int, ours, theirs string) (string, bool) {
	core, blank := cutBlank(base[start:end])
	core = complete(core)
	at := scanned(base[:start] + core)
	var a, b addition
	if !a.readBehind(core, at, ours) || !b.readBehind(core, at, theirs) {
		return "", false
	}
	lead, ok := leads(at, &a, &b)
	if !ok {
		return "", false
	}
	newest := newestFirst(at, base[end:], &a, &b)
	items, heads := both(a.items, b.items, newest), both(a.heads, b.heads, newest)
	var merged strings.Builder
	merged.WriteString(core + lead)
	loose := a.loose || b.loose || at.loose > 0
	for i, e := range items {
		if i > 0 && loose {
			merged.WriteByte('\n')
		}
		merged.WriteString(e.text)
	}
	for i, e := range heads {
		if i > 0 || len(items) > 0 {
			merged.WriteByte('\n')
		}
		merged.WriteString(e.text)
	}
	merged.WriteString(changed(blank, a.trail, b.trail))
	text := merged.String()
	if !strings.HasSuffix(ours, "\n") && !strings.HasSuffix(theirs, "\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	return text, true
}

// readBehind reads what a side has behind a part of base that it kept.
func (a *addition) readBehind(core string, at scan, is string) (ok bool) {
	rest, kept := is, core == ""
	if !kept {
		rest, kept = strings.CutPrefix(complete(is), core)
	}
	return kept && a.read(at, rest)
}

// leads is what stands before the entries of both sides. Where the log begins with them,
// that is its heading, and both have it alike.
func leads(at scan, a, b *addition) (lead string, ok bool) {
	first, second := dense(a.lead), dense(b.lead)
	switch {
	case first == second:
		ok = at.inLog || len(a.items)+len(a.heads) > 0 && len(b.items)+len(b.heads) > 0
		return larger(a.lead, b.lead), ok
	case second == "":
		return a.lead, goesOn(at, a.lead)
	case first == "":
		return b.lead, goesOn(at, b.lead)
	}
	return "", false
}

// goesOn reports whether a text belongs to the entry that stands above it.
func goesOn(at scan, text string) bool {
	if !at.inLog {
		return false
	}
	blank := at.blank
	for line := range strings.Lines(text) {
		is, _ := at.line(line)
		if is == outside || is == other && !at.inHeading && !continues(line, blank) {
			return false
		}
		blank = at.blank
	}
	return true
}

// newestFirst reports whether the log has its newest entry at the top: by its entries
// before and behind the place of the additions, and by those of each side.
func newestFirst(at scan, behind string, a, b *addition) bool {
	rest := at
	rest.stamps = nil
	for line := range strings.Lines(behind) {
		if is, _ := rest.line(line); is == outside {
			break
		}
	}
	rises := 0
	for _, side := range []*addition{a, b} {
		last := stamp{}
		note := func(s stamp) {
			if s.clockTime == "" {
				return
			}
			if last.clockTime != "" {
				rises += s.compare(last)
			}
			last = s
		}
		for _, s := range at.stamps {
			note(s)
		}
		for _, list := range [][]entry{side.items, side.heads} {
			for _, e := range list {
				note(e.at)
			}
		}
		for _, s := range rest.stamps {
			note(s)
		}
	}
	return rises < 0
}

// both are the entries of two sides by their times. Those of one side keep their order; one
// without a time goes with the one before it. Those of one time are ordered by their text,
// so that it does not matter which side is which, and what both have stands there once.
func both(a, b []entry, newest bool) []entry {
	a, b = timed(a), timed(b)
	left := map[string]int{} // how often a text is to come yet
	for _, e := range a {
		left[e.text]++
	}
	count := map[string]int{}
	for _, e := range b {
		count[e.text]++
		left[e.text] = max(left[e.text], count[e.text])
	}
	var all []entry
	for len(a)+len(b) > 0 {
		var e entry
		switch {
		case len(a) > 0 && len(b) > 0 && a[0].text == b[0].text:
			e, a, b = a[0], a[1:], b[1:]
		case len(b) == 0, len(a) > 0 && a[0].before(b[0], newest):
			e, a = a[0], a[1:]
		default:
			e, b = b[0], b[1:]
		}
		if left[e.text] > 0 {
			left[e.text]--
			all = append(all, e)
		}
	}
	return all
}

// timed gives each entry without a time that of the one before it.
func timed(list []entry) []entry {
	var last stamp
	out := make([]entry, len(list))
	for i, e := range list {
		if e.at.clockTime == "" {
			e.at = last
		}
		last, out[i] = e.at, e
	}
	return out
}

func (e entry) before(other entry, newest bool) bool {
	order := e.at.compare(other.at)
	if newest {
		order = -order
	}
	return cmp.Or(order, cmp.Compare(e.text, other.text)) < 0
}

// changed is what was, is and other make of blank lines: the change of one side, or the
// larger of two.
func changed(was, is, other string) string {
	switch was {
	case is:
		return other
	case other:
		return is
	}
	return larger(is, other)
}

// larger is the longer of two texts, and of two of one length the same in either order.
func larger(a, b string) string {
	if cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0 {
		return b
	}
	return a
}

// cutBlank cuts the blank lines off the end of a text.
func cutBlank(text string) (rest, blank string) {
	rest = text
	for rest != "" {
		line := rest[strings.LastIndexByte(strings.TrimSuffix(rest, "\n"), '\n')+1:]
		if strings.TrimSpace(line) != "" {
			break
		}
		rest = rest[:len(rest)-len(line)]
	}
	return rest, text[len(rest):]
}

// dense is a text without its blank lines.
func dense(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(line)
		}
	}
	return b.String()
}

// complete is a text whose last line has an end.
func complete(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
