package grant

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

func TestACodeIsExchanged(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	r := h.redeem(client, h.allowed(client))
	p := r.pairOf()
	if p.TokenType != "Bearer" || p.ExpiresIn != int64(DefaultAccessTTL/time.Second) || p.Scope != "read write" || r.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%+v %v", p, r.Header())
	}
	c, refusal := h.bearer("Bearer " + p.AccessToken)
	if refusal != nil || c.Name != "Claude" || c.Class != inbound.Write || c.Token == "" {
		t.Errorf("%+v %v", c, refusal)
	}
	h.wantConnectors("Claude")
	h.open() // a restart
	if !h.opens(p.AccessToken) {
		t.Error("it is forgotten after a restart")
	}
}

func TestACodeThatIsRefused(t *testing.T) {
	for _, c := range []struct {
		name    string
		before  func(h *house)
		changes map[string]string // of the form; "-": left out
		code    string
		status  int
	}{
		{"too late", func(h *house) { h.clock.Advance(codeTTL) }, nil, "invalid_grant", 400},
		{"after a restart", func(h *house) { h.open() }, nil, "invalid_grant", 400},
		{"another verifier", nil, map[string]string{"code_verifier": verifier + "x"}, "invalid_grant", 400},
		{"the challenge as verifier", nil, map[string]string{"code_verifier": challengeOf(verifier)}, "invalid_grant", 400},
		{"no verifier", nil, map[string]string{"code_verifier": "-"}, "invalid_grant", 400},
		{"another address", nil, map[string]string{"redirect_uri": "https://evil.example/"}, "invalid_grant", 400},
		{"another code", nil, map[string]string{"code": codePrefix + "000000000000_" + strings.Repeat("A", 43)}, "invalid_grant", 400},
		{"no code", nil, map[string]string{"code": "-"}, "invalid_grant", 400},
		{"a code that is none", nil, map[string]string{"code": "x"}, "invalid_grant", 400},
		{"no program", nil, map[string]string{"client_id": "-"}, "invalid_client", 401},
		{"an unknown program", nil, map[string]string{"client_id": "000000000000"}, "invalid_client", 401},
		{"another program", nil, map[string]string{"client_id": "https://evil.example/app"}, "invalid_grant", 400},
		{"a short verifier", nil, map[string]string{"code_verifier": "x"}, "invalid_grant", 400},
		{"no grant type", nil, map[string]string{"grant_type": "-"}, "unsupported_grant_type", 400},
		{"a program's own credentials", nil, map[string]string{"grant_type": "client_credentials"}, "unsupported_grant_type", 400},
		{"a password", nil, map[string]string{"grant_type": "password"}, "unsupported_grant_type", 400},
		{"another resource", nil, map[string]string{"resource": "https://evil.example/mcp"}, "invalid_target", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			client := h.clientID("Claude")
			form := map[string]string{
				"grant_type": grantCode, "client_id": client, "code": h.allowed(client), "redirect_uri": callback, "code_verifier": verifier, "resource": issuer + "/mcp",
			}
			if c.before != nil {
				c.before(h)
			}
			var pairs []string
			for name, value := range form {
				if other, changed := c.changes[name]; changed {
					value = other
				}
				if value != "-" {
					pairs = append(pairs, name, value)
				}
			}
			h.form(tokenPath, pairs...).wantError(c.status, c.code)
			h.wantConnectors()
		})
	}
	t.Run("without the address, which PKCE does not need", func(t *testing.T) {
		h := newHouse(t)
		client := h.clientID("Claude")
		h.form(tokenPath, "grant_type", grantCode, "client_id", client, "code", h.allowed(client), "code_verifier", verifier).pairOf()
	})
}

// Whoever has the code a second time may have it from somebody: what it made ends.
func TestACodeUsedTwiceEndsItsGrant(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	code := h.allowed(client)
	p := h.redeem(client, code).pairOf()
	h.clock.Advance(2 * time.Minute)
	// Who has the code alone proves nothing by it.
	h.form(tokenPath, "grant_type", grantCode, "client_id", client, "code", code, "code_verifier", verifier+"x").wantError(400, "invalid_grant")
	h.wantConnectors("Claude")
	h.redeem(client, code).wantError(400, "invalid_grant")
	h.wantConnectors()
	if h.opens(p.AccessToken) {
		t.Error("its token still opens")
	}
	h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
}

