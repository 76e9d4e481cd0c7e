package credential

import (
	"math"
	"strings"
)

// classes count the characters of a text by what they are.
type classes struct{ upper, lower, digits, others int }

func classesOf(s string) (c classes) {
	for i := range len(s) {
		switch b := s[i]; {
		case b >= 'a' && b <= 'z':
			c.lower++
		case b >= 'A' && b <= 'Z':
			c.upper++
		case b >= '0' && b <= '9':
			c.digits++
		default:
			c.others++
		}
	}
	return c
}

// bits is the entropy of a text by how often each of its bytes occurs, in bits a byte.
func bits(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// stands are parts of what stands in a credential's place.
var stands = []string{
	"example", "placeholder", "changeme", "change-me", "change_me", "redacted", "xxxx", "****", "....", "…", "your-", "your_", "yourtoken", "yourpass", "yoursecret", "yourkey",
	"${", "$(", "{{", "{env", "env:", "env.", "environ", "getenv", "secret:", "secrets.", "vault:", "op://", "1234567890abcdef", "abcdefghij", "0000000", "deadbeef", "dummy", "insert-", "replace-", "replace_",
}

// placeholder reports whether a value only stands for a credential: an example, or where the
// real one is to be taken from.
func placeholder(s string) bool {
	if s == "" || strings.ContainsAny(s, "<>") || s[0] == '$' && wordOnly(s[1:]) || s[0] == '%' && strings.HasSuffix(s, "%") {
		return true
	}
	lower := strings.ToLower(s)
	for _, part := range stands {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// wordOnly reports whether a text is a name of a program's language, such as of a variable.
func wordOnly(s string) bool {
	return s != "" && run(s, 0, wordChars, len(s)) == len(s) && (s[0] < '0' || s[0] > '9')
}

// tokenLike reports whether a value is random enough for a machine to have made it.
func tokenLike(s string) bool {
	c := classesOf(s)
	return len(s) >= 16 && c.digits >= 2 && c.upper+c.lower >= 3 && bits(s)*float64(len(s)) >= 50
}

// passwordLike reports whether a value may be a password that someone chose: not a word
// alone, and not one of the words for it.
func passwordLike(s string) bool {
	c := classesOf(s)
	letters := c.upper + c.lower
	mixed := letters > 0 && (c.digits > 0 || c.upper > 0 && c.lower > 0 && c.others > 0)
	return len(s) >= 8 && mixed && bits(s)*float64(len(s)) >= 18 && !strings.Contains(strings.ToLower(s), "password")
}

// keyLike reports whether a value is a key of 24 bytes and more in hexadecimal digits, or
// of 32 in base64.
func keyLike(s string) bool {
	hex := strings.Trim(s, "0123456789abcdef") == "" || strings.Trim(s, "0123456789ABCDEF") == ""
	if hex {
		return len(s) >= 48 && len(s)%2 == 0 && bits(s) >= 3
	}
	return (len(s) == 43 || len(s) == 44 && s[43] == '=') && run(s, 0, base64Chars, len(s)) == len(s) && disordered(s)
}

// reference reports whether a value says where something is: an address, a path, a variable.
func reference(s string) bool {
	if strings.Contains(s, "://") || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, "[redacted") {
		return true
	}
	return s[0] == '/' && classesOf(s).upper == 0
}

// expression reports whether a value is code that yields it: a call, a member, a type.
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

// identifier reports whether a value is mostly words, as names of things are: run-2026-ab12.
func identifier(s string) bool {
	inWords := 0
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && alphaChars.has(s[end]) && (end == i || s[end] >= 'a' || s[i] < 'a' && s[end-1] < 'a') {
			end++
		}
		if end-i >= 4 && wordy(s[i:end]) {
			inWords += end - i
		}
		i = max(end, i+1)
	}
	return inWords*2 >= len(s)
}

var alphaChars = set("AZaz")

// terms are technical words with a digit or a capital in them, of which sentences about
// credentials are full.
var terms = []string{
	"base64url", "base64", "base32", "sha-256", "sha256", "sha-512", "sha512", "sha-1", "sha1", "md5", "hs256", "rs256", "es256", "utf-8", "utf8", "utf-16le", "utf-16", "utf16", "ascii", "oauth2", "oauth",
	"ed25519", "x25519", "aes-256", "aes256", "aes128", "bcrypt", "argon2id", "argon2", "scrypt", "pbkdf2", "hmac", "x509", "pkcs8", "pkcs", "rfc", "jwt", "ipv4", "ipv6", "2fa", "http2",
}

// about reports whether a value is a word of a sentence about credentials, a date, a file
// or a part of a program.
func about(s string) bool {
	lower := strings.ToLower(s)
	if strings.Trim(lower, "0123456789-:+.tz/") == "" {
		return true // a date, a number
	}
	rest := lower
	for _, t := range terms {
		rest = strings.ReplaceAll(rest, t, "")
	}
	if rest != lower && classesOf(rest).digits < 3 && wordy(rest) {
		return true
	}
	dot := strings.LastIndexByte(s, '.')
	return dot > 0 && dot < len(s)-1 && (identifier(s[:dot]) || dot < 4) && wordOnly(s[dot+1:]) && wordy(s[dot+1:])
}
