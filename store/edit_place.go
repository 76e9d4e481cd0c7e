package store

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// How much of a document an edit that does not fit shows of it.
const (
	shownLines   = 5
	triedLines   = 20 // of the text that was not found
	nearestLines = 3
	leastAlike   = 0.4 // below that, a line is not what was meant
)

// misfit is an edit that does not fit: its text is not in the document once.
type misfit struct {
	document, find string
	times          int
}

// explain adds to the error of a misfit where its text is, or what is like it.
func (m misfit) explain(err error) error {
	switch {
	case m.find == "":
		return err
	case m.times > 1:
		return m.err(": " + placesOf(m.document, m.find))
	}
	return m.err(": " + nearestTo(m.document, m.find))
}

func (m misfit) err(where string) error {
	return &InvalidError{Fields: []FieldError{{"find", fmt.Sprintf("must be in the document exactly once; it is there %s%s", plural(m.times, "time"), where)}}}
}

// editLine is a line of a document, counted from 1.
type editLine struct {
	number int
	text   string
}

func (l editLine) String() string {
	return fmt.Sprintf("%d %q", l.number, clip(strings.TrimSpace(l.text)))
}

func joinLines(list []editLine) string {
	parts := make([]string, len(list))
	for i, l := range list {
		parts[i] = l.String()
	}
	return strings.Join(parts, ", ")
}

// placesOf names the lines in which a text begins that a document has several times.
func placesOf(document, find string) string {
	var list []editLine
	number, from, left := 1, 0, 0
	for at := strings.Index(document, find); at >= 0; {
		number += strings.Count(document[from:at], "\n")
		from = at
		if len(list) < shownLines {
			begin := strings.LastIndexByte(document[:at], '\n') + 1
			line, _, _ := strings.Cut(document[begin:], "\n")
			list = append(list, editLine{number, line})
		} else {
			left++
		}
		next := strings.Index(document[at+len(find):], find)
		if next < 0 {
			break
		}
		at += len(find) + next
	}
	more := ""
	if left > 0 {
		more = fmt.Sprintf(" and %d more", left)
	}
	return fmt.Sprintf("in lines %s%s; take in more of the text around the one you mean", joinLines(list), more)
}

// nearestTo names the lines most like a text that a document lacks: of one of several lines,
// those like its first line that is not there. Of very many lines it looks at the first.
func nearestTo(document, find string) string {
	lines := strings.Split(document, "\n")
	missing, tried := "", 0
	for line := range strings.Lines(find) {
		if tried++; tried > triedLines {
			break
		}
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(document, line) {
			missing = line
			break
		}
	}
	if missing == "" {
		return "its lines are in the document, but not together like this: check their order, white space and line breaks"
	}
	for i, line := range lines {
		if there := composedAs(line, missing); there != "" {
			return fmt.Sprintf("line %d has it with its accents composed in another way: find %s", i+1, escapeMarks(clip(there)))
		}
	}
	wanted := pairsOf(plainLine(missing))
	type scored struct {
		editLine
		alike float64
	}
	var list []scored
	for i, line := range lines {
		plain := plainLine(line)
		if wanted.mostAlike(plain) < leastAlike {
			continue // each line against a long text would take hours
		}
		if alike := wanted.alike(pairsOf(plain)); alike >= leastAlike {
			list = append(list, scored{editLine{i + 1, line}, alike})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.alike, a.alike) })
	if len(list) == 0 {
		return "no line is like it: read the document again"
	}
	near := make([]editLine, min(len(list), nearestLines))
	for i := range near {
		near[i] = list[i].editLine
	}
	said := "the nearest lines are " + joinLines(near)
	if strings.Join(strings.Fields(near[0].text), " ") == strings.Join(strings.Fields(missing), " ") {
		said += "; the first differs in white space only"
	}
	return said
}

// composedAs is the stretch of a line that reads as a text does, and is other characters: an accent may be
// one with its letter or follow it, which nobody sees. It is empty when there is none.
func composedAs(line, text string) string {
	const expands = 4 // by how much a text grows at most when it is composed in another way
	if len(text) > expands*len(line) || norm.NFC.IsNormalString(line) && norm.NFC.IsNormalString(text) {
		return ""
	}
	text = norm.NFC.String(text)
	var composed strings.Builder
	from := map[int]int{} // where the characters of the line begin, by where they do when composed
	var it norm.Iter
	it.InitString(norm.NFC, line)
	for !it.Done() {
		from[composed.Len()] = it.Pos()
		composed.Write(it.Next())
	}
	from[composed.Len()] = len(line)
	at := strings.Index(composed.String(), text)
	if at < 0 {
		return ""
	}
	lo, begins := from[at]
	hi, ends := from[at+len(text)]
	if !begins || !ends {
		return ""
	}
	return line[lo:hi]
}

// escapeMarks quotes a text as JSON does, with escapes for the characters that may be composed in another way.
func escapeMarks(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < 0x10000 && (unicode.Is(unicode.M, r) || !norm.NFD.IsNormalString(string(r))):
			fmt.Fprintf(&b, `\u%04x`, r)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// plainLine is a line, white space and case aside.
func plainLine(line string) string { return strings.ToLower(strings.Join(strings.Fields(line), " ")) }

// pairs are the pairs of characters that follow each other in a line, and how often each does.
type pairs struct {
	times map[[2]rune]int
	all   int
}

func pairsOf(plain string) pairs {
	p := pairs{times: map[[2]rune]int{}}
	var last rune
	for i, r := range plain {
		if i > 0 {
			p.times[[2]rune{last, r}]++
			p.all++
		}
		last = r
	}
	return p
}

// alike is how much two lines have in common, from 0 to 1 (Dice's coefficient).
func (p pairs) alike(q pairs) float64 {
	shared := 0
	for pair, n := range p.times {
		shared += min(n, q.times[pair])
	}
	return diceOf(shared, p.all, q.all)
}

// mostAlike is the most that a line can have in common with this one, by its length alone.
func (p pairs) mostAlike(plain string) float64 {
	n := max(0, utf8.RuneCountInString(plain)-1)
	return diceOf(min(p.all, n), p.all, n)
}

func diceOf(shared, a, b int) float64 {
	if a+b == 0 {
		return 0
	}
	return 2 * float64(shared) / float64(a+b)
}
