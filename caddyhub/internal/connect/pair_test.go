package connect

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// What a hub issues, in its form.
const (
	testSecret = "sssssssssssssssssssssssssssssssssssssssssss"
	testToken  = "hubt_0k3x5p9q2abc_" + testSecret
)

// pairingHub answers as a hub whose owner decides at the third question.
func pairingHub(t *testing.T, decision string, broken int) *Hub {
	t.Helper()
	asked, taken := 0, 0
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/pairings", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if string(body) != `{"name":"laptop"}` || r.Header.Get("Authorization") != "" || r.Header.Get("Idempotency-Key") != "" {
			t.Errorf("asked with %s %v", body, r.Header)
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"id":"0k3x5p9q2abc","secret":"`+testSecret+`","code":"BCDF-GHJK"}`)
	})
	known := func(w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("Authorization") == "Pairing "+testSecret {
			return true
		}
		w.WriteHeader(http.StatusUnauthorized)
		return false
	}
	mux.HandleFunc("GET /api/pairings/0k3x5p9q2abc", func(w http.ResponseWriter, r *http.Request) {
		if !known(w, r) {
			return
		}
		if asked++; asked == broken {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		state := "waiting"
		if asked >= 3 {
			state = decision
		}
		fmt.Fprintf(w, `{"state":%q}`, state)
	})
	mux.HandleFunc("POST /api/pairings/0k3x5p9q2abc/token", func(w http.ResponseWriter, r *http.Request) {
		if taken++; taken == 1 && broken > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if known(w, r) {
			_, _ = io.WriteString(w, `{"id":"t","token":"`+testToken+`"}`)
		}
	})
	mux.HandleFunc("POST /api/tokens", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer the-owner" || string(body) != `{"name":"laptop","scope":"write"}` {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"token":"`+testToken+`"}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := outbound.NewKeepingClient(10 * time.Second)
	t.Cleanup(client.CloseIdleConnections)
	return &Hub{
		Way: indexer.Way{Base: base, File: "config.toml"}, Client: client, Now: time.Now,
		Sleep: func(context.Context, time.Duration) error { return nil },
	}
}

func TestPair(t *testing.T) {
	for name, c := range map[string]struct {
		decision string
		broken   int
		fault    string
	}{
		"allowed":             {"allowed", 0, ""},
		"denied":              {"denied", 0, "was denied"},
		"too late":            {"expired", 0, "in time"},
		"a hub that restarts": {"allowed", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := pairingHub(t, c.decision, c.broken)
			p, err := h.Pair(t.Context(), "laptop")
			if err != nil || p.Code != "BCDF-GHJK" || h.Page(p) != h.Way.Base.String()+"/ui/pair/0k3x5p9q2abc" {
				t.Fatalf("%+v, %v", p, err)
			}
			made, err := h.Wait(t.Context(), p)
			if c.fault == "" && (err != nil || made.Token != testToken || !strings.Contains(string(made.Text), testToken)) {
				t.Errorf("%q, %v", made, err)
			}
			if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), testSecret)) {
				t.Errorf("%q, %v", made, err)
			}
		})
	}
	t.Run("another's secret", func(t *testing.T) {
		h := pairingHub(t, "allowed", 0)
		if _, err := h.Wait(t.Context(), Pairing{ID: "0k3x5p9q2abc", Secret: "guessed"}); err == nil || !strings.Contains(err.Error(), "run the command again") {
			t.Error(err)
		}
	})
	t.Run("by the owner's token", func(t *testing.T) {
		h := pairingHub(t, "", 0)
		if token, named, err := h.Token(t.Context(), "the-owner", "laptop"); err != nil || token != testToken || named != "laptop" {
			t.Errorf("%q, %q, %v", token, named, err)
		}
		if _, _, err := h.Token(t.Context(), "another", "laptop"); err == nil || strings.Contains(err.Error(), "another") {
			t.Error(err)
		}
	})
}

// TestPairAnswers: only what a hub issues is taken, since it goes to a terminal and into a file.
func TestPairAnswers(t *testing.T) {
	pairing := func(id, secret, code string) string {
		return string(jsonText(Pairing{ID: id, Secret: secret, Code: code}))
	}
	token := func(text string) string { return string(jsonText(map[string]string{"token": text})) }
	const id, code = "0k3x5p9q2abc", "BCDF-GHJK"
	pair := func(h *Hub) error { _, err := h.Pair(t.Context(), "laptop"); return err }
	create := func(h *Hub) error { _, _, err := h.Token(t.Context(), "the-owner", "laptop"); return err }
	take := func(h *Hub) error {
		_, err := h.Wait(t.Context(), Pairing{ID: id, Secret: testSecret, Code: code})
		return err
	}
	for name, c := range map[string]struct {
		status int
		body   string
		do     func(*Hub) error
		fault  string // empty: none
	}{
		"a pairing":                  {201, pairing(id, testSecret, code), pair, ""},
		"a code that moves a cursor": {201, pairing(id, testSecret, "BCDF-GHJK\x1b[2J"), pair, "is no pairing"},
		"a code with a second line":  {201, pairing(id, testSecret, "BCDF-GHJK\n"), pair, "is no pairing"},
		"a code of small letters":    {201, pairing(id, testSecret, "bcdf-ghjk"), pair, "is no pairing"},
		"an id that is a path":       {201, pairing("../../../x", testSecret, code), pair, "is no pairing"},
		"a secret of two lines":      {201, pairing(id, "a\nb", code), pair, "is no pairing"},
		"too many wait":              {429, `{"detail":"too many"}`, pair, "too many programs wait to be allowed"},
		"too many tokens":            {409, `{"detail":"there are 64 tokens already"}`, create, "there are 64 tokens already"},
		"a token":                    {201, token(testToken), create, ""},
		"another token, made":        {201, token("secret\x1b[2J"), create, "no token of a hub's form"},
		"a calendar's token":         {201, token(strings.Replace(testToken, "hubt", "hubf", 1)), create, "no token of a hub's form"},
		"a token of two lines":       {201, token(testToken + "\n"), create, "no token of a hub's form"},
		"another token, taken":       {200, `{"state":"allowed","token":"x"}`, take, "no token of a hub's form"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/problem+json")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			t.Cleanup(server.Close)
			h := pairingHub(t, "", 0)
			base, err := url.Parse(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			h.Way.Base = base
			err = c.do(h)
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "\x1b")) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTokenNameOfAHost(t *testing.T) {
	for host, want := range map[string]string{
		"laptop.example.org": "laptop", "": "a machine", strings.Repeat("名", 41): strings.Repeat("名", 40), strings.Repeat("n", 40) + ".lan": strings.Repeat("n", 40),
	} {
		if got := TokenName(host); got != want {
			t.Errorf("%q is called %q, not %q", host, got, want)
		}
	}
}

// TestTokenName: a machine whose name the hub knows already, such as one that was set up anew, gets
// a number.
func TestTokenName(t *testing.T) {
	long, wide := strings.Repeat("n", maxTokenName), strings.Repeat("名", 13)
	for name, c := range map[string]struct {
		name, want string
		taken      int // so many names are
	}{
		"a new name":                           {"laptop", "laptop", 0},
		"the second":                           {"laptop", "laptop-2", 1},
		"the third":                            {"laptop", "laptop-3", 2},
		"a long one":                           {long, long[:maxTokenName-2] + "-2", 1},
		"one whose letters take several bytes": {wide, wide + "-2", 1},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if asked++; asked <= c.taken {
					w.WriteHeader(http.StatusConflict)
					return
				}
				var is struct{ Name string }
				if err := json.NewDecoder(r.Body).Decode(&is); err != nil || is.Name != c.want {
					t.Errorf("asked for %q, %v", is.Name, err)
				}
				w.WriteHeader(http.StatusCreated)
				_, _ = io.WriteString(w, `{"token":"`+testToken+`"}`)
			}))
			t.Cleanup(server.Close)
			base, err := url.Parse(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			h := pairingHub(t, "", 0)
			h.Way.Base = base
			if token, named, err := h.Token(t.Context(), "the-owner", c.name); err != nil || token != testToken || named != c.want {
				t.Errorf("%q, %q, %v", token, named, err)
			}
		})
	}
}
