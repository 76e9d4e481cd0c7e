package notify

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// effective is what counts: the configuration, else what is stored, else the default.
type effective struct {
	Values
	topic, token, password, secret string
}

// wants is what is heard on a channel.
func (e effective) wants(channel string) Wants {
	switch channel {
	case store.ChannelPush:
		return e.Push
	case store.ChannelNtfy:
		return e.Ntfy.Wants
	case store.ChannelMail:
		return e.Mail.Wants
	}
	return e.Webhook.Wants
}

// stored and values are the structs of a block.
func storedOf(n *store.NotifySettings, block string) any {
	return map[string]any{general: n, store.ChannelPush: &n.Push, store.ChannelNtfy: &n.Ntfy, store.ChannelMail: &n.Mail, store.ChannelWebhook: &n.Webhook}[block]
}

func valuesOf(v *Values, block string) any {
	return map[string]any{general: v, store.ChannelPush: &v.Push, store.ChannelNtfy: &v.Ntfy, store.ChannelMail: &v.Mail, store.ChannelWebhook: &v.Webhook}[block]
}

func (s *Service) effective(stored store.NotifySettings) effective {
	e := s.open(stored)
	for _, secret := range s.secrets() {
		*secret.in(&e) = secret.token().For(secret.address(e))
	}
	return e
}

// open is what counts but for the secrets.
func (s *Service) open(stored store.NotifySettings) (e effective) {
	for _, block := range Blocks {
		Tables[block].Fill(valuesOf(&e.Values, block), s.Fixed[block], storedOf(&stored, block))
	}
	return e
}

func (s *Service) load(ctx context.Context) (effective, error) {
	stored, err := s.Store.NotifySettings(ctx)
	return s.effective(stored), err
}

// secret is one that goes to one address alone.
type secret struct {
	s       *Service
	block   string
	key     string // in the table of the block
	name    setting.SecretName
	address func(effective) string // where it goes; empty: nowhere
	where   string                 // the setting that says so
	in      func(*effective) *string
}

func (s *Service) secrets() []secret {
	ntfy := func(e effective) string { return e.Ntfy.URL }
	return []secret{
		{s, store.ChannelNtfy, "topic", setting.NtfyTopic, ntfy, "url", func(e *effective) *string { return &e.topic }},
		{s, store.ChannelNtfy, "token", setting.NtfyToken, ntfy, "url", func(e *effective) *string { return &e.token }},
		{s, store.ChannelMail, "password", setting.SMTPPassword, mailAddress, "host", func(e *effective) *string { return &e.password }},
		{s, store.ChannelWebhook, "secret", setting.WebhookSecret, func(e effective) string { return e.Webhook.URL }, "url", func(e *effective) *string { return &e.secret }},
	}
}

// mailAddress is the mail server with the security it is spoken to with: a password that was given
// for an encrypted connection is not sent over another.
func mailAddress(e effective) string {
	if e.Mail.Host == "" {
		return ""
	}
	return e.Mail.Security + "://" + hostPort(e.Mail.Host, e.Mail.Port)
}

func hostPort(host string, port int) string {
	return net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(port))
}

// token says where the secret may go: one of the configuration to the address that this says, with the
// defaults, whatever is stored.
func (x secret) token() setting.Token {
	fixed := x.s.Fixed[x.block]
	t := setting.Token{Vault: x.s.Secrets, Name: x.name, Key: x.block + "." + x.key, Fixed: fixed[x.key].Text}
	if _, configured := fixed[x.where]; configured {
		t.FixedFor = []string{x.address(x.s.open(store.NotifySettings{}))}
	}
	return t
}

// needs is what a secret is refused with that has nowhere to go.
func (x secret) needs() string { return phrase.FieldHomeless(x.where).String() }

// keep keeps the secrets of an input for where they go now, and forgets those that were for another
// address: all of them, or none if one is refused.
func (s *Service) keep(in Input, is effective) error {
	for _, x := range s.secrets() {
		if err := x.token().Check(in[x.block][x.key], x.address(is), x.needs()); err != nil {
			return err
		}
	}
	for _, x := range s.secrets() {
		if err := x.token().Keep(in[x.block][x.key], x.address(is), x.needs()); err != nil {
			return err
		}
	}
	return nil
}