func TestFormsThatCannotBeRead(t *testing.T) {
	post := func(h *house, kind, body string) reply {
		r := httptest.NewRequest(http.MethodPost, tokenPath, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		return h.send(r)
	}
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		name, kind, body string
		status           int
	}{
		{"JSON", "application/json", `{"grant_type":"refresh_token"}`, 400},
		{"no type", "", "grant_type=refresh_token", 400},
		{"twice", form, "grant_type=refresh_token&grant_type=authorization_code", 400},
		{"a bad escape", form, "grant_type=%zz", 400},
		{"too large", form, "x=" + strings.Repeat("x", maxForm), 413},
	} {
		t.Run(c.name, func(t *testing.T) {
			post(newHouse(t), c.kind, c.body).wantError(c.status, "invalid_request")
		})
	}
	t.Run("by GET", func(t *testing.T) {
		if r := newHouse(t).get(tokenPath); r.Code != http.StatusMethodNotAllowed || r.Header().Get("Allow") != "POST" {
			t.Errorf("%d %v", r.Code, r.Header())
		}
	})
}

// Many programs share the address of a cloud: what one of them does wrong keeps no other out.
func TestGuessesAreThrottled(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	guess := refreshPrefix + "000000000000_" + strings.Repeat("A", 43)
	for range failuresAMinute {
		h.refresh(client, guess).wantError(400, "invalid_grant")
	}
	r := h.refresh(client, guess)
	r.wantError(http.StatusTooManyRequests, "slow_down")
	if r.Header().Get("Retry-After") != "60" {
		t.Errorf("%v", r.Header())
	}
	for range failuresAMinute {
		if r := h.form(revokePath, "token", guess, "client_id", client); r.Code != http.StatusOK {
			t.Errorf("%d", r.Code)
		}
	}
	h.form(revokePath, "token", guess, "client_id", client).wantError(http.StatusTooManyRequests, "slow_down")
	h.refresh(client, p.RefreshToken).pairOf()
	if r := h.form(revokePath, "token", p.AccessToken, "client_id", client); r.Code != http.StatusOK || h.opens(p.AccessToken) {
		t.Errorf("%d", r.Code)
	}
	h.clock.Advance(time.Minute)
	h.refresh(client, guess).wantError(400, "invalid_grant")
}

// Whoever exchanges again and again writes to the disk each time, and may want an old token forgotten.
func TestExchangesAreSlowedDown(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	for range maxRotated {
		p = h.refresh(client, p.RefreshToken).pairOf()
	}
	r := h.refresh(client, p.RefreshToken)
	r.wantError(http.StatusTooManyRequests, "slow_down")
	if r.Header().Get("Retry-After") == "" || !h.opens(p.AccessToken) {
		t.Errorf("%v", r.Header())
	}
	h.clock.Advance(grace)
	h.refresh(client, p.RefreshToken).pairOf()
}

// However often a thief exchanges it, the token that was stolen gives the theft away.
func TestATokenIsKnownHoweverOld(t *testing.T) {
	h := newHouse(t)
	client, first := h.connect("Claude")
	p := first
	for range 10 * maxRotated {
		h.clock.Advance(grace / (maxRotated - 1))
		p = h.refresh(client, p.RefreshToken).pairOf()
	}
	h.open()
	h.refresh(client, first.RefreshToken).wantError(400, "invalid_grant")
	h.wantConnectors()
	if h.opens(p.AccessToken) {
		t.Error("the thief's token opens")
	}
}

func TestARefreshTokenIsExchanged(t *testing.T) {
	h := newHouse(t)
	client, first := h.connect("Claude")
	second := h.refresh(client, first.RefreshToken).pairOf()
	if second.AccessToken == first.AccessToken || second.RefreshToken == first.RefreshToken || second.Scope != first.Scope {
		t.Errorf("%+v", second)
	}
	if !h.opens(second.AccessToken) || !h.opens(first.AccessToken) {
		t.Error("an access token does not open")
	}
	for name, again := range map[string]func(){
		"at once":         func() {},
		"a minute later":  func() { h.clock.Advance(time.Minute) },
		"almost too late": func() { h.clock.Advance(59 * time.Second) },
	} {
		again()
		if got := h.refresh(client, first.RefreshToken).pairOf(); got.AccessToken != second.AccessToken || got.RefreshToken != second.RefreshToken {
			t.Errorf("%s: another pair: %+v", name, got)
		}
	}
}

