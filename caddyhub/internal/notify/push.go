package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// push sends to browsers by Web Push (RFC 8030), encrypted for each of them.
type push struct {
	s       *Service
	contact string
	devices []Device
}

// maxPayload is the longest message, in bytes, of which push services take 3,993.
const maxPayload = 3000

// How long a push service keeps a message for a device that is off, in seconds.
const (
	reminderTTL = 24 * 60 * 60
	digestTTL   = 12 * 60 * 60
)

// payload is a message in the form of Declarative Web Push, which Safari shows by itself and the
// dashboard's worker elsewhere.
type payload struct {
	WebPush      int              `json:"web_push,omitempty"` // says so; only where navigate is known
	Notification pushNotification `json:"notification"`
	AppBadge     int              `json:"app_badge"`
}

type pushNotification struct {
	Title    string   `json:"title"`
	Body     string   `json:"body"`
	Navigate string   `json:"navigate,omitempty"` // must be a whole address
	Tag      string   `json:"tag"`
	Data     pushData `json:"data"`
}

// pushData is for the worker, which makes buttons of it.
type pushData struct {
	ID      string       `json:"id"`
	Kind    string       `json:"kind"`
	URL     string       `json:"url"`
	Urgent  bool         `json:"urgent"`
	Buttons []pushButton `json:"buttons"`
}

type pushButton struct {
	Verb  string `json:"verb"`
	Label string `json:"label"`
	Token string `json:"token,omitempty"` // not kept
}

// Buttons need an address to post to.
func (p push) Buttons() bool { return p.s.PublicURL != "" }

// Compose makes the payload, with its body cut to fit.
func (p push) Compose(m gateway.Message) (gateway.Body, error) {
	notice := noticeOf(m)
	sent := payload{Notification: pushNotification{
		Title: notice.Title, Body: notice.Body, Navigate: notice.URL, Tag: notice.Tag,
		Data: pushData{ID: notice.ID, Kind: notice.Kind, URL: notice.URL, Urgent: notice.Urgent, Buttons: []pushButton{}},
	}, AppBadge: max(1, len(notice.Items))}
	if notice.URL != "" {
		sent.WebPush = 8030
	}
	for _, b := range m.Buttons {
		sent.Notification.Data.Buttons = append(sent.Notification.Data.Buttons, pushButton{b.Verb, labels[b.Verb], b.Token})
	}
	for {
		body, err := json.Marshal(sent)
		if err != nil {
			return gateway.Body{}, err
		}
		text := []rune(sent.Notification.Body)
		if len(body) <= maxPayload || len(text) == 0 {
			break
		}
		sent.Notification.Body = string(text[:max(0, len(text)-1-(len(body)-maxPayload)/4)])
	}
	shown := sent
	shown.Notification.Data.Buttons = slices.Clone(sent.Notification.Data.Buttons)
	for i := range shown.Notification.Data.Buttons {
		shown.Notification.Data.Buttons[i].Token = ""
	}
	return encode(sent, shown)
}

// Send encrypts the payload for its device and hands it to that one's push service. A device that
// has unsubscribed is forgotten.
func (p push) Send(ctx context.Context, m gateway.Message, body []byte) gateway.Reply {
	gone := gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyUnsubscribed}
	i := slices.IndexFunc(p.devices, func(d Device) bool { return d.ID == m.Device })
	if i < 0 {
		return gone
	}
	to := p.devices[i]
	head, sealed, err := p.seal(to, m, body)
	if err != nil {
		return gateway.Reply{Verdict: gateway.Rejected, Why: phrase.NotifyUnsealed}
	}
	reply, status := p.s.post(ctx, p.s.pusher, phrase.NotifyPush, to.Endpoint, head, sealed, meanings{
		http.StatusForbidden: phrase.NotifyKey, http.StatusRequestEntityTooLarge: phrase.NotifyTooLong,
	})
	if status == http.StatusNotFound || status == http.StatusGone {
		_ = p.s.Unsubscribe(to.ID) // else the next message finds it out again
		return gone
	}
	return reply
}

func (p push) seal(to Device, m gateway.Message, body []byte) (http.Header, []byte, error) {
	endpoint, err := url.Parse(to.Endpoint)
	if err != nil {
		return nil, nil, err
	}
	device, auth, err := to.keys()
	if err != nil {
		return nil, nil, err
	}
	sealed, err := encrypt(device, auth, body)
	if err != nil {
		return nil, nil, err
	}
	key, err := p.s.vapidKey()
	if err != nil {
		return nil, nil, err
	}
	proof, err := vapid(key, endpoint, p.contact, p.s.Store.Now())
	if err != nil {
		return nil, nil, err
	}
	notice := noticeOf(m)
	ttl, urgency := digestTTL, "normal"
	if !store.SaidOnce(m.Kind) {
		ttl = reminderTTL
	}
	if notice.Urgent || m.Kind == store.DeliverReminder {
		urgency = "high"
	}
	return http.Header{
		"Content-Type": {"application/octet-stream"}, "Content-Encoding": {"aes128gcm"}, "Authorization": {proof},
		"Ttl": {strconv.Itoa(ttl)}, "Urgency": {urgency}, "Topic": {pushTopic(auth, notice.Tag)},
	}, sealed, nil
}

// pushTopic is the name under which a push service replaces a message that still waits (RFC 8030 section
// 5.4). Tags can be guessed, so it is bound to what only the browser and the hub know: the service
// learns that two messages are of the same, and not of what.
func pushTopic(auth []byte, tag string) string {
	mac := hmac.New(sha256.New, auth)
	mac.Write([]byte(tag))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))[:32]
}
