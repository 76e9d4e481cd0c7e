package sqlite

import "os"

// SharedLock is the lock that every process holds on a database which it has open, and which tells
// others that the log is still needed. The system frees all locks of a process on a file when the
// process closes any handle of it (sqlite.org/howtocorrupt.html, 2.2): whoever has a handle beside
// SQLite's takes the lock again afterwards.
type SharedLock struct{ file *os.File }

// OpenSharedLock opens the handle by which the lock is taken again.
func OpenSharedLock(database string) (*SharedLock, error) {
	f, err := os.Open(database)
	if err != nil {
		return nil, err
	}
	return &SharedLock{f}, nil
}

// Take takes the lock, also if this process has it.
func (l *SharedLock) Take() error { return takeShared(l.file) }

// Close frees the lock, and all other locks of this process on the database: it is for when nothing
// in this process has the database open any more.
func (l *SharedLock) Close() error { return l.file.Close() }
