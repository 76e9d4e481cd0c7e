package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// row is a row of a table, by its columns; those that are null are missing.
type row map[string]string

// list is a column that holds a list of texts in JSON.
func (r row) list(column string) []string {
	var any []json.RawMessage
	var texts []string
	if json.Unmarshal([]byte(r[column]), &any) != nil {
		return nil
	}
	for _, raw := range any {
		var text loose
		if json.Unmarshal(raw, &text) == nil && text != "" {
			texts = append(texts, string(text))
		}
	}
	return texts
}

// readTables reads the tables of a database that are there. It is somebody's file: it is checked
// first, only plain tables are looked at, and not for ever.
func readTables(f *file, names ...string) (map[string][]row, error) {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	at, err := spill(f)
	if err != nil {
		return nil, err
	}
	defer os.Remove(at)
	rows := map[string][]row{}
	err = sqlite.Read(ctx, at, func(q sqlite.Querier) error {
		var sound string
		if err := q.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&sound); err != nil || sound != "ok" {
			return refuse(f.name, "is no sound SQLite database: it is damaged or something else")
		}
		for _, name := range names {
			plain, err := isPlain(ctx, q, name)
			if err != nil {
				return refuse(f.name, "can't be read: %s", err)
			}
			if !plain {
				continue
			}
			if rows[name], err = readTable(ctx, q, name); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && rows["threads"] == nil && rows["projects"] == nil {
		err = refuse(f.name, "has no table of threads in it")
	}
	return rows, err
}

// spill unpacks a file to one of its own, which its caller removes.
func spill(f *file) (name string, err error) {
	if f.size > maxDatabase {
		return "", refuse(f.name, "is larger than %s", megabytes(maxDatabase))
	}
	in, err := f.open()
	if err != nil {
		return "", refuse(f.name, "can't be unpacked: it is damaged (%s)", err)
	}
	defer in.Close()
	out, err := os.CreateTemp("", "hub-import-*.sqlite3")
	if err != nil {
		return "", fmt.Errorf("unpack the database: %w", err)
	}
	n, err := io.Copy(out, io.LimitReader(in, f.size+1))
	if closed := out.Close(); closed != nil && err == nil {
		err = fmt.Errorf("unpack the database: %w", closed)
	}
	if err == nil && n != f.size {
		err = refuse(f.name, "unpacks to another size than it says")
	}
	if err != nil {
		os.Remove(out.Name())
		return "", refuse(f.name, "can't be unpacked: %s", err)
	}
	return out.Name(), nil
}

// isPlain reports whether there is a table of a name that holds what it shows: no view, no virtual
// table, no column that is computed.
func isPlain(ctx context.Context, q sqlite.Querier, name string) (plain bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ?1 AND type = 'table')
		AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden <> 0)`, name).Scan(&plain)
	return plain, err
}

// readTable reads a table in the order it was written in. The name is one of ours.
func readTable(ctx context.Context, q sqlite.Querier, name string) ([]row, error) {
	const op = "read the database"
	found, err := q.QueryContext(ctx, `SELECT * FROM "`+name+`" LIMIT `+strconv.Itoa(MaxItems+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op, err)
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op, err)
	}
	values, to := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		to[i] = &values[i]
	}
	rows := []row{}
	for found.Next() {
		if len(rows) == MaxItems {
			return nil, refuse("hub.sqlite3", "has more than %d %s", MaxItems, name)
		}
		if err := found.Scan(to...); err != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
		one := row{}
		for i, v := range values {
			switch v := v.(type) {
			case nil:
			case []byte:
				one[columns[i]] = tidy(string(v))
			case time.Time:
				one[columns[i]] = v.UTC().Format(time.RFC3339Nano)
			default:
				one[columns[i]] = tidy(fmt.Sprint(v))
			}
		}
		rows = append(rows, one)
	}
	if err := found.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", op, err)
	}
	return rows, nil
}
