package credential

import (
	"slices"
	"strings"
)

// maxName is how much of a name is looked at, in bytes: the last ones of a longer one.
const maxName = 64

// secretName ends the names of credentials of one kind.
type secretName struct {
	end, kind string // end is in lower case and without what separates words
	by        maker
	// word: counts at the beginning of a name or of a word in it only, as pass does in
	// DB_PASS, and not in bypass.
	word bool
}

// maker is who makes up a credential.
type maker int

const (
	byMachine maker = iota
	byPerson        // a password
	keyOnly         // a machine, in the form of a key: the name alone says little
	inCookies       // a machine; the name counts in a cookie
	giteaOnly       // Gitea: forty hexadecimal digits, as a commit has
)

var secretNames = []secretName{
	{"password", "password", byPerson, false},
	{"passwd", "password", byPerson, false},
	{"passphrase", "passphrase", byPerson, false},
	{"passcode", "password", byPerson, false},
	{"pwd", "password", byPerson, false},
	{"pass", "password", byPerson, true},
	{"storepass", "password", byPerson, false},
	{"keypass", "password", byPerson, false},
	{"dbpass", "password", byPerson, false},
	{"userpass", "password", byPerson, false},
	{"pw", "password", byPerson, true},
	{"passwort", "password", byPerson, false}, // German
	{"kennwort", "password", byPerson, false},
	{"contrasena", "password", byPerson, false}, // Spanish
	{"motdepasse", "password", byPerson, false}, // French
	{"passe", "password", byPerson, true},
	{"senha", "password", byPerson, true},         // Portuguese
	{"wachtwoord", "password", byPerson, false},   // Dutch
	{"passord", "password", byPerson, false},      // Norwegian
	{"adgangskode", "password", byPerson, false},  // Danish
	{"adgangskoden", "password", byPerson, false}, // the same
	{"salasana", "password", byPerson, false},     // Finnish
	{"heslo", "password", byPerson, true},         // Czech
	{"haslo", "password", byPerson, true},         // Polish
	{"parola", "password", byPerson, true},        // Turkish, Romanian
	{"katasandi", "password", byPerson, false},    // Indonesian
	{"authorization", "authorization", byMachine, false},
	{"token", "token", byMachine, false},
	{"jeton", "token", byMachine, true}, // French
	{"secret", "secret", byMachine, false},
	{"secretkeybase", "secret", byMachine, false},
	{"credential", "credential", byMachine, false},
	{"credentials", "credential", byMachine, false},
	{"apikey", "API key", byMachine, false},
	{"secretkey", "secret key", byMachine, false},
	{"privatekey", "private key", byMachine, false},
	{"accesskey", "access key", byMachine, false},
	{"accountkey", "access key", byMachine, false},
	{"subscriptionkey", "access key", byMachine, false},
	{"authkey", "access key", byMachine, false},
	{"licensekey", "access key", byMachine, false},
	{"masterkey", "secret key", byMachine, false},
	{"sharedkey", "secret key", byMachine, false},
	{"presharedkey", "secret key", byMachine, false},
	{"signingkey", "secret key", byMachine, false},
	{"encryptionkey", "secret key", byMachine, false},
	{"key", "secret key", keyOnly, true},
	{"schluessel", "secret key", keyOnly, false}, // German
	{"clave", "secret key", keyOnly, true},       // Spanish
	{"hubsession", "access token", byMachine, false},
	{"session", "cookie", inCookies, true},
	{"sessionid", "cookie", inCookies, false},
	{"sessid", "cookie", inCookies, false},
	{"sid", "cookie", inCookies, true},
	{"auth", "credential", byMachine, true},
	{"remember", "cookie", inCookies, true},
	{"rememberme", "cookie", inCookies, false},
	{"gitea", "token", giteaOnly, true},
	{"forgejo", "token", giteaOnly, true},
	{"access", "token", giteaOnly, true},
}

