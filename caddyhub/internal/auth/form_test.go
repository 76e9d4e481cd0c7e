package auth

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFormOfLogin(t *testing.T) {
	pad := func(size int) string {
		const start, end = `{"password":"`, `"}`
		return start + strings.Repeat("x", size-len(start)-len(end)) + end
	}
	for _, c := range []struct {
		name, body string
		status     int
		location   string
	}{
		{"password", `{"password":"not the password"}`, 401, ""},
		{"token", `{"token":"not the token"}`, 401, ""},
		{"null is absent", `{"password":null,"token":"not the token"}`, 401, ""},
		{"blanks around", " \r\n\t{ \"token\" : \"not the token\" } \n", 401, ""},
		{"an escaped key", `{"\u0074oken":"not the token"}`, 401, ""},
		{"neither", `{}`, 422, "body"},
		{"no body", ``, 422, "body"},
		{"both null", `{"password":null,"token":null}`, 422, "body"},
		{"both", `{"password":"x","token":"y"}`, 422, "body"},
		{"both, one right", `{"password":"x","token":"` + theToken + `"}`, 422, "body"},
		{"both, one empty", `{"password":"","token":"y"}`, 422, "body"},
		{"both, one of another type", `{"password":1,"token":"y"}`, 422, "body"},
		{"password empty", `{"password":""}`, 422, "body.password"},
		{"token empty", `{"token":""}`, 422, "body.token"},
		{"password a number", `{"password":123456789012}`, 422, "body.password"},
		{"password an infinite number", `{"password":1e999}`, 422, "body.password"},
		{"token a truth value", `{"token":true}`, 422, "body.token"},
		{"token false", `{"token":false}`, 422, "body.token"},
		{"token a list", `{"token":["` + theToken + `"]}`, 422, "body.token"},
		{"token an object", `{"token":{"token":"` + theToken + `"}}`, 422, "body.token"},
		{"unknown field", `{"token":"x","remember":true}`, 422, "body"},
		{"unknown field that is null", `{"token":"x","remember":null}`, 422, "body"},
		{"unknown field alone", `{"the secret as a key":"x"}`, 422, "body"},
		{"a field of another request", `{"token":"x","new_password":"y"}`, 422, "body"},
		{"an empty key", `{"token":"x","":"y"}`, 422, "body"},
		{"a list", `["token"]`, 422, "body"},
		{"a text", `"` + theToken + `"`, 422, "body"},
		{"a number", `1`, 422, "body"},
		{"null", `null`, 422, "body"},
		{"key twice", `{"token":"x","token":"` + theToken + `"}`, 400, ""},
		{"key twice, once null", `{"token":null,"token":"` + theToken + `"}`, 400, ""},
		{"key twice, once escaped", `{"token":"x","\u0074oken":"` + theToken + `"}`, 400, ""},
		{"key in capitals", `{"TOKEN":"` + theToken + `"}`, 400, ""},
		{"key in another case beside the right one", `{"token":"x","Token":"` + theToken + `"}`, 400, ""},
		{"key that folds to the right one", `{"toKen":"` + theToken + `"}`, 400, ""},
		{"four levels", `{"token":[[[]]]}`, 422, "body.token"},
		{"five levels", `{"token":[[[[]]]]}`, 400, ""},
		{"very deep", strings.Repeat("[", 16000), 400, ""},
		{"trailing bytes", `{"token":"` + theToken + `"}x`, 400, ""},
		{"two values", `{"token":"` + theToken + `"}{}`, 400, ""},
		{"a NUL behind", `{"token":"` + theToken + "\"}\x00", 400, ""},
		{"byte order mark", "\ufeff" + `{"token":"` + theToken + `"}`, 400, ""},
		{"UTF-16", "{\x00\"\x00", 400, ""},
		{"blanks alone", "  ", 400, ""},
		{"not JSON", `token=` + theToken, 400, ""},
		{"cut short", `{"token":"` + theToken, 400, ""},
		{"a comment", `{"token":"x"/**/}`, 400, ""},
		{"a comma too many", `{"token":"x",}`, 400, ""},
		{"single quotes", `{'token':'x'}`, 400, ""},
		{"16 KiB", pad(16 << 10), 401, ""},
		{"a byte more than 16 KiB", pad(16<<10 + 1), 413, ""},
		{"a blank more than 16 KiB", pad(16<<10) + " ", 413, ""},
		{"1 MiB of nothing", strings.Repeat(" ", 1<<20), 413, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newHub(t).withPassword().send("POST", "/api/auth/login", c.body)
			wants(t, w, c.status)
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("content type %q", got)
			}
			if c.status == 422 && location(t, w) != c.location {
				t.Errorf("location %q, want %q", location(t, w), c.location)
			}
			if c.status != 422 && strings.Contains(w.Body.String(), `"errors"`) {
				t.Errorf("fields without a 422: %s", w.Body)
			}
		})
	}
}

