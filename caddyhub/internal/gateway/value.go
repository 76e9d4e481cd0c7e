package gateway

import (
	"errors"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store/phrase"
)

// Table are the settings of the gateway, by their names on the wire.
var Table = setting.Table{
	{Key: "webhook_url", Check: checkURL, Example: "http://10.0.0.5:18789/hooks/wake", About: "the gateway's wake endpoint"},
	{Key: "agent_url", Check: checkURL, Example: "http://10.0.0.5:18789/hooks/agent", About: "the gateway's agent endpoint; when set, it is used instead"},
	{Key: "token", Check: setting.CheckToken, Secret: true, About: "the bearer token for both endpoints"},
	{
		// The second variable is the name the service's specification gives.
		Key: "cron", Option: "stale_nudge_cron", Env: []string{"HUB_STALE_NUDGE_CRON", "stale_nudge_cron"}, Default: "0 9 * * *",
		Kind: setting.Line, Check: setting.CheckCron, About: "when the digest of stale threads goes out, on the owner's clock",
	},
	{Key: "enabled", Kind: setting.Toggle, Default: "true", OwnerOnly: true},
}

// Values are those in effect that may be shown.
type Values struct {
	WebhookURL string
	AgentURL   string // when set, it is used instead of the webhook
	Cron       schedule.Expression
	Enabled    bool
}

// maxURL is the longest address, in bytes.
const maxURL = 2000

// checkURL refuses what sending would refuse.
func checkURL(v string) (string, error) {
	v = strings.TrimSpace(v)
	if len(v) > maxURL {
		return "", phrase.FieldLength(maxURL)
	}
	u, err := setting.CheckHTTP(v, "http://127.0.0.1:18789/hooks/wake")
	switch {
	case err != nil:
		return "", err
	case u.User != nil:
		return "", phrase.FieldUserToken
	case u.Fragment != "":
		return "", phrase.FieldFragment
	}
	if reason := outbound.CheckURL(u); reason != "" {
		return "", errors.New(reason)
	}
	return v, nil
}