func TestARefreshTokenOfBeforeThat(t *testing.T) {
	h := newHouse(t)
	client, first := h.connect("Claude")
	second := h.refresh(client, first.RefreshToken).pairOf()
	third := h.refresh(client, second.RefreshToken).pairOf()
	if got := h.refresh(client, first.RefreshToken).pairOf(); got.RefreshToken != second.RefreshToken {
		t.Errorf("the first token leads to %+v", got)
	}
	if got := h.refresh(client, second.RefreshToken).pairOf(); got.RefreshToken != third.RefreshToken {
		t.Errorf("the second token leads to %+v", got)
	}
	t.Run("long after, it ends the grant", func(t *testing.T) {
		h.clock.Advance(grace)
		h.refresh(client, first.RefreshToken).wantError(400, "invalid_grant")
		h.wantConnectors()
		if h.opens(third.AccessToken) || h.logs.FilterMessageSnippet("used again long after").Len() != 1 {
			t.Error("the grant goes on, or nothing is logged")
		}
	})
}

func TestARefreshTokenThatIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		try  func(h *house, client string, p tokens) reply
	}{
		{"another program's", func(h *house, _ string, p tokens) reply { return h.refresh(h.clientID("other"), p.RefreshToken) }},
		{"an access token", func(h *house, client string, p tokens) reply { return h.refresh(client, p.AccessToken) }},
		{"a guess for the same grant", func(h *house, client string, p tokens) reply {
			return h.refresh(client, p.RefreshToken[:len(refreshPrefix)+13]+strings.Repeat("A", 43))
		}},
		{"none", func(h *house, client string, _ tokens) reply { return h.refresh(client, "") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			client, p := h.connect("Claude")
			c.try(h, client, p).wantError(400, "invalid_grant")
			h.wantConnectors("Claude") // a guess ends nothing
			h.refresh(client, p.RefreshToken).pairOf()
		})
	}
	t.Run("half a year later", func(t *testing.T) {
		h := newHouse(t)
		client, p := h.connect("Claude")
		h.clock.Advance(refreshTTL)
		h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
		h.wantConnectors()
	})
	t.Run("half a year after it was used last", func(t *testing.T) {
		h := newHouse(t)
		client, p := h.connect("Claude")
		for range 3 {
			h.clock.Advance(refreshTTL - time.Hour)
			p = h.refresh(client, p.RefreshToken).pairOf()
		}
	})
}

// Clients ask with many windows at once; every one of them gets on.
func TestParallelRefreshes(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	got := make([]reply, 100)
	atOnce(len(got), func(i int) { got[i] = h.refresh(client, p.RefreshToken) })
	want := got[0].pairOf()
	for _, r := range got {
		if next := r.pairOf(); next.AccessToken != want.AccessToken || next.RefreshToken != want.RefreshToken {
			t.Fatalf("they part: %+v and %+v", next, want)
		}
	}
	if !h.opens(want.AccessToken) {
		t.Error("the token does not open")
	}
	h.refresh(client, want.RefreshToken).pairOf()
}

// A process that dies around a rotation leaves a pair that works: the answer was lost, or never made.
func TestARotationSurvivesTheEndOfTheProcess(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	for range 20 {
		before, err := os.ReadFile(h.file())
		if err != nil {
			t.Fatal(err)
		}
		lost := h.refresh(client, p.RefreshToken).pairOf()
		h.open() // it was on the disk, and the answer got lost
		if again := h.refresh(client, p.RefreshToken).pairOf(); again.RefreshToken != lost.RefreshToken {
			t.Fatal("another pair after a restart")
		}
		if err := os.WriteFile(h.file(), before, 0o600); err != nil { // it was not on the disk
			t.Fatal(err)
		}
		h.open()
		p = h.refresh(client, p.RefreshToken).pairOf()
		if !h.opens(p.AccessToken) {
			t.Fatal("the token does not open")
		}
		h.clock.Advance(grace / (maxRotated - 1))
	}
}

// How long ago a token was exchanged counts, and not when the process began.
func TestARestartMakesNoTokenFresh(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	h.refresh(client, p.RefreshToken).pairOf()
	h.clock.Advance(grace - time.Second)
	h.open()
	h.refresh(client, p.RefreshToken).pairOf()
	h.clock.Advance(time.Second)
	h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
	h.wantConnectors()
}

func TestAtMostEightAccessTokensOfAGrant(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	all := []string{p.AccessToken}
	for range maxAccess {
		p = h.refresh(client, p.RefreshToken).pairOf()
		all = append(all, p.AccessToken)
	}
	for i, token := range all {
		if got := h.opens(token); got != (i > 0) {
			t.Errorf("token %d opens: %t", i, got)
		}
	}
}

