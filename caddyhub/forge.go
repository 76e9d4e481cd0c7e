package caddyhub

import "github.com/progresshub/progresshub/caddyhub/forge"

// newForge makes the forge of this configuration.
func (a *App) newForge() *forge.Service {
	s := &a.settings.forge
	return forge.New(forge.Config{
		Store:   a.runtime.store,
		Secrets: a.runtime.secrets,
		Policy:  a.settings.policy(),
		Worker:  a.runtime.worker,
		Logger:  a.log.Named("forge"),

		URL:         s.url,
		Branch:      s.branch,
		Path:        s.path,
		Username:    s.username,
		Token:       s.token,
		AuthorName:  s.authorName,
		AuthorEmail: s.authorEmail,
		Mode:        s.sync,
		Cron:        s.cron,
		Sources:     a.settings.forgeSources(),

		Own:     listens,
		Changed: a.recheck,
	})
}
