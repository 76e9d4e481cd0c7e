package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

func TestGatewaySettings(t *testing.T) {
	h := newHub(t)
	h.get("/api/gateway").wantBody(`{"webhook_url":null,"agent_url":null,"token_set":false,"cron":"0 9 * * *","schedule":"every day at 09:00","enabled":true,` +
		`"sources":{"agent_url":"default","cron":"default","enabled":"default","token":"default","webhook_url":"default"},` +
		`"next_runs":["2026-05-05T09:00:00.000Z","2026-05-06T09:00:00.000Z","2026-05-07T09:00:00.000Z"],"last_delivery":null}`)
	r := h.put("/api/gateway", `{"webhook_url":"http://127.0.0.1:9/hooks/wake","token":"canary-token","cron":"30 8 * * mon-fri"}`)
	r.wantStatus(http.StatusOK)
	b := decode[GatewayBody](r)
	if *b.WebhookURL != "http://127.0.0.1:9/hooks/wake" || !b.TokenSet || b.Schedule != "every weekday at 08:30" || b.Sources["token"] != "stored" || r.Header.Get("X-Hub-Event") == "" {
		t.Errorf("%+v", b)
	}
	for _, path := range []string{"/api/gateway", "/api/gateway/preview", "/api/events", "/api/deliveries"} {
		if r := h.get(path); strings.Contains(r.Body, "canary") {
			t.Errorf("%s tells the token: %s", path, r.Body)
		}
	}
	if got := decode[GatewayBody](h.put("/api/gateway", `{"enabled":false}`)); got.Enabled || got.WebhookURL == nil || !got.TokenSet {
		t.Errorf("what was not sent has changed: %+v", got)
	}
	if got := decode[GatewayBody](h.put("/api/gateway", `{"token":null,"cron":null,"enabled":null}`)); got.TokenSet || got.Cron != "0 9 * * *" || !got.Enabled {
		t.Errorf("null did not take back: %+v", got)
	}
	t.Run("a token alone shows at once", func(t *testing.T) {
		before := h.get("/api/gateway")
		h.put("/api/gateway", `{"token":"canary-token"}`).wantStatus(http.StatusOK)
		after := h.do(request{path: "/api/gateway", headers: map[string]string{"If-None-Match": before.Header.Get("ETag")}})
		after.wantStatus(http.StatusOK)
		if !decode[GatewayBody](after).TokenSet {
			t.Error("an old answer")
		}
	})
	for body, location := range map[string]string{
		`{"webhook_url":"gateway"}`:            "body.webhook_url",
		`{"agent_url":"ftp://canary.example"}`: "body.agent_url",
		`{"cron":"* * *"}`:                     "body.cron",
		`{"token":"canary token"}`:             "body.token",
		`{"url":"http://127.0.0.1/"}`:          "body.url",
		`{"enabled":"yes"}`:                    "body.enabled",
	} {
		r := h.put("/api/gateway", body)
		r.wantProblem(http.StatusUnprocessableEntity, "validation", location)
		if strings.Contains(r.Body, "canary") {
			t.Errorf("the answer repeats the value: %s", r.Body)
		}
	}
}

func TestGatewayOfAConfiguration(t *testing.T) {
	h := newHub(t)
	vault, err := setting.OpenVault(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cfg := h.api.Config
	cfg.Gateway = gateway.New(gateway.Config{
		Store: h.store, Secrets: vault, Fixed: setting.Fixed{
			"webhook_url": {Text: "http://127.0.0.1:9/hooks/wake", Source: "the Caddyfile"},
			"token":       {Text: "canary-token", Source: "the environment (HUB_GATEWAY_TOKEN)"},
		},
	})
	h.api = New(cfg)
	if b := decode[GatewayBody](h.get("/api/gateway")); b.Sources["webhook_url"] != "the Caddyfile" || !b.TokenSet || b.Sources["cron"] != "default" {
		t.Errorf("%+v", b)
	}
	for _, body := range []string{`{"webhook_url":"http://127.0.0.1:8/"}`, `{"token":"x"}`, `{"agent_url":"http://127.0.0.1:8/"}`} {
		p := h.put("/api/gateway", body).wantProblem(http.StatusConflict, "conflict", "")
		if !strings.Contains(p.Detail, "change it there") || strings.Contains(p.Detail, "canary") {
			t.Errorf("%s: %s", body, p.Detail)
		}
	}
	h.put("/api/gateway", `{"cron":"0 8 * * *"}`).wantStatus(http.StatusOK)
}

func TestGatewayTestAndDeliveries(t *testing.T) {
	h := newHub(t)
	h.post("/api/gateway/test", `{}`).wantProblem(http.StatusConflict, "conflict", "")
	h.put("/api/gateway", `{"webhook_url":"http://127.0.0.1:9/hooks/wake"}`).wantStatus(http.StatusOK)
	for range 3 {
		r := h.post("/api/gateway/test", `{}`)
		r.wantStatus(http.StatusAccepted)
		if d := decode[store.Delivery](r); d.State != "queued" || d.Kind != "test" || d.Attempts != 0 {
			t.Errorf("%+v", d)
		}
	}
	t.Run("a repeated request sends one message", func(t *testing.T) {
		again := request{method: http.MethodPost, path: "/api/gateway/test", body: `{}`, headers: map[string]string{"Idempotency-Key": "k"}}
		if first, second := h.do(again), h.do(again); first.Body != second.Body {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
	})
	r := h.get("/api/deliveries?limit=3")
	list := decode[[]store.Delivery](r)
	if len(list) != 3 || r.Header.Get("X-Total-Count") != "4" || r.Header.Get("Link") == "" || list[0].ID < list[1].ID {
		t.Errorf("%v: %s", r.Header, r.Body)
	}
	if got := decode[GatewayBody](h.get("/api/gateway")).LastDelivery; got == nil || got.ID != list[0].ID {
		t.Errorf("%+v", got)
	}
	for query, want := range map[string]string{"state=sent": "0", "state=queued": "4", "kind=digest": "0", "kind=test": "4"} {
		if r := h.get("/api/deliveries?" + query); r.Header.Get("X-Total-Count") != want {
			t.Errorf("%s: %v", query, r.Header)
		}
	}
	h.get("/api/deliveries?state=lost").wantProblem(http.StatusUnprocessableEntity, "validation", "query.state")
	h.get("/api/deliveries?cursor=x").wantProblem(http.StatusUnprocessableEntity, "validation", "query.cursor")
}

func TestGatewayPreview(t *testing.T) {
	h := newHub(t)
	h.get("/api/gateway/preview").wantBody(`{"url":null,"payload":null,"threads":[]}`)
	h.put("/api/gateway", `{"agent_url":"http://127.0.0.1:9/hooks/agent"}`).wantStatus(http.StatusOK)
	th := h.create(`{"summary":"Label the rack cables"}`)
	h.clock.Advance(5 * 24 * time.Hour)
	h.get("/api/gateway/preview").wantBody(`{"url":"http://127.0.0.1:9/hooks/agent","payload":{"message":"One thread has been quiet for a while:\n\n` +
		`1. Label the rack cables (inbox, quiet for 5 days)","name":"Progress Hub","wakeMode":"now"},"threads":["` + th.ID + `"]}`)
}

func (r response) wantBody(want string) {
	r.t.Helper()
	r.wantStatus(http.StatusOK)
	if r.Body != want {
		r.t.Errorf("got  %s\nwant %s", r.Body, want)
	}
}
