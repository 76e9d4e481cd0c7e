package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readingOnly is the parameter that opens a database for reading, also beside the process
// that writes it. SQLite needs an index of the write-ahead log for that, in a file beside
// it which it makes when there is none.
const readingOnly = "mode=ro"

// isUnwritable tells the errors by which SQLite says that it could not make that file.
func isUnwritable(err error) bool {
	var se *driver.Error
	if !errors.As(err, &se) {
		return false
	}
	code := se.Code() & 0xff
	return code == sqlite3.SQLITE_READONLY || code == sqlite3.SQLITE_CANTOPEN
}

// unchanging is the parameter that reads a database in a folder that can't be written: as a
// file that nobody changes. That holds while nothing stands beside it: a running hub keeps
// its log there, and one that was killed has left changes in it.
func unchanging(path string) (parameter string, err error) {
	for _, side := range databaseSides {
		info, err := os.Stat(path + side)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
			continue
		}
		return readingOnly, fmt.Errorf("the folder can't be written, and the last changes still stand in %s: copy the whole folder to where it can be written, and read the copy", filepath.Base(path+side))
	}
	return readingOnly + "&immutable=1", nil
}

// databaseSides end the names of the files that SQLite keeps beside a database.
var databaseSides = []string{"-wal", "-shm", "-journal"}
