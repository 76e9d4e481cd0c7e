package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
)

// DatabaseName is the database file inside the data folder.
const DatabaseName = "hub.sqlite3"

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

// Read lets fn read a database file, which another process may have open. It makes no file
// beside it, unless that process has been killed and left a log there.
func Read(ctx context.Context, file string, fn func(Querier) error) error {
	reading, err := unchanging(file)
	if err != nil {
		reading = readingOnly
	}
	db, err := sql.Open("sqlite", dataSource(file, reading))
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	return fn(db)
}

// Querier is what a pool and a single connection share.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
