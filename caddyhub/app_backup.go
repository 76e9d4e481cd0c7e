package caddyhub

import (
	"unicode/utf8"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
)

// newBackup makes the backups of this configuration.
func (a *App) newBackup() *backup.Service {
	return backup.NewService(backup.Config{
		Store:   a.runtime.store,
		Keeper:  a.runtime.backups,
		Policy:  a.settings.policy(),
		Logger:  a.log.Named("backup"),
		Version: Version(),
		Values:  a.settings.Backup,
	})
}

// warnOfBackups says at the start what would otherwise be noticed in the night, or never.
func (a *App) warnOfBackups() {
	if err := a.backup.Ready(); err != nil {
		a.log.Warn("no scheduled backup can be written as things stand", zap.Error(err))
	}
	if n := utf8.RuneCountInString(a.settings.Backup.Passphrase); n > 0 && n < shortPassphrase {
		a.log.Warn("the passphrase of the backups is short: who gets hold of a file may guess it", zap.Int("want_characters", shortPassphrase))
	}
}