func TestAtMostSoManyGrants(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	for i := range maxGrants {
		h.redeem(client, h.allowed(client)).pairOf()
		if i == 0 {
			h.wantConnectors("Claude")
		}
	}
	if _, err := h.Approve(h.ask(client), inbound.Write, ""); !isConflict(err) {
		t.Errorf("one more: %v", err)
	}
	h.clock.Advance(refreshTTL)
	if _, err := h.Approve(h.ask(client), inbound.Write, ""); err != nil {
		t.Errorf("once the others have expired: %v", err)
	}
}

func TestRevocation(t *testing.T) {
	for _, c := range []struct {
		name    string
		token   func(p tokens) string
		client  bool // whose it is
		first   bool // whether the access token opens afterwards
		refresh bool // whether the refresh token is exchanged
	}{
		{"an access token", func(p tokens) string { return p.AccessToken }, true, false, true},
		{"a refresh token", func(p tokens) string { return p.RefreshToken }, true, false, false},
		{"an access token of another program", func(p tokens) string { return p.AccessToken }, false, true, true},
		{"a refresh token of another program", func(p tokens) string { return p.RefreshToken }, false, true, true},
		{"a token that is not known", func(tokens) string { return accessPrefix + "000000000000_" + strings.Repeat("A", 43) }, true, true, true},
		{"a guess", func(p tokens) string { return p.RefreshToken[:18] + strings.Repeat("A", 43) }, true, true, true},
		{"nothing", func(tokens) string { return "" }, true, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			client, p := h.connect("Claude")
			by := client
			if !c.client {
				by = h.clientID("other")
			}
			if r := h.form(revokePath, "token", c.token(p), "client_id", by); r.Code != http.StatusOK || r.Body.Len() != 0 {
				t.Errorf("%d %s", r.Code, r.Body)
			}
			if got := h.opens(p.AccessToken); got != c.first {
				t.Errorf("the access token opens: %t", got)
			}
			if got := h.refresh(client, p.RefreshToken).Code == http.StatusOK; got != c.refresh {
				t.Errorf("the refresh token is exchanged: %t", got)
			}
		})
	}
	t.Run("by the owner", func(t *testing.T) {
		h := newHouse(t)
		client, p := h.connect("Claude")
		made, err := h.State.Revoke(h.State.Connectors()[0].ID)
		if err != nil || made.Name != "Claude" || h.opens(p.AccessToken) {
			t.Errorf("%+v, %v", made, err)
		}
		h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
		if _, err := h.State.Revoke(made.ID); !isMissing(err) {
			t.Errorf("twice: %v", err)
		}
		h.open()
		h.wantConnectors()
	})
}

// A program that was pushed out of the list meanwhile, or registers anew each time, gets on with what it
// has; only when that has ended it is told to register.
func TestARegistrationIsNotNeededForLong(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	code := h.allowed(client)
	for range 2 * maxClients {
		h.clock.Advance(time.Millisecond)
		h.clientID("stranger")
	}
	if h.State.registered(client) != nil {
		t.Fatal("it is still known: the test is about nothing")
	}
	p := h.redeem(client, code).pairOf()
	p = h.refresh(client, p.RefreshToken).pairOf()
	if _, err := h.State.Revoke(h.State.Connectors()[0].ID); err != nil {
		t.Fatal(err)
	}
	h.refresh(client, p.RefreshToken).wantError(401, "invalid_client")
}

// Who revokes does not want to see a program come in by what it was promised before.
func TestARevocationEndsCodes(t *testing.T) {
	h := newHouse(t)
	h.connect("Claude")
	client := h.clientID("other")
	code := h.allowed(client)
	if _, err := h.State.Revoke(h.State.Connectors()[0].ID); err != nil {
		t.Fatal(err)
	}
	h.redeem(client, code).wantError(400, "invalid_grant")
}

// Everything that may be in the file has room there, as long as anybody can make it: strangers can keep
// the owner from nothing.
func TestTheFileHasRoomForAll(t *testing.T) {
	h := newHouse(t)
	wide := strings.Repeat("😀", maxName)
	long := "https://app.example/?" + strings.Repeat("&", maxURIBytes-21)
	for range maxGrants {
		client := h.clientID(wide, long)
		p := h.redeemAt(client, long)
		for range maxAccess {
			p = h.refresh(client, p.RefreshToken).pairOf()
		}
		h.clock.Advance(time.Second)
	}
	for range maxClients {
		h.clientID(wide, long)
	}
	for i := range 64 {
		if _, _, err := h.State.keep.Create(tokenInput(strings.Repeat("ü", 37) + fmt.Sprint(100+i))); err != nil {
			t.Fatalf("token %d: %v", i, err)
		}
	}
	info, err := os.Stat(h.file())
	if err != nil || info.Size() > 224<<10 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	h.open()
	if got := len(h.State.Connectors()); got != maxGrants {
		t.Errorf("%d connectors", got)
	}
}

