package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Config is what one configuration of the hub says about backups.
type Config struct {
	Store  *store.Store
	Keeper *Keeper
	Policy store.Policy
	// Alone keeps others from copying the whole database at the same time; nil: nobody else does.
	Alone  sync.Locker
	Logger *zap.Logger // default: none
	// Version is the hub's, for the manifest.
	Version string

	Values
}

// Service makes backups as one configuration wants them.
type Service struct{ Config }

// NewService makes a service. It starts nothing.
func NewService(cfg Config) *Service {
	if cfg.Logger == nil {
		cfg.Logger = zap.NewNop()
	}
	cfg.Keep = max(1, cfg.Keep)
	return &Service{cfg}
}

const (
	jobName = "backup"
	// patience is how long a backup that failed is left alone.
	patience = 10 * time.Minute
)

// Jobs are the scheduled backups. A slot is dealt with once its backup has been verified:
// one that was missed or failed is made up for, however late, and many by one.
func (s *Service) Jobs() []schedule.Job {
	return []schedule.Job{{Name: jobName, Due: s.due, Run: s.run}}
}

func (s *Service) due(ctx context.Context) (time.Time, bool, error) {
	if s.Dir == "" {
		return time.Time{}, false, nil
	}
	slot, err := s.slot(ctx)
	if err != nil {
		return time.Time{}, false, err
	}
	at := s.Cron.Next(slot, s.zone())
	if again, failed := s.again(); failed && again.After(at) && !at.IsZero() {
		at = again
	}
	return at, !at.IsZero(), nil
}

// slot is the last one that was dealt with.
func (s *Service) slot(ctx context.Context) (time.Time, error) {
	slot, err := s.Store.Slot(ctx, jobName, s.Cron.String())
	// The store may not have been able to note the last success.
	if _, success := s.Keeper.Last(); success != nil && success.At.After(slot) && !success.At.After(s.Store.Now()) {
		slot = success.At.Time
	}
	return slot, err
}

// again is when a backup that failed is tried again; false: at once. The last one did not
// fail, or what stood in its way is gone, or it failed in another folder or at a time that
// only a wrong clock could show.
func (s *Service) again() (time.Time, bool) {
	last, _ := s.Keeper.Last()
	if last == nil || last.Error == "" || filepath.Dir(last.File) != s.Dir || last.At.After(s.Store.Now()) || s.Keeper.isMended() {
		return time.Time{}, false
	}
	return last.At.Add(patience), true
}

func (s *Service) zone() *time.Location { return s.Store.Effective(s.Policy).Zone }

// run makes the backup that is due. A failure is recorded, and no error: the engine would
// try again at once, and say so each time.
func (s *Service) run(ctx context.Context) error {
	slot, err := s.slot(ctx)
	if err != nil {
		return err
	}
	if s.Alone != nil {
		s.Alone.Lock()
		defer s.Alone.Unlock()
	}
	began := s.Store.Now()
	latest, ok := s.Cron.Last(slot, began, s.zone())
	if !ok {
		return nil // the clock or the zone has been set back since it was due
	}
	run, failure := s.make(ctx, began)
	if ctx.Err() != nil {
		return ctx.Err() // cut short by the end of the hub: the next start makes up for it
	}
	run.Seconds = s.Store.Now().Sub(began).Seconds()
	if failure != nil {
		run.Error = s.words(failure, run.File)
		if s.Keeper.isNews(run.Error) {
			s.Logger.Error("a scheduled backup failed; it is tried again until it succeeds", zap.Duration("every", patience), zap.String("error", run.Error))
		}
		return s.Keeper.fail(&run)
	}
	s.Keeper.isNews("")
	err = s.Keeper.change(func(r *record) {
		r.Last, r.LastSuccess, r.FailedSince, r.Partial = &run, &run, nil, ""
		r.Files = append(r.Files, kept{run.File, run.Bytes})
	})
	if err != nil {
		s.Logger.Warn("a backup is made but not recorded, so that it will not be removed either", zap.Error(err))
	}
	if err := s.Keeper.rotate(s.Dir, s.Keep, int64(s.MaxSize)); err != nil {
		s.Logger.Warn("old backups stay for now", zap.Error(err))
	}
	s.Logger.Info("a backup is made and verified", zap.String("file", run.File), zap.Int64("bytes", run.Bytes))
	return s.Store.PassSlot(ctx, jobName, s.Cron.String(), latest)
}

