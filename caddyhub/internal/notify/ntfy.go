package notify

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// ntfy publishes to a topic of an ntfy server, which reads what it carries: texts and buttons.
type ntfy struct {
	s                    *Service
	server, topic, token string
}

// ntfyMessage is what ntfy takes at its root (docs.ntfy.sh/publish, "Publish as JSON").
type ntfyMessage struct {
	Topic    string       `json:"topic,omitempty"` // a secret: not kept
	Title    string       `json:"title"`
	Message  string       `json:"message"`
	Priority int          `json:"priority"`
	Tags     []string     `json:"tags"`
	Click    string       `json:"click,omitempty"`
	Actions  []ntfyAction `json:"actions,omitempty"`
}

type ntfyAction struct {
	Action  string            `json:"action"`
	Label   string            `json:"label"`
	URL     string            `json:"url"`
	Method  string            `json:"method,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"` // holds a token: not kept
	Clear   bool              `json:"clear,omitempty"`
}

// The priorities of ntfy, of 1 to 5.
const (
	ntfyDefault = 3
	ntfyHigh    = 4
	ntfyUrgent  = 5
)

// tags are the emoji that ntfy shows with a message.
var tags = map[string]string{
	store.DeliverDigest: "hourglass", store.DeliverReview: "calendar", store.DeliverReminder: "bell", store.DeliverReady: "arrow_forward", store.DeliverApproval: "raised_hand",
	store.DeliverConflict: "twisted_rightwards_arrows", store.DeliverAlarm: "warning", store.DeliverTest: "white_check_mark",
}

// Buttons need an address that the phone reaches.
func (n ntfy) Buttons() bool { return n.s.PublicURL != "" }

// Compose makes the message. A title cut to 80 characters and a body cut to 500 are far below the
// 4,096 bytes of ntfy.
func (n ntfy) Compose(m gateway.Message) (gateway.Body, error) {
	notice := noticeOf(m)
	out := ntfyMessage{
		Title: notice.Title, Message: notice.Body, Priority: ntfyDefault, Tags: []string{tags[notice.Kind]}, Click: notice.URL,
	}
	if out.Message == "" {
		out.Message = out.Title // else ntfy would write "triggered"
	}
	switch {
	case notice.Urgent:
		out.Priority = ntfyUrgent
	case notice.Kind == store.DeliverReminder:
		out.Priority = ntfyHigh
	}
	open := ntfyAction{Action: "view", Label: labels[store.VerbOpen], URL: notice.URL}
	shown, sent := out, out
	sent.Topic = n.topic
	for _, b := range m.Buttons {
		a := ntfyAction{Action: "http", Label: labels[b.Verb], URL: n.s.PublicURL + actPath, Method: http.MethodPost, Headers: map[string]string{"Content-Type": "application/json"}, Clear: true}
		shown.Actions = append(shown.Actions, a)
		token, err := json.Marshal(map[string]string{"token": b.Token})
		if err != nil {
			return gateway.Body{}, err
		}
		a.Body = string(token)
		sent.Actions = append(sent.Actions, a)
	}
	if notice.URL != "" {
		shown.Actions, sent.Actions = append(shown.Actions, open), append(sent.Actions, open)
	}
	return encode(sent, shown)
}

// Send publishes the message.
func (n ntfy) Send(ctx context.Context, _ gateway.Message, body []byte) gateway.Reply {
	head := http.Header{"Content-Type": {"application/json"}}
	if n.token != "" {
		head.Set("Authorization", "Bearer "+n.token)
	}
	reply, _ := n.s.post(ctx, n.s.client, phrase.NotifyNtfy, n.server, head, body, meanings{
		http.StatusUnauthorized: phrase.NotifyToken, http.StatusForbidden: phrase.NotifyTopic, http.StatusNotFound: phrase.NotifyServer,
	})
	return reply
}
