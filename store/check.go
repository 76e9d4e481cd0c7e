package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// CheckDatabase verifies a database file that is not open: that it is a hub's, not newer
// than this hub, whole (integrity and foreign keys), and made of what the hub's migrations
// make and nothing else. It returns its schema version.
func CheckDatabase(ctx context.Context, file string) (version int, err error) {
	db, err := sql.Open("sqlite", dataSource(file, "mode=ro"))
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	if version, err = checkSchema(ctx, db); err != nil {
		return 0, err
	}
	if version == 0 {
		return 0, errEmpty
	}
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return 0, wrap("check the database", err)
	}
	if verdict != "ok" {
		return 0, fmt.Errorf("check the database: it is damaged: %s", verdict)
	}
	rows, err := db.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return 0, wrap("check the database", err)
	}
	defer rows.Close()
	if rows.Next() {
		return 0, fmt.Errorf("check the database: a row refers to another that is missing")
	}
	if err := rows.Err(); err != nil {
		return 0, wrap("check the database", err)
	}
	if err := checkObjects(ctx, db, version); err != nil {
		return 0, wrap("check the database", err)
	}
	if err := checkJSON(ctx, db); err != nil {
		return 0, wrap("check the database", err)
	}
	return version, wrap("check the database", checkLastID(ctx, db))
}

// checkObjects compares the tables, indexes, triggers and views of a database with those
// that the migrations up to its version make. One that was planted would run its
// statements within the hub's own changes.
func checkObjects(ctx context.Context, db querier, version int) error {
	want, err := made(ctx, version)
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

// madeBy holds what made has found out, by version: it stays so for as long as the process runs.
var madeBy sync.Map

// made are the definitions that the migrations up to a version make.
func made(ctx context.Context, version int) (map[string]string, error) {
	if found, ok := madeBy.Load(version); ok {
		return found.(map[string]string), nil
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	if _, err := db.ExecContext(ctx, strings.Join(migrations()[:version], "\n")); err != nil {
		return nil, err
	}
	found, err := objects(ctx, db)
	if err == nil {
		madeBy.Store(version, found)
	}
	return found, err
}

// objects are the definitions in a database, by type and name. The tables behind the
// full-text indexes are SQLite's own making and may read differently in another version of
// it; what the planner measured is no definition.
func objects(ctx context.Context, db querier) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT type || ' ' || name, tbl_name || ': ' || CASE WHEN type = 'table' AND (name GLOB 'search_index_*' OR name GLOB 'text_index_*') THEN '' ELSE coalesce(sql, '') END
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

// lastID is the greatest id that a database may come with: that of the year 2100. The
// writer only counts up from what it finds, and ids end nine years later.
const lastID = uint64(4_102_444_800_000) << idLowBits

// checkLastID makes sure that the hub can go on from the last event: see resumeIDs.
func checkLastID(ctx context.Context, db querier) error {
	var last sql.NullString
	if err := db.QueryRowContext(ctx, "SELECT max(id) FROM events").Scan(&last); err != nil || !last.Valid {
		return err
	}
	n, err := decodeID(last.String)
	if err == nil && n > lastID {
		err = fmt.Errorf("it is of a far future")
	}
	if err != nil {
		return fmt.Errorf("no change could follow the last event: %w", err)
	}
	return nil
}

// Counts are the numbers of items in a database, those that were deleted left out.
type Counts struct {
	Threads   int `json:"threads"`
	Projects  int `json:"projects"`
	Pages     int `json:"pages"`
	Reminders int `json:"reminders"`
	Sessions  int `json:"sessions"`
	Events    int `json:"events"`
}

// CountDatabase counts what a database file holds that is not open, also one of an older
// schema, which had fewer kinds of items.
func CountDatabase(ctx context.Context, file string) (c Counts, err error) {
	const op = "count what the database holds"
	db, err := sql.Open("sqlite", dataSource(file, "mode=ro"))
	if err != nil {
		return c, fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	for _, of := range []struct {
		to           *int
		table, where string
	}{
		{&c.Threads, "threads", "deleted_at IS NULL"},
		{&c.Projects, "projects", "deleted_at IS NULL"},
		{&c.Pages, "wiki_pages", "deleted_at IS NULL"},
		{&c.Reminders, "reminders", "deleted_at IS NULL"},
		{&c.Sessions, "session_records", "TRUE"},
		{&c.Events, "events", "TRUE"},
	} {
		var there, deletable bool
		if err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?), EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = 'deleted_at')",
			of.table, of.table).Scan(&there, &deletable); err != nil {
			return c, wrap(op, err)
		}
		if !there {
			continue
		}
		if !deletable {
			of.where = "TRUE"
		}
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+of.table+" WHERE "+of.where).Scan(of.to); err != nil {
			return c, wrap(op, err)
		}
	}
	return c, nil
}
