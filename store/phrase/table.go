package phrase

// Why a thread is suggested next.
var (
	NextReminder    = say0("next.reminder", "a reminder for it is due")
	NextQuietResume = say1[int]("next.quiet_resume", "quiet for {n:day}; the next step is written down")
	NextQuiet       = say1[int]("next.quiet", "quiet for {n:day}")
	NextResume      = say0("next.resume", "the next step is written down")
	NextPinned      = say0("next.pinned", "its project is pinned")
	NextNewest      = say0("next.newest", "it is the newest")
	NextNothing     = say0("next.nothing", "there is nothing else to take up right now")
)

// What of the things the owner set up is failing. Where it goes on after a colon it is a phrase
// of the area below, or what others said.
var (
	BackupsFail = say1[Phrase]("problem.backup", "Backups fail: {why}.")
	SyncFails   = say1[Phrase]("problem.forge", "Sync with the forge fails: {why}.")
	AlertsFail  = say1[Phrase]("problem.gateway", "Alerts fail: {why}.")
	NotStored   = say1[Phrase]("problem.storage", "Changes can't be stored: {why}.")
)

// Why there is no backup.
var (
	BackupFolderMissing  = say1[string]("backup.folder_missing", "the folder {folder} is missing; make it, or connect its disk")
	BackupDataFolder     = say1[string]("backup.data_folder", "{folder} is the data folder itself: name another, best on another disk")
	BackupFolderUnusable = say2[string, string]("backup.folder_unusable", "the hub can't write into the folder {folder}: {why}")
	BackupOverdue        = say0("backup.overdue", "the one that was due has not been made; the hub's log may say more")
	BackupNoFolder       = say1[string]("backup.no_folder", "{folder} is not a folder")
)

// Why the hub and the forge are apart.
var (
	ForgeFetch       = say1[Phrase]("forge.fetch", "fetch from the git repository: {why}")
	ForgePush        = say1[Phrase]("forge.push", "push to the git repository: {why}")
	ForgeAuth        = say0("forge.auth", "the git server does not accept the user name or the token, or they may not do this")
	ForgeNoToken     = say0("forge.no_token", "the git server does not allow this without a token, and none is set for it: set one in Settings → Forge, or as HUB_FORGE_TOKEN where the hub is configured")
	ForgeNotFound    = say0("forge.not_found", "the git server has no such repository, or the token may not see it")
	ForgeRefused     = say0("forge.refused", "the git server refuses the push")
	ForgeRefusedAs   = say1[string]("forge.refused_as", "the git server refuses the push: {why}")
	ForgeAnswers     = say1[string]("forge.answers", "the git server answers {answer}")
	ForgeSlow        = say0("forge.slow", "the git server takes too long to answer")
	ForgeUnreached   = say1[string]("forge.unreached", "the git server can't be reached: {why}")
	ForgeMoving      = say0("forge.moving", "others push to the branch all the time: the next sync tries again")
	ForgeDatabase    = say0("forge.database", "the hub can't use its database right now: is the disk full or read-only?")
	ForgeInternal    = say0("forge.internal", "something went wrong in the hub: its log says more")
	ForgeChanged     = say0("forge.changed", "the forge has changed again since you were asked: nothing was changed on either side. Look once more at what would be deleted, and decide again")
	ForgeRewritten   = say1[string]("forge.rewritten", "the history of the branch {branch} was replaced in the forge: nothing was changed on either side, and Settings → Forge asks which side is right")
	ForgeEmptiedOne  = say1[string]("forge.emptied_one", "the branch {branch} does not have the one known file in the forge any more: nothing was changed on either side, and Settings → Forge asks which side is right")
	ForgeEmptied     = say2[string, int]("forge.emptied", "the branch {branch} has none of the {n} known files in the forge any more: nothing was changed on either side, and Settings → Forge asks which side is right")
	ForgeVanished    = say3[int, int, string]("forge.vanished", "{n} of the {known} known files are gone from the branch {branch} in the forge at once: nothing was changed on either side, and Settings → Forge asks which side is right")
	ForgeConflict    = say0("forge.conflict", "In the forge, 1 file differs on both sides and waits for your decision.")
	ForgeConflicts   = say1[int]("forge.conflicts", "In the forge, {n} files differ on both sides and wait for your decision.")
	ForgeImportFails = say1[Phrase]("forge.import", "The import from the forge fails: {why}.")
)

