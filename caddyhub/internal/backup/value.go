package backup

import (
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// Table are the settings of scheduled backups.
var Table = setting.Table{
	{Key: "dir", Check: setting.CheckFolder, Unset: "no scheduled backups", Example: "/var/backups/hub", About: "the folder for backup files; it must be there"},
	{Key: "cron", Kind: setting.Line, Check: setting.CheckCron, Default: "30 3 * * *", About: "when to write one, on the owner's clock"},
	{Key: "keep", Kind: setting.Number, Check: setting.CheckNumber(1, 10000), Default: "7", About: "how many files stay"},
	{Key: "max_size", Check: setting.CheckBytes(1_000_000, "from 1MB on, such as 20GB"), Unset: "no bound", Example: "20GB", About: "how much all of them may take; the oldest go first, and the newest stays"},
	{Key: "passphrase", Secret: true, Unset: "they are not encrypted", About: "encrypts the files"},
}

// Values are those in effect.
type Values struct {
	Dir        string // empty: there are no scheduled backups
	Cron       schedule.Expression
	Keep       int           // how many files stay, at least 1
	MaxSize    setting.Bytes // of all files; 0: no bound
	Passphrase string        // encrypts them when it is not empty
}
