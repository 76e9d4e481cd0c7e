package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// LostDatabaseError means that a data folder has had a database and has none now that could
// be opened. Nothing in the folder was touched.
type LostDatabaseError struct {
	State string // "is missing"
	Log   string // the file beside it that still holds the last changes; empty: none does
}

func (e *LostDatabaseError) Error() string {
	s := fmt.Sprintf("the database %s %s, and the folder has had one: the hub does not begin an empty one in its place", DatabaseName, e.State)
	if e.Log != "" {
		s += fmt.Sprintf(" (%s still holds its last changes: keep it)", e.Log)
	}
	return s
}

func lost(dir, state string) error {
	e := &LostDatabaseError{State: state}
	for _, side := range []string{"-wal", "-journal"} {
		if info, err := os.Stat(filepath.Join(dir, DatabaseName+side)); err == nil && info.Size() > 0 {
			e.Log = DatabaseName + side
		}
	}
	return e
}

// HasDatabase reports whether a data folder holds a hub's database that can be read. A file
// of another program or of a newer hub is an error.
func (s *Schema) HasDatabase(ctx context.Context, dir string) (bool, error) {
	path := filepath.Join(dir, DatabaseName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return false, nil
	}
	version, err := s.checkFile(ctx, path, readingOnly)
	if isDamage(err) {
		return false, nil
	}
	return err == nil && version > 0, err
}

// CheckFile says whether a database file is a hub's and not newer than this hub, without
// changing a byte of it.
func (s *Schema) CheckFile(ctx context.Context, path string) error {
	_, err := s.checkFile(ctx, path, readingOnly)
	return err
}

// CheckFolder says whether the database of a data folder is a hub's and not newer than this
// hub, without making or changing a file there; a damaged one is a [*LostDatabaseError]. None
// is fine, and so is one with a log whose index is missing: SQLite would make that to read it.
func (s *Schema) CheckFolder(ctx context.Context, dir string) error {
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
	if _, err = s.checkFile(ctx, path, reading); isDamage(err) {
		return lost(dir, "is damaged")
	}
	return err
}

func (s *Schema) checkFile(ctx context.Context, path, reading string) (version int, err error) {
	db, err := sql.Open("sqlite", dataSource(path, reading))
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	if version, err = s.check(ctx, db); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return version, nil
}
