package store

import (
	"context"
	"path/filepath"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// ReplicationFolder is the folder in the data folder where Litestream keeps what it has not sent yet,
// and up to where it has read the log: it is of this database and no other.
const ReplicationFolder = "." + DatabaseName + "-litestream"

// SharedLock is the lock by which a process tells others that it has a database open.
type SharedLock = sqlite.SharedLock

// OpenSharedLock opens a handle of the store's database by which its lock can be taken again.
func (s *Store) OpenSharedLock() (*SharedLock, error) {
	return sqlite.OpenSharedLock(filepath.Join(s.Dir(), DatabaseName))
}

// KeepLog says whether somebody else moves the write-ahead log into the database, as a program does
// that replicates it: it must have read what is moved. Then neither commits nor [Store.Close] do.
func (s *Store) KeepLog(ctx context.Context, keep bool) error { return s.db.KeepLog(ctx, keep) }

// EmptyLog moves all of the log into the database and cuts it to nothing. A reader in the way is an
// error: it may be tried again.
func (s *Store) EmptyLog(ctx context.Context) error { return s.db.EmptyLog(ctx) }

// Between runs fn between two commits: what it finds in the database stays as it is until it
// returns. Changes wait for it meanwhile, so it must be quick, and must not make one itself.
func (s *Store) Between(ctx context.Context, op string, fn func() error) error {
	return s.db.Between(ctx, op, fn)
}

// LastCommit is when changes were committed last that left something in the write-ahead log; zero: none
// were since the store was opened.
func (s *Store) LastCommit() time.Time { return s.db.LastCommit() }

// View is the database as it was at one moment; Sums are those of its tables.
type (
	View = sqlite.View
	Sums = sqlite.Sums
)

// View begins to look at what is committed now. It should not last long.
func (s *Store) View(ctx context.Context) (*View, error) { return s.db.View(ctx) }

// SumDatabase adds up the tables of a database file that is not open.
func SumDatabase(ctx context.Context, file string) (sums Sums, err error) {
	err = sqlite.Read(ctx, file, func(db sqlite.Querier) error {
		sums, err = sqlite.SumsOf(ctx, db)
		return err
	})
	return sums, err
}
