package auth

import (
	"net/http"
	"strings"
	"testing"
)

func TestNewPasswords(t *testing.T) {
	for _, c := range []struct {
		name, password string
		status         int
	}{
		{"11 characters", strings.Repeat("x", 11), 422},
		{"12 characters", strings.Repeat("x", 12), 200},
		{"11 characters of two bytes", strings.Repeat("ж", 11), 422},
		{"12 characters beyond the first plane", strings.Repeat("🔑", 12), 200},
		{"11 characters beyond the first plane", strings.Repeat("🔑", 11), 422},
		{"3 emoji of 12 bytes", "🔑🔑🔑", 422},
		{"a family of 7 code points", "👩‍👩‍👧‍👦", 422},
		{"64 characters", strings.Repeat("x", 64), 200},
		{"1,024 characters", strings.Repeat("x", 1024), 200},
		{"1,024 characters beyond the first plane", strings.Repeat("🔑", 1024), 200},
		{"1,025 characters", strings.Repeat("x", 1025), 422},
		{"12 spaces", strings.Repeat(" ", 12), 200},
		{"quotes and backslashes", `"'\\\"'"quoted`, 200},
		{"Arabic", "كلمة السر طويلة جدا", 200},
		{"control characters", "line\nbreak\ttab\x00nul", 200},
		{"the replacement character itself", strings.Repeat("\ufffd", 12), 200},
		{"empty", "", 422},
		{"the token", theToken, 422},
		{"the token and a space", theToken + " ", 200},
		{"the token in capitals", strings.ToUpper(theToken), 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			w := h.change("token", theToken, c.password)
			wants(t, w, c.status)
			if c.status != 200 {
				if got := location(t, w); got != "body.new_password" {
					t.Errorf("location %q", got)
				}
				if h.state.Password.Configured() {
					t.Error("a password is configured")
				}
				return
			}
			wants(t, h.login("password", c.password), 200)
		})
	}
}

func TestPasswordsAreTakenAsTheyStand(t *testing.T) {
	const set = "  Passwort mit Rändern  "
	h := newHub(t)
	wants(t, h.change("token", theToken, set), 200)
	wants(t, h.login("password", set), 200)
	for name, other := range map[string]string{
		"trimmed":          strings.TrimSpace(set),
		"trimmed in front": strings.TrimLeft(set, " "),
		"in lower case":    strings.ToLower(set),
		"decomposed":       strings.ReplaceAll(set, "ä", "a\u0308"),
		"a space more":     set + " ",
		"a NUL more":       set + "\x00",
		"one byte less":    set[:len(set)-1],
	} {
		t.Run(name, func(t *testing.T) {
			wants(t, h.login("password", other), 401)
			wants(t, h.login("password", set), 200)
		})
	}
}

// Bytes that encoding/json would bend into U+FFFD could make one password of two.
func TestPasswordsThatAreNoText(t *testing.T) {
	for name, bad := range map[string]string{
		"invalid UTF-8":           "twelve bytes \xff\xfe",
		"UTF-8 cut short":         "twelve bytes \xc3",
		"an encoded surrogate":    "twelve bytes \xed\xa0\x80",
		"first half of a pair":    `twelve bytes \ud83d`,
		"second half of a pair":   `twelve bytes \ude00`,
		"halves in wrong order":   `twelve bytes \ude00\ud83d`,
		"half before a letter":    `twelve bytes \ud83dx`,
		"an unknown escape":       `twelve bytes \x41`,
		"a raw control character": "twelve bytes \x01",
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t).withPassword()
			hashes := h.hashes.Load()
			for range 2 * attemptLimit {
				wants(t, h.send("PUT", "/api/auth/password",
					`{"current_method":"token","current_secret":"`+theToken+`","new_password":"`+bad+`"}`), 400)
				wants(t, h.send("POST", "/api/auth/login", `{"password":"`+bad+`"}`), 400)
				wants(t, h.send("POST", "/api/auth/login", `{"token":"`+bad+`"}`), 400)
			}
			if h.hashes.Load() != hashes {
				t.Error("it was hashed")
			}
			wants(t, h.login("password", thePassword), 200)
		})
	}
	t.Run("an escaped pair is one character", func(t *testing.T) {
		h := newHub(t)
		wants(t, h.send("PUT", "/api/auth/password",
			`{"current_method":"token","current_secret":"`+theToken+`","new_password":"`+strings.Repeat(`\ud83d\udd11`, 12)+`"}`), 200)
		wants(t, h.login("password", strings.Repeat("🔑", 12)), 200)
	})
}

// Whatever keeps a password from signing in, the answer is the same.
func TestOneAnswerForEveryWrongSecret(t *testing.T) {
	none, damaged, configured := newHub(t), newHub(t), newHub(t).withPassword()
	writeFile(t, damaged.file(), "$scrypt$")
	answers := map[string]string{}
	for name, c := range map[string]struct {
		h              *hub
		method, secret string
	}{
		"wrong password":         {configured, "password", "not the password"},
		"the token as password":  {configured, "password", theToken},
		"no password configured": {none, "password", thePassword},
		"damaged file":           {damaged, "password", thePassword},
		"wrong token":            {configured, "token", "not the token"},
		"the password as token":  {configured, "token", thePassword},
	} {
		w := c.h.login(c.method, c.secret)
		wants(t, w, 401)
		answers[whole(w.Code, w.Header(), w.Body.String())] += name + ", "
		w = c.h.change(c.method, c.secret, newPassw)
		answers[whole(w.Code, w.Header(), w.Body.String())] += name + " in a change, "
		c.h.clock.pass(attemptWindow)
	}
	if len(answers) != 1 {
		t.Errorf("the answers differ: %q", answers)
	}
}

func whole(status int, h http.Header, body string) string {
	var b strings.Builder
	b.WriteString(http.StatusText(status) + "\n")
	_ = h.Write(&b)
	return b.String() + body
}

func TestPasswordEqualToTheToken(t *testing.T) {
	h := newHub(t).withPassword()
	h.restart(token(thePassword))
	wants(t, h.login("password", "not the password"), 401)
	if n := h.logs.FilterMessageSnippet("equals the access token").Len(); n != 0 {
		t.Error("warned before the password was known to be right")
	}
	wants(t, h.login("password", thePassword), 200)
	if n := h.logs.FilterMessageSnippet("equals the access token").Len(); n != 1 {
		t.Errorf("%d warnings", n)
	}
}
