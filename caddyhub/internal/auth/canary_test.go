package auth

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// marks makes texts that occur nowhere else, long enough for any password.
type marks []string

func (m *marks) next() string {
	*m = append(*m, fmt.Sprintf("canary%04d~sings", len(*m)))
	return (*m)[len(*m)-1]
}

// fill puts a fresh mark in the place of every %.
func (m *marks) fill(template string) string {
	for strings.Contains(template, "%") {
		template = strings.Replace(template, "%", m.next(), 1)
	}
	return template
}

// Nothing of a request to the sign-in comes back, is logged or is kept, in whatever place
// a client puts its secrets.
func TestCanary(t *testing.T) {
	bodies := []string{
		`{"password":"%"}`, `{"token":"%"}`, `{"password":"%","token":"%"}`, `{"password":"%","token":null}`,
		`{"%":"%"}`, `{"token":"%","%":"%"}`, `{"token":{"%":"%"}}`, `{"token":["%"]}`, `{"token":{"a":{"b":{"c":{"%":"%"}}}}}`,
		`{"token":"%","token":"%"}`, `{"Token":"%"}`, `{"X%":"%"}`, `{"token":"%"`, `{"token":"%"}%`, `%`, `"%"`, `["%"]`,
		"\ufeff" + `{"token":"%"}`, "{\"token\":\"%\xff\"}", `{"token":"%\ud83d"}`, `{"%\ud83d":"%"}`, `{"token":"%\x"}`,
		`{"token":"%` + strings.Repeat(" ", 16<<10) + `"}`,
		`{"current_method":"%","current_secret":"%","new_password":"%"}`,
		`{"current_method":"token","current_secret":"%","new_password":"%"}`,
		`{"current_method":"password","current_secret":"%","new_password":"%"}`,
		`{"current_method":"token","current_secret":"%","new_password":1}`,
		`{"current_method":"token","current_secret":"%","new_password":"%","%":"%"}`,
		`{"current_method":["%"],"current_secret":"%","new_password":"%"}`,
		`{"current_method":"token","current_secret":"%","new_password":"` + theToken + `"}`,
		`{"current_method":"token","current_secret":"` + theToken + `","new_password":"%"}`,
		`{"current_method":"token","current_secret":"` + theToken + `","new_password":"` + strings.Repeat("%", 80) + `"}`,
		`{"current_method":"token","current_secret":"` + theToken + `","new_password":"` + theToken + `"}`,
	}
	headers := map[string]func(*marks) func(*http.Request){
		"none":          func(*marks) func(*http.Request) { return func(*http.Request) {} },
		"Authorization": func(m *marks) func(*http.Request) { return with("Authorization", "Bearer "+m.next()) },
		"X-Api-Key":     func(m *marks) func(*http.Request) { return with("X-Api-Key", m.next()) },
		"User-Agent":    func(m *marks) func(*http.Request) { return with("User-Agent", m.next()) },
		"X-Hub-Request": func(m *marks) func(*http.Request) { return with("X-Hub-Request", m.next()) },
		"Origin":        func(m *marks) func(*http.Request) { return with("Origin", "https://"+m.next()) },
		"own Origin":    func(*marks) func(*http.Request) { return with("Origin", "http://"+theHost) },
		"Sec-Fetch":     func(m *marks) func(*http.Request) { return with("Sec-Fetch-Site", m.next()) },
		"query": func(m *marks) func(*http.Request) {
			mark := m.next()
			return func(r *http.Request) { r.URL.RawQuery = "token=" + mark }
		},
		"cookies": func(m *marks) func(*http.Request) {
			return with("Cookie", plainCookie+"="+m.next()+"; "+secureCookie+"="+m.next())
		},
		"host": func(m *marks) func(*http.Request) {
			return reached(func(i *inbound.Info) { i.Host, i.Prefix, i.ID = m.next(), m.next(), m.next() })
		},
	}
	hubs := map[string]func(*testing.T) *hub{
		"set up":      func(t *testing.T) *hub { return newHub(t).withPassword() },
		"fresh":       func(t *testing.T) *hub { return newHub(t) },
		"development": func(t *testing.T) *hub { return newHub(t, token("changeme")) },
		"damaged": func(t *testing.T) *hub {
			h := newHub(t)
			writeFile(t, h.file(), "damaged")
			h.restart()
			return h
		},
		"throttled": func(t *testing.T) *hub {
			h := newHub(t)
			for range attemptLimit {
				h.login("token", "not the token")
			}
			return h
		},
		"full disk": func(t *testing.T) *hub {
			h := newHub(t)
			if err := os.MkdirAll(filepath.Join(h.file(), "x"), 0o700); err != nil {
				t.Fatal(err)
			}
			return h
		},
	}
	for state, begin := range hubs {
		for header, change := range headers {
			t.Run(state+", "+header, func(t *testing.T) {
				h, m := begin(t), marks{}
				for _, body := range bodies {
					for _, route := range []string{"POST /api/auth/login", "PUT /api/auth/password", "POST /api/auth/logout", "GET /api/auth/status"} {
						method, path, _ := strings.Cut(route, " ")
						before := len(m)
						w := h.send(method, path, m.fill(body), change(&m))
						for _, mark := range m[before:] {
							if strings.Contains(fmt.Sprint(w.Code, w.Header(), w.Body), mark) {
								t.Errorf("%s %q repeats a mark: %v %s", route, body, w.Header(), w.Body)
							}
						}
						if state != "throttled" {
							h.clock.pass(attemptWindow)
						}
					}
				}
				silent(t, h, m)
			})
		}
	}
}

// silent looks for marks in everything that was logged and written.
func silent(t *testing.T, h *hub, m marks) {
	t.Helper()
	kept := fmt.Sprint(h.state.Sessions.live, h.state.Throttle.buckets)
	for _, entry := range h.logs.All() {
		kept += fmt.Sprint(entry.Message, entry.LoggerName, entry.Stack, entry.ContextMap())
	}
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		kept += path + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range append(m, "canary", theToken) {
		if strings.Contains(kept, mark) {
			t.Fatalf("%q is kept", mark)
		}
	}
}
