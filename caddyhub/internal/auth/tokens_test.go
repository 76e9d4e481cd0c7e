package auth

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// newToken makes a token that none of the logs may hold.
func (h *hub) newToken(name string, class inbound.Class, days int) (Token, string) {
	h.t.Helper()
	made, text, err := h.state.Tokens.Create(TokenInput{Name: name, Class: class, Days: days})
	if err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	h.secrets[text] = true
	h.mu.Unlock()
	return made, text
}

// gives is the credential of a bearer, or the sentence of its refusal.
func (h *hub) gives(bearer string) (inbound.Credential, string) {
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, "/mcp", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+bearer)
	credential, refusal := h.guard.Bearer(r)
	if refusal != nil {
		return credential, refusal.Detail
	}
	if !h.guard.Knows(r) {
		h.t.Error("a token that opens the hub is not known")
	}
	return credential, ""
}

func TestATokenGivesWhatItWasMadeFor(t *testing.T) {
	h := newHub(t)
	reader, reading := h.newToken("reader", inbound.Read, 0)
	writer, writing := h.newToken("writer", inbound.Write, 30)
	for _, c := range []struct {
		name, bearer string
		want         inbound.Credential
	}{
		{"read", reading, inbound.Credential{Token: reader.ID, Name: "reader", Class: inbound.Read}},
		{"write", writing, inbound.Credential{Token: writer.ID, Name: "writer", Class: inbound.Write}},
		{"the access token", theToken, inbound.Credential{Class: inbound.Owner}},
	} {
		if got, refused := h.gives(c.bearer); got != c.want || refused != "" {
			t.Errorf("%s: %+v, %q", c.name, got, refused)
		}
	}
}

func TestWrongTokens(t *testing.T) {
	h := newHub(t)
	made, text := h.newToken("laptop", inbound.Write, 0)
	_, other := h.newToken("desk", inbound.Write, 0)
	feed, err := h.state.Tokens.MakeFeed()
	if err != nil {
		t.Fatal(err)
	}
	id, secret, _ := Split(text, namedPrefix)
	_, otherSecret, _ := Split(other, namedPrefix)
	for name, bearer := range map[string]string{
		"the last byte is wrong":  text[:len(text)-1] + "!",
		"it is cut":               text[:len(text)-1],
		"it goes on":              text + "A",
		"another's secret":        namedPrefix + id + "_" + otherSecret,
		"an unknown id":           namedPrefix + "000000000000_" + secret,
		"without its kind":        id + "_" + secret,
		"as the feed's":           feedPrefix + id + "_" + secret,
		"the feed's":              feed,
		"the feed's as a named's": namedPrefix + strings.TrimPrefix(feed, feedPrefix),
		"only its digest":         namedPrefix + id + "_" + strings.Repeat("A", secretLength),
	} {
		if got, refused := h.gives(bearer); got != (inbound.Credential{}) || refused == "" {
			t.Errorf("%s: %+v, %q", name, got, refused)
		}
	}
	if h.state.Tokens.OpensFeed(text) || h.state.Tokens.OpensFeed(feedPrefix+strings.TrimPrefix(text, namedPrefix)) || !h.state.Tokens.OpensFeed(feed) {
		t.Error("the feed is opened by another token than its own")
	}
	if _, err := h.state.Tokens.Revoke(made.ID); err != nil {
		t.Fatal(err)
	}
	if _, refused := h.gives(text); !strings.Contains(refused, "revoked") {
		t.Errorf("revoked: %q", refused)
	}
	if _, refused := h.gives(other); refused != "" {
		t.Errorf("another token: %q", refused)
	}
}

func TestATokenExpires(t *testing.T) {
	h := newHub(t)
	_, text := h.newToken("laptop", inbound.Write, 1)
	h.clock.pass(24*time.Hour - time.Second)
	if _, refused := h.gives(text); refused != "" {
		t.Fatalf("a second before: %q", refused)
	}
	h.clock.pass(time.Second)
	if _, refused := h.gives(text); !strings.Contains(refused, "expired") {
		t.Errorf("at its end: %q", refused)
	}
}

// A token with a name is no sign-in: with it an agent could approve what it has asked for.
func TestATokenSignsNobodyIn(t *testing.T) {
	h := newHub(t).withPassword()
	_, text := h.newToken("laptop", inbound.Write, 0)
	wants(t, h.login("token", text), 401)
	wants(t, h.login("password", text), 401)
	wants(t, h.change("token", text, newPassw), 401)
}

