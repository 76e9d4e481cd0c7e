package api

import (
	"context"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// NotifyBody is how the hub reaches its owner beside the agent gateway.
type NotifyBody struct {
	Quiet     *QuietHours       `json:"quiet" doc:"In these hours only urgent messages come, and the others at their end; null: there are none"`
	Contact   *string           `json:"contact" doc:"Whom a push service may write to about this hub" example:"mailto:me@example.org"`
	PublicURL bool              `json:"public_url" doc:"Whether the hub knows the address that browsers use: without one, messages have neither links nor buttons" example:"true"`
	Sources   map[string]string `json:"sources" doc:"Where quiet and contact come from: default, stored, or the part of the configuration that fixes it" example:"{\"quiet\":\"stored\",\"contact\":\"default\"}"`
	Push      ChannelBody       `json:"push"`
	Ntfy      NtfyBody          `json:"ntfy"`
	Mail      MailBody          `json:"mail"`
	Webhook   WebhookBody       `json:"webhook"`
}

// QuietHours are on the owner's clock.
type QuietHours struct {
	From string `json:"from" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" patternDescription:"a time of day such as 22:00" example:"22:00"`
	To   string `json:"to" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" patternDescription:"a time of day such as 07:00" example:"07:00"`
}

// ChannelBody is what all channels have in common.
type ChannelBody struct {
	Ready        bool              `json:"ready" doc:"Whether messages go" example:"true"`
	Missing      *string           `json:"missing" doc:"What has to be set up first; null: nothing" example:"no topic of an ntfy server is set up"`
	MissingSaid  *Said             `json:"missing_said" doc:"missing under its code; null: it has none"`
	Enabled      bool              `json:"enabled" example:"true"`
	Kinds        []string          `json:"kinds" nullable:"false" doc:"Which messages come" example:"[\"digest\",\"reminder\"]"`
	DigestCron   *string           `json:"digest_cron" doc:"When the digest goes out; off: never; null: when the gateway's does" example:"0 18 * * 5"`
	ReviewCron   string            `json:"review_cron" doc:"When the review goes out, if it is among the kinds" example:"0 17 * * 5"`
	Sources      map[string]string `json:"sources" doc:"Where each value comes from"`
	LastDelivery *Delivery         `json:"last_delivery" doc:"The newest message on the channel"`
}

// NtfyBody are the settings of ntfy.
type NtfyBody struct {
	ChannelBody
	URL      *string `json:"url" doc:"The server" example:"https://ntfy.sh"`
	TopicSet bool    `json:"topic_set" doc:"Whether there is a topic, which nobody gets back: who knows it can read along" example:"true"`
	TokenSet bool    `json:"token_set" example:"false"`
}

// MailBody are the settings of the mail server.
type MailBody struct {
	ChannelBody
	Host        *string `json:"host" example:"smtp.example.org"`
	Port        int     `json:"port" example:"587"`
	Security    string  `json:"security" enum:"tls,starttls,none"`
	Username    *string `json:"username"`
	PasswordSet bool    `json:"password_set" example:"true"`
	From        *string `json:"from"`
	To          *string `json:"to"`
}

// WebhookBody are the settings of the webhook.
type WebhookBody struct {
	ChannelBody
	URL       *string `json:"url" example:"https://example.org/hook"`
	SecretSet bool    `json:"secret_set" example:"true"`
}

var getNotify = operation{id: "get-notify", owner: true, summary: "How the hub reaches its owner beside the agent gateway, and how that went last"}

func (a *API) getNotify(ctx context.Context, _ *struct{}) (*result[NotifyBody], error) {
	return a.showNotify(ctx)
}

// showNotify is not kept: the secrets stand in no commit.
func (a *API) showNotify(ctx context.Context) (*result[NotifyBody], error) {
	s, err := a.Notify.State(ctx)
	if err != nil {
		return nil, err
	}
	b := NotifyBody{Contact: optional(s.Contact), PublicURL: a.PublicURL != "", Sources: s.Sources}
	if s.Quiet != (notify.Quiet{}) {
		b.Quiet = &QuietHours{s.Quiet.From, s.Quiet.To}
	}
	b.Ntfy.URL = optional(s.Ntfy.URL)
	b.Mail = MailBody{
		Host: optional(s.Mail.Host), Port: s.Mail.Port, Security: s.Mail.Security, Username: optional(s.Mail.Username), From: optional(s.Mail.From), To: optional(s.Mail.To),
	}
	b.Webhook.URL = optional(s.Webhook.URL)
	for channel, body := range map[string]*ChannelBody{
		store.ChannelPush: &b.Push, store.ChannelNtfy: &b.Ntfy.ChannelBody, store.ChannelMail: &b.Mail.ChannelBody, store.ChannelWebhook: &b.Webhook.ChannelBody,
	} {
		state := s.Channels[channel]
		*body = ChannelBody{
			Ready: state.Ready, Missing: optional(state.Missing), MissingSaid: saidBeside(channel, optional(state.Missing)), Enabled: state.Wants.Enabled, Kinds: state.Wants.Kinds.List(),
			DigestCron: optional(state.Wants.DigestCron), ReviewCron: state.Wants.ReviewCron, Sources: state.Sources,
		}
		if body.LastDelivery, err = a.lastDelivery(ctx, store.DeliveryFilter{Channel: channel}); err != nil {
			return nil, err
		}
		for _, key := range state.Secrets {
			*map[string]*bool{"topic": &b.Ntfy.TopicSet, "token": &b.Ntfy.TokenSet, "password": &b.Mail.PasswordSet, "secret": &b.Webhook.SecretSet}[key] = true
		}
	}
	return show(b).tagged(), nil
}

// WantsInput is what all channels have in common.
type WantsInput struct {
	Enabled    opt[bool]     `json:"enabled,omitempty" doc:"null: true" example:"true"`
	Kinds      opt[[]string] `json:"kinds,omitempty" doc:"digest, review, reminder, ready, approval, conflict, alarm; null or none: digest, reminder and alarm" example:"[\"digest\",\"reminder\"]"`
	DigestCron opt[string]   `json:"digest_cron,omitempty" doc:"Five fields, on the owner's clock; off: never; null: when the gateway's goes out" example:"0 18 * * 5"`
	ReviewCron opt[string]   `json:"review_cron,omitempty" doc:"Five fields, on the owner's clock; null: Fridays at 17:00" example:"0 18 * * 0"`
}

// NtfyInput are the settings of ntfy.
type NtfyInput struct {
	WantsInput
	URL   opt[string] `json:"url,omitempty" doc:"Of the server, without the topic" example:"https://ntfy.sh"`
	Topic opt[string] `json:"topic,omitempty" doc:"Written only; null: none. An address of another host forgets it" example:"hub-0k3x5p9q2abc"`
	Token opt[string] `json:"token,omitempty" doc:"Written only, as the topic is" example:"tk_secret"`
}

// MailInput are the settings of the mail server.
type MailInput struct {
	WantsInput
	Host     opt[string] `json:"host,omitempty" example:"smtp.example.org"`
	Port     opt[int]    `json:"port,omitempty" doc:"null: 587" example:"587"`
	Security opt[string] `json:"security,omitempty" doc:"tls, starttls or none; null: starttls" example:"starttls"`
	Username opt[string] `json:"username,omitempty" example:"me@example.org"`
	Password opt[string] `json:"password,omitempty" doc:"Written only; another host, port or security forgets it" example:"secret"`
	From     opt[string] `json:"from,omitempty" example:"hub@example.org"`
	To       opt[string] `json:"to,omitempty" example:"me@example.org"`
}

// WebhookInput are the settings of the webhook.
type WebhookInput struct {
	WantsInput
	URL    opt[string] `json:"url,omitempty" example:"https://example.org/hook"`
	Secret opt[string] `json:"secret,omitempty" doc:"Written only: whsec_ and base64 of 24 to 64 bytes. An address of another host forgets it" example:"whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`
}

type putNotifyInput struct {
	Body struct {
		Quiet   opt[QuietHours]   `json:"quiet,omitempty" doc:"null: none"`
		Contact opt[string]       `json:"contact,omitempty" example:"mailto:me@example.org"`
		Push    opt[WantsInput]   `json:"push,omitempty" doc:"null takes all of it back"`
		Ntfy    opt[NtfyInput]    `json:"ntfy,omitempty" doc:"null takes all of it back, with topic and token"`
		Mail    opt[MailInput]    `json:"mail,omitempty" doc:"null takes all of it back, with the password"`
		Webhook opt[WebhookInput] `json:"webhook,omitempty" doc:"null takes all of it back, with the secret"`
	}
}

var putNotify = operation{id: "put-notify", owner: true, summary: "Change the settings of notifications that the body carries; null takes one back"}

func (a *API) putNotify(ctx context.Context, in *putNotifyInput) (*result[NotifyBody], error) {
	b := &in.Body
	choices := notify.Input{"": {}}
	if b.Quiet.Set {
		quiet := store.Opt[string]{Set: true}
		if b.Quiet.Value != nil {
			quiet.Value = new(b.Quiet.Value.From + " " + b.Quiet.Value.To)
		}
		choices[""]["quiet"] = quiet
	}
	if b.Contact.Set {
		choices[""]["contact"] = b.Contact.Opt
	}
	choose(a.Notify, choices, store.ChannelPush, b.Push)
	choose(a.Notify, choices, store.ChannelNtfy, b.Ntfy)
	choose(a.Notify, choices, store.ChannelMail, b.Mail)
	choose(a.Notify, choices, store.ChannelWebhook, b.Webhook)
	event, err := a.Notify.Update(ctx, author(ctx), choices)
	if err != nil {
		return nil, err
	}
	out, err := a.showNotify(ctx)
	if err != nil {
		return nil, err
	}
	return out.recorded(event), nil
}

// choose adds the choices for a channel that the body has: null takes back all that the owner has
// chosen there.
func choose[T any](service *notify.Service, choices notify.Input, channel string, body opt[T]) {
	switch {
	case !body.Set:
	case body.Value == nil:
		choices[channel] = service.Nothing(channel)
	default:
		choices[channel] = setting.InputOf(*body.Value)
	}
}

type testNotifyInput struct {
	Channel string `path:"channel" enum:"gateway,push,ntfy,mail,webhook"`
}

var testNotify = operation{id: "test-notify", owner: true, summary: "Send a message on a channel that only says that it arrived", status: http.StatusAccepted}

func (a *API) testNotify(ctx context.Context, in *testNotifyInput) (*result[Delivery], error) {
	if in.Channel == store.ChannelGateway {
		return a.testGateway(ctx, nil)
	}
	to, err := a.Notify.Target(ctx, in.Channel)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Delivery], error) {
		return a.Gateway.QueueTest(ctx, by, to)
	}, func(w store.Written[store.Delivery]) *result[Delivery] { return show(newDelivery(w.Item)).accepted() })
}