func TestFormOfChange(t *testing.T) {
	full := func(method, secret, password string) string {
		return `{"current_method":` + method + `,"current_secret":` + secret + `,"new_password":` + password + `}`
	}
	for _, c := range []struct {
		name, body string
		status     int
		location   string
	}{
		{"whole", full(`"token"`, `"not the token"`, `"a fine password"`), 401, ""},
		{"no body", ``, 422, "body.current_method"},
		{"nothing in it", `{}`, 422, "body.current_method"},
		{"no method", `{"current_secret":"x","new_password":"a fine password"}`, 422, "body.current_method"},
		{"method null", full(`null`, `"x"`, `"a fine password"`), 422, "body.current_method"},
		{"method unknown", full(`"cookie"`, `"x"`, `"a fine password"`), 422, "body.current_method"},
		{"method a number", full(`1`, `"x"`, `"a fine password"`), 422, "body.current_method"},
		{"no secret", `{"current_method":"token","new_password":"a fine password"}`, 422, "body.current_secret"},
		{"secret null", full(`"token"`, `null`, `"a fine password"`), 422, "body.current_secret"},
		{"secret empty", full(`"token"`, `""`, `"a fine password"`), 422, "body.current_secret"},
		{"secret a list", full(`"token"`, `["x"]`, `"a fine password"`), 422, "body.current_secret"},
		{"no new password", `{"current_method":"token","current_secret":"x"}`, 422, "body.new_password"},
		{"new password null", full(`"token"`, `"x"`, `null`), 422, "body.new_password"},
		{"new password empty", full(`"token"`, `"x"`, `""`), 422, "body.new_password"},
		{"new password a number", full(`"token"`, `"x"`, `123456789012`), 422, "body.new_password"},
		{"new password short", full(`"token"`, `"x"`, `"short"`), 422, "body.new_password"},
		{"unknown field", `{"current_method":"token","current_secret":"x","new_password":"a fine password","confirm":"y"}`, 422, "body"},
		{"a field of login", `{"password":"x"}`, 422, "body"},
		{"key twice", `{"new_password":"a fine password","new_password":"another fine one"}`, 400, ""},
		{"key in capitals", `{"New_Password":"a fine password"}`, 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newHub(t).send("PUT", "/api/auth/password", c.body)
			if wants(t, w, c.status); c.status == 422 && location(t, w) != c.location {
				t.Errorf("location %q, want %q", location(t, w), c.location)
			}
		})
	}
}

func TestFormOfLogout(t *testing.T) {
	for body, status := range map[string]int{
		``: 204, `{}`: 204, `null`: 422, `[]`: 422, `{"all":true}`: 422, `{`: 400, strings.Repeat(" ", 1<<15): 413,
	} {
		h := newHub(t)
		session := h.signIn()
		wants(t, h.send("POST", "/api/auth/logout", body, cookie(session)), status)
		if h.knows(session) == (status == 204) {
			t.Errorf("%.20q: signed in: %v", body, status == 204)
		}
	}
}

func TestBodyThatBreaksOff(t *testing.T) {
	for name, body := range map[string]io.Reader{
		"at once":  iotest.ErrReader(errors.New("gone")),
		"half-way": io.MultiReader(strings.NewReader(`{"token":"`), iotest.ErrReader(io.ErrUnexpectedEOF)),
	} {
		t.Run(name, func(t *testing.T) {
			broken := func(r *http.Request) { r.Body = io.NopCloser(body) }
			wants(t, newHub(t).send("POST", "/api/auth/login", "", broken), 400)
		})
	}
}
