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

// placeholder tells whether a value only stands for a credential: an example, or where the
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

// wordOnly tells whether a text is a name of a program's language, such as of a variable.
func wordOnly(s string) bool {
	return s != "" && run(s, 0, wordChars, len(s)) == len(s) && (s[0] < '0' || s[0] > '9')
}

// tokenLike tells whether a value is random enough for a machine to have made it.
func tokenLike(s string) bool {
	c := classesOf(s)
	return len(s) >= 16 && c.digits >= 2 && c.upper+c.lower >= 3 && bits(s)*float64(len(s)) >= 50
}

// passwordLike tells whether a value may be a password that someone chose: not a word
// alone, and not one of the words for it.
func passwordLike(s string) bool {
	c := classesOf(s)
	letters := c.upper + c.lower
	mixed := letters > 0 && (c.digits > 0 || c.upper > 0 && c.lower > 0 && c.others > 0)
	return len(s) >= 8 && mixed && bits(s)*float64(len(s)) >= 18 && !strings.Contains(strings.ToLower(s), "password")
}
