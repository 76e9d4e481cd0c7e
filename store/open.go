package store

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/sqlite"
)

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
	// Still is for a look from outside: with ReadOnly, no file is made beside a database that
	// nobody has open. What a process that opens it meanwhile changes may go unseen.
	Still bool
	// Existing says that the folder has had a database: one that is missing, empty or no
	// longer readable is a [*LostDatabaseError] instead of a new beginning.
	Existing bool
	// LogKept says that a log beside the database was left there on purpose (see [Store.KeepLog]),
	// and not by a process that was killed.
	LogKept bool
	// KeepLog leaves the log to somebody else from the first moment on (see KeepLog).
	KeepLog bool
}

// Open opens the data folder's database, creating folder and file when they are missing
// (mode 0700), and brings its schema up to date. The caller holds the folder's [Lock].
// A file of another program or of a newer hub is refused untouched.
func Open(ctx context.Context, dir string, opts Options) (*Store, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = zap.NewNop()
	}
	db, err := sqlite.Open(ctx, dir, schema, sqlite.Options(opts))
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, now: opts.Now, log: opts.Logger, threads: NewRecent[string](recentThreads, isSlim)}
	if err := s.loadPreferences(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s.overlap, s.grams = newOverlapIndex(s), newGramWriter(s)
	s.spelled = sqlite.BeforeCommit(db, spell)
	s.journaled = sqlite.BeforeCommit(db, s.overlap.journal.note)
	// What is kept in memory comes first, then the generation rises, then everybody else
	// hears of the commit: so whoever has heard finds the change as well.
	s.saved = sqlite.AfterCommit(db, func(saved []*Thread) {
		s.keepThreads(saved)
		s.grams.follow(saved)
	})
	s.chosen = sqlite.AfterCommit(db, s.keepPreferences)
	s.moved = sqlite.AfterCommit(db, s.keepZone)
	s.indexed = sqlite.AfterCommit(db, s.overlap.follow).OnLoss(s.overlap.takeBack)
	s.news = sqlite.AfterCommit(db, s.publish)
	s.overlap.start()
	s.grams.start()
	s.checked = db.CheckAfterUncleanEnd(s.overlap.ready) // the first requests need the index more
	return s, nil
}

// Close waits for the changes under way, stops background work, moves the write-ahead
// log into the database file and closes it. Later calls get [ErrClosed].
func (s *Store) Close() error {
	s.grams.close()
	s.overlap.close()
	return s.db.Close()
}
