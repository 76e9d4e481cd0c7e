package api

import (
	"context"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/store"
)

// PushBody is what a browser needs to subscribe to push, and which have.
type PushBody struct {
	PublicKey string       `json:"public_key" doc:"What browsers subscribe with (applicationServerKey)"`
	Devices   []PushDevice `json:"devices" nullable:"false"`
}

// PushDevice is a browser that push goes to.
type PushDevice struct {
	ID            string      `json:"id" doc:"The first 12 characters of lower-case base32 of SHA-256 of its endpoint" example:"mfzwizltoq2s"`
	Name          string      `json:"name" example:"Firefox on the phone"`
	CreatedAt     store.Time  `json:"created_at" format:"date-time"`
	LastSentAt    *store.Time `json:"last_sent_at" format:"date-time"`
	LastError     *string     `json:"last_error" doc:"Of its newest message; null: it went"`
	LastErrorSaid *Said       `json:"last_error_said" doc:"last_error under its code; null: it has none"`
}

var getPush = operation{id: "get-push", owner: true, summary: "What a browser subscribes to push with, and which have"}

func (a *API) getPush(ctx context.Context, _ *struct{}) (*result[PushBody], error) {
	key, err := a.Notify.PublicKey()
	if err != nil {
		return nil, err
	}
	b := PushBody{PublicKey: key, Devices: []PushDevice{}}
	for _, d := range a.Notify.Devices() {
		device := PushDevice{ID: d.ID, Name: d.Name, CreatedAt: d.CreatedAt}
		filter := store.DeliveryFilter{Channel: store.ChannelPush, Device: d.ID}
		last, err := a.lastDelivery(ctx, filter)
		if err != nil {
			return nil, err
		}
		if last != nil {
			device.LastError, device.LastErrorSaid = last.LastError, last.LastErrorSaid
		}
		filter.State = store.DeliverySent
		sent, err := a.lastDelivery(ctx, filter)
		if err != nil {
			return nil, err
		}
		if sent != nil {
			device.LastSentAt = sent.SentAt
		}
		b.Devices = append(b.Devices, device)
	}
	return show(b).tagged(), nil
}

// DevicePath names a device.
type DevicePath struct {
	ID string `path:"id" maxLength:"12"`
}

type putDeviceInput struct {
	DevicePath
	Body struct {
		Name     string `json:"name" minLength:"1" maxLength:"100" example:"Firefox on the phone"`
		Endpoint string `json:"endpoint" maxLength:"1500" doc:"https, of a public address" example:"https://push.example/send/0k3x5p9q2abc"`
		Keys     struct {
			P256DH string `json:"p256dh" maxLength:"200" example:"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"`
			Auth   string `json:"auth" maxLength:"50" example:"BTBZMqHH6r4Tts7J_aSIgg"`
		} `json:"keys" doc:"As the browser gives them"`
	}
}

var putDevice = operation{id: "put-push-device", owner: true, status: http.StatusNoContent, summary: "Send push to this browser too (a signed-in browser alone)"}

func (a *API) putDevice(ctx context.Context, in *putDeviceInput) (*result[none], error) {
	if err := inBrowser(ctx); err != nil {
		return nil, err
	}
	b := in.Body
	err := a.Notify.Subscribe(ctx, author(ctx), in.ID, b.Name, notify.Subscription{Endpoint: b.Endpoint, P256DH: b.Keys.P256DH, Auth: b.Keys.Auth})
	return &result[none]{head: answer{Status: http.StatusNoContent}}, err
}

var deleteDevice = operation{id: "delete-push-device", owner: true, summary: "Send no push to a browser any more (a signed-in browser alone)"}

func (a *API) deleteDevice(ctx context.Context, in *DevicePath) (*result[none], error) {
	if err := inBrowser(ctx); err != nil {
		return nil, err
	}
	return &result[none]{head: answer{Status: http.StatusNoContent}}, a.Notify.Unsubscribe(in.ID)
}

// inBrowser refuses everybody but a browser that is signed in: only that has a subscription of its own.
func inBrowser(ctx context.Context) error {
	if auth.From(ctx).Actor != store.Owner {
		return inbound.NewProblem(http.StatusForbidden, "a browser subscribes itself: open the dashboard there, under Settings → Alerts")
	}
	return nil
}
