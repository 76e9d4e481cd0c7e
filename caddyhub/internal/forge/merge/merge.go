// Package merge joins two versions of a text that were made of one, line by line.
//
// The rule is that of git merge-file: what one side changed is taken, what both changed
// alike is taken once, and where both changed the same or neighbouring lines differently
// the texts do not merge. It never writes conflict markers. Two things differ. A text in
// which one side changed all line ends merges as if it had not. And entries that both
// sides added to the log of a progress file are all kept, ordered by their time (log.go).
package merge

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Three merges ours and theirs, which were both made of base. When they do not merge,
// clean is false and there is no text. The sides can be swapped.
func Three(base, ours, theirs string) (merged string, clean bool) {
	switch {
	case ours == theirs, theirs == base:
		return ours, true
	case ours == base:
		return theirs, true
	}
	end := lineEnd(base, ours, theirs)
	if end != "" {
		base, ours, theirs = unify(base), unify(ours), unify(theirs)
	}
	merged, clean = lines(base, ours, theirs)
	if end == crlf {
		merged = strings.ReplaceAll(merged, "\n", crlf)
	}
	return merged, clean
}

// lines merges texts whose line ends count as a part of the lines. At first an entry of a
// log is compared as a whole, so that entries stay whole; when that does not do, because
// both sides changed one, its lines are.
func lines(base, ours, theirs string) (string, bool) {
	if !strings.Contains(base+ours+theirs, glue) {
		if merged, clean := regions(glued(base), glued(ours), glued(theirs), unglued); clean {
			return unglued(merged), true
		}
	}
	return regions(base, ours, theirs, func(text string) string { return text })
}

// regions goes through what either side changed. plain undoes what was done to the texts
// before.
func regions(base, ours, theirs string, plain func(string) string) (string, bool) {
	a, b := side{base, udiff.Lines(base, ours)}, side{base, udiff.Lines(base, theirs)}
	var merged strings.Builder
	done := 0 // bytes of base
	for {
		start, end, found := region(&a, &b)
		if !found {
			merged.WriteString(base[done:])
			return merged.String(), true
		}
		merged.WriteString(base[done:start])
		was, is, other := base[start:end], a.take(start, end), b.take(start, end)
		switch {
		case is == other, other == was:
			merged.WriteString(is)
		case is == was:
			merged.WriteString(other)
		default:
			all, ok := logs(plain(base), start, end, plain(is), plain(other))
			if !ok {
				return "", false
			}
			merged.WriteString(all)
		}
		done = end
	}
}

// side is a text as what was changed in base, in its order.
type side struct {
	base  string
	edits []udiff.Edit
}

// region is the next part of base that a side changed, with all changes of both that touch
// it or each other.
func region(a, b *side) (start, end int, found bool) {
	start = len(a.base) + 1
	for _, s := range []*side{a, b} {
		if len(s.edits) > 0 {
			start = min(start, s.edits[0].Start)
		}
	}
	if start > len(a.base) {
		return 0, 0, false
	}
	end = start
	for i, j := 0, 0; ; {
		switch {
		case i < len(a.edits) && a.edits[i].Start <= end:
			end = max(end, a.edits[i].End)
			i++
		case j < len(b.edits) && b.edits[j].Start <= end:
			end = max(end, b.edits[j].End)
			j++
		default:
			return start, end, true
		}
	}
}

// take is what a side has in place of a part of base, and leaves those changes behind.
func (s *side) take(start, end int) string {
	var text strings.Builder
	for len(s.edits) > 0 && s.edits[0].Start <= end {
		e := s.edits[0]
		text.WriteString(s.base[start:e.Start])
		text.WriteString(e.New)
		start = e.End
		s.edits = s.edits[1:]
	}
	text.WriteString(s.base[start:end])
	return text.String()
}

const crlf = "\r\n"

// lineEnd is what the lines of the merged text end with: what a side changed the ends to,
// or else those of base. Empty: a text mixes them, and they are left as they are.
func lineEnd(base, ours, theirs string) string {
	was, is, other := endOf(base), endOf(ours), endOf(theirs)
	switch {
	case was == "" || is == "" || other == "":
		return ""
	case is == was:
		return other
	}
	return is
}

// endOf is what all lines of a text end with; empty: not all with the same.
func endOf(text string) string {
	all := strings.Count(text, "\n")
	switch strings.Count(text, crlf) {
	case 0:
		if strings.Contains(text, "\r") {
			return ""
		}
		return "\n"
	case all:
		if strings.Count(text, "\r") == all {
			return crlf
		}
	}
	return ""
}

func unify(text string) string { return strings.ReplaceAll(text, crlf, "\n") }
