package grant

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestAProgramRegisters(t *testing.T) {
	h := newHouse(t)
	r := h.json(registerPath, `{"client_name":"Claude","redirect_uris":["`+callback+`"],"token_endpoint_auth_method":"client_secret_basic","grant_types":["client_credentials"],"software_id":"x"}`)
	var made map[string]any
	r.read(&made)
	if r.Code != http.StatusCreated || made["client_id"] == "" || made["client_secret"] != nil || made["token_endpoint_auth_method"] != "none" ||
		fmt.Sprint(made["grant_types"]) != "[authorization_code refresh_token]" || r.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %s", r.Code, r.Body)
	}
	h.open()
	if h.State.registered(made["client_id"].(string)) == nil {
		t.Error("it is forgotten after a restart")
	}
}

func TestARegistrationThatIsRefused(t *testing.T) {
	long := `["https://app.example/` + strings.Repeat("x", maxURIBytes) + `"]`
	nine := `["https://app.example/` + strings.Repeat(`","https://app.example/`, maxURIs) + `"]`
	for name, c := range map[string]struct{ body, code string }{
		"no JSON":              {`{`, "invalid_client_metadata"},
		"a list":               {`[]`, "invalid_client_metadata"},
		"a name of numbers":    {`{"client_name":1}`, "invalid_client_metadata"},
		"no address":           {`{"client_name":"x"}`, "invalid_redirect_uri"},
		"no addresses":         {`{"redirect_uris":[]}`, "invalid_redirect_uri"},
		"nine addresses":       {`{"redirect_uris":` + nine + `}`, "invalid_redirect_uri"},
		"long addresses":       {`{"redirect_uris":` + long + `}`, "invalid_redirect_uri"},
		"an address of a page": {`{"redirect_uris":["javascript:alert(1)"]}`, "invalid_redirect_uri"},
		"http of others":       {`{"redirect_uris":["http://app.example/"]}`, "invalid_redirect_uri"},
	} {
		t.Run(name, func(t *testing.T) { newHouse(t).json(registerPath, c.body).wantError(http.StatusBadRequest, c.code) })
	}
	t.Run("too large", func(t *testing.T) {
		newHouse(t).json(registerPath, `{"x":"`+strings.Repeat("x", maxRegistration)+`"}`).wantError(http.StatusRequestEntityTooLarge, "invalid_client_metadata")
	})
	t.Run("too many of one address in an hour", func(t *testing.T) {
		h := newHouse(t)
		body := `{"redirect_uris":["` + callback + `"]}`
		for range registersAnHour {
			if r := h.json(registerPath, body); r.Code != http.StatusCreated {
				t.Fatalf("%d %s", r.Code, r.Body)
			}
		}
		h.clock.Advance(59 * time.Minute)
		r := h.json(registerPath, body)
		r.wantError(http.StatusTooManyRequests, "slow_down")
		if r.Header().Get("Retry-After") != "60" || !strings.Contains(r.Body.String(), "too many programs registered from this address") {
			t.Errorf("%v %s", r.Header(), r.Body)
		}
		h.clock.Advance(time.Minute)
		if r := h.json(registerPath, body); r.Code != http.StatusCreated {
			t.Errorf("an hour later: %d", r.Code)
		}
	})
	t.Run("switched off", func(t *testing.T) {
		h := newHouse(t)
		h.Service = New(Config{State: h.State, Issuer: issuer, AccessTTL: DefaultAccessTTL})
		if h.Handler(registerPath) != nil {
			t.Error("it is served")
		}
		var m serverMetadata
		h.get(metadataPath).read(&m)
		if m.RegistrationEndpoint != "" {
			t.Errorf("it is told of: %+v", m)
		}
	})
}

// Strangers can make nobody forget a program that the owner has let in, and take little room.
func TestRegistrationsAreBounded(t *testing.T) {
	h := newHouse(t)
	used, _ := h.connect("Claude")
	unused := h.clientID("unused")
	h.clock.Advance(time.Second)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	body, err := json.Marshal(map[string]any{"client_name": strings.Repeat("n", 200), "redirect_uris": []string{"https://app.example/" + strings.Repeat("x", 500)}})
	if err != nil {
		t.Fatal(err)
	}
	count := 200
	if longRun {
		count = 10_000
	}
	for i := range count {
		h.ip = netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)})
		h.clock.Advance(time.Millisecond)
		if r := h.json(registerPath, string(body)); r.Code != http.StatusCreated {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if len(h.State.clients) != maxClients || h.State.registered(used) == nil || h.State.registered(unused) != nil {
		t.Errorf("%d clients are known", len(h.State.clients))
	}
	// The counts by address have their own bound (auth.Throttle): 10,000 of a few hundred bytes.
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc) - int64(count)*400; grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	t.Run("a day later the unused ones go", func(t *testing.T) {
		h.clock.Advance(unusedTTL)
		fresh := h.clientID("fresh")
		if len(h.State.clients) != 2 || h.State.registered(used) == nil || h.State.registered(fresh) == nil {
			t.Errorf("%d clients are known", len(h.State.clients))
		}
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