// Why the last notification was not sent.
var (
	GatewayNoURL       = say0("gateway.no_url", "the gateway's address is no URL")
	GatewayRedirect    = say1[string]("gateway.redirect", "the gateway answered {status}, a redirect, which the hub does not follow: set the address it leads to")
	GatewayToken       = say1[string]("gateway.token", "the gateway answered {status}: check the token")
	GatewayPath        = say1[string]("gateway.path", "the gateway answered {status}: check the path of the address")
	GatewayInterrupted = say1[Phrase]("gateway.interrupted", "interrupted: {why}, so it may have arrived; a digest is not sent twice")
	GatewayForHours    = say2[Phrase, int]("gateway.for_hours", "{why}, for {n} hours")
	GatewayAttempts    = say2[Phrase, int]("gateway.attempts", "{why}, after {n} attempts")
	GatewayAnswered    = say1[string]("gateway.answered", "the gateway answered {status}")
	GatewayHost        = say0("gateway.host", "the gateway's host name could not be resolved")
	GatewayCertificate = say0("gateway.certificate", "the gateway's certificate is not trusted by this machine")
	GatewayStopped     = say0("gateway.stopped", "the hub was stopped before an answer came")
	GatewaySilent      = say1[int]("gateway.silent", "no answer came within {n} seconds")
	GatewaySlow        = say0("gateway.slow", "the gateway could not be reached in time")
	GatewayBroke       = say0("gateway.broke", "the connection broke before an answer came")
	GatewayUnreached   = say0("gateway.unreached", "the gateway could not be reached: nothing listens at its address")
)

// Who takes notifications beside the gateway, within the sentences below.
var (
	NotifyPush    = say0("notify.push", "the push service")
	NotifyNtfy    = say0("notify.ntfy", "the ntfy server")
	NotifyMail    = say0("notify.mail", "the mail server")
	NotifyWebhook = say0("notify.webhook", "the webhook")
)

// Why they did not take the last one. Those that say more stand before those that say less.
var (
	NotifyNoURL        = say1[Phrase]("notify.no_url", "the address of {who} is no URL")
	NotifyRedirect     = say2[Phrase, string]("notify.redirect", "{who} answered {status}, a redirect, which the hub does not follow: set the address it leads to")
	NotifyKey          = say1[string]("notify.key", "the push service answered {status}: it does not take this hub's key: subscribe the device anew")
	NotifyTooLong      = say1[string]("notify.too_long", "the push service answered {status}: the message is too long")
	NotifyToken        = say1[string]("notify.token", "the ntfy server answered {status}: check the token")
	NotifyTopic        = say1[string]("notify.topic", "the ntfy server answered {status}: the token may not publish to the topic")
	NotifyServer       = say1[string]("notify.server", "the ntfy server answered {status}: check the address: it must be that of the server, without the topic")
	NotifyPassword     = say1[string]("notify.password", "the mail server answered {status}: check the user name and password")
	NotifySecret       = say1[string]("notify.secret", "the webhook answered {status}: check the secret")
	NotifyPath         = say1[string]("notify.path", "the webhook answered {status}: check the path of the address")
	NotifyAnswered     = say2[Phrase, string]("notify.answered", "{who} answered {status}")
	NotifyHost         = say1[Phrase]("notify.host", "the host name of {who} could not be resolved")
	NotifyCertificate  = say1[Phrase]("notify.certificate", "the certificate of {who} is not trusted by this machine")
	NotifySilent       = say1[Phrase]("notify.silent", "{who} did not answer in time")
	NotifySlow         = say1[Phrase]("notify.slow", "{who} could not be reached in time")
	NotifyBroke        = say1[Phrase]("notify.broke", "the connection to {who} broke before an answer came")
	NotifyUnreached    = say1[Phrase]("notify.unreached", "{who} could not be reached: nothing listens at its address")
	NotifyUnsubscribed = say0("notify.unsubscribed", "this device has unsubscribed")
	NotifyUnsealed     = say0("notify.unsealed", "the message can't be encrypted for this device: subscribe it anew")
	NotifyUnwritten    = say0("notify.unwritten", "the mail can't be written: check the addresses from and to")
	NotifyUnusable     = say0("notify.unusable", "the mail server can't be used: check its host and port")
	NotifyStrange      = say0("notify.strange", "the mail server does not speak as it should: check its port and security, user name and password")
)

