package indexer

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestRefused: each way in which a hub may not be there ends in a sentence that says what
// to do, and nothing is noted as sent.
func TestRefused(t *testing.T) {
	answer := func(status int, kind, body string, headers ...string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodGet && status == http.StatusUnprocessableEntity {
				return false
			}
			w.Header().Set("Content-Type", kind)
			for i := 0; i+1 < len(headers); i += 2 {
				w.Header().Set(headers[i], headers[i+1])
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return true
		}
	}
	const page, doc, problem = "text/html; charset=utf-8", "application/json", "application/problem+json"
	for name, c := range map[string]struct {
		fail  func(http.ResponseWriter, *http.Request) bool
		want  string
		tries int
	}{
		"a page":            {answer(200, page, "<html>hello"), "there is no Progress Hub at", 1},
		"other JSON":        {answer(200, doc, `{"a":1}`), "there is no Progress Hub at", 1},
		"no JSON":           {answer(200, doc, `{"a`), "there is no Progress Hub at", 1},
		"no such page":      {answer(404, page, "gone"), "there is no Progress Hub at", 1},
		"not found":         {answer(404, problem, `{"detail":"no"}`), "there is no Progress Hub at", 1},
		"another token":     {answer(401, problem, `{"detail":"no"}`), "does not take the token in config.toml", 1},
		"development mode":  {answer(401, problem, `{"detail":"the hub is in development mode, since its access token is not set"}`), "takes no access token: take auth_token out of config.toml", 1},
		"a redirect":        {answer(308, page, "", "Location", "https://elsewhere.example/x?token=1"), "leads to https://elsewhere.example, and the token is not sent there", 1},
		"forbidden":         {answer(403, problem, `{"detail":"the host is not allowed\u001b[2J"}`), "refuses: the host is not allowed [2J", 1},
		"a batch refused":   {answer(422, problem, `{"detail":"too many"}`), "refuses: too many", 1},
		"http, nginx":       {answer(400, page, "<title>400 The plain HTTP request was sent to HTTPS port</title>"), "speaks https", 1},
		"out of order":      {answer(500, page, "oops"), "busy or out of order", maxTries},
		"busy":              {answer(503, problem, `{}`, "Retry-After", "2"), "busy or out of order", maxTries},
		"come back at noon": {answer(503, problem, `{}`, "Retry-After", "90000"), "busy or out of order", 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := newFakeHub(t)
			p := newPC(t, h.URL)
			p.replace("a", asked("one"))
			h.fail = c.fail
			sum, err := Run(t.Context(), p.o)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v", err)
			}
			if strings.Contains(err.Error(), testToken) || strings.ContainsAny(err.Error(), "\x1b\n") {
				t.Errorf("the error is %q", err)
			}
			if got := len(p.slept) + 1; got != c.tries {
				t.Errorf("%d tries, want %d", got, c.tries)
			}
			h.fail = nil
			if again := p.run(); sum.Sent != 0 || again.Sent != 1 {
				t.Errorf("sent %d, then %d", sum.Sent, again.Sent)
			}
		})
	}
}

func TestUnreached(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	plain := newFakeHub(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for name, c := range map[string]struct {
		url, want string
		tries     int
	}{
		"nobody there":       {"http://" + closed.Addr().String(), "can't be reached", maxTries},
		"not trusted":        {secure.URL, "is not trusted here", 1},
		"https to http":      {strings.Replace(plain.URL, "http:", "https:", 1), "does not speak https", 1},
		"http to https":      {strings.Replace(secure.URL, "https:", "http:", 1), "speaks https, not http: write https:// in hub_url in config.toml", 1},
		"plain, far away":    {"http://198.51.100.7", "use https", 1},
		"a cloud's metadata": {"http://169.254.169.254", "does not connect", 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPC(t, c.url)
			_, err := Run(t.Context(), p.o)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
			if got := len(p.slept) + 1; got != c.tries {
				t.Errorf("%d tries, want %d", got, c.tries)
			}
		})
	}
}

// TestAgain: the waits grow, and what the hub asks for is kept to.
func TestAgain(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		after  string
		want   []time.Duration
	}{
		"no word":        {503, "", []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		"a longer wait":  {429, "7", []time.Duration{7 * time.Second, 7 * time.Second, 7 * time.Second}},
		"a shorter wait": {503, "0", []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		"a time":         {503, began.Add(time.Minute + 10*time.Second).Format(http.TimeFormat), []time.Duration{10 * time.Second, 2 * time.Second, 4 * time.Second}},
		"nonsense":       {502, "soon", []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newFakeHub(t)
			p := newPC(t, h.URL)
			p.replace("a", asked("one")) // a minute passes
			failures := 0
			h.fail = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost || failures == 3 {
					return false
				}
				failures++
				if c.after != "" {
					w.Header().Set("Retry-After", c.after)
				}
				w.WriteHeader(c.status)
				return true
			}
			if sum := p.run(); sum.Sent != 1 || !slices.Equal(p.slept, c.want) {
				t.Errorf("sent %d, waited %v, want %v", sum.Sent, p.slept, c.want)
			}
		})
	}
}

// TestRefusedRecord: a record that the hub refuses keeps no other out, and is sent again until the hub
// takes it.
func TestRefusedRecord(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	p.replace("a", asked("one"))
	p.replace("b", asked("two"))
	h.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost {
			return false
		}
		text, _ := io.ReadAll(r.Body)
		results := []string{}
		for range strings.Count(string(text), `"session_ref"`) {
			results = append(results, `{"status":"invalid","errors":[{"location":"body.sessions[0].title","message":"is too odd"}]}`)
		}
		if len(results) == 2 {
			results[1] = `{"status":"created"}`
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"results":[`+strings.Join(results, ",")+`]}`)
		return true
	}
	sum := p.run()
	if sum.Refused != 1 || sum.Sent != 1 || len(p.heard) != 1 || !strings.HasSuffix(p.heard[0], "a.jsonl: title is too odd") {
		t.Errorf("%+v, warned %q", sum, p.heard)
	}
	if sum := p.run(); sum.Refused != 1 || sum.Sent != 0 || sum.Unchanged != 1 || sum.Bytes != 0 {
		t.Errorf("refused again: %+v", sum)
	}
	h.fail = nil
	if sum := p.run(); sum.Sent != 1 || sum.Refused != 0 || h.records["claude-code a"].Summary != "one" {
		t.Errorf("taken: %+v, the hub has %+v", sum, h.records)
	}
	if sum := p.run(); sum.Sent != 0 || sum.Unchanged != 2 {
		t.Errorf("sent again: %+v", sum)
	}
}