func TestDevelopmentModeTakesNoToken(t *testing.T) {
	h := newHub(t)
	_, text := h.newToken("laptop", inbound.Write, 0)
	h.reload(token(""))
	if got, refused := h.gives(text); got != (inbound.Credential{}) || !strings.Contains(refused, "development mode") {
		t.Errorf("%+v, %q", got, refused)
	}
	if h.guard.NeedsPrivate() == nil {
		t.Error("a token can be made")
	}
}

func TestWhatATokenMayBeCalled(t *testing.T) {
	h := newHub(t)
	h.newToken("laptop", inbound.Write, 0)
	for _, c := range []struct {
		name  string
		in    TokenInput
		field string // empty: a conflict
	}{
		{"no name", TokenInput{Name: " ", Class: inbound.Read}, "name"},
		{"41 characters", TokenInput{Name: strings.Repeat("ü", 41), Class: inbound.Read}, "name"},
		{"two lines", TokenInput{Name: "a\nb", Class: inbound.Read}, "name"},
		{"text that turns around", TokenInput{Name: "a\u202eb", Class: inbound.Read}, "name"},
		{"no UTF-8", TokenInput{Name: "a\xff", Class: inbound.Read}, "name"},
		{"zero width alone", TokenInput{Name: "\u200b\u2060", Class: inbound.Read}, "name"},
		{"zero width in a word", TokenInput{Name: "desk\u200btop", Class: inbound.Read}, "name"},
		{"accents alone", TokenInput{Name: "\u0301\u0308", Class: inbound.Read}, "name"},
		{"a filler", TokenInput{Name: "\u3164", Class: inbound.Read}, "name"},
		{"another script that looks alike", TokenInput{Name: "lарtор", Class: inbound.Read}, ""},
		{"a digit that looks alike", TokenInput{Name: "1aptop", Class: inbound.Read}, ""},
		{"another width", TokenInput{Name: "ｌａｐｔｏｐ", Class: inbound.Read}, ""},
		{"an owner's", TokenInput{Name: "a", Class: inbound.Owner}, "scope"},
		{"nobody's", TokenInput{Name: "a"}, "scope"},
		{"a day too long", TokenInput{Name: "a", Class: inbound.Read, Days: 731}, "expires_in_days"},
		{"less than a day", TokenInput{Name: "a", Class: inbound.Read, Days: -1}, "expires_in_days"},
		{"a name that is taken", TokenInput{Name: " Laptop ", Class: inbound.Read}, ""},
	} {
		_, text, err := h.state.Tokens.Create(c.in)
		invalid, conflict := new(store.InvalidError), new(store.ConflictError)
		switch {
		case text != "":
			t.Errorf("%s: made", c.name)
		case c.field == "" && !errors.As(err, &conflict):
			t.Errorf("%s: %v", c.name, err)
		case c.field != "" && (!errors.As(err, &invalid) || invalid.Fields[0].Field != c.field):
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for i := range maxNamed - 1 {
		h.newToken(fmt.Sprint("agent ", i), inbound.Write, 730)
	}
	if _, _, err := h.state.Tokens.Create(TokenInput{Name: "one more", Class: inbound.Read}); !errors.As(err, new(*store.ConflictError)) {
		t.Errorf("one token too many: %v", err)
	}
	h.restart()
	if got := len(h.state.Tokens.List()); got != maxNamed {
		t.Errorf("%d tokens after a restart", got)
	}
	if info, err := os.Stat(filepath.Join(h.dir, AccessFile)); err != nil || info.Size() > maxAccess/4 || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
}

func TestTokensOutliveTheProcess(t *testing.T) {
	h := newHub(t)
	made, text := h.newToken("laptop", inbound.Write, 90)
	_, reading := h.newToken("reader", inbound.Read, 0)
	feed, err := h.state.Tokens.MakeFeed()
	if err != nil {
		t.Fatal(err)
	}
	h.clock.pass(time.Minute)
	if _, refused := h.gives(text); refused != "" {
		t.Fatal(refused)
	}
	if err := h.state.Tokens.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := h.state.Tokens.List()
	h.restart(token("another private token of these tests, 32 and more"))
	after := h.state.Tokens.List()
	if len(after) != 2 || after[0] != before[0] || after[1] != before[1] {
		t.Fatalf("%+v, want %+v", after, before)
	}
	if kept, _ := h.state.Tokens.Named("LAPTOP"); kept.ID != made.ID || !kept.LastUsedAt.Equal(epoch.Add(time.Minute)) || !kept.ExpiresAt.Equal(epoch.AddDate(0, 0, 90)) {
		t.Errorf("%+v", kept)
	}
	if got, refused := h.gives(reading); got.Class != inbound.Read || refused != "" {
		t.Errorf("%+v, %q", got, refused)
	}
	if !h.state.Tokens.OpensFeed(feed) {
		t.Error("the feed is lost")
	}
}

func TestTheFileOfTokensHoldsNoSecret(t *testing.T) {
	h := newHub(t)
	_, text := h.newToken("laptop", inbound.Write, 0)
	feed, err := h.state.Tokens.MakeFeed()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	_, secret, _ := Split(text, namedPrefix)
	_, feedSecret, _ := Split(feed, feedPrefix)
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(h.dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(secret)) || bytes.Contains(content, []byte(feedSecret)) {
			t.Errorf("%s holds a secret", e.Name())
		}
	}
}

func TestADamagedFileOpensNothing(t *testing.T) {
	for name, content := range map[string]string{
		"empty":              "",
		"no JSON":            "{",
		"another type":       `{"tokens": 5}`,
		"too long":           `{"tokens": []` + strings.Repeat(" ", maxAccess) + "}",
		"a token of no hash": `{"tokens": [{"id":"000000000000","name":"a","scope":"write","sha256":""}]}`,
		"an owner's token":   `{"tokens": [{"id":"000000000000","name":"a","scope":"owner","sha256":"` + strings.Repeat("00", 32) + `"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			_, text := h.newToken("laptop", inbound.Write, 0)
			if err := os.WriteFile(filepath.Join(h.dir, AccessFile), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			h.restart()
			if _, refused := h.gives(text); refused == "" || len(h.state.Tokens.List()) > 0 {
				t.Error("it opens the hub")
			}
			if h.logs.FilterMessage("no token can be used").Len() != 1 {
				t.Errorf("the log: %v", h.logs.All())
			}
			_, again := h.newToken("laptop", inbound.Write, 0)
			if _, refused := h.gives(again); refused != "" {
				t.Errorf("a new one: %q", refused)
			}
		})
	}
}

// Whoever goes on only while a token holds is woken by each end of one, and by nothing else.
func TestTheEndOfATokenIsTold(t *testing.T) {
	h := newHub(t)
	over := func(c <-chan struct{}) bool {
		select {
		case <-c:
			return true
		default:
			return false
		}
	}
	ended := h.state.Tokens.Ended()
	made, _ := h.newToken("laptop", inbound.Write, 0)
	if over(ended) {
		t.Error("told of a new token")
	}
	if _, err := h.state.Tokens.Revoke(made.ID); err != nil || !over(ended) || over(h.state.Tokens.Ended()) {
		t.Errorf("%v: not told once", err)
	}
	if _, err := h.state.Tokens.Revoke(made.ID); !errors.As(err, new(*store.NotFoundError)) {
		t.Errorf("revoked twice: %v", err)
	}
}

func TestAFullDiskMakesNoToken(t *testing.T) {
	h := newHub(t)
	made, text := h.newToken("laptop", inbound.Write, 0)
	if err := os.RemoveAll(h.dir); err != nil {
		t.Fatal(err)
	}
	if _, _, err := h.state.Tokens.Create(TokenInput{Name: "desk", Class: inbound.Write}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	if _, err := h.state.Tokens.Revoke(made.ID); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	if _, refused := h.gives(text); refused != "" || len(h.state.Tokens.List()) != 1 {
		t.Errorf("%q, %d tokens", refused, len(h.state.Tokens.List()))
	}
}

// An access token may look like anything, also like a token with a name.
func TestAnAccessTokenOfTheFormOfOthers(t *testing.T) {
	odd := namedPrefix + "000000000000_" + strings.Repeat("a", secretLength)
	h := newHub(t, token(odd))
	if got, refused := h.gives(odd); got.Class != inbound.Owner || refused != "" {
		t.Errorf("%+v, %q", got, refused)
	}
	_, text := h.newToken("laptop", inbound.Read, 0)
	if got, refused := h.gives(text); got.Class != inbound.Read || refused != "" {
		t.Errorf("%+v, %q", got, refused)
	}
}
