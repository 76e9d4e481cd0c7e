package notify

import (
	"encoding/base64"
	"errors"
	"net/mail"
	"net/url"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// The names of the general block, which is no channel.
const general = ""

// Blocks are those of the configuration, inside of the block notify, in their order.
var Blocks = []string{general, store.ChannelPush, store.ChannelNtfy, store.ChannelMail, store.ChannelWebhook}

// Tables are the settings, by their block. The options of the mail server are called HUB_SMTP_… in
// the environment, and those of ntfy HUB_NTFY_…, as they are elsewhere.
var Tables = map[string]setting.Table{
	general: {
		{Key: "quiet", Kind: setting.Line, Check: checkQuiet, Example: "22:00 07:00", About: "the hours, on the owner's clock, in which only urgent messages come; the others come at their end"},
		{Key: "contact", Check: checkContact, Example: "mailto:me@example.org", About: "whom a push service may write to about this hub; needed where `public_url` is not https"},
	},
	store.ChannelPush: wantsTable("HUB_NOTIFY_PUSH_"),
	store.ChannelNtfy: append(setting.Table{
		{Key: "url", Env: env("NTFY_URL"), Check: checkServer, Example: "https://ntfy.sh", About: "the ntfy server, without the topic"},
		{Key: "topic", Env: env("NTFY_TOPIC"), Check: checkTopic, Secret: true, About: "the topic to publish to; who knows it can read along"},
		{Key: "token", Env: env("NTFY_TOKEN"), Check: setting.CheckToken, Secret: true, About: "an access token of the ntfy server"},
	}, wantsTable("HUB_NTFY_")...),
	store.ChannelMail: append(setting.Table{
		{Key: "host", Env: env("SMTP_HOST"), Check: checkHost, Example: "smtp.example.org", About: "the mail server"},
		{Key: "port", Env: env("SMTP_PORT"), Kind: setting.Number, Check: setting.CheckNumber(1, 65535), Default: "587", Example: "587", About: "its port"},
		{Key: "security", Env: env("SMTP_SECURITY"), Check: checkSecurity, Default: securitySTARTTLS, About: "`tls` from the first byte (port 465), `starttls`, or `none`, which goes to this machine and private networks only"},
		{Key: "username", Env: env("SMTP_USERNAME"), Check: checkLine, Example: "me@example.org", About: "the user name for it"},
		{Key: "password", Env: env("SMTP_PASSWORD"), Check: checkLine, Secret: true, About: "the password for it"},
		{Key: "from", Env: env("SMTP_FROM"), Check: checkAddress, Example: "hub@example.org", About: "the address that messages come from"},
		{Key: "to", Env: env("SMTP_TO"), Check: checkAddress, Example: "me@example.org", About: "the address that messages go to"},
	}, wantsTable("HUB_SMTP_")...),
	store.ChannelWebhook: append(setting.Table{
		{Key: "url", Check: checkURL, Example: "https://example.org/hook", About: "where messages are posted to, as JSON"},
		{Key: "secret", Check: checkSecret, Secret: true, About: "what they are signed with (Standard Webhooks): `whsec_` and base64 of 24 to 64 bytes"},
	}, wantsTable("HUB_NOTIFY_WEBHOOK_")...),
}

// Options are the rows that a configuration may set.
func Options() setting.Table {
	var all setting.Table
	for _, block := range Blocks {
		all = append(all, Tables[block].Options(Block(block))...)
	}
	return all
}

// Block is where the options of a block stand.
func Block(name string) string { return strings.TrimSpace("notify " + name) }

func env(name string) []string { return []string{"HUB_" + name} }

// DefaultKinds are those that come on a channel unless the owner wants others.
const DefaultKinds = store.DeliverDigest + "," + store.DeliverReminder + "," + store.DeliverAlarm

// DefaultReview is when a review goes out unless the owner wants another time: at the end of the week.
const DefaultReview = "0 17 * * 5"

// wantsTable says what is heard on a channel.
func wantsTable(prefix string) setting.Table {
	return setting.Table{
		{Key: "enabled", Kind: setting.Toggle, Default: "true", OwnerOnly: true},
		{Key: "kinds", Env: []string{prefix + "KINDS"}, Check: checkKinds, Default: DefaultKinds, About: "which messages come, with commas: `digest`, `review` (what was finished and what went stale since the one before), `reminder`, `ready` (threads that can start, as what they waited for is finished), `approval` (a change that an agent asks for), `conflict` (a text that differs in the forge), `alarm` (something of the hub's own fails)"},
		{Key: "digest_cron", Env: []string{prefix + "DIGEST_CRON"}, Kind: setting.Line, Check: checkDigest, Unset: "when the gateway's goes out", Example: "0 18 * * 5", About: "when the digest goes out here, on the owner's clock; `off`: never"},
		{Key: "review_cron", Env: []string{prefix + "REVIEW_CRON"}, Kind: setting.Line, Check: setting.CheckCron, Default: DefaultReview, Example: "0 18 * * 0", About: "when the review goes out here, if it is among the kinds, on the owner's clock"},
	}
}

// Values are those in effect that may be shown.
type Values struct {
	Quiet   Quiet
	Contact string
	Push    Wants
	Ntfy    NtfyValues
	Mail    MailValues
	Webhook WebhookValues
}

// Wants is what is heard on a channel.
type Wants struct {
	Enabled    bool
	Kinds      Kinds
	DigestCron string // empty: when the gateway's goes out; "off": never
	ReviewCron string
}

// NtfyValues are those of ntfy.
type NtfyValues struct {
	Wants
	URL string
}

// MailValues are those of the mail server.
type MailValues struct {
	Wants
	Host               string
	Port               int
	Security           string
	Username, From, To string
}

// WebhookValues are those of the webhook.
type WebhookValues struct {
	Wants
	URL string
}

// Kinds are those of messages, with commas between.
type Kinds string

// List has them one by one.
func (k Kinds) List() []string {
	if k == "" {
		return []string{}
	}
	return strings.Split(string(k), ",")
}

// maxURL is the longest address, in bytes.
const maxURL = 2000

// checkURL refuses what sending would refuse.
func checkURL(v string) (string, error) {
	u, err := parse(v)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

func parse(v string) (*url.URL, error) {
	v = strings.TrimSpace(v)
	if len(v) > maxURL {
		return nil, phrase.FieldLength(maxURL)
	}
	u, err := setting.CheckHTTP(v, "https://example.org/hook")
	switch {
	case err != nil:
		return nil, err
	case u.User != nil:
		return nil, phrase.FieldUser
	case u.Fragment != "":
		return nil, phrase.FieldFragment
	}
	if reason := outbound.CheckURL(u); reason != "" {
		return nil, errors.New(reason)
	}
	return u, nil
}

// checkServer takes the root of an ntfy server: JSON is posted there, never to a topic.
func checkServer(v string) (string, error) {
	u, err := parse(v)
	if err != nil {
		return "", err
	}
	if u.RawQuery != "" || strings.Trim(u.Path, "/") != "" {
		return "", phrase.FieldServer
	}
	u.Path = ""
	return u.String(), nil
}

func checkTopic(v string) (string, error) {
	v = strings.TrimSpace(v)
	odd := func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}
	if v == "" || len(v) > 64 || strings.ContainsFunc(v, odd) {
		return "", phrase.FieldTopic
	}
	return v, nil
}

// checkLine takes a text that may stand in a protocol of lines.
func checkLine(v string) (string, error) {
	if len(v) > setting.MaxToken || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", phrase.FieldLine(setting.MaxToken)
	}
	return v, nil
}