// Why a notification is not sent any more, whoever would take it.
var (
	NotifyWithdrawn   = say0("notify.withdrawn", "it was done, put off or deleted before it could be sent")
	NotifyDecided     = say0("notify.decided", "it was decided before it could be sent")
	NotifyNewerDigest = say0("notify.newer_digest", "a newer digest took its place")
	NotifyNewer       = say0("notify.newer", "a newer notice of this reminder took its place")
	NotifyInterrupted = say0("notify.interrupted", "interrupted: the hub stopped before it knew whether this arrived, and does not say it twice")
	NotifyRestored    = say0("notify.restored", "the hub was restored from a backup before this was sent")
	NotifyLateDigest  = say1[int]("notify.late_digest", "it could not be sent for {n} hours, and the next digest tells the same")
	NotifyLate        = say1[int]("notify.late", "it could not be sent for {n} hours")
	NotifyLateTest    = say0("notify.late_test", "it could not be sent for ten minutes")
)

// What a channel of notifications needs before it is used.
var (
	SetupGateway    = say0("setup.gateway", "no gateway is set up")
	SetupGatewayURL = say0("setup.gateway_url", "no gateway is set up: set webhook_url or agent_url first")
	SetupNotices    = say0("setup.notices", "notices are switched off: set enabled to true first")
	SetupContact    = say1[string]("setup.contact", "push needs a public_url with https, or {option}: push services refuse a hub that names nobody they can write to")
	SetupDevice     = say0("setup.device", "no device is subscribed: allow notifications in the dashboard on it")
	SetupNtfy       = say0("setup.ntfy", "no topic of an ntfy server is set up")
	SetupMail       = say0("setup.mail", "no mail server is set up: it needs host, from and to")
	SetupWebhook    = say0("setup.webhook", "no webhook is set up: it needs url and secret")
	SetupOff        = say1[string]("setup.off", "{channel} is switched off")
)

// Why the hub does not go to an address.
var (
	AddressNotHTTPS  = say0("address.not_https", "only https addresses are allowed")
	AddressNotHTTP   = say0("address.not_http", "only http and https addresses are allowed")
	AddressNone      = say0("address.none", "the address is none of a network")
	AddressForbidden = say1[string]("address.forbidden", "the hub does not connect to {ip}: it is a link-local, metadata, multicast or unspecified address")
	AddressPlain     = say1[string]("address.plain", "plain http goes to this machine and private networks only, and {ip} is neither: use https")
	AddressOwn       = say1[string]("address.own", "this address is the hub's own: port {port}")
	AddressPrivate   = say1[string]("address.private", "the hub goes to public addresses alone here, and {ip} is none")
)

