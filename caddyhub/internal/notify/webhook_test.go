package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// The key is the 24 bytes "canary-key-of-24-bytes..".
const signing = "whsec_Y2FuYXJ5LWtleS1vZi0yNC1ieXRlcy4u"

func withWebhook(h *house, s *server) {
	h.Helper()
	h.set("webhook", "url", s.URL+"/hook", "secret", signing)
}

func TestWebhookAnswers(t *testing.T) {
	testStatuses(t, store.ChannelWebhook, "the webhook", withWebhook)
}

func TestAWebhookIsSigned(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withWebhook(h, s)
	m := h.reminder("Call the bank", "2026-05-04T12:00")
	h.work()
	r, d := s.saw()[0], h.last(store.ChannelWebhook)
	id, at := r.header.Get("webhook-id"), r.header.Get("webhook-timestamp")
	if r.path != "/hook" || id != d.ID || at != strconv.FormatInt(h.clock.Now().Unix(), 10) {
		t.Errorf("%s %v", r.path, r.header)
	}
	mac := hmac.New(sha256.New, []byte("canary-key-of-24-bytes.."))
	mac.Write([]byte(id + "." + at + "." + r.body))
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); r.header.Get("webhook-signature") != want {
		t.Errorf("signed %s, want %s", r.header.Get("webhook-signature"), want)
	}
	var n store.Notice
	if err := json.Unmarshal([]byte(r.body), &n); err != nil {
		t.Fatal(err)
	}
	if n.Kind != "reminder" || n.Title != "Call the bank" || n.Tag != "reminder/"+m.ID || n.URL != "https://hub.example/ui/reminders" || len(n.Items) != 1 || string(d.Payload) != r.body {
		t.Errorf("%+v", n)
	}
	if strings.Contains(r.body, "token") {
		t.Errorf("it has buttons: %s", r.body)
	}
}

// The example of the specification of Standard Webhooks.
func TestTheSignatureOfTheStandard(t *testing.T) {
	got := signature(webhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	if want := "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