func checkHost(v string) (string, error) {
	v = strings.ToLower(strings.TrimSpace(v))
	u, err := url.Parse("smtp://" + hostPort(v, 25))
	if err != nil || u.Hostname() != strings.Trim(v, "[]") || len(v) > 253 || strings.ContainsAny(v, "/@?#% \t\r\n") {
		return "", phrase.FieldHost
	}
	if reason := outbound.CheckURL(u); reason != "" {
		return "", errors.New(reason)
	}
	return v, nil
}

// The kinds of security of a mail server.
const (
	securityTLS      = "tls"
	securitySTARTTLS = "starttls"
	securityNone     = "none"
)

func checkSecurity(v string) (string, error) {
	v = strings.ToLower(v)
	if !slices.Contains([]string{securityTLS, securitySTARTTLS, securityNone}, v) {
		return "", errors.New("must be tls, starttls or none")
	}
	return v, nil
}

func checkAddress(v string) (string, error) {
	a, err := mail.ParseAddress(v)
	if err != nil || len(v) > 320 || strings.ContainsAny(v, "\r\n\x00") {
		return "", phrase.FieldSender
	}
	return a.String(), nil
}

// domainOf is what stands behind the @ of an address; the name before it may have others.
func domainOf(v string) string {
	a, err := mail.ParseAddress(v)
	if err != nil {
		return ""
	}
	return a.Address[strings.LastIndexByte(a.Address, '@')+1:]
}

func checkContact(v string) (string, error) {
	address, isMail := strings.CutPrefix(strings.TrimSpace(v), "mailto:")
	a, err := mail.ParseAddress(address)
	if !isMail || err != nil || a.Address != address || strings.ContainsAny(address, "?\"<> ") {
		return "", phrase.FieldContact
	}
	return "mailto:" + address, nil
}

// checkSecret takes a secret of Standard Webhooks.
func checkSecret(v string) (string, error) {
	v = strings.TrimSpace(v)
	if key := webhookKey(v); len(key) < 24 || len(key) > 64 {
		return "", phrase.FieldSecret
	}
	return v, nil
}

// webhookKey is what a secret stands for; nil: nothing.
func webhookKey(secret string) []byte {
	text, ok := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil {
		return nil
	}
	return key
}

func checkKinds(v string) (string, error) {
	var list []string
	for _, kind := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }) {
		if kind == store.DeliverTest || !slices.Contains(store.DeliveryKinds, kind) {
			return "", errors.New("must name digest, review, reminder, ready, approval, conflict or alarm, with commas between")
		}
		if !slices.Contains(list, kind) {
			list = append(list, kind)
		}
	}
	return strings.Join(list, ","), nil
}

func checkDigest(v string) (string, error) {
	if strings.EqualFold(strings.TrimSpace(v), "off") {
		return "off", nil
	}
	return setting.CheckCron(v)
}
