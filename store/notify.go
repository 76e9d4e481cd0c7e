package store

import "context"

// settingNotify is the name of the setting of the channels beside the gateway.
const settingNotify = "notify"

// NotifySettings are the owner's choices for those channels that are kept in the database; what
// is secret is not among them. A choice that was not made is nil.
type NotifySettings struct {
	Quiet   *string `json:"quiet"`
	Contact *string `json:"contact"`

	Push    WantsSettings   `json:"push"`
	Ntfy    NtfySettings    `json:"ntfy"`
	Mail    MailSettings    `json:"mail"`
	Webhook WebhookSettings `json:"webhook"`
}

// WantsSettings say what is heard on a channel.
type WantsSettings struct {
	Enabled    *bool   `json:"enabled"`
	Kinds      *string `json:"kinds"`
	DigestCron *string `json:"digest_cron"`
	ReviewCron *string `json:"review_cron"`
}

// NtfySettings are those of ntfy.
type NtfySettings struct {
	WantsSettings
	URL *string `json:"url"`
}

// MailSettings are those of the mail server.
type MailSettings struct {
	WantsSettings
	Host     *string `json:"host"`
	Port     *int    `json:"port"`
	Security *string `json:"security"`
	Username *string `json:"username"`
	From     *string `json:"from"`
	To       *string `json:"to"`
}

// WebhookSettings are those of the webhook.
type WebhookSettings struct {
	WantsSettings
	URL *string `json:"url"`
}

// NotifySettings returns the stored choices.
func (s *Store) NotifySettings(ctx context.Context) (NotifySettings, error) {
	var n NotifySettings
	return n, wrap("read the settings of notifications", s.setting(ctx, settingNotify, &n))
}

// UpdateNotifySettings lets change alter the stored choices; its error keeps everything as it
// was. It returns the jobs ([SlotJob]) that begin now: what would have been said before is not made
// up for.
func (s *Store) UpdateNotifySettings(ctx context.Context, by By, change func(*NotifySettings) (begin []string, err error)) (Written[NotifySettings], error) {
	return answer(ctx, s, "change the settings of notifications", by, func(tx *tx) (out Written[NotifySettings], err error) {
		var was NotifySettings
		if err := tx.setting(settingNotify, &was); err != nil {
			return out, err
		}
		out.Item = was
		begin, err := change(&out.Item)
		if err != nil {
			return out, err
		}
		for _, job := range begin {
			if err := tx.forgetSlot(job); err != nil {
				return out, err
			}
		}
		out.EventID, err = tx.putSetting(settingNotify, was, out.Item)
		return out, err
	})
}
