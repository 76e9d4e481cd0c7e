package caddyhub

import (
	"unicode/utf8"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
)

// newBackup makes the backups of this configuration.
func (a *App) newBackup() *backup.Service {
	return backup.NewService(backup.Config{
		Store:   a.runtime.store,
		Keeper:  a.runtime.backups,
		Alone:   &a.runtime.copying,
		Policy:  a.settings.policy(),
		Logger:  a.log.Named("backup"),
		Version: Version(),
		Values:  a.settings.Backup,
	})
}

// warnOfReplica says what a replica would not outlive.
func (a *App) warnOfReplica() {
	if folder := a.settings.Replicate.To.Folder(); folder != "" && replicate.SameDevice(folder, a.settings.DataDir) {
		a.log.Warn("the replica is on the disk of the data folder, or in it, and ends with it: choose another disk", zap.String("folder", folder))
	}
	a.warnOfPassphrase("the replica", a.settings.Replicate.Passphrase)
}

// warnOfPassphrase says that a passphrase is easy to guess.
func (a *App) warnOfPassphrase(of, passphrase string) {
	if n := utf8.RuneCountInString(passphrase); n > 0 && n < shortPassphrase {
		a.log.Warn("the passphrase of "+of+" is short: who gets hold of a file may guess it", zap.Int("want_characters", shortPassphrase))
	}
}

// warnOfBackups says at the start what would otherwise be noticed in the night, or never.
func (a *App) warnOfBackups() {
	if err := a.backup.Ready(); err != nil {
		a.log.Warn("no scheduled backup can be written as things stand", zap.Error(err))
	}
	a.warnOfPassphrase("the backups", a.settings.Backup.Passphrase)
}
