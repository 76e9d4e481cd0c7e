package credential

import (
	"encoding/base64"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
)

// filler makes the values of one text.
type filler struct {
	*half
	random *rand.Rand
}

// Alphabets of random values.
const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	marks  = "!#%&*+-.=?@_^~"
)

// value is what a place asks for: a kind, and for most how long, as in hex40.
func (f *filler) value(place string) (text string, known bool) {
	kind := strings.TrimRightFunc(place, unicode.IsDigit)
	n, err := strconv.Atoi(place[len(kind):])
	if err != nil && place != kind {
		return "", false
	}
	if n == 0 {
		if text, known = f.issued(kind); !known {
			text, known = f.named(kind)
		}
		return text, known
	}
	switch kind {
	case "hex":
		return f.of(digits+"abcdef", n), true
	case "HEX":
		return f.of(digits+"ABCDEF", n), true
	case "alnum":
		return f.mixed(lower+upper+digits, n), true
	case "low":
		return f.of(lower, n), true
	case "lownum":
		return f.mixed(lower+digits, n), true
	case "letters":
		return f.mixed(lower+upper, n), true
	case "base32-":
		return f.of(upper+"234567", n), true
	case "bech":
		return f.of("023456789ACDEFGHJKLMNPQRSTUVWXYZ", n), true
	case "digits":
		return f.of(digits[1:], n), true
	case "b": // so many random bytes
		return base64.StdEncoding.EncodeToString(f.bytes(n)), true
	case "url":
		return base64.RawURLEncoding.EncodeToString(f.bytes(n)), true
	case "token":
		return f.mixed(lower+upper+digits+"_-", n), true
	case "slash":
		return f.mixed(lower+upper+digits+"/+", n), true
	case "marks":
		return f.mixed(lower+upper+digits+marks, n), true
	case "phrase":
		return f.words(n, " "), true
	case "kebab":
		return f.words(n, "-"), true
	case "snake":
		return f.words(n, "_"), true
	case "camel":
		return f.camel(n), true
	}
	return "", false
}

// named are the values without a length.
func (f *filler) named(kind string) (text string, known bool) {
	switch kind {
	case "user":
		return f.users[f.random.IntN(len(f.users))], true
	case "host":
		return f.hosts[f.random.IntN(len(f.hosts))], true
	case "word":
		return f.word(), true
	case "Word":
		return title(f.word()), true
	case "number":
		return strconv.Itoa(2 + f.random.IntN(900)), true
	case "uuid":
		h := f.of(digits+"abcdef", 32)
		return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:], true
	case "chosen": // as people make passwords
		return title(f.word()) + f.of(digits, 2+f.random.IntN(3)) + f.of("!?#", 1), true
	case "dashed":
		return title(f.word()) + "-" + title(f.word()) + "-" + f.of(digits, 2), true
	case "jwt":
		body := base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"` + f.of(digits, 8) + `","name":"` + f.word() + `"}`))
		return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." + body + "." + base64.RawURLEncoding.EncodeToString(f.bytes(32)), true
	case "key": // lines of a private key
		var lines []string
		for range 4 {
			lines = append(lines, base64.StdEncoding.EncodeToString(f.bytes(48)))
		}
		return strings.Join(lines, "\n"), true
	case "AWS example": // of their documentation
		return "AKIA" + "IOSFODNN7" + "EXAMPLE", true
	case "dashes":
		return "-----", true
	}
	return "", false
}

func (f *filler) word() string { return f.half.words[f.random.IntN(len(f.half.words))] }

func (f *filler) words(n int, between string) string {
	var list []string
	for range n {
		list = append(list, f.word())
	}
	return strings.Join(list, between)
}

func (f *filler) camel(n int) string {
	text := f.word()
	for range n - 1 {
		text += title(f.word())
	}
	return text
}

func (f *filler) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(f.random.Uint32())
	}
	return b
}

// of is a text of so many random characters.
func (f *filler) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[f.random.IntN(len(alphabet))]
	}
	return string(b)
}

// mixed is of with a character of each class that the alphabet has, as generators of
// passwords see to it.
func (f *filler) mixed(alphabet string, n int) string {
	for {
		text := f.of(alphabet, n)
		whole := true
		for _, class := range []string{lower, upper, digits} {
			if strings.Contains(alphabet, class) && !strings.ContainsAny(text, class) {
				whole = false
			}
		}
		if whole && !strings.ContainsAny(text[:1]+text[n-1:], marks+"/") {
			return text
		}
	}
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
