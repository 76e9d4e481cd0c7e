package credential

import "strings"

// maxAuthority is more than the part of an address before its path has.
const maxAuthority = 1 << 10

// inAddress is the password of an address with one: https://user:password@host. i is
// behind the two slashes. A name alone counts when it has the look of a token.
func inAddress(text string, i int) (Match, bool) {
	end, last := i, -1
	for end < len(text) && end-i < maxAuthority && strings.IndexByte("/?# \t\r\n\"'`<>\\()[],;|", text[end]) < 0 {
		if text[end] == '@' {
			last = end
		}
		end++
	}
	if last < 0 {
		return Match{}, false
	}
	user, password, found := strings.Cut(text[i:last], ":")
	start := last - len(password)
	if !found {
		password, start = user, i
	}
	if m, ok := wellFormedAt(text, start); ok {
		return m, true
	}
	known := commonPassword(password) || strings.EqualFold(password, user) && found
	if known || placeholder(password) || len(password) < 4 || !found && !tokenLike(password) {
		return Match{}, false
	}
	return Match{"password in an address", start, last}, true
}

// commonPassword are words that stand for one in examples.
func commonPassword(s string) bool {
	switch strings.ToLower(s) {
	case "password", "secret", "token", "pass", "passwd", "pwd", "pass1234", "user", "postgres", "root", "admin", "test", "guest", "mysql", "redis", "hunter2":
		return true
	}
	return false
}

// wellFormedAt is wellFormed for any place, also the last byte.
func wellFormedAt(text string, i int) (Match, bool) {
	if i >= len(text) {
		return Match{}, false
	}
	return wellFormed(text, i)
}
