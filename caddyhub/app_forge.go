package caddyhub

import (
	"cmp"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/credential"
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
		Confidential: a.confidential,
		Own:          listens,
		Changed:      a.recheck,
	})
}

// confidential are the secrets of the configuration, and where push goes. An access token out of an
// example is none, and stands in many pages.
func (a *App) confidential() []credential.Secret {
	var all []credential.Secret
	for _, o := range options {
		value := a.settings.fixed[o.Option].Text
		if o.Secret && (o.Option != "token" || auth.IsPrivate(value)) {
			all = append(all, credential.Secret{Kind: cmp.Or(secretNames[o.Option], o.Option), Value: value})
		}
	}
	for _, d := range a.notify.Devices() {
		all = append(all, credential.Secret{Kind: "address of a push device", Value: d.Endpoint})
	}
	return all
}

// secretNames are what the secrets of the configuration are called.
var secretNames = map[string]string{
	"token": "access token of this hub", "forge token": "token of the forge", "gateway token": "token of the gateway",
	"notify ntfy topic": "topic of ntfy", "notify ntfy token": "token of ntfy", "notify mail password": "password of the mail server", "notify webhook secret": "secret of the webhook",
	"backup passphrase": "passphrase of the backups", "replicate passphrase": "passphrase of the replica",
	"replicate access_key": "access key of the replica", "replicate secret_key": "secret key of the replica",
}
