package store

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// Whatever stands in a database that is not the hub's own would come along with a restore.
func TestCheckDatabaseKnowsWhatAHubMakes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "one")
	last, err := sqlite.DecodeID(sqlite.FirstID(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)))
	works(t, err)
	const newest = " WHERE id = (SELECT max(id) FROM events)"
	for _, tt := range []struct{ name, plant, want string }{
		{"a trigger", "CREATE TRIGGER nice AFTER UPDATE ON threads BEGIN DELETE FROM reminders; END", "trigger nice, which no hub makes"},
		{"a view", "CREATE VIEW nice AS SELECT * FROM threads", "view nice, which no hub makes"},
		{"a table", "CREATE TABLE nice(text)", "table nice, which no hub makes"},
		{"an index", "CREATE INDEX nice ON threads(summary)", "index nice, which no hub makes"},
		{"a virtual table", "CREATE VIRTUAL TABLE nice USING fts5(text)", "which no hub makes"},
		{"a table of the planner's by name", "CREATE TABLE search_index_more(text)", "search_index_more, which no hub makes"},
		{"a column", "ALTER TABLE slots ADD COLUMN nice", "table slots is not as a hub makes it"},
		{"an index that is gone", "DROP INDEX deliveries_queued", "index deliveries_queued is missing"},
		{"a table that is gone", "DROP TABLE nudges", "table nudges is missing"},
		{"a trigger in the place of an index", "DROP INDEX deliveries_queued; CREATE TRIGGER deliveries_queued AFTER INSERT ON slots BEGIN SELECT 1; END", "index deliveries_queued is missing"},
		{"an index of another column", "DROP INDEX deliveries_queued; CREATE INDEX deliveries_queued ON deliveries(state)", "index deliveries_queued is not as a hub makes it"},
		{"an id of the far future", "UPDATE events SET id = 'zzzzzzzzzzzz'" + newest, "far future"},
		{"an id that is none", "UPDATE events SET id = 'zzzzzzzzzzzzz'" + newest, "want 12 characters"},
		{"an id of the next century", fmt.Sprintf("UPDATE events SET id = '%s'"+newest, sqlite.EncodeID(last+1)), "far future"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "planted")
			if err := s.Snapshot(t.Context(), file); err != nil {
				t.Fatal(err)
			}
			foreign(t, file, tt.plant).Close()
			if _, _, err := CheckDatabase(t.Context(), file); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	for name, harmless := range map[string]string{
		"what the planner measured": "ANALYZE",
		"the last id that may be":   fmt.Sprintf("UPDATE events SET id = '%s'"+newest, sqlite.EncodeID(last)),
		"no event":                  "DELETE FROM events",
	} {
		file := filepath.Join(t.TempDir(), "harmless")
		if err := s.Snapshot(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		foreign(t, file, "PRAGMA foreign_keys = 0", harmless).Close()
		if version, _, err := CheckDatabase(t.Context(), file); err != nil || version != SchemaVersion() {
			t.Errorf("%s: %d, %v", name, version, err)
		}
	}
}

// A backup of an older hub has that hub's tables.
func TestCheckDatabaseOfAnOlderHub(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	for version := 1; version <= SchemaVersion(); version++ {
		file := filepath.Join(t.TempDir(), "older")
		foreign(t, file, migrations()[:version]...).Close()
		foreign(t, file, fmt.Sprintf("PRAGMA application_id = %d", schema.ApplicationID), fmt.Sprintf("PRAGMA user_version = %d", version)).Close()
		if got, _, err := CheckDatabase(t.Context(), file); err != nil || got != version {
			t.Errorf("version %d: %d, %v", version, got, err)
		}
	}
}
