package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/store/phrase"
)

// webhook posts notices to any program, signed as Standard Webhooks has it.
type webhook struct {
	s           *Service
	url, secret string
}

// Compose makes the notice as JSON. It holds nothing secret.
func (w webhook) Compose(m gateway.Message) (gateway.Body, error) {
	notice := noticeOf(m)
	return encode(notice, notice)
}

// Send posts the notice.
func (w webhook) Send(ctx context.Context, m gateway.Message, body []byte) gateway.Reply {
	at := strconv.FormatInt(w.s.Store.Now().Unix(), 10)
	head := http.Header{
		"Content-Type":      {"application/json"},
		"Webhook-Id":        {m.ID},
		"Webhook-Timestamp": {at},
		"Webhook-Signature": {"v1," + signature(webhookKey(w.secret), m.ID, at, body)},
	}
	reply, _ := w.s.post(ctx, w.s.client, phrase.NotifyWebhook, w.url, head, body, meanings{
		http.StatusUnauthorized: phrase.NotifySecret, http.StatusForbidden: phrase.NotifySecret, http.StatusNotFound: phrase.NotifyPath,
	})
	return reply
}

// signature proves that a body comes from who knows the key.
func signature(key []byte, id, at string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
