package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/progresshub/progresshub/store/sqlite"
)

// jsonColumn is a column that holds JSON, and what a reader of it expects.
type jsonColumn struct {
	table, key, column string
	check              func([]byte) error
}

// jsonColumns are all of them; a comment with the word JSON marks them in the migrations.
var jsonColumns = []jsonColumn{
	{"projects", "slug", "workspace_paths", decodesList[string]},
	{"threads", "id", "next_steps", decodesList[string]},
	{"threads", "id", "tried", decodesList[Attempt]},
	{"threads", "id", "also_known", decodesList[string]},
	{"threads", "id", "depends_on", decodesList[string]},
	{"events", "id", "before", isObject},
	{"events", "id", "after", isObject},
	{"event_parts", "event_id", "before", isObject},
	{"event_parts", "event_id", "after", isObject},
	{"compacted_events", "id", "authors", decodesList[authorRow]},
	{"compacted_events", "id", "notes", decodesList[PastNote]},
	{"session_records", "id", "open_items", decodesList[string]},
	{"approvals", "id", "payload", isObject},
	{"settings", "name", "value", isObject},
	{"deliveries", "id", "notice", decodes[Notice]},
	{"deliveries", "id", "threads", decodesList[string]},
	{"deliveries", "id", "payload", decodes[any]},
	{"forge", "id", "last_sync", isObject},
}

// settingTypes are those of the settings; others of an older hub need only be objects.
var settingTypes = map[string]func([]byte) error{
	settingPreferences: decodes[Preferences],
	settingNow:         decodes[choice],
	settingForge:       decodes[ForgeSettings],
	settingGateway:     decodes[GatewaySettings],
	settingNotify:      decodes[NotifySettings],
	settingForgeImport: decodes[ForgeImport],
	settingHub:         decodes[identity],
}

// checkOf is what a reader expects of the row with a key.
func (c jsonColumn) checkOf(key string) func([]byte) error {
	if of := settingTypes[key]; c.table == "settings" && of != nil {
		return of
	}
	return c.check
}

// decodes checks that a text is JSON for T and not null, which no list or object may be.
func decodes[T any](text []byte) error {
	if string(text) == "null" {
		return errors.New("it is null")
	}
	return json.Unmarshal(text, new(T))
}

// decodesList is decodes for a list. Most are empty, which needs no decoding.
func decodesList[T any](text []byte) error {
	if string(text) == "[]" {
		return nil
	}
	return decodes[[]T](text)
}

// isObject checks that a text is a JSON object, whatever its values: it decodes as [fields], but
// nothing of it is kept. There are two for each event, and a check reads them all.
func isObject(text []byte) error {
	if !json.Valid(text) || bytes.TrimLeft(text, " \t\r\n")[0] != '{' {
		return errors.New("it is not a JSON object")
	}
	return nil
}

// DamagedRow is a row of a database that does not hold the JSON it should.
type DamagedRow struct {
	Table  string `json:"table"`
	ID     string `json:"id"`
	Column string `json:"column"`
}

// Error says which row it is, and nothing of what it holds.
func (d DamagedRow) Error() string {
	return fmt.Sprintf("the column %s of %q in the table %s can't be read", d.Column, d.ID, d.Table)
}

// checkJSON finds what a reader will want to decode and can't. The file may be of an older
// schema, without some of the columns.
func checkJSON(ctx context.Context, db sqlite.Querier) (damaged []DamagedRow, err error) {
	for _, c := range jsonColumns {
		var there bool
		if err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = ?)", c.table, c.column).Scan(&there); err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		found, err := c.checkRows(ctx, db)
		if err != nil {
			return nil, err
		}
		damaged = append(damaged, found...)
	}
	return damaged, nil
}

func (c jsonColumn) checkRows(ctx context.Context, db sqlite.Querier) (damaged []DamagedRow, err error) {
	rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT %s, %s FROM %s WHERE %[2]s IS NOT NULL", c.key, c.column, c.table))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		var text sql.RawBytes
		if err := rows.Scan(&key, &text); err != nil {
			return nil, err
		}
		if c.checkOf(key)(text) != nil { // its error could repeat the text
			damaged = append(damaged, DamagedRow{c.table, key, c.column})
		}
	}
	return damaged, rows.Err()
}
