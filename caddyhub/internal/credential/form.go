package credential

import (
	"slices"
	"strings"
)

// form is how an issuer's credentials look: a beginning, and what follows it.
type form struct {
	anchor string
	kind   string
	chars  *byteSet
	length int  // characters after the beginning, at least
	exact  bool // no more either
}

func set(ranges string) *byteSet {
	var s byteSet
	for i := 0; i+1 < len(ranges); i += 2 {
		for b := int(ranges[i]); b <= int(ranges[i+1]); b++ {
			s.add(byte(b))
		}
	}
	return &s
}

// Alphabets, as pairs of first and last.
var (
	hexChars    = set("09af")
	alnumChars  = set("09AZaz")
	wordChars   = set("09AZaz__")
	tokenChars  = set("09AZaz__--")
	dottedChars = set("09AZaz__--..")
	base64Chars = set("09AZaz++//==--__")
	base32Chars = set("AZ27")
	bech32Chars = set("AZ09")
)

// startsBy are the forms by their first byte, in their order.
var startsBy = func() (by [256][]*form) {
	for i := range forms {
		first := forms[i].anchor[0]
		by[first] = append(by[first], &forms[i])
	}
	return by
}()

// wellFormed is the credential that begins at i, told by its form (issuer.go has them).
func wellFormed(text string, i int) (Match, bool) {
	for _, f := range startsBy[text[i]] {
		if !strings.HasPrefix(text[i:], f.anchor) {
			continue
		}
		switch f.anchor {
		case "-----BEGIN ":
			return pemKey(text, i)
		case putty:
			return puttyKey(text, i)
		case ":AA":
			return botToken(text, i, f)
		}
		if i > 0 && wordChars.has(text[i-1]) && !escaped(text, i) {
			continue
		}
		start := i + len(f.anchor)
		most := maxLook
		switch {
		case f.exact:
			most = f.length + 1
		case f.anchor == jwt:
			if run(text, start, tokenChars, 10) < start+10 {
				continue
			}
		}
		if f.anchor == jwt {
			most = jwtLength(text, start)
		}
		end := run(text, start, f.chars, most)
		cut := end-start == most
		for end > start && text[end-1] == '.' {
			end-- // of the sentence
		}
		body := text[start:end]
		if len(body) < f.length || f.exact && len(body) > f.length {
			continue
		}
		switch f.anchor {
		case jwt:
			parts := strings.Split(body, ".")
			if n := len(parts); (n != 3 && n != 5 || len(parts[2]) < 10) && !(cut && n <= 5) {
				continue
			}
		case "SG.":
			if parts := strings.Split(body, "."); len(parts) != 2 || len(parts[0]) < 16 {
				continue
			}
		case "sk-", "SK", "ATBB":
			if classesOf(body).digits < 2 {
				continue
			}
		}
		if bits(body) < 2.5 || placeholder(body) {
			continue
		}
		if cut && !f.exact {
			end = run(text, end, f.chars, len(text))
		}
		return Match{f.kind, i, end}, true
	}
	return Match{}, false
}

// How far a credential is looked at before it counts as one. Without an end, a text of
// nothing but beginnings would take hours.
const (
	jwt      = "eyJ"   // {" in base64: JSON Web Tokens hold whole documents
	maxToken = 4 << 10 // bytes of one of those
	maxLook  = 256     // bytes of any other
)

// run is where the characters of a set end, the most that there may be of them further on
// at the latest.
func run(text string, i int, chars *byteSet, most int) int {
	for end := min(len(text), i+min(most, len(text))); i < end && chars.has(text[i]); {
		i++
	}
	return i
}

// jwtLength is how far a JSON Web Token is looked at: no further than it may have parts.
func jwtLength(text string, i int) int {
	for start, dots := i, 0; ; {
		i = run(text, i, tokenChars, maxToken-(i-start))
		if i == len(text) || i-start >= maxToken || text[i] != '.' {
			return maxToken
		}
		if dots++; dots == maxJWTDots {
			return i - start
		}
		i++
	}
}

// maxJWTDots is one more than there are between the five parts of an encrypted token.
const maxJWTDots = 5

// escaped reports whether the letter before a place belongs to an escape: "\nghp_…".
func escaped(text string, i int) bool {
	return i > 1 && text[i-2] == '\\' && strings.IndexByte("nrt", text[i-1]) >= 0
}

// botToken is the number of a bot, a colon and a secret.
func botToken(text string, colon int, f *form) (Match, bool) {
	start := colon
	for start > 0 && text[start-1] >= '0' && text[start-1] <= '9' {
		start--
	}
	end := run(text, colon+len(f.anchor), f.chars, f.length+1)
	body := text[colon+len(f.anchor) : end]
	if digits := colon - start; digits < 8 || digits > 11 || len(body) != f.length || placeholder(body) || bits(body) < 3 {
		return Match{}, false
	}
	return Match{f.kind, start, end}, true
}

