package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Why a message was not sent travels as a text through the store, and comes out of it under its code:
// in the list, with the channel, and in the problems of every screen.
func TestWhyAMessageWasNotSentHasACode(t *testing.T) {
	for _, c := range []struct{ name, channel, text, want string }{
		{"the gateway", "gateway", "the gateway answered 401: check the token", `{"code":"gateway.token","params":{"status":"401"}}`},
		{"ntfy", "ntfy", "the ntfy server answered 403: the token may not publish to the topic", `{"code":"notify.topic","params":{"status":"403"}}`},
		{"mail, after it was tried for long", "mail", "the mail server answered 451, after 5 attempts", `{"code":"gateway.attempts","params":{"n":5,"why":{"text":"the mail server answered 451","code":"notify.answered","params":{"status":"451","who":{"text":"the mail server","code":"notify.mail"}}}}}`},
		{"an address that the hub does not go to", "webhook", "this address is the hub's own: port 8787", `{"code":"address.own","params":{"port":"8787"}}`},
		{"a digest that another took the place of", "mail", "a newer digest took its place", `{"code":"notify.newer_digest"}`},
		{"what nobody knows", "ntfy", "EOF", "null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.fails(store.Target{Channel: c.channel}, c.text)
			want := `"last_error_said":` + c.want
			state := "/api/notify"
			if c.channel == store.ChannelGateway {
				state = "/api/gateway"
			}
			for _, path := range []string{"/api/deliveries", state} {
				if r := h.get(path); !strings.Contains(r.Body, want) {
					t.Errorf("%s has no %s: %s", path, want, r.Body)
				}
			}

			cfg := h.api.Config
			cfg.Health = health.NewBoard(h.clock.Now, nil, health.Source{Area: c.channel, Fails: phrase.AlertsFail, Page: "/ui/settings/alerts", Checks: &source{c.text, h.clock.Now()}})
			h.api = New(cfg)
			if err := cfg.Health.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			within := strings.TrimPrefix(strings.TrimSuffix(c.want, "}"), "{")
			if r := h.get("/api/overview"); c.want != "null" && !strings.Contains(r.Body, `"why":{"text":"`+c.text+`",`+within+`}`) {
				t.Errorf("the problem is %s", r.Body)
			}
		})
	}
}

// What a channel needs is said under the same code where it stands and where a test is refused for it.
func TestWhatAChannelNeedsHasACode(t *testing.T) {
	for _, c := range []struct{ channel, want string }{
		{"push", `"code":"setup.contact","params":{"option":"notify { contact mailto:… }"}`},
		{"ntfy", `"code":"setup.ntfy"`},
		{"mail", `"code":"setup.mail"`},
		{"webhook", `"code":"setup.webhook"`},
	} {
		t.Run(c.channel, func(t *testing.T) {
			h := newHub(t)
			if r := h.get("/api/notify"); !strings.Contains(r.Body, `"missing_said":{`+c.want+`}`) {
				t.Errorf("no %s: %s", c.want, r.Body)
			}
			r := h.post("/api/notify/"+c.channel+"/test", `{}`)
			r.wantProblem(http.StatusConflict, "conflict", "")
			if !strings.Contains(r.Body, c.want) {
				t.Errorf("refused with %s", r.Body)
			}
		})
	}
	t.Run("the gateway", func(t *testing.T) {
		if r := newHub(t).post("/api/gateway/test", `{}`); !strings.Contains(r.Body, `"code":"setup.gateway_url"`) {
			t.Errorf("refused with %s", r.Body)
		}
	})
	t.Run("one that is switched off", func(t *testing.T) {
		h := newHub(t)
		h.put("/api/notify", `{"ntfy":{"url":"http://127.0.0.1:9","topic":"t","enabled":false}}`).wantStatus(http.StatusOK)
		if r := h.get("/api/notify"); strings.Contains(r.Body, `"missing_said":{"code":"setup.ntfy"`) {
			t.Errorf("something is missing: %s", r.Body)
		}
		if r := h.post("/api/notify/ntfy/test", `{}`); !strings.Contains(r.Body, `"code":"setup.off","params":{"channel":"ntfy"}`) {
			t.Errorf("refused with %s", r.Body)
		}
	})
}

// The error of a device's newest message stands with the device, under its code.
func TestTheErrorOfADeviceHasACode(t *testing.T) {
	h := newHub(t)
	id := notify.DeviceID("https://push.example.com/canary")
	h.do(request{method: http.MethodPut, path: "/api/notify/push/devices/" + id, body: subscription, headers: h.asOwner()}).wantStatus(http.StatusNoContent)
	h.fails(store.Target{Channel: store.ChannelPush, Device: id}, phrase.NotifyUnsubscribed.String())
	for _, path := range []string{"/api/notify/push", "/api/deliveries"} {
		if r := h.get(path); !strings.Contains(r.Body, `"last_error_said":{"code":"notify.unsubscribed"}`) || strings.Contains(r.Body, "canary") {
			t.Errorf("%s: %s", path, r.Body)
		}
	}
}

// fails sends a message one way, which fails with a text.
func (h *hub) fails(to store.Target, text string) {
	h.t.Helper()
	m := store.Message{Text: "x", Notice: store.Notice{Title: "x"}, To: []store.Target{to}}
	w, err := h.store.QueueTest(h.t.Context(), store.By{Actor: store.Owner}, m)
	if err == nil {
		_, err = h.store.EndAttempt(h.t.Context(), w.Item.ID, store.Outcome{Reached: true, Error: text})
	}
	if err != nil {
		h.t.Fatal(err)
	}
}
