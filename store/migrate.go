package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks a SQLite file as a hub's ("PHub").
const applicationID = 0x50487562

// NewerSchemaError is a database written by a newer hub. The file was not touched.
type NewerSchemaError struct{ File, Hub int }

func (e *NewerSchemaError) Error() string {
	return fmt.Sprintf("the database has schema version %d, this hub knows version %d: use a newer hub", e.File, e.Hub)
}

// SchemaVersion is the version this hub writes: the number of its last migration.
func SchemaVersion() int { return len(migrations()) }

// errEmpty is a file that holds no hub's data yet, or none any more.
var errEmpty = errors.New("the database is empty")

// migrations lists the SQL files in order. Their names carry numbers from 1 without gaps,
// which is a fact of the build: anything else is a programming error.
func migrations() []string {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		panic(err)
	}
	texts := make([]string, len(names))
	for i, name := range names {
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			panic("migration out of order: " + name)
		}
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(err)
		}
		texts[i] = string(text)
	}
	return texts
}

// checkSchema reads whose file it is and how old, and refuses what is not ours to open.
// A new, empty file has version 0.
func checkSchema(ctx context.Context, db querier) (version int, err error) {
	var app int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app); err != nil {
		return 0, fmt.Errorf("read the database: %w", err)
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("read the schema version: %w", err)
	}
	tables := 0
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return 0, fmt.Errorf("read the schema: %w", err)
	}
	if app != applicationID && (app != 0 || version != 0 || tables != 0) {
		return 0, fmt.Errorf("the file is a SQLite database of another program")
	}
	if version > SchemaVersion() {
		return 0, &NewerSchemaError{File: version, Hub: SchemaVersion()}
	}
	return version, nil
}

// migrate brings the database to [SchemaVersion], each step in a transaction of its own.
func migrate(ctx context.Context, conn *sql.Conn) error {
	version, err := checkSchema(ctx, conn)
	if err != nil {
		return err
	}
	for i, text := range migrations()[version:] {
		number := version + i + 1
		step := fmt.Sprintf("BEGIN IMMEDIATE;\n%s\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;\nCOMMIT;", text, applicationID, number)
		if _, err := conn.ExecContext(ctx, step); err != nil {
			_, _ = conn.ExecContext(ctx, "ROLLBACK")
			return wrap(fmt.Sprintf("migrate to schema version %d", number), err)
		}
	}
	return nil
}

// querier is what a pool and a single connection share.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
