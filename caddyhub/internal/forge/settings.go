package forge

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/choices"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/caddyhub/internal/secrets"
	"github.com/progresshub/progresshub/store"
)

// Settings are the values in effect. The token is not among them: nobody gets it back.
type Settings struct {
	URL, Branch, Path, Username, AuthorName, AuthorEmail, Mode string

	TokenSet bool
	Cron     schedule.Expression
	Sources  map[string]string // "default", "stored", or the part of the configuration that fixes it
	NextRun  time.Time         // of the scheduled sync; zero: there is none
}

// Input holds the choices to make: absent ones stay as they are, and one without a value
// is taken back.
type Input struct {
	URL, Branch, Path, Username, AuthorName, AuthorEmail, Mode, Cron store.Opt[string]

	Token store.Opt[string] // written only
}

// effective is what counts: the configuration, else what is stored, else the default.
type effective struct {
	url, branch, path, username, token, authorName, authorEmail, mode string

	cron schedule.Expression
}

// remote names what is synchronised with: what is known of one says nothing of another.
func (e effective) remote() string { return e.url + "#" + e.branch + ":" + e.path }

// runs tells whether anything is to be done at the times of the schedule.
func (e effective) runs() bool { return e.url != "" && e.mode != SyncOff }

// choice is a setting that the database may hold.
type choice struct {
	name   string // on the wire
	fixed  string // by the configuration
	preset string
	in     func(*Input) *store.Opt[string]
	stored func(*store.ForgeSettings) **string
	to     func(*effective) *string
}

func (s *Service) choices() []choice {
	return []choice{
		{"url", s.URL, "", func(in *Input) *store.Opt[string] { return &in.URL }, func(f *store.ForgeSettings) **string { return &f.URL }, func(e *effective) *string { return &e.url }},
		{"branch", s.Branch, DefaultBranch, func(in *Input) *store.Opt[string] { return &in.Branch }, func(f *store.ForgeSettings) **string { return &f.Branch }, func(e *effective) *string { return &e.branch }},
		{"path", s.Path, "", func(in *Input) *store.Opt[string] { return &in.Path }, func(f *store.ForgeSettings) **string { return &f.Path }, func(e *effective) *string { return &e.path }},
		{"username", s.Username, "", func(in *Input) *store.Opt[string] { return &in.Username }, func(f *store.ForgeSettings) **string { return &f.Username }, func(e *effective) *string { return &e.username }},
		{"author_name", s.AuthorName, DefaultAuthorName, func(in *Input) *store.Opt[string] { return &in.AuthorName }, func(f *store.ForgeSettings) **string { return &f.AuthorName }, func(e *effective) *string { return &e.authorName }},
		{"author_email", s.AuthorEmail, DefaultAuthorEmail, func(in *Input) *store.Opt[string] { return &in.AuthorEmail }, func(f *store.ForgeSettings) **string { return &f.AuthorEmail }, func(e *effective) *string { return &e.authorEmail }},
		{"sync", s.Mode, DefaultMode, func(in *Input) *store.Opt[string] { return &in.Mode }, func(f *store.ForgeSettings) **string { return &f.Sync }, func(e *effective) *string { return &e.mode }},
		{"cron", s.Cron, DefaultCron, func(in *Input) *store.Opt[string] { return &in.Cron }, func(f *store.ForgeSettings) **string { return &f.Cron }, nil},
	}
}

// value is what counts of a setting.
func (s *Service) value(c choice, stored *store.ForgeSettings) string {
	if s.Sources[c.name] != "" {
		return c.fixed
	}
	if kept := *c.stored(stored); kept != nil {
		// What is stored was checked, by this version or by another.
		if v, err := CheckValue(c.name, *kept); err == nil {
			return v
		}
	}
	return c.preset
}

func (s *Service) effective(stored store.ForgeSettings) effective {
	var e effective
	for _, c := range s.choices() {
		v := s.value(c, &stored)
		if c.name == "cron" {
			e.cron, _ = schedule.Parse(v) // CheckValue has parsed it before
			continue
		}
		*c.to(&e) = v
	}
	e.token = s.token().For(e.url)
	return e
}

// token is what proves who sends, where it is configured or was entered.
func (s *Service) token() choices.Token {
	return choices.Token{Vault: s.Secrets, Name: secrets.ForgeToken, Fixed: s.Token, FixedFor: []string{s.URL}}
}

func (s *Service) load(ctx context.Context) (effective, error) {
	stored, err := s.Store.ForgeSettings(ctx)
	return s.effective(stored), err
}

func (s *Service) zone() *time.Location { return s.Store.Effective(s.Policy).Zone }

// Settings tells what is in effect, and why.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	stored, err := s.Store.ForgeSettings(ctx)
	if err != nil {
		return Settings{}, err
	}
	e := s.effective(stored)
	out := Settings{
		URL: e.url, Branch: e.branch, Path: e.path, Username: e.username, AuthorName: e.authorName, AuthorEmail: e.authorEmail, Mode: e.mode,
		TokenSet: e.token != "", Cron: e.cron, Sources: map[string]string{"token": choices.Source(s.Sources, "token", e.token != "")},
	}
	for _, c := range s.choices() {
		out.Sources[c.name] = choices.Source(s.Sources, c.name, *c.stored(&stored) != nil)
	}
	if e.runs() {
		out.NextRun = e.cron.Next(s.Store.Now(), s.zone())
	}
	return out, nil
}

// Update changes the choices that in carries and returns the id of the event. A token is
// kept for the host of the repository; when that comes to be another, it is forgotten,
// unless a new one comes along.
func (s *Service) Update(ctx context.Context, by store.By, in Input) (event string, err error) {
	if err := s.check(&in); err != nil {
		return "", err
	}
	w, err := s.Store.UpdateForgeSettings(ctx, by, func(f *store.ForgeSettings) (begins string, err error) {
		was := s.effective(*f)
		for _, c := range s.choices() {
			if given := c.in(&in); given.Set {
				*c.stored(f) = choices.Trimmed(given.Value)
			}
		}
		is := s.effective(*f)
		if err := s.token().Keep(in.Token, is.url, "needs a repository to be sent to: set url with it"); err != nil {
			return "", err
		}
		if is.runs() && (!was.runs() || was.cron.String() != is.cron.String()) {
			begins = is.cron.String() // times that have passed before are not made up for
		}
		return begins, nil
	})
	if err != nil {
		return "", err
	}
	s.Changed()
	return w.EventID, nil
}

// check says what is wrong with an input, before anything is changed, and cleans it.
func (s *Service) check(in *Input) error {
	var wrong []store.FieldError
	take := func(name string, given *store.Opt[string]) error {
		if source := s.Sources[name]; given.Set && source != "" {
			return &choices.FixedError{Name: name, Source: source}
		}
		v := choices.Trimmed(given.Value)
		if v == nil {
			return nil
		}
		clean, err := CheckValue(name, *v)
		if err != nil {
			wrong = append(wrong, store.FieldError{Field: name, Message: err.Error()})
		}
		given.Value = &clean
		return nil
	}
	for _, c := range s.choices() {
		if err := take(c.name, c.in(in)); err != nil {
			return err
		}
	}
	if err := take("token", &in.Token); err != nil {
		return err
	}
	// See [choices.Token]; said here, because a forge without its token would only refuse.
	if source := s.Sources["token"]; source != "" && choices.Trimmed(in.URL.Value) != nil {
		return &choices.FixedError{Name: "the address for the token", Source: source}
	}
	if wrong != nil {
		return &store.InvalidError{Fields: wrong}
	}
	return nil
}