// ChannelState is how one channel stands.
type ChannelState struct {
	Missing string // what is not set up yet; empty: all is
	Ready   bool   // messages go
	Wants   Wants
	Secrets []string          // the keys of the secrets that are there
	Sources map[string]string // of each setting
}

// State is how things stand with all of them.
type State struct {
	Values
	Sources  map[string]string // of the general settings
	Channels map[string]ChannelState
}

// State tells what is in effect, and why.
func (s *Service) State(ctx context.Context) (State, error) {
	stored, err := s.Store.NotifySettings(ctx)
	if err != nil {
		return State{}, err
	}
	e := s.effective(stored)
	out := State{Values: e.Values, Channels: map[string]ChannelState{}}
	out.Sources = Tables[general].Sources(s.Fixed[general], &stored)
	for _, channel := range s.Names() {
		state := ChannelState{Missing: s.missing(e, channel), Ready: s.plan(e, channel).Channel != nil, Wants: e.wants(channel), Secrets: []string{}}
		for _, x := range s.secrets() {
			if x.block == channel {
				state.Secrets = append(state.Secrets, setting.Set(x.key, *x.in(&e))...)
			}
		}
		state.Sources = Tables[channel].Sources(s.Fixed[channel], storedOf(&stored, channel), state.Secrets...)
		out.Channels[channel] = state
	}
	return out, nil
}

// Input holds the choices to make, by their block.
type Input map[string]setting.Input

// Nothing is the input that takes back all that the owner has chosen for a channel. What the
// configuration fixes stays.
func (s *Service) Nothing(channel string) setting.Input {
	in := setting.Input{}
	for _, r := range Tables[channel] {
		if _, fixed := s.Fixed[channel][r.Key]; !fixed {
			in[r.Key] = store.Opt[string]{Set: true}
		}
	}
	return in
}

// Update changes the choices that in carries and returns the id of the event. A secret is kept for
// the address that it goes to; when that comes to be another, it is forgotten, unless a new one
// comes along. Digest and review of a channel begin when somebody hears them there: what was not said
// while nobody listened is not made up for.
func (s *Service) Update(ctx context.Context, by store.By, in Input) (event string, err error) {
	clean := Input{}
	var wrong []store.FieldError
	for _, block := range Blocks {
		accepted, err := Tables[block].Accept(in[block], s.Fixed[block], "url", "host", "port", "security")
		var invalid *store.InvalidError
		var fixed *setting.FixedError
		switch {
		case errors.As(err, &invalid):
			for _, f := range invalid.Fields {
				wrong = append(wrong, store.FieldError{Field: place(block, f.Field), Message: f.Message})
			}
		case errors.As(err, &fixed):
			return "", &setting.FixedError{Name: place(block, fixed.Name), Source: fixed.Source}
		case err != nil:
			return "", err
		}
		clean[block] = accepted
	}
	if wrong != nil {
		return "", &store.InvalidError{Fields: wrong}
	}
	var names []setting.SecretName
	for _, x := range s.secrets() {
		names = append(names, x.name)
	}
	defer s.Secrets.Along(names...)(&err)
	w, err := s.Store.UpdateNotifySettings(ctx, by, func(n *store.NotifySettings) ([]string, error) {
		was := s.effective(*n)
		for _, block := range Blocks {
			clean[block].Store(storedOf(n, block))
		}
		if err := s.keep(clean, s.effective(*n)); err != nil {
			return nil, err
		}
		return s.begin(was, s.effective(*n)), nil
	})
	if err != nil {
		return "", err
	}
	s.Changed()
	return w.EventID, nil
}

// place names a field of the body.
func place(block, key string) string {
	if block == general || strings.HasPrefix(key, "the ") {
		return key
	}
	return block + "." + key
}

// begin are the jobs of messages that are heard from a change on.
func (s *Service) begin(was, is effective) (jobs []string) {
	for _, channel := range s.Names() {
		for _, kind := range []string{store.DeliverDigest, store.DeliverReview} {
			if !s.plan(was, channel).Hears(kind) && s.plan(is, channel).Hears(kind) {
				jobs = append(jobs, store.SlotJob(kind, channel))
			}
		}
	}
	return jobs
}
