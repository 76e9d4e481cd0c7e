package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// GatewayBody is how the hub speaks up: where to, when, and how that went last.
type GatewayBody struct {
	WebhookURL   *string           `json:"webhook_url" doc:"The gateway's wake endpoint" example:"http://127.0.0.1:18789/hooks/wake"`
	AgentURL     *string           `json:"agent_url" doc:"The gateway's agent endpoint; when set, it is used instead"`
	TokenSet     bool              `json:"token_set" doc:"Whether there is a token for it, which nobody gets back" example:"true"`
	Cron         string            `json:"cron" doc:"When the digest goes out" example:"0 9 * * 1-5"`
	Schedule     string            `json:"schedule" doc:"The same in words" example:"every weekday at 09:00"`
	Enabled      bool              `json:"enabled" example:"true"`
	Sources      map[string]string `json:"sources" doc:"Where each value comes from: default, stored, or the part of the configuration that fixes it" example:"{\"webhook_url\":\"stored\",\"agent_url\":\"default\",\"token\":\"stored\",\"cron\":\"default\",\"enabled\":\"default\"}"`
	NextRuns     []store.Time      `json:"next_runs" nullable:"false" doc:"The next times of the digest"`
	LastDelivery *Delivery         `json:"last_delivery" doc:"The newest message to the gateway, of any kind"`
}

var getGateway = operation{id: "get-gateway", owner: true, summary: "Where notices go, when, and how that went last"}

func (a *API) getGateway(ctx context.Context, _ *struct{}) (*result[GatewayBody], error) {
	return a.showGateway(ctx)
}

// showGateway is not kept: the token stands in no commit.
func (a *API) showGateway(ctx context.Context) (*result[GatewayBody], error) {
	s, err := a.Gateway.Settings(ctx)
	if err != nil {
		return nil, err
	}
	last, err := a.lastDelivery(ctx, store.DeliveryFilter{Channel: store.ChannelGateway})
	if err != nil {
		return nil, err
	}
	b := GatewayBody{
		WebhookURL: optional(s.WebhookURL), AgentURL: optional(s.AgentURL), TokenSet: s.TokenSet,
		Cron: s.Cron.String(), Schedule: s.Cron.Words(), Enabled: s.Enabled, Sources: s.Sources, NextRuns: []store.Time{}, LastDelivery: last,
	}
	for _, at := range s.NextRuns {
		b.NextRuns = append(b.NextRuns, store.At(at))
	}
	return show(b).tagged(), nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

type putGatewayInput struct {
	Body struct {
		WebhookURL opt[string] `json:"webhook_url,omitempty" doc:"null: none" example:"http://127.0.0.1:18789/hooks/wake"`
		AgentURL   opt[string] `json:"agent_url,omitempty" doc:"null: none"`
		Token      opt[string] `json:"token,omitempty" doc:"Written only; null: none. An address of another host forgets it" example:"a-token-of-the-gateway"`
		Cron       opt[string] `json:"cron,omitempty" doc:"Five fields, on the owner's clock; null: 0 9 * * *" example:"0 9 * * 1-5"`
		Enabled    opt[bool]   `json:"enabled,omitempty" doc:"null: true" example:"true"`
	}
}

var putGateway = operation{id: "put-gateway", owner: true, summary: "Change the settings of the gateway that the body carries; null takes one back"}

func (a *API) putGateway(ctx context.Context, in *putGatewayInput) (*result[GatewayBody], error) {
	event, err := a.Gateway.Update(ctx, author(ctx), setting.InputOf(in.Body))
	if err != nil {
		return nil, err
	}
	out, err := a.showGateway(ctx)
	if err != nil {
		return nil, err
	}
	return out.recorded(event), nil
}

var testGateway = operation{id: "test-gateway", owner: true, summary: "Send a message that only says that it arrived", status: http.StatusAccepted}

func (a *API) testGateway(ctx context.Context, _ *struct{}) (*result[Delivery], error) {
	return write(ctx, func(by store.By) (store.Written[store.Delivery], error) {
		return a.Gateway.Test(ctx, by)
	}, func(w store.Written[store.Delivery]) *result[Delivery] { return show(newDelivery(w.Item)).accepted() })
}

// DigestPreview is the digest as it would go out now.
type DigestPreview struct {
	URL     *string         `json:"url" doc:"Where to; null: no gateway is set up" example:"http://127.0.0.1:18789/hooks/wake"`
	Payload json.RawMessage `json:"payload" doc:"The body exactly; null: nothing is quiet, so nothing would go" example:"{\"text\":\"One thread has been quiet for a while: ...\",\"mode\":\"now\"}"`
	Threads []string        `json:"threads" nullable:"false" doc:"The ids of the threads it names" example:"[\"cxy99bbg25ng\"]"`
}

var previewGateway = operation{id: "preview-gateway", owner: true, summary: "The digest as it would go out now"}

func (a *API) previewGateway(ctx context.Context, _ *struct{}) (*result[DigestPreview], error) {
	p, err := a.Gateway.Preview(ctx)
	if err != nil {
		return nil, err
	}
	b := DigestPreview{URL: optional(p.URL), Payload: p.Payload, Threads: []string{}}
	for _, t := range p.Threads {
		b.Threads = append(b.Threads, t.ID)
	}
	return show(b), nil
}
