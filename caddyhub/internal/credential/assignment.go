package credential

import "strings"

// maxValue is the longest value that its name gives away, in bytes: more is no credential.
const maxValue = 512

// assigned is the value of an assignment to a name that gives a credential away, such as
// PASSWORD=…, "token": "…", api_key: … or Authorization: Bearer …; sign is at : or =.
func assigned(text string, sign int) (Match, bool) {
	end := sign
	for end > 0 && strings.IndexByte(" \t\"'\\`]:*", text[end-1]) >= 0 && sign-end < 4 {
		end--
	}
	if end == 0 || !lastLetters.has(text[end-1]) {
		return Match{}, false
	}
	start := nameStart(text, end)
	n := nameOf(text, start, end)
	if n.kind == "" || n.cookie && !inCookie(text, start) {
		return Match{}, false
	}
	v := valueAfter(text, sign)
	if n.kind == "authorization" {
		v = v.withoutScheme()
	}
	n.plain = n.capitals && end == sign
	if m, ok := n.match(text, v, n.assignedTo); ok {
		return m, true
	}
	if n.pair {
		if m, ok := n.match(text, second(text, sign+1), n.toldAs); ok {
			return m, true
		}
	}
	if text[sign] == ':' && n.whole {
		return n.told(text, sign)
	}
	return Match{}, false
}

// value is what is given to a name.
type value struct {
	start  int
	text   string
	quoted bool
}

// valueAfter reads the value behind the sign: the rest of a quotation, or a word.
func valueAfter(text string, sign int) value {
	i := sign + 1
	for i < len(text) && (text[i] == '=' || text[i] == '>') {
		i++ // :=, ==, =>
	}
	for i < len(text) && strings.IndexByte(" \t*", text[i]) >= 0 {
		i++ // the asterisks are Markdown's: **Password:** …
	}
	if i < len(text) && text[i] == '\\' {
		i++ // of a JSON string within another
	}
	closes := byte(0)
	if i < len(text) && strings.IndexByte("\"'`", text[i]) >= 0 {
		closes = text[i]
		i++
	}
	v := value{start: i, quoted: closes != 0}
	limit := min(len(text), i+maxValue+1)
	for i < limit && text[i] != '\n' && text[i] != '\r' {
		if b := text[i]; v.quoted && (b == closes || b == '\\') || !v.quoted && valueEnds.has(b) && !scheme(text[v.start:i]) {
			break
		}
		i++
	}
	v.text = text[v.start:i]
	if !v.quoted {
		v.text = strings.TrimRight(v.text, ".)]}>*_|")
		if at := strings.Index(v.text, "</"); at > 0 {
			v.text = v.text[:at]
		}
	}
	return v
}

// valueEnds end a value without quotation marks.
var valueEnds = set("  \t\t\"\"''``,,;;\\\\")

// second is the second of two values: of user / password, or ('user', 'password').
func second(text string, i int) value {
	limit := min(len(text), i+maxSentence)
	i = spaces(text, i)
	if i < limit && (text[i] == '(' || text[i] == '[') {
		i++
	}
	first := wordAt(text, i)
	i = first.start + len(first.text)
	if first.quoted {
		i++
	}
	i = spaces(text, i)
	if first.text == "" || i >= limit || strings.IndexByte("/,:", text[i]) < 0 {
		return value{}
	}
	return wordAt(text, spaces(text, i+1))
}

// schemes introduce a credential in a header.
var schemes = []string{"bearer", "basic", "token", "apikey", "bot"}

// scheme reports whether a word introduces a credential: a space follows it, and no end.
func scheme(word string) bool {
	for _, s := range schemes {
		if len(s) == len(word) && strings.EqualFold(word, s) {
			return true
		}
	}
	return false
}

func (v value) withoutScheme() value {
	if n := strings.IndexByte(v.text, ' '); n > 0 && scheme(v.text[:n]) {
		v.start += n + 1
		v.text = firstWord(v.text[n+1:])
	}
	return v
}

// bearer is a token that its scheme gives away: Bearer ….
func bearer(text string, i int) (Match, bool) {
	const word = "bearer "
	if len(text)-i <= len(word) || !strings.EqualFold(text[i:i+len(word)], word) || i > 0 && wordChars.has(text[i-1]) && !escaped(text, i) {
		return Match{}, false
	}
	start := i + len(word)
	if m, ok := wellFormedAt(text, start); ok {
		return m, true
	}
	token := firstWord(text[start:min(len(text), start+maxValue+1)])
	if len(token) > maxValue || placeholder(token) || !tokenLike(token) && !scrambled(token) {
		return Match{}, false
	}
	return Match{"bearer token", start, start + len(token)}, true
}

// firstWord is what a text begins with of the characters that tokens have (RFC 6750).
func firstWord(s string) string { return s[:run(s, 0, bearerChars, len(s))] }

var bearerChars = set("09AZaz__--..~~++//==")