// make writes one backup and restores it into a scratch folder. Only then does it get its
// name: a file of that name is known to be good.
func (s *Service) make(ctx context.Context, began time.Time) (run Run, err error) {
	name := fileName(began, s.Passphrase != "")
	run = Run{At: store.At(began), File: filepath.Join(s.Dir, name), Encrypted: s.Passphrase != ""}
	if err := s.Ready(); err != nil {
		return run, err
	}
	if err := s.Keeper.Tidy(); err != nil {
		return run, err
	}
	if _, err := os.Lstat(run.File); err == nil {
		return run, fmt.Errorf("%s is there already", run.File)
	}
	half := filepath.Join(s.Dir, "."+name+partial)
	if err := s.Keeper.change(func(r *record) { r.Partial = half }); err != nil {
		return run, err
	}
	temp, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil { // it is somebody else's
		return run, errors.Join(err, s.Keeper.change(func(r *record) { r.Partial = "" }))
	}
	defer func() {
		if err != nil {
			_ = os.Remove(half) // or the next run does
		}
	}()
	o := Options{HubVersion: s.Version, Passphrase: s.Passphrase}
	if run.Bytes, err = fill(ctx, s.Store, o, temp); err != nil {
		return run, err
	}
	read, err := Verify(ctx, half, func() (string, error) { return s.Passphrase, nil }, s.Store.Dir())
	if err != nil {
		return run, err
	}
	run.Counts = read.Counts
	return run, place(half, run.File)
}

// Ready tells what stands in the way of scheduled backups, as far as can be seen without
// writing one. The folder is never made: it may be a disk that is not connected.
func (s *Service) Ready() error {
	info, err := os.Stat(s.Dir)
	switch {
	case s.Dir == "":
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return phrase.BackupFolderMissing(s.Dir)
	case err != nil:
		return err
	case !info.IsDir():
		return phrase.BackupNoFolder(s.Dir)
	case s.Dir == s.Store.Dir():
		return phrase.BackupDataFolder(s.Dir)
	}
	if err := Writable(s.Dir); err != nil {
		return phrase.BackupFolderUnusable(s.Dir, err.Error())
	}
	return nil
}

// words say why there is no backup; the name of the half-written file, another each time,
// is of no interest.
func (s *Service) words(failure error, file string) string {
	text := strings.ReplaceAll(failure.Error(), filepath.Join(s.Dir, "."+filepath.Base(file)+partial), s.Dir)
	return strings.ReplaceAll(text, filepath.Base(file), "the backup")
}

// Status is what there is to say of scheduled backups.
type Status struct {
	Dir       string
	Cron      schedule.Expression
	Keep      int
	Encrypted bool
	Next      time.Time // when the next is due; one that is being made up for may be under way
	Last      *Run      // nil: there was none
	Success   *Run      // the last that succeeded; nil: none did
	Problem   string    // what stands in the way of the next; empty: nothing is known
}

// Status tells how scheduled backups stand; nil: there are none.
func (s *Service) Status() *Status {
	if s.Dir == "" {
		return nil
	}
	out := Status{Dir: s.Dir, Cron: s.Cron, Keep: s.Keep, Encrypted: s.Passphrase != "", Next: s.Cron.Next(s.Store.Now(), s.zone())}
	if again, failed := s.again(); failed && again.Before(out.Next) {
		out.Next = again
	}
	out.Last, out.Success = s.Keeper.Last()
	if err := s.Ready(); err != nil {
		out.Problem = err.Error()
	} else if out.Last != nil {
		out.Problem = out.Last.Error
	}
	return &out
}

const (
	namePrefix = "hub-backup-"
	nameTime   = "20060102T150405Z"
	partial    = ".part" // ends the name of a file that is being written
)

// fileName is the name of the backup of a time, in UTC so that names sort as times do.
func fileName(at time.Time, encrypted bool) string {
	ending := map[bool]string{false: ".zip", true: ".enc"}[encrypted]
	return namePrefix + at.UTC().Format(nameTime) + ending
}

var ownName = regexp.MustCompile(`^` + namePrefix + `\d{8}T\d{6}Z\.(zip|enc)$`)

// isOwn tells the names that the hub gives.
func isOwn(name string) bool { return ownName.MatchString(name) }

// isPartial tells those of files that are being written.
func isPartial(name string) bool {
	name, hidden := strings.CutPrefix(name, ".")
	name, half := strings.CutSuffix(name, partial)
	return hidden && half && isOwn(name)
}
