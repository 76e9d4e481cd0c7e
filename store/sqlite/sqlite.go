// Package sqlite keeps one SQLite database in one folder for one process: opening it and
// bringing its schema up to date, changes that share commits, reads beside them, ids that only
// grow, the lock on the folder, copies, and noticing when the file or the disk goes bad. What
// is kept in the database is its caller's affair.
//
// All changes run on one connection, in one goroutine ([DB.Write]); what must happen along with
// a commit is a hook ([BeforeCommit], [AfterCommit]). Reads run beside it on a pool of their own
// and see only what was committed ([DB.Row], [DB.Query]).
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	_ "modernc.org/sqlite" // the database driver "sqlite", in pure Go
)

// Options are what a database needs from outside.
type Options struct {
	// Now is the clock; default time.Now.
	Now func() time.Time
	// Logger takes what no caller could be told; default none.
	Logger *zap.Logger
	// ReadOnly opens an existing database for reading only: every change is refused with
	// [ErrUnavailable]. It may be another process's.
	ReadOnly bool
	// Still is for a look from outside: with ReadOnly, no file is made beside a database that
	// nobody has open. What a process that opens it meanwhile changes may go unseen.
	Still bool
	// Existing says that the folder has had a database: one that is missing, empty or no
	// longer readable is a [*LostDatabaseError] instead of a new beginning.
	Existing bool
	// LogKept says that a log beside the database was left there on purpose (see [DB.KeepLog]),
	// and not by a process that was killed.
	LogKept bool
	// KeepLog leaves the log to somebody else from the first moment on (see KeepLog).
	KeepLog bool
}

// DB is the open database of one data folder. Its methods may be called from any number of
// goroutines.
type DB struct {
	dir     string
	schema  *Schema
	reading string // the parameter that opens the database for reading
	now     func() time.Time
	log     *zap.Logger
	readers *sql.DB
	stmts   statements // of readers
	writer  *writer    // nil when read-only
	files   *openFiles // nil when read-only
	corrupt corruption
	unclean bool // the last process that wrote it did not close it
	index   walIndexFile
	logKept atomic.Bool // whoever replicates the database moves the log
	closing chan struct{}

	checkpoints *checkpointer // nil when read-only

	before, after []hook // of a commit

	closeOnce sync.Once
	closeErr  error
}

// Open opens the data folder's database, creating folder and file when they are missing
// (mode 0700), and brings its schema up to date. The caller holds the folder's [Lock].
// A file of another program or of a newer hub is refused untouched.
func Open(ctx context.Context, dir string, schema *Schema, opts Options) (*DB, error) {
	db := &DB{dir: dir, schema: schema, closing: make(chan struct{}), reading: readingOnly, now: opts.Now, log: opts.Logger}
	if db.now == nil {
		db.now = time.Now
	}
	if db.log == nil {
		db.log = zap.NewNop()
	}
	if !opts.ReadOnly {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("create the data folder: %w", err)
		}
	}
	path := db.path()
	if opts.ReadOnly && opts.Still {
		if reading, err := unchanging(path); err == nil {
			db.reading = reading
		}
	}
	info, statErr := os.Stat(path)
	db.unclean = leftLog(path) && !opts.LogKept
	db.index.path = path + "-shm"
	db.logKept.Store(opts.KeepLog)
	switch {
	case opts.Existing && errors.Is(statErr, fs.ErrNotExist):
		return nil, lost(dir, "is missing")
	case opts.Existing && statErr == nil && info.Size() == 0:
		// Not shown to SQLite, which removes the log beside an empty database.
		return nil, lost(dir, "is empty")
	case opts.ReadOnly && errors.Is(statErr, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no hub's database in this folder")
	case statErr == nil || opts.ReadOnly:
		version, err := schema.checkFile(ctx, path, db.reading)
		if opts.ReadOnly && isUnwritable(err) {
			if db.reading, err = unchanging(path); err == nil {
				version, err = schema.checkFile(ctx, path, db.reading)
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
		w, err := openWriter(ctx, db)
		if opts.Existing && isDamage(err) {
			return nil, lost(dir, "is damaged")
		}
		if err != nil {
			return nil, withCure(err)
		}
		db.writer = w
		db.files = watchFiles(path, &db.index, db.now, db.log, db.keepReaders)
		if db.checkpoints, err = openCheckpointer(ctx, db); err != nil {
			w.stop()
			return nil, errors.Join(err, w.close())
		}
	}
	readers, err := sql.Open("sqlite", dataSource(path, db.reading, "_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open the database for reading: %w", err)
	}
	readers.SetMaxOpenConns(readerCount())
	readers.SetMaxIdleConns(readerCount())
	db.readers = readers
	db.stmts.prepare = readers.PrepareContext
	if db.files != nil {
		go db.files.watch(db.closing)
		go db.checkpoints.run(db.closing)
	}
	return db, nil
}

// readerCount is how many connections read at once.
func readerCount() int { return max(4, 2*runtime.GOMAXPROCS(0)) }

// keepReaders lets no further connection be opened while the database's name leads
// elsewhere: those that are open go on reading what this process opened.
func (db *DB) keepReaders(displaced bool) {
	n := readerCount()
	if displaced {
		n = max(1, db.readers.Stats().OpenConnections)
	}
	db.readers.SetMaxOpenConns(n)
	db.readers.SetMaxIdleConns(n) // lowered with the other, but not raised again
}

func (db *DB) path() string { return filepath.Join(db.dir, DatabaseName) }

// Dir is the data folder.
func (db *DB) Dir() string { return db.dir }

// ReadOnly reports whether the database was opened for reading only.
func (db *DB) ReadOnly() bool { return db.writer == nil }

// Closed reports whether changes are refused because [DB.Close] was called.
func (db *DB) Closed() bool { return db.writer != nil && db.writer.isStopped() }

// Close waits for the changes under way, stops background work, moves the write-ahead
// log into the database file, unless it is kept, and closes it. Later calls get [ErrClosed].
func (db *DB) Close() error {
	db.closeOnce.Do(func() {
		close(db.closing)
		db.corrupt.close()
		if db.writer != nil {
			db.writer.stop()
		}
		db.stmts.close()
		errs := []error{db.readers.Close()}
		if db.writer != nil {
			errs = append(errs, db.checkpoints.close(), db.writer.close())
		}
		errs = append(errs, db.index.close())
		if err := errors.Join(errs...); err != nil {
			db.closeErr = fmt.Errorf("close the database: %w", err)
		}
	})
	return db.closeErr
}
