package credential

import "strings"

// Limits of an assignment.
const (
	maxName  = 64  // bytes of a name, the last ones of a longer
	maxValue = 512 // bytes of a value: more is no credential that its name gives away
)

// secretNames end names that credentials are given to, in lower case and without what
// separates words.
var secretNames = []struct {
	end, kind string
	chosen    bool // by a person
}{
	{"password", "password", true},
	{"passwd", "password", true},
	{"passphrase", "passphrase", true},
	{"pwd", "password", true},
	{"dbpass", "password", true},
	{"userpass", "password", true},
	{"authorization", "authorization", false},
	{"token", "token", false},
	{"secret", "secret", false},
	{"secretkeybase", "secret", false},
	{"credential", "credential", false},
	{"credentials", "credential", false},
	{"apikey", "API key", false},
	{"secretkey", "secret key", false},
	{"privatekey", "private key", false},
	{"accesskey", "access key", false},
	{"accountkey", "access key", false},
	{"authkey", "access key", false},
	{"masterkey", "secret key", false},
	{"sharedkey", "secret key", false},
	{"presharedkey", "secret key", false},
	{"signingkey", "secret key", false},
	{"encryptionkey", "secret key", false},
	{"hubsession", "access token", false},
}

// lastLetters are those of the names above: most assignments are told by one look.
var lastLetters = func() (s byteSet) {
	for _, n := range secretNames {
		last := n.end[len(n.end)-1]
		s.add(last)
		s.add(last - 'a' + 'A')
	}
	return s
}()

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
	start := end
	for start > 0 && end-start < maxName && nameChars.has(text[start-1]) {
		start--
	}
	kind, chosen := nameOf(text[start:end])
	if kind == "" {
		return Match{}, false
	}
	v := valueAfter(text, sign)
	for _, scheme := range []string{"bearer", "basic", "token"} {
		if n := len(scheme); kind == "authorization" && len(v.text) > n && strings.EqualFold(v.text[:n], scheme) && v.text[n] == ' ' {
			v.start += n + 1
			v.text = firstWord(v.text[n+1:])
		}
	}
	if m, ok := wellFormedAt(text, v.start); ok {
		return m, true
	}
	if !v.credential(chosen, environment(text[start:end]) && end == sign) {
		return Match{}, false
	}
	return Match{kind, v.start, v.start + len(v.text)}, true
}

// nameChars are those of names: DB_PASSWORD, apiKey, spring.datasource.password.
var nameChars = set("09AZaz__--..")

// nameOf is the kind of credential that a name is for; empty: for none.
func nameOf(name string) (kind string, chosen bool) {
	var plain [maxName]byte
	n := 0
	for i := range len(name) {
		switch b := name[i]; {
		case b == '_' || b == '-' || b == '.':
		case b >= 'A' && b <= 'Z':
			plain[n] = b - 'A' + 'a'
			n++
		default:
			plain[n] = b
			n++
		}
	}
	for _, s := range secretNames {
		if n >= len(s.end) && plain[n-1] == s.end[len(s.end)-1] && string(plain[n-len(s.end):n]) == s.end {
			return s.kind, s.chosen
		}
	}
	return "", false
}

// environment tells whether a name is written as those of environment variables.
func environment(name string) bool {
	c := classesOf(name)
	return c.lower == 0 && c.upper > 0
}

// value is what an assignment gives to its name.
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
		if b := text[i]; v.quoted && (b == closes || b == '\\') || !v.quoted && strings.IndexByte(" \t\"'`,;\\", b) >= 0 && !scheme(text[v.start:i]) {
			break
		}
		i++
	}
	v.text = text[v.start:i]
	if !v.quoted {
		v.text = strings.TrimRight(v.text, ".)]}>*_|")
	}
	return v
}

// scheme tells whether a word introduces a credential: a space follows it, and no end.
func scheme(word string) bool {
	return strings.EqualFold(word, "bearer") || strings.EqualFold(word, "basic") || strings.EqualFold(word, "token")
}

// credential tells whether a value is one. plain is a name and a value as they stand in a
// file of environment variables.
func (v value) credential(chosen, plain bool) bool {
	s := v.text
	likely := tokenLike(s)
	switch {
	case len(s) < 8 || len(s) > maxValue || strings.ContainsAny(s, " \t"):
		return false
	case chosen && plain && len(s) >= 12 && bits(s) >= 3 && !strings.Contains(strings.ToLower(s), "password"):
		likely = true // words, too
	case chosen:
		likely = passwordLike(s)
	}
	return likely && !placeholder(s) && !reference(s) && (v.quoted || plain || !expression(s))
}

// reference tells whether a value says where something is: an address, a path, a variable.
func reference(s string) bool {
	if strings.Contains(s, "://") || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, "[redacted") {
		return true
	}
	return s[0] == '/' && classesOf(s).upper == 0
}

// expression tells whether a value is code that yields it: a call, a member, a type.
func expression(s string) bool {
	if strings.ContainsAny(s, "([{<$|?") || s[0] == '&' {
		return true
	}
	for part := range strings.SplitSeq(s, ".") {
		if !wordOnly(part) || len(part) > 24 || classesOf(part).digits > 2 {
			return false
		}
	}
	return strings.Contains(s, ".") || classesOf(s).digits == 0
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
	if len(token) > maxValue || placeholder(token) || !tokenLike(token) {
		return Match{}, false
	}
	return Match{"bearer token", start, start + len(token)}, true
}

// firstWord is what a text begins with of the characters that tokens have (RFC 6750).
func firstWord(s string) string { return s[:run(s, 0, bearerChars, len(s))] }

var bearerChars = set("09AZaz__--..~~++//==")