// Sizes of private keys as text.
const (
	minKey = 24       // characters of one line: less is a mention of keys
	maxKey = 32 << 10 // bytes of all
)

// pemKey is a private key between its two lines (RFC 7468), or from the first line to the
// last that looks like one of it when the second line is missing.
func pemKey(text string, i int) (Match, bool) {
	rest := text[i:min(len(text), i+maxKey)]
	label, body, ok := strings.Cut(rest[len("-----BEGIN "):], "-----")
	if !ok || len(label) > 40 || !strings.HasSuffix(strings.TrimSuffix(label, " BLOCK"), "PRIVATE KEY") {
		return Match{}, false
	}
	begin := len(rest) - len(body)
	body, _, _ = strings.Cut(body, "-----BEGIN ") // so that many such lines take no longer
	end := begin + keyLines(body)
	if stop := strings.Index(body, "-----END "); stop >= 0 {
		if close := strings.Index(body[stop+len("-----END "):], "-----"); close >= 0 && close <= len(label)+1 {
			body, end = body[:stop], begin+stop+len("-----END ")+close+len("-----")
		}
	}
	if !holdsKey(body) {
		return Match{}, false
	}
	return Match{"private key", i, i + end}, true
}

// putty begins a key file of PuTTY.
const putty = "PuTTY-User-Key-File-"

// puttyKey is a key file of PuTTY: its private part is a number of lines of base64.
func puttyKey(text string, i int) (Match, bool) {
	const header = "Private-Lines: "
	rest, _, _ := strings.Cut(text[i+len(putty):min(len(text), i+len(putty)+maxKey)], putty)
	i += len(putty)
	at := strings.Index(rest, header)
	if at < 0 || !holdsKey(rest[at:]) {
		return Match{}, false
	}
	start := at + len(header)
	return Match{"private key", i + start, i + start + keyLines(rest[start:])}, true
}

// keyChars are those of base64 lines in a text or in a JSON string.
var keyChars = set("09AZaz++//==  \n\n\r\r\t\t\\\\")

func keyLines(body string) int { return run(body, 0, keyChars, len(body)) }

// holdsKey reports whether there is a line of a key in a text.
func holdsKey(body string) bool {
	for i := 0; i < len(body); i++ {
		end := run(body, i, base64Chars, len(body))
		if end-i >= minKey && bits(body[i:end]) >= 3 {
			return true
		}
		i = end
	}
	return false
}

// discordFirst are what the number of a Discord bot begins with in base64.
const discordFirst = "MNO"

// discordToken is the number of a bot in base64, a time and a signature.
func discordToken(text string, i int) (Match, bool) {
	if i > 0 && tokenChars.has(text[i-1]) && !escaped(text, i) {
		return Match{}, false
	}
	id := run(text, i, alnumChars, 29)
	if id-i < 23 || id-i > 28 || id >= len(text) || text[id] != '.' {
		return Match{}, false
	}
	at := run(text, id+1, tokenChars, 8)
	if at-id < 6 || at-id > 8 || at >= len(text) || text[at] != '.' {
		return Match{}, false
	}
	end := run(text, at+1, tokenChars, 41)
	if end-at < 27 || end-at > 41 || bits(text[at+1:end]) < 3.5 {
		return Match{}, false
	}
	return Match{"Discord bot token", i, end}, true
}

// An AWS secret has nothing but its length and its place beside the id of its key.
const (
	awsKey          = "AWS access key"
	awsSecretLength = 40
	awsSecretNear   = 256 // bytes from the id
)

// withAWSSecrets adds the secrets that stand beside the ids of access keys. It goes by the gaps
// between what was found, not by the ids: of two ids around one secret, either may be its own.
func withAWSSecrets(text string, found []Match) []Match {
	known := len(found)
	isID := func(i int) bool { return i >= 0 && i < known && found[i].Kind == awsKey }
	for i := range known + 1 {
		if !isID(i-1) && !isID(i) {
			continue
		}
		from, to := 0, len(text) // of the gap before the match i
		if i > 0 {
			from = found[i-1].End
		}
		if i < known {
			to = found[i].Start
		}
		for start := awsSecret(text, from, to); start >= 0; {
			end := start + awsSecretLength
			if isID(i-1) && end-from <= awsSecretNear || isID(i) && to-start <= awsSecretNear {
				found = append(found, Match{"AWS secret key", start, end})
			}
			start = awsSecret(text, end, to)
		}
	}
	if len(found) > known {
		slices.SortFunc(found, func(a, b Match) int { return a.Start - b.Start })
	}
	return found
}

var awsSecretChars = set("09AZaz++//")

// awsSecret is where the first secret begins between two places; -1: there is none.
func awsSecret(text string, from, to int) int {
	for i := from; i < to; i++ {
		end := run(text, i, awsSecretChars, to-i)
		if end-i == awsSecretLength {
			if c := classesOf(text[i:end]); c.upper >= 3 && c.lower >= 3 && c.digits >= 1 && bits(text[i:end]) >= 4 {
				return i
			}
		}
		i = end
	}
	return -1
}
