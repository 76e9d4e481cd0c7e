package grant

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

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
