package store

import (
	"context"

	"github.com/progresshub/progresshub/store/sqlite"
)

// CheckDatabase verifies a database file that is not open: that it is a hub's, not newer
// than this hub, whole, and made of what the hub's migrations make and nothing else. It
// returns its schema version, and the rows that a hub would leave out as it can't read them.
func CheckDatabase(ctx context.Context, file string) (version int, damaged []DamagedRow, err error) {
	if version, err = schema.Verify(ctx, file); err != nil {
		return 0, nil, err
	}
	err = sqlite.Read(ctx, file, func(db sqlite.Querier) error {
		damaged, err = checkJSON(ctx, db)
		return err
	})
	return version, damaged, wrap("check the database", err)
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
	err = sqlite.Read(ctx, file, func(db sqlite.Querier) error {
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
				return err
			}
			if !there {
				continue
			}
			if !deletable {
				of.where = "TRUE"
			}
			if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+of.table+" WHERE "+of.where).Scan(of.to); err != nil {
				return err
			}
		}
		return nil
	})
	return c, wrap("count what the database holds", err)
}
