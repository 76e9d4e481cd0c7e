package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Schema is what the database of a program is made of.
type Schema struct {
	ApplicationID int      // marks a SQLite file as the program's
	Migrations    []string // SQL; the first makes version 1 of an empty file
	LastID        string   // a query of the greatest id that was given, if any was

	made sync.Map // what the migrations up to a version make
}

// NewerSchemaError is a database written by a newer hub. The file was not touched.
type NewerSchemaError struct{ File, Hub int }

func (e *NewerSchemaError) Error() string {
	return fmt.Sprintf("the database has schema version %d, this hub knows version %d: use a newer hub", e.File, e.Hub)
}

// errEmpty is a file that holds no hub's data yet, or none any more.
var errEmpty = errors.New("the database is empty")

// Version is that of a database with all migrations.
func (s *Schema) Version() int { return len(s.Migrations) }

// check reads whose file it is and how old, and refuses what is not ours to open.
// A new, empty file has version 0.
func (s *Schema) check(ctx context.Context, db Querier) (version int, err error) {
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
	if app != s.ApplicationID && (app != 0 || version != 0 || tables != 0) {
		return 0, fmt.Errorf("the file is a SQLite database of another program")
	}
	if version > s.Version() {
		return 0, &NewerSchemaError{File: version, Hub: s.Version()}
	}
	return version, nil
}

// migrate brings the database to the newest version, each step in a transaction of its own.
func (s *Schema) migrate(ctx context.Context, conn *sql.Conn) error {
	version, err := s.check(ctx, conn)
	if err != nil {
		return err
	}
	for i, text := range s.Migrations[version:] {
		number := version + i + 1
		step := fmt.Sprintf("BEGIN IMMEDIATE;\n%s\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;\nCOMMIT;", text, s.ApplicationID, number)
		if _, err := conn.ExecContext(ctx, step); err != nil {
			_, _ = conn.ExecContext(ctx, "ROLLBACK")
			return Wrap(fmt.Sprintf("migrate to schema version %d", number), err)
		}
	}
	return nil
}

// Verify checks a database file that is not open: that it is a hub's, not newer than this
// hub, whole (integrity and foreign keys), and made of what the migrations make and nothing
// else. It returns its version.
func (s *Schema) Verify(ctx context.Context, file string) (version int, err error) {
	const op = "check the database"
	err = Read(ctx, file, func(db Querier) error {
		if version, err = s.check(ctx, db); err != nil {
			return err
		}
		if version == 0 {
			return errEmpty
		}
		var verdict string
		if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
			return Wrap(op, err)
		}
		if verdict != "ok" {
			return fmt.Errorf("%s: it is damaged: %s", op, verdict)
		}
		rows, err := db.QueryContext(ctx, "PRAGMA foreign_key_check")
		if err != nil {
			return Wrap(op, err)
		}
		defer rows.Close()
		if rows.Next() {
			return fmt.Errorf("%s: a row refers to another that is missing", op)
		}
		if err := rows.Err(); err != nil {
			return Wrap(op, err)
		}
		if err := s.checkObjects(ctx, db, version); err != nil {
			return Wrap(op, err)
		}
		return Wrap(op, s.checkLastID(ctx, db))
	})
	if err != nil {
		return 0, err
	}
	return version, nil
}

// checkObjects compares the tables, indexes, triggers and views of a database with those
// that the migrations up to its version make. One that was planted would run its
// statements within the hub's own changes.
func (s *Schema) checkObjects(ctx context.Context, db Querier, version int) error {
	want, err := s.objectsOf(ctx, version)
	if err != nil {
		return err
	}
	got, err := objects(ctx, db)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, there := got[name]; !there {
			return fmt.Errorf("the %s is missing", name)
		} else if text != want[name] {
			return fmt.Errorf("the %s is not as a hub makes it", name)
		}
		delete(got, name)
	}
	if more := slices.Sorted(maps.Keys(got)); len(more) > 0 {
		return fmt.Errorf("it holds the %s, which no hub makes", more[0])
	}
	return nil
}

// objectsOf are the definitions that the migrations up to a version make. They stay the same
// for as long as the process runs.
func (s *Schema) objectsOf(ctx context.Context, version int) (map[string]string, error) {
	if found, ok := s.made.Load(version); ok {
		return found.(map[string]string), nil
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	if _, err := db.ExecContext(ctx, strings.Join(s.Migrations[:version], "\n")); err != nil {
		return nil, err
	}
	found, err := objects(ctx, db)
	if err == nil {
		s.made.Store(version, found)
	}
	return found, err
}

// objects are the definitions in a database, by type and name. The tables behind a virtual
// one are SQLite's own making and may read differently in another version of it; what the
// planner measured is no definition.
func objects(ctx context.Context, db Querier) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT type || ' ' || name, tbl_name || ': ' ||
		CASE WHEN type = 'table' AND EXISTS (SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL TABLE %' AND sqlite_schema.name GLOB v.name || '_*') THEN '' ELSE coalesce(sql, '') END
		FROM sqlite_schema WHERE NOT (type = 'table' AND name GLOB 'sqlite_stat[0-9]')`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		found[name] = text
	}
	return found, rows.Err()
}

// lastID reads the greatest id that was given; 0: none was.
func (s *Schema) lastID(ctx context.Context, db Querier) (uint64, error) {
	var last string
	err := db.QueryRowContext(ctx, s.LastID).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return DecodeID(last)
}

// checkLastID makes sure that ids can go on from the last one.
func (s *Schema) checkLastID(ctx context.Context, db Querier) error {
	last, err := s.lastID(ctx, db)
	if err == nil && last > maxLastID {
		err = fmt.Errorf("it is of a far future")
	}
	if err != nil {
		return fmt.Errorf("no change could follow the last id: %w", err)
	}
	return nil
}
