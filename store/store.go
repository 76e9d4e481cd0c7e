// Package store is the hub's domain and its database: the types, their rules, and every
// transaction on the one SQLite file. It knows neither HTTP nor Caddy.
//
// A change goes through the writer ([Store.Close] ends it): one transaction holds the
// changed row, its event and its search rows, and is on disk before the call returns.
// Changes that arrive together share one commit. Reads run beside it on a pool of their
// own and see only what was committed.
//
// Who wants to know of changes hangs on one signal, [Store.Subscribe]; who only wants to
// know whether anything changed compares [Store.Generation].
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	_ "modernc.org/sqlite" // the database driver "sqlite", in pure Go

	"github.com/progresshub/progresshub/store/recent"
)

// DatabaseName is the database file inside the data folder.
const DatabaseName = "hub.sqlite3"

// Options are what a store needs from outside. The zero value is fit for use.
type Options struct {
	// Now is the clock; default time.Now.
	Now func() time.Time
	// Logger takes what no caller could be told, such as a failed background build of the
	// search index; default none.
	Logger *zap.Logger
	// ReadOnly opens an existing database for reading only: every change is refused with
	// [ErrUnavailable]. It may be another process's.
	ReadOnly bool
}

// Store is the open database of one data folder. Its methods may be called from any
// number of goroutines.
type Store struct {
	dir     string
	reading string // the parameter that opens the database for reading
	now     func() time.Time
	log     *zap.Logger
	readers *sql.DB
	stmts   statements // of readers
	writer  *writer    // nil when read-only

	generation atomic.Uint64
	caches     subscribers // before the generation rises
	listeners  subscribers // after it
	pending    receiptLocks
	threads    *recent.Cache[string, Thread]
	prefs      atomic.Pointer[Preferences]
	// rescheduled is the zone in which the reminders stand; nil: in that of each change.
	rescheduled atomic.Pointer[time.Location]
	overlap     *overlapIndex

	closeOnce sync.Once
	closeErr  error
}

// Open opens the data folder's database, creating folder and file when they are missing
// (mode 0700), and brings its schema up to date. The caller holds the folder's [Lock].
// A file of another program or of a newer hub is refused untouched.
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	s := &Store{dir: dir, reading: readingOnly, now: opts.Now, log: opts.Logger, threads: recent.New[string](recentThreads, isSlim)}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = zap.NewNop()
	}
	if !opts.ReadOnly {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("create the data folder: %w", err)
		}
	}
	path := s.path()
	_, statErr := os.Stat(path)
	switch {
	case opts.ReadOnly && errors.Is(statErr, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no hub's database in this folder")
	case statErr == nil || opts.ReadOnly:
		version, err := checkFile(ctx, path, s.reading)
		if opts.ReadOnly && isUnwritable(err) {
			if s.reading, err = unchanging(path); err == nil {
				version, err = checkFile(ctx, path, s.reading)
			}
		}
		if err == nil && version == 0 && opts.ReadOnly {
			err = fmt.Errorf("%s: %w", path, errEmpty)
		}
		if err != nil {
			return nil, err
		}
	case errors.Is(statErr, fs.ErrNotExist):
		// Made here for its mode; SQLite gives the same to the files beside it.
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, fmt.Errorf("create the database: %w", err)
		}
		if err := f.Close(); err != nil {
			return nil, fmt.Errorf("create the database: %w", err)
		}
	}
	if !opts.ReadOnly {
		w, err := openWriter(ctx, s, path)
		if err != nil {
			return nil, err
		}
		s.writer = w
	}
	readers, err := sql.Open("sqlite", dataSource(path, s.reading, "_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open the database for reading: %w", err)
	}
	n := max(4, 2*runtime.GOMAXPROCS(0))
	readers.SetMaxOpenConns(n)
	readers.SetMaxIdleConns(n)
	s.readers = readers
	s.stmts.prepare = readers.PrepareContext
	if err := s.loadPreferences(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.overlap = newOverlapIndex(s)
	return s, nil
}

// CheckFile says whether a database file is a hub's and not newer than this hub, without
// changing a byte of it.
func CheckFile(ctx context.Context, path string) error {
	_, err := checkFile(ctx, path, readingOnly)
	return err
}

func checkFile(ctx context.Context, path, reading string) (version int, err error) {
	db, err := sql.Open("sqlite", dataSource(path, reading))
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	if version, err = checkSchema(ctx, db); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return version, nil
}

// dataSource names a database for the driver. busy_timeout comes first, so that it already
// holds while the others run.
func dataSource(path string, params ...string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()}
	q := "_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)"
	for _, p := range params {
		q += "&" + p
	}
	u.RawQuery = q
	return u.String()
}

func (s *Store) path() string { return filepath.Join(s.dir, DatabaseName) }

// Dir is the data folder.
func (s *Store) Dir() string { return s.dir }

// Now is the store's clock.
func (s *Store) Now() time.Time { return s.now() }

// Generation counts the commits since the store was opened. An answer built from reads
// that began at one generation holds as long as the number stays the same.
func (s *Store) Generation() uint64 { return s.generation.Load() }

// Close waits for the changes under way, stops background work, moves the write-ahead
// log into the database file and closes it. Later calls get [ErrClosed].
func (s *Store) Close() error {
	s.closeOnce.Do(func() {
		if s.overlap != nil {
			s.overlap.close()
		}
		var errs []error
		if s.writer != nil {
			errs = append(errs, s.writer.stop())
		}
		s.stmts.close()
		errs = append(errs, s.readers.Close())
		if s.writer != nil {
			errs = append(errs, s.writer.close())
		}
		if err := errors.Join(errs...); err != nil {
			s.closeErr = fmt.Errorf("close the store: %w", err)
		}
	})
	return s.closeErr
}

// proofAge is how long a commit stands as proof that the disk takes changes.
const proofAge = 5 * time.Second

// Healthy tells whether a change would reach the disk. A commit in the last seconds is
// proof enough; otherwise one is made that changes nothing.
func (s *Store) Healthy(ctx context.Context) error {
	const op = "check the database"
	if s.writer == nil {
		return fmt.Errorf("%s: %w: it is opened for reading only", op, ErrUnavailable)
	}
	if s.writer.isStopped() {
		return ErrClosed
	}
	if s.now().Sub(s.writer.lastCommit()).Abs() < proofAge {
		return nil
	}
	return s.write(ctx, op, By{}, func(tx *tx) error {
		// Writes the page of the number it already has: through the log and the disk.
		return tx.exec(fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion()))
	})
}
