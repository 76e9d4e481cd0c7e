package forge

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// Settings are the values in effect. The token is not among them: nobody gets it back.
type Settings struct {
	Values
	TokenSet bool
	Sources  map[string]string // "default", "stored", or the part of the configuration that fixes it
	NextRun  time.Time         // of the scheduled sync; zero: there is none
}

// effective is what counts: the configuration, else what is stored, else the default.
type effective struct {
	Values
	token string
}

// remote names what is synchronised with: what is known of one says nothing of another.
func (e effective) remote() string { return e.URL + "#" + e.Branch + ":" + e.Path }

// runs reports whether anything is to be done at the times of the schedule.
func (e effective) runs() bool { return e.URL != "" && e.Sync != SyncOff }

func (s *Service) effective(stored store.ForgeSettings) effective {
	var e effective
	Table.Fill(&e.Values, s.Fixed, &stored)
	e.token = s.token().For(e.URL)
	return e
}

// token is what proves who sends, where it is configured or was entered.
func (s *Service) token() setting.Token {
	return setting.Token{Vault: s.Secrets, Name: setting.ForgeToken, Fixed: s.Fixed["token"].Text, FixedFor: []string{s.Fixed["url"].Text}}
}

func (s *Service) load(ctx context.Context) (effective, error) {
	stored, err := s.Store.ForgeSettings(ctx)
	return s.effective(stored), err
}

func (s *Service) zone() *time.Location { return s.Store.Effective(s.Policy).Zone }

// Settings returns what is in effect, and why.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	stored, err := s.Store.ForgeSettings(ctx)
	if err != nil {
		return Settings{}, err
	}
	e := s.effective(stored)
	out := Settings{Values: e.Values, TokenSet: e.token != "", Sources: Table.Sources(s.Fixed, &stored, setting.Set("token", e.token)...)}
	if e.runs() {
		out.NextRun = e.Cron.Next(s.Store.Now(), s.zone())
	}
	return out, nil
}

// Update changes the choices that in carries and returns the id of the event. A token is
// kept for the host of the repository; when that comes to be another, it is forgotten,
// unless a new one comes along.
func (s *Service) Update(ctx context.Context, by store.By, in setting.Input) (event string, err error) {
	if in, err = Table.Accept(in, s.Fixed, "url"); err != nil {
		return "", err
	}
	defer s.Secrets.Along(setting.ForgeToken)(&err)
	w, err := s.Store.UpdateForgeSettings(ctx, by, func(f *store.ForgeSettings) (begins string, err error) {
		was := s.effective(*f)
		in.Store(f)
		is := s.effective(*f)
		if err := s.token().Keep(in["token"], is.URL, "needs a repository to be sent to: set url with it"); err != nil {
			return "", err
		}
		if is.runs() && (!was.runs() || was.Cron.String() != is.Cron.String()) {
			begins = is.Cron.String() // times that have passed before are not made up for
		}
		return begins, nil
	})
	if err != nil {
		return "", err
	}
	s.importFailed.Store(false)
	s.Changed()
	return w.EventID, nil
}