// Why changes can't be stored.
var (
	StorageFull     = say0("storage.full", "the disk of the data folder is full; make room on it")
	StorageReadOnly = say0("storage.read_only", "the data folder can't be written to; check its disk and who may write there")
	StorageLocked   = say0("storage.locked", "another program holds the database; close it")
	StorageBroken   = say0("storage.broken", "the database is damaged; stop the hub and restore the latest backup with hub import")
	StorageCorrupt  = say0("storage.corrupt", "the database is damaged, so nothing further is written: stop the hub and restore the latest backup with hub import")
	StorageDisk     = say1[string]("storage.disk", "the disk of the data folder refuses them ({why}); check it and the room on it")
	StorageRow      = say3[string, string, string]("storage.row", "The row of the {kind} {id} can't be read ({field}): restore a backup from before, or mend the row (docs/backups.md says how).")
	StorageRows     = say4[string, string, int, string]("storage.rows", "The row of the {kind} {id}, and {n} more, can't be read ({field}): restore a backup from before, or mend the row (docs/backups.md says how).")
	StorageManyRows = say4[string, string, int, string]("storage.many_rows", "The row of the {kind} {id}, and more than {n} others, can't be read ({field}): restore a backup from before, or mend the row (docs/backups.md says how).")
)

// What is wrong with a field of a form, to go on after its name.
var (
	FieldRequired   = say0("field.required", "is required")
	FieldResumeStep = say0("field.resume_step", "is required: the one action to pick this up by")
	FieldForKind    = say0("field.for_kind", "is required for this kind")
	FieldEmpty      = say0("field.empty", "must not be empty")
	FieldText       = say0("field.encoding", "must be valid UTF-8")
	FieldNUL        = say0("field.nul", "must not contain NUL characters")
	FieldTooLong    = say2[int, int]("field.too_long", "must have at most {n} characters, not {has}")
	FieldTooLarge   = say2[int, int]("field.too_large", "must have at most {n} bytes, not {has}")
	FieldTooMany    = say2[int, int]("field.too_many", "must have at most {n} items, not {has}")
	FieldNameLength = say1[int]("field.name_length", "must have 1 to {n} characters")
	FieldFuture     = say0("field.future", "must be in the future")
	FieldLetter     = say0("field.letter", "must have a letter or a digit")
	FieldGitRemote  = say0("field.git_remote", "must be a git remote over http, https or ssh, such as https://git.example.org/me/hub or git@git.example.org:me/hub.git")
	FieldForgePath  = say0("field.forge_path", "must be the path of a .md file inside the repository, such as projects/my-hub/PROGRESS.md")
	FieldOther      = say0("field.other_path", "must be another path")
	FieldMail       = say0("field.mail", "must be a mail address")
	FieldBranch     = say0("field.branch", "must be the name of a branch")
	FieldItself     = say0("field.itself", "must not be the thread itself")
	FieldNoThread   = say1[string]("field.no_thread", "names no thread: {id}")
	FieldWaitsHere  = say1[string]("field.waits_here", "would wait in a circle: “{summary}” waits for this thread already")
)

// What the present state does not allow.
var (
	PageExists    = say1[string]("conflict.page_exists", "the page {path} exists already")
	ProjectExists = say1[string]("conflict.project_exists", "the project {slug} exists already")
	TokenExists   = say0("conflict.token_exists", "there is a token of this name already: choose another name, or revoke that one first")
	UndoneAlready = say0("conflict.undone", "this change was taken back already")
	UndoNewer     = say0("conflict.undo_newer", "newer changes of the same fields stand in the way; undo those first")
)

// Why a file of another tool is not brought.
var (
	ImportBroken     = say2[string, string]("import.broken", "{where}: {what}; mend it, or leave broken rows out")
	ImportBrokenRows = say3[string, string, int]("import.broken_rows", "{where}: {what} (broken besides it: {n}); mend them, or leave broken rows out")
	ImportSealed     = say0("import.sealed", "the backup is encrypted: give its passphrase")
	ImportUnopened   = say0("import.unopened", "the passphrase is not that of this backup, or the backup is damaged")
	ImportNoPlan     = say0("import.no_plan", "there is no such plan, or it was made too long ago: send the file again")
)
