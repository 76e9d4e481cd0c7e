package grant

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

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

// A clock that is far ahead when the hub starts shuts connectors out, and no more: once it is right, they
// are all there, whatever was written meanwhile.
func TestAClockFarAheadEndsNothing(t *testing.T) {
	for name, write := range map[string]func(h *house){
		"nothing is written":     func(*house) {},
		"a program registers":    func(h *house) { h.clientID("stranger") },
		"a program is connected": func(h *house) { h.connect("another") },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			client, p := h.connect("Claude")
			right := h.clock.Now()
			h.clock.Set(right.AddDate(10, 0, 0))
			h.open()
			h.wantConnectors()
			h.refresh(client, p.RefreshToken).wantError(400, "invalid_grant")
			if h.opens(p.AccessToken) {
				t.Error("its token opens")
			}
			write(h)
			h.clock.Set(right)
			h.open()
			if !h.opens(p.AccessToken) {
				t.Error("its token does not open once the clock is right")
			}
			h.refresh(client, p.RefreshToken).pairOf()
		})
	}
}

// A name is free again when the time of its connector is over, and who has it then takes the old one's place.
func TestAnExpiredConnectorGivesItsNameAway(t *testing.T) {
	h := newHouse(t)
	h.connect("Claude")
	h.connect("Another")
	right := h.clock.Now()
	h.clock.Advance(refreshTTL)
	h.open()
	h.connect("claude")
	h.wantConnectors("claude")
	h.clock.Set(right)
	h.open()
	h.wantConnectors("claude", "Another")
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
