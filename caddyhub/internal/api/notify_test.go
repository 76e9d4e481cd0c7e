package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

func TestNotifySettings(t *testing.T) {
	h := newHub(t)
	b := decode[NotifyBody](h.get("/api/notify"))
	if b.Quiet != nil || b.Ntfy.Ready || *b.Ntfy.Missing == "" || len(b.Ntfy.Kinds) != 3 || b.Mail.Port != 587 || b.Mail.Security != "starttls" || b.Webhook.SecretSet || b.Mail.Sources["port"] != "default" {
		t.Errorf("%+v", b)
	}
	r := h.put("/api/notify", `{"quiet":{"from":"22:00","to":"07:00"},"contact":"mailto:me@example.org",
		"ntfy":{"url":"http://127.0.0.1:9","topic":"canary-topic","token":"canary-token","kinds":["reminder"],"digest_cron":"0 18 * * 5"},
		"mail":{"host":"127.0.0.1","port":2525,"security":"none","username":"me","password":"canary-password","from":"a@example.org","to":"b@example.org","enabled":false},
		"webhook":{"url":"http://127.0.0.1:9/x","secret":"whsec_Y2FuYXJ5LWtleS1vZi0yNC1ieXRlcy4u"}}`)
	r.wantStatus(http.StatusOK)
	b = decode[NotifyBody](r)
	if b.Quiet.From != "22:00" || !b.Ntfy.Ready || !b.Ntfy.TopicSet || !b.Ntfy.TokenSet || strings.Join(b.Ntfy.Kinds, " ") != "reminder" || *b.Ntfy.DigestCron != "0 18 * * 5" ||
		b.Mail.Ready || b.Mail.Missing != nil || b.Mail.Port != 2525 || !b.Mail.PasswordSet || !b.Webhook.Ready || !b.Webhook.SecretSet || b.Ntfy.Sources["topic"] != "stored" || b.Sources["quiet"] != "stored" || r.Header.Get("X-Hub-Event") == "" {
		t.Errorf("%+v", b)
	}
	for _, path := range []string{"/api/notify", "/api/events", "/api/deliveries"} {
		if r := h.get(path); strings.Contains(r.Body, "canary") || strings.Contains(r.Body, "whsec_") {
			t.Errorf("%s tells a secret: %s", path, r.Body)
		}
	}
	b = decode[NotifyBody](h.put("/api/notify", `{"quiet":null,"ntfy":{"kinds":null,"digest_cron":null,"topic":null}}`))
	if b.Quiet != nil || b.Ntfy.TopicSet || !b.Ntfy.TokenSet || len(b.Ntfy.Kinds) != 3 || b.Ntfy.DigestCron != nil || !b.Webhook.Ready {
		t.Errorf("null did not take back: %+v", b)
	}
	for body, location := range map[string]string{
		`{"ntfy":{"url":"canary"}}`:                       "body.ntfy.url",
		`{"ntfy":{"topic":"canary topic"}}`:               "body.ntfy.topic",
		`{"mail":{"port":0}}`:                             "body.mail.port",
		`{"mail":{"kinds":["canary"]}}`:                   "body.mail.kinds",
		`{"quiet":{"from":"25:00","to":"07:00"}}`:         "body.quiet.from",
		`{"quiet":"canary"}`:                              "body.quiet",
		`{"gateway":{"webhook_url":"http://127.0.0.1/"}}`: "body.gateway",
		`{"webhook":{"secrets":"canary"}}`:                "body.webhook.secrets",
		`{"ntfy":{"zz":1}}`:                               "body.ntfy.zz",
		`{"mail":{"zz":1}}`:                               "body.mail.zz",
		`{"push":{"zz":1}}`:                               "body.push.zz",
		`{"webhook":{"url":5}}`:                           "body.webhook.url",
		`{"push":{"kinds":"canary"}}`:                     "body.push.kinds",
		`{"push":{"enabled":"yes"}}`:                      "body.push.enabled",
		`{"mail":{"port":"587"}}`:                         "body.mail.port",
		`{"mail":"canary"}`:                               "body.mail",
	} {
		r := h.put("/api/notify", body)
		r.wantProblem(http.StatusUnprocessableEntity, "validation", location)
		if strings.Contains(r.Body, "canary") {
			t.Errorf("the answer repeats the value: %s", r.Body)
		}
	}
}

func TestNullTakesAChannelBack(t *testing.T) {
	h := newHub(t)
	h.api.Notify.Fixed = map[string]setting.Fixed{"mail": {"host": {Text: "127.0.0.1", Source: "the environment"}}}
	h.put("/api/notify", `{"ntfy":{"url":"http://127.0.0.1:9","topic":"t"},"mail":{"from":"a@example.org","to":"b@example.org","security":"none"},"push":{"enabled":false},
		"webhook":{"url":"http://127.0.0.1:9/x","secret":"whsec_Y2FuYXJ5LWtleS1vZi0yNC1ieXRlcy4u"}}`).wantStatus(http.StatusOK)
	r := h.put("/api/notify", `{"webhook":null,"mail":null,"push":null}`)
	r.wantStatus(http.StatusOK)
	b := decode[NotifyBody](r)
	if b.Webhook.URL != nil || b.Webhook.SecretSet || b.Webhook.Ready || !b.Push.Enabled || b.Mail.From != nil || b.Mail.Security != "starttls" {
		t.Errorf("not taken back: %s", r.Body)
	}
	if b.Mail.Host == nil || !b.Ntfy.TopicSet {
		t.Errorf("it took back too much: %s", r.Body)
	}
}

// A request that is refused for one secret changes no other.
func TestARefusedSecretTakesNoOtherAlong(t *testing.T) {
	h := newHub(t)
	h.put("/api/notify", `{"ntfy":{"url":"http://127.0.0.1:9","topic":"plants"}}`).wantStatus(http.StatusOK)
	h.put("/api/notify", `{"ntfy":{"url":"http://127.0.0.2:9"},"mail":{"password":"canary"}}`).wantProblem(http.StatusUnprocessableEntity, "validation", "body.mail.password")
	if b := decode[NotifyBody](h.get("/api/notify")); *b.Ntfy.URL != "http://127.0.0.1:9" || !b.Ntfy.TopicSet || !b.Ntfy.Ready {
		t.Errorf("%+v", b.Ntfy)
	}
}

func TestATestOfAChannel(t *testing.T) {
	h := newHub(t)
	h.post("/api/notify/ntfy/test", `{}`).wantProblem(http.StatusConflict, "conflict", "")
	h.put("/api/notify", `{"ntfy":{"url":"http://127.0.0.1:9","topic":"t"}}`).wantStatus(http.StatusOK)
	r := h.post("/api/notify/ntfy/test", `{}`)
	r.wantStatus(http.StatusAccepted)
	d := decode[store.Delivery](r)
	if d.Channel != "ntfy" || d.Kind != "test" || d.State != "queued" || d.Notice == nil {
		t.Errorf("%+v", d)
	}
	if got := decode[[]store.Delivery](h.get("/api/deliveries?channel=ntfy")); len(got) != 1 || got[0].ID != d.ID {
		t.Errorf("%+v", got)
	}
	if got := decode[[]store.Delivery](h.get("/api/deliveries?channel=mail")); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	h.post("/api/notify/pigeon/test", `{}`).wantStatus(http.StatusUnprocessableEntity)
	h.get("/api/deliveries?channel=pigeon").wantStatus(http.StatusUnprocessableEntity)
}
