package caddyhub

import (
	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
)

// newForge makes the forge of this configuration.
func (a *App) newForge() *forge.Service {
	return forge.New(forge.Config{
		Store:   a.runtime.store,
		Secrets: a.runtime.secrets,
		Policy:  a.settings.policy(),
		Worker:  a.runtime.worker,
		Logger:  a.log.Named("forge"),

		Fixed:        a.settings.fixedOf("forge", forge.Table),
		Confidential: a.confidential(),
		Own:          listens,
		Changed:      a.recheck,
	})
}

// confidential are the secrets of the configuration besides the forge's own, by what they
// are called. A placeholder out of an example is none, and stands in many pages.
func (a *App) confidential() map[string]string {
	all := map[string]string{
		"token of the gateway":      a.settings.Gateway.Token,
		"passphrase of the backups": a.settings.Backup.Passphrase,
	}
	for option, kind := range notifySecrets {
		all[kind] = a.settings.fixed[option].Text
	}
	if auth.IsPrivate(a.settings.Token) {
		all["access token of this hub"] = a.settings.Token
	}
	return all
}
