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
	// Existing says that the folder has had a database: one that is missing, empty or no
	// longer readable is a [*LostDatabaseError] instead of a new beginning.
	Existing bool
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
	files   *openFiles // nil when read-only
	closing chan struct{}

	generation atomic.Uint64
	caches     subscribers // before the generation rises
	listeners  subscribers // after it
	pending    receiptLocks
	threads    *recent.Cache[string, Thread]
	prefs      atomic.Pointer[Preferences]
	// rescheduled is the zone in which the reminders stand; nil: in that of each change.
	rescheduled atomic.Pointer[time.Location]
	overlap     *overlapIndex
	damaged     sync.Map // the keys of damaged rows that were logged
	corrupt     corruption

	closeOnce sync.Once
	closeErr  error
}

// Open opens the data folder's database, creating folder and file when they are missing
// (mode 0700), and brings its schema up to date. The caller holds the folder's [Lock].
// A file of another program or of a newer hub is refused untouched.
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	s := &Store{dir: dir, closing: make(chan struct{}), reading: readingOnly, now: opts.Now, log: opts.Logger, threads: recent.New[string](recentThreads, isSlim)}
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
	info, statErr := os.Stat(path)
	unclean := leftLog(path)
	switch {
	case opts.Existing && errors.Is(statErr, fs.ErrNotExist):
		return nil, lost(dir, "is missing")
	case opts.Existing && statErr == nil && info.Size() == 0:
		// Not shown to SQLite, which removes the log beside an empty database.
		return nil, lost(dir, "is empty")
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
		switch {
		case opts.Existing && isDamage(err):
			return nil, lost(dir, "is damaged")
		case opts.Existing && err == nil && version == 0:
			return nil, lost(dir, "is empty")
		case err != nil:
			return nil, withCure(err)
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
		if opts.Existing && isDamage(err) {
			return nil, lost(dir, "is damaged")
		}
		if err != nil {
			return nil, withCure(err)
		}
		s.writer = w
		s.files = watchFiles(path, s.now, s.log, s.keepReaders)
	}
	readers, err := sql.Open("sqlite", dataSource(path, s.reading, "_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open the database for reading: %w", err)
	}
	readers.SetMaxOpenConns(readerCount())
	readers.SetMaxIdleConns(readerCount())
	s.readers = readers
	s.stmts.prepare = readers.PrepareContext
	if err := s.loadPreferences(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.overlap = newOverlapIndex(s)
	if s.files != nil {
		if unclean {
			s.checkInBackground()
		}
		go s.files.watch(s.closing)
	}
	return s, nil
}

// readerCount is how many connections read at once.
func readerCount() int { return max(4, 2*runtime.GOMAXPROCS(0)) }

// keepReaders lets no further connection be opened while the database's name leads
// elsewhere: those that are open go on reading what this process opened.
func (s *Store) keepReaders(displaced bool) {
	n := readerCount()
	if displaced {
		n = max(1, s.readers.Stats().OpenConnections)
	}
	s.readers.SetMaxOpenConns(n)
	s.readers.SetMaxIdleConns(n) // lowered with the other, but not raised again
}

// HasDatabase reports whether a data folder holds a hub's database that can be read. A file
// of another program or of a newer hub is an error.
func HasDatabase(ctx context.Context, dir string) (bool, error) {
	path := filepath.Join(dir, DatabaseName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return false, nil
	}
	version, err := checkFile(ctx, path, readingOnly)
	if isDamage(err) {
		return false, nil
	}
	return err == nil && version > 0, err
}

// CheckFile says whether a database file is a hub's and not newer than this hub, without
// changing a byte of it.
func CheckFile(ctx context.Context, path string) error {
	_, err := checkFile(ctx, path, readingOnly)
	return err
}

// CheckFolder says whether the database of a data folder is a hub's and not newer than this hub,
// without making or changing a file there; a damaged one is a [*LostDatabaseError]. None is fine, and so is one with a log whose index is
// missing: SQLite would make that to read it.
func CheckFolder(ctx context.Context, dir string) error {
	path := filepath.Join(dir, DatabaseName)
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	reading, err := unchanging(path)
	if err != nil {
		if _, err := os.Stat(path + "-shm"); err != nil {
			return nil
		}
	}
	if _, err = checkFile(ctx, path, reading); isDamage(err) {
		return lost(dir, "is damaged")
	}
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
		close(s.closing)
		s.corrupt.close()
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