// lastLetters are those of the names above: most words are told by one look.
var lastLetters = func() (s byteSet) {
	for _, n := range secretNames {
		last := n.end[len(n.end)-1]
		s.add(last)
		s.add(last - 'a' + 'A')
	}
	return s
}()

// endsBy are the names by their last letter, the longest first.
var endsBy = func() (by [256][]secretName) {
	for _, n := range secretNames {
		last := n.end[len(n.end)-1]
		by[last] = append(by[last], n)
	}
	for _, names := range by {
		slices.SortStableFunc(names, func(a, b secretName) int { return len(b.end) - len(a.end) })
	}
	return by
}()

// nameChars are those of names: DB_PASSWORD, apiKey, spring.datasource.password.
var nameChars = set("09AZaz__--..")

// nameStart is where the name begins that ends at a place.
func nameStart(text string, end int) int {
	start := end
	for start > 0 && end-start < maxName && nameChars.has(text[start-1]) {
		start--
	}
	return start
}

// name is a name that gives a credential away.
type name struct {
	kind     string // empty: it is none
	by       maker
	chosen   bool // by a person
	cookie   bool // counts in a cookie only
	pair     bool // of a user and a password
	verb     bool // is pass, of which sentences and tests are full
	flag     bool // written as an option: --token
	whole    bool // is the word itself, and no part of a longer name
	capitals bool // written as environment variables are
	plain    bool // stands in a file of environment variables
}

// nameOf is what a part of a text is the name of.
func nameOf(text string, start, end int) (n name) {
	raw := text[start:end]
	if len(raw) == 0 || !lastLetters.has(raw[len(raw)-1]) {
		return n
	}
	if strings.EqualFold(raw, "key") {
		raw = text[twoWordsBefore(text, start):end] // secret access key
	}
	var plain [maxName * 3]byte
	length := 0
	for i := max(0, len(raw)-len(plain)); i < len(raw); i++ {
		switch b := raw[i]; {
		case b == '_' || b == '-' || b == '.' || b == ' ':
			continue
		case b >= 'A' && b <= 'Z':
			plain[length] = b | 0x20
		default:
			plain[length] = b
		}
		length++
	}
	if length == 0 {
		return n
	}
	for _, s := range endsBy[plain[length-1]] {
		if length < len(s.end) || string(plain[length-len(s.end):length]) != s.end || s.word && !beginsWord(raw, len(s.end)) {
			continue
		}
		if s.by == keyOnly && publicKey(raw) {
			return name{}
		}
		c := classesOf(raw)
		return name{
			kind: s.kind, by: s.by, chosen: s.by == byPerson, cookie: s.by == inCookies, pair: s.kind == "credential",
			verb: strings.EqualFold(raw, "pass"), flag: raw[0] == '-', whole: length == len(s.end), capitals: c.lower == 0 && c.upper > 0,
		}
	}
	return n
}

// beginsWord reports whether the last letters of a name are a word of it.
func beginsWord(raw string, length int) bool {
	at := len(raw) - length
	if at <= 0 {
		return at == 0
	}
	before, first := raw[at-1], raw[at]
	return !alnumChars.has(before) || before >= 'a' && before <= 'z' && first >= 'A' && first <= 'Z'
}

// twoWordsBefore is where the two words begin that stand before a name.
func twoWordsBefore(text string, start int) int {
	for range 2 {
		if start < 2 || text[start-1] != ' ' || !alnumChars.has(text[start-2]) {
			return start
		}
		start = nameStart(text, start-1)
	}
	return start
}

// publicKeys are the words before key that make it something to show.
var publicKeys = []string{"public", "cache", "primary", "foreign", "idempotency", "partition", "sort", "index", "object", "fingerprint", "lookup", "unique", "websocket", "dedup", "storage", "cursor"}

func publicKey(raw string) bool {
	lower := strings.ToLower(raw)
	return slices.ContainsFunc(publicKeys, func(w string) bool { return strings.Contains(lower, w) })
}
