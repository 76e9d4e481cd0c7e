package store

import "context"

// settingGateway is the name of the gateway's setting.
const settingGateway = "gateway"

// GatewaySettings are the owner's choices for the agent gateway that are kept in the
// database; its token is not among them. A choice that was not made is nil.
type GatewaySettings struct {
	WebhookURL *string `json:"webhook_url"`
	AgentURL   *string `json:"agent_url"`
	Cron       *string `json:"cron"`
	Enabled    *bool   `json:"enabled"`
}

// GatewaySettings returns the stored choices.
func (s *Store) GatewaySettings(ctx context.Context) (GatewaySettings, error) {
	var g GatewaySettings
	return g, wrap("read the gateway's settings", s.setting(ctx, settingGateway, &g))
}

// UpdateGatewaySettings lets change alter the stored choices; its error keeps everything as
// it was. When it returns a schedule, the digest begins under that now: what would have
// been said before is not made up for.
func (s *Store) UpdateGatewaySettings(ctx context.Context, by By, change func(*GatewaySettings) (begins string, err error)) (Written[GatewaySettings], error) {
	return changeSetting(ctx, s, "change the gateway's settings", by, settingGateway, SlotJob(DeliverDigest, ChannelGateway), change)
}
