package credential

import "strings"

// The tests of a value, by where it stands to its name: what gives less away must look
// more like a credential itself.

// assignedTo reports whether the value of an assignment is a credential.
func (n name) assignedTo(v value) bool {
	s := v.text
	if len(s) < 8 || len(s) > maxValue {
		return false
	}
	if strings.ContainsAny(s, " \t") {
		return n.chosen && v.quoted && phrase(s) && !placeholder(s)
	}
	if reference(s) || !v.quoted && !n.plain && !scrambled(s) && (expression(s) || !n.chosen && identifier(s)) || n.verb && identifier(s) && classesOf(s).digits < 3 {
		return false
	}
	if n.plain {
		switch words := strings.Count(s, "-") + 1; {
		case n.chosen && len(s) >= 12 && bits(s) >= 2.5 && !strings.Contains(strings.ToLower(s), "password"):
			return !placeholder(s) // words, too
		case n.kind == "secret" && words > minWords && len(s) >= 20 && !strings.Contains(strings.ToLower(s), "secret"):
			return !placeholder(s)
		}
	}
	return n.looks(s) && !placeholder(s)
}

// givenTo reports whether what follows an option is a credential.
func (n name) givenTo(v value) bool {
	s := v.text
	if len(s) < 8 || len(s) > maxValue {
		return false
	}
	if strings.ContainsAny(s, " \t") {
		return n.chosen && v.quoted && phrase(s) && !placeholder(s)
	}
	return strings.IndexByte("-[", s[0]) < 0 && !reference(s) && (n.looks(s) || n.chosen && strings.Count(s, "-") > 1) && !about(s) && !placeholder(s)
}

// toldAs reports whether what a sentence says of a name is a credential.
func (n name) toldAs(v value) bool {
	s := v.text
	if len(s) < 8 || len(s) > maxValue {
		return false
	}
	if strings.ContainsAny(s, " \t") {
		return n.chosen && v.quoted && phrase(s) && !placeholder(s)
	}
	if !n.looks(s) || reference(s) || about(s) || strings.Contains(s, `"`) || strings.ContainsAny(s, "([{") && (!v.quoted || strings.ContainsAny(s, ")]}")) || placeholder(s) {
		return false
	}
	if n.verb && (!v.quoted && identifier(s) || classesOf(s).digits == 0) {
		return false
	}
	if n.chosen {
		return classesOf(s).digits > 0 || v.quoted && !identifier(s)
	}
	return !identifier(s)
}

// besideIt reports whether the word behind a name is a credential, with nothing in between
// that says so.
func (n name) besideIt(v value) bool {
	if !n.toldAs(v) {
		return false
	}
	c := classesOf(v.text)
	if n.chosen {
		return v.quoted || c.upper > 0 && c.lower > 0 || c.others > 0 && strings.ContainsAny(v.text, "!#%&*+=?@^~") || !identifier(v.text) && c.others == 0
	}
	return v.quoted || len(v.text) >= 20
}

// looks reports whether a value has the look of what the name is for.
func (n name) looks(s string) bool {
	switch n.by {
	case keyOnly:
		return keyLike(s)
	case giteaOnly:
		return len(s) == 40 && run(s, 0, hexChars, len(s)) == len(s) && bits(s) >= 3
	case byPerson:
		return passwordLike(s) || scrambled(s)
	}
	return tokenLike(s) || scrambled(s)
}

// maxLine is how far back a line is looked at for what is going on in it, in bytes.
const maxLine = 384

// lineBefore is the line before a place, with those that a backslash joins to it.
func lineBefore(text string, i int) string {
	line := text[max(0, i-maxLine):i]
	for end := len(line); ; {
		if end = strings.LastIndexByte(line[:end], '\n'); end < 0 {
			return line
		}
		if end == 0 || line[end-1] != '\\' {
			return line[end+1:]
		}
	}
}

// inCookie reports whether a name is that of a cookie.
func inCookie(text string, start int) bool {
	line := lineBefore(text, start)
	return strings.Contains(line, "ookie") || strings.Contains(line, "COOKIE") || strings.Contains(line, " -b ")
}