// A disk that takes nothing issues nothing and ends nothing.
func TestTheDiskRefuses(t *testing.T) {
	h := newHouse(t)
	client, p := h.connect("Claude")
	code := h.allowed(client)
	gone := h.dir + " is away"
	if err := os.Rename(h.dir, gone); err != nil {
		t.Fatal(err)
	}
	h.refresh(client, p.RefreshToken).wantError(503, "temporarily_unavailable")
	h.redeem(client, code).wantError(503, "temporarily_unavailable")
	h.json(registerPath, `{"redirect_uris":["`+callback+`"]}`).wantError(503, "temporarily_unavailable")
	if _, err := h.State.Revoke(h.State.Connectors()[0].ID); err == nil {
		t.Error("it is revoked in memory alone")
	}
	if !h.opens(p.AccessToken) {
		t.Error("the token that was there does not open")
	}
	if err := os.Rename(gone, h.dir); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Second)
	h.refresh(client, p.RefreshToken).pairOf()
	h.redeem(client, code).pairOf()
	h.wantConnectors("Claude 2", "Claude")
}

func TestTimesOfLastUseAreKept(t *testing.T) {
	h := newHouse(t)
	_, p := h.connect("Claude")
	h.clock.Advance(30 * time.Minute)
	used := h.clock.Now()
	h.opens(p.AccessToken)
	h.clock.Advance(30 * time.Minute)
	if due, some, err := h.State.Due(t.Context()); err != nil || !some || due.After(h.clock.Now()) {
		t.Fatalf("due %s, %t, %v", due, some, err)
	}
	if err := h.State.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.open()
	if got := h.State.Connectors()[0].LastUsedAt; !got.Equal(used) {
		t.Errorf("used at %s, want %s", got, used)
	}
}

func TestADamagedFileLetsNobodyIn(t *testing.T) {
	for name, text := range map[string]string{
		"no key":             `{"tokens":[],"oauth":{"grants":[]}}`,
		"a list":             `{"tokens":[],"oauth":[]}`,
		"a scope it has not": `{"tokens":[],"oauth":{"key":"` + strings.Repeat("00", 32) + `","grants":[{"id":"x","scope":"admin","refresh":{"sha256":"` + strings.Repeat("00", 32) + `"}}]}}`,
		"a short digest":     `{"tokens":[],"oauth":{"key":"` + strings.Repeat("00", 32) + `","grants":[{"id":"x","scope":"read","refresh":{"sha256":"00","at":9999999999999}}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			_, p := h.connect("Claude")
			if err := os.WriteFile(h.file(), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			h.open()
			h.wantConnectors()
			if h.opens(p.AccessToken) {
				t.Error("a token opens")
			}
			if h.logs.FilterMessageSnippet("no connector can be used").Len() != 1 {
				t.Error("nothing is logged")
			}
			if kept, err := os.ReadFile(h.file() + ".damaged"); err != nil || string(kept) != text {
				t.Errorf("what may be repaired is gone: %q, %v", kept, err)
			}
			h.connect("anew")
			h.wantConnectors("anew")
		})
	}
}

// No secret is in the file, in a log or in an answer but the one that hands it over.
func TestSecretsLeaveNoTrace(t *testing.T) {
	h := newHouse(t)
	client := h.clientID("Claude")
	code := h.allowed(client)
	p := h.redeem(client, code).pairOf()
	next := h.refresh(client, p.RefreshToken).pairOf()
	h.clock.Advance(grace)
	h.refresh(client, p.RefreshToken)
	h.redeem(client, code)
	file, err := os.ReadFile(h.file())
	if err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	for _, entry := range h.logs.All() {
		fmt.Fprintln(&logged, entry.Message, entry.ContextMap())
	}
	if logged.Len() == 0 {
		t.Error("nothing was logged: the test is about nothing")
	}
	for _, secret := range []string{code, p.AccessToken, p.RefreshToken, next.AccessToken, next.RefreshToken} {
		secret = secret[len(secret)-43:]
		if strings.Contains(string(file), secret) || strings.Contains(logged.String(), secret) {
			t.Errorf("a secret is in the file or the log: %s", logged.String())
		}
	}
	if info, err := os.Stat(h.file()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
