package store

import (
	"context"

	"github.com/progresshub/progresshub/store/sqlite"
)

// What the store hands on of the database it is kept in.
type (
	// Lock is the exclusive right to a data folder.
	Lock = sqlite.Lock
	// LockState is who uses a data folder.
	LockState = sqlite.LockState
	// LockedError says that another process uses the data folder.
	LockedError = sqlite.LockedError
	// LostDatabaseError means that a data folder has had a database and has none now that
	// could be opened.
	LostDatabaseError = sqlite.LostDatabaseError
	// NewerSchemaError is a database written by a newer hub.
	NewerSchemaError = sqlite.NewerSchemaError
	// DisplacedError means that a file of the open database was removed, replaced or cut
	// short by somebody else.
	DisplacedError = sqlite.DisplacedError
	// CorruptError means that SQLite found the database file itself damaged.
	CorruptError = sqlite.CorruptError
	// Outage is why changes can't be stored now.
	Outage = sqlite.Outage
)

// DatabaseName is the database file inside the data folder.
const DatabaseName = sqlite.DatabaseName

var (
	// ErrUnavailable means that the database can't be written or read for now.
	ErrUnavailable = sqlite.ErrUnavailable
	// ErrClosed is returned by every method after [Store.Close].
	ErrClosed = sqlite.ErrClosed
)

// AcquireLock takes the data folder for this process, or returns a [*LockedError] that
// names the holder. It does not wait. The folder must exist.
func AcquireLock(dir string) (*Lock, error) { return sqlite.AcquireLock(dir) }

// PeekLock tells who uses a data folder, and changes nothing there.
func PeekLock(dir string) (LockState, error) { return sqlite.PeekLock(dir) }

// HasDatabase reports whether a data folder holds a hub's database that can be read. A file
// of another program or of a newer hub is an error.
func HasDatabase(ctx context.Context, dir string) (bool, error) { return schema.HasDatabase(ctx, dir) }

// CheckFile says whether a database file is a hub's and not newer than this hub, without
// changing a byte of it.
func CheckFile(ctx context.Context, path string) error { return schema.CheckFile(ctx, path) }

// CheckFolder says whether the database of a data folder is a hub's and not newer than this
// hub, without making or changing a file there; a damaged one is a [*LostDatabaseError]. None
// is fine.
func CheckFolder(ctx context.Context, dir string) error { return schema.CheckFolder(ctx, dir) }
