package store

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store/sqlite"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema is that of a hub's database ("PHub"). Every change writes an event, and after its
// item, so the last event has the greatest id.
var schema = &sqlite.Schema{
	ApplicationID: 0x50487562,
	Migrations:    migrations(),
	LastID:        "SELECT id FROM events ORDER BY id DESC LIMIT 1",
}

// SchemaVersion is the version this hub writes: the number of its last migration.
func SchemaVersion() int { return schema.Version() }

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
