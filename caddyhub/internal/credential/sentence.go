package credential

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How far a sentence is looked at behind a word for a credential.
const (
	maxSentence = 96 // bytes
	maxSteps    = 9  // words
)

// afterName are the characters behind a name that no sign follows at once.
var afterName = set("  \t\t\"\"''``**>>,,||))]]\xc2\xef")

// named is the credential behind a name that stands by itself: an option of a command
// (--token …), an element (<password>…</password>), an argument ("API_TOKEN", "…"), a cell
// of a table, or a sentence (the password for staging is …). end is behind the name.
func named(text string, end int) (Match, bool) {
	start := nameStart(text, end)
	n := nameOf(text, start, end)
	if n.kind == "" || n.cookie {
		return Match{}, false
	}
	i := end
	for i < len(text) && i-end < 4 && strings.IndexByte("\"'`*)]\\", text[i]) >= 0 {
		i++
	}
	switch closed := i > end; {
	case i >= len(text):
		return Match{}, false
	case text[i] == '>' && start > 0 && text[start-1] == '<':
		return n.match(text, element(text, i+1), n.assignedTo)
	case closed && text[i] == ',':
		if v := wordAt(text, spaces(text, i+1)); v.quoted {
			return n.match(text, v, n.assignedTo)
		}
		return Match{}, false
	case closed && strings.HasPrefix(text[i:], " value="):
		return n.match(text, wordAt(text, i+len(" value=")), n.assignedTo)
	case text[i] == ':' || text[i] == '=':
		return Match{}, false // what is at the sign
	case !closed && n.flag && (text[i] == ' ' || text[i] == '\t'):
		if m, ok := n.match(text, wordAt(text, spaces(text, i)), n.givenTo); ok {
			return m, true
		}
	}
	return n.told(text, i)
}

// element is the text of an element of XML, up to its end.
func element(text string, i int) value {
	end := i
	for end < len(text) && end-i <= maxValue && text[end] != '<' && text[end] != '\n' {
		end++
	}
	return value{start: i, text: text[i:end], quoted: true}
}

// spaces is the place behind spaces, also those at which no line breaks: French has one before a colon.
func spaces(text string, i int) int {
	return len(text) - len(strings.TrimLeft(text[i:], " \t\u00a0\u202f"))
}

// match is the credential that a value is, if the test of its place says so.
func (n name) match(text string, v value, test func(value) bool) (Match, bool) {
	if m, ok := wellFormedAt(text, v.start); ok {
		return m, true
	}
	if v.text == "" || !test(v) {
		return Match{}, false
	}
	return Match{n.kind, v.start, v.start + len(v.text)}, true
}

// told looks for the credential in the rest of a sentence: right behind the name, or behind
// a word or sign that says what it is.
func (n name) told(text string, i int) (Match, bool) {
	limit := min(len(text), i+maxSentence)
	said := false
	for step := 0; step < maxSteps && i < limit; step++ {
		from := spaces(text, i)
		if from >= limit {
			return Match{}, false
		}
		if c := link(text[from:limit]); c > 0 {
			i, said = from+c, true
			continue
		}
		v := wordAt(text, from)
		if v.text == "" {
			return Match{}, false
		}
		test := n.besideIt
		if said {
			test = n.toldAs
		}
		if said || step == 0 || v.quoted && n.chosen {
			if m, ok := n.match(text, v, test); ok {
				if hubToken(v.text) {
					m.Kind = accessToken
				}
				return m, true
			}
		}
		i = v.start + len(v.text)
		said = false
		// What is behind another name is that one's, so no sentence is read twice.
		if endsClause(text, i) || !v.quoted && nameOf(text, nameStart(text, i), i).kind != "" {
			return Match{}, false
		}
		if i < limit && (text[i] == ':' || text[i] == ',' || text[i] == '=') {
			said = text[i] != ','
			i++
		}
		for i < limit && strings.IndexByte("\"'`*)", text[i]) >= 0 {
			i++
		}
	}
	return Match{}, false
}

// endsClause reports whether a sentence ends at a place.
func endsClause(text string, i int) bool {
	if i >= len(text) || strings.IndexByte("\n\r;{}<", text[i]) >= 0 {
		return true
	}
	return strings.IndexByte(".?!", text[i]) >= 0 && (i+1 == len(text) || strings.IndexByte(" \t\n\"'", text[i+1]) >= 0)
}

// links are what stands between a thing and what it is, in the languages that agents are
// spoken to in.
var links = []string{
	"is", "was", "are", "to", "now", "ist", "war", "lautet", "jetzt", "nun", "auf", "es", "est", "era", "è", "é", "je", "to", "jest", "är", "er", "on", "это", "является",
	"=", ":", "=>", "->", "→", "-", "–", "—", "|", "：", "は", "が", "是", "为", "為", "는", "은", "이", "가",
}

// linksBy are the links by their first byte.
var linksBy = func() (by [256][]string) {
	for _, l := range links {
		by[l[0]] = append(by[l[0]], l)
		if l[0] < utf8.RuneSelf && letter(l[0]) {
			by[l[0]-'a'+'A'] = append(by[l[0]-'a'+'A'], l)
		}
	}
	return by
}()

// link is the length of the link that a text begins with; 0: it begins with none.
func link(text string) int {
	if text == "" {
		return 0
	}
	for _, l := range linksBy[text[0]] {
		if len(text) < len(l) || text[1:len(l)] != l[1:] {
			continue
		}
		if len(text) == len(l) || wide(l) || strings.IndexByte(" \t\"'`*", text[len(l)]) >= 0 {
			return len(l)
		}
	}
	return 0
}

// wide reports whether a link belongs to a script that has no spaces between words.
func wide(l string) bool {
	r, _ := utf8.DecodeRuneInString(l)
	return r >= 0x2e80
}

// wordAt is the next word or quotation of a text, without what belongs to the sentence.
func wordAt(text string, i int) value {
	for i < len(text) && strings.IndexByte("*_(\\|", text[i]) >= 0 {
		i++
	}
	closes := ""
	if i < len(text) && (text[i] >= utf8.RuneSelf || strings.IndexByte("\"'`", text[i]) >= 0) {
		for _, q := range quotes {
			if strings.HasPrefix(text[i:], q[0]) {
				closes = q[1]
				i += len(q[0])
				break
			}
		}
	}
	limit := min(len(text), i+maxValue+1)
	end := i
	if closes != "" {
		line, _, _ := strings.Cut(text[i:limit], "\n")
		if n := strings.Index(line, closes); n >= 0 {
			return value{start: i, text: strings.TrimSuffix(line[:n], `\`), quoted: true}
		}
	}
	for end < limit && !wordEnds.has(text[end]) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !inWord(r) {
			break
		}
		end += size
	}
	return value{start: i, text: strings.TrimRight(text[i:end], ".:)]}*_")}
}

// inWord reports whether a character may stand within a word of a script that has spaces between its
// words: Latin letters and the signs beside them, and letters of Greek and Cyrillic. In other
// scripts nothing tells where a word ends.
func inWord(r rune) bool {
	switch {
	case r < 0x300:
		return !unicode.IsSpace(r)
	case r < 0x2000:
		return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Inherited)
	}
	return unicode.Is(unicode.Sc, r) // such as the sign of the euro
}

var wordEnds = set("  \t\t\n\n\r\r\"\"''``,,;;\\\\<<>>||")

// quotes are what quotations begin and end with.
var quotes = [][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}}
