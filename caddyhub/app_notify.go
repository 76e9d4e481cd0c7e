package caddyhub

import (
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// newNotify makes the channels of this configuration, and the engine that serves them.
func (a *App) newNotify() (*notify.Service, *gateway.Service) {
	s := a.settings
	channels := notify.New(notify.Config{
		Store:     a.runtime.store,
		Secrets:   a.runtime.secrets,
		Policy:    s.policy(),
		Outbox:    a.runtime.outbox,
		PublicURL: s.PublicURL,
		Version:   Version(),

		Fixed:   s.fixedOfNotify(),
		Own:     listens,
		Changed: a.recheck,
	})
	return channels, gateway.New(gateway.Config{
		Store:     a.runtime.store,
		Secrets:   a.runtime.secrets,
		Policy:    s.policy(),
		Outbox:    a.runtime.outbox,
		PublicURL: s.PublicURL,
		Version:   Version(),

		Fixed:  s.fixedOf("gateway", gateway.Table),
		Own:    listens,
		Queued: a.recheck,
		Others: channels,
		Problems: func() []health.Problem {
			return a.health.Problems()
		},
		Checked: func() bool {
			checks, _ := a.health.Generation()
			return checks > 0
		},
	})
}

// fixedOfNotify are the values that are set of the channels, by their block.
func (s *settings) fixedOfNotify() map[string]setting.Fixed {
	fixed := map[string]setting.Fixed{}
	for _, block := range notify.Blocks {
		fixed[block] = s.fixedOf(notify.Block(block), notify.Tables[block])
	}
	return fixed
}
