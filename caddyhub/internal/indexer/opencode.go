package indexer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // its databases

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

// maxPart is the largest piece of a request that is read from a database, in bytes.
const maxPart = 1 << 20

// openDatabase opens another program's database, to be read and nothing else.
func openDatabase(name string) (*sql.DB, error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	path := filepath.ToSlash(name)
	if path[0] != '/' { // a drive
		path = "/" + path
	}
	at := url.URL{Scheme: "file", Path: path, RawQuery: "mode=ro&_pragma=busy_timeout(2000)&_pragma=query_only(1)"}
	db, err := sql.Open("sqlite", at.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// sessionsIn lists the sessions of a database that people started.
func (r *run) sessionsIn(ctx context.Context, list []source, format transcript.Format, root string) []source {
	name := filepath.Join(root, format.Database)
	db, err := openDatabase(name)
	if errors.Is(err, fs.ErrNotExist) {
		return list
	}
	if err != nil {
		r.unreadable(name, err)
		return list
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `SELECT id, time_updated FROM session WHERE parent_id IS NULL ORDER BY id`)
	if err != nil {
		r.unreadable(name, err)
		return list
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var updated int64
		if err := rows.Scan(&id, &updated); err != nil {
			r.unreadable(name, err)
			return list
		}
		list = append(list, source{format: format, root: root, path: id, modified: time.UnixMilli(updated).UTC()})
	}
	if err := rows.Err(); err != nil {
		r.unreadable(name, err)
	}
	return list
}

// readRow reads one session of a database.
func readRow(ctx context.Context, s source) (*transcript.Session, error) {
	db, err := openDatabase(filepath.Join(s.root, s.format.Database))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	row := transcript.Row{ID: s.path}
	err = db.QueryRowContext(ctx, `SELECT directory, title, time_created, time_updated,
		(SELECT count(*) FROM message m WHERE m.session_id = session.id AND json_extract(m.data, '$.role') IN ('user', 'assistant'))
		FROM session WHERE id = ?`, s.path).Scan(&row.Directory, &row.Title, &row.Created, &row.Updated, &row.Messages)
	if err != nil {
		return nil, fmt.Errorf("read the session: %w", err)
	}
	for _, end := range []struct {
		order string
		to    *[]string
	}{{"ASC", &row.First}, {"DESC", &row.Last}} {
		// The message at this end in which a person wrote something.
		*end.to, err = texts(ctx, db, `SELECT data FROM part WHERE length(data) <= ? AND message_id = (
			SELECT m.id FROM message m JOIN part p ON p.message_id = m.id
			WHERE m.session_id = ? AND json_extract(m.data, '$.role') = 'user' AND json_extract(p.data, '$.type') = 'text'
			AND NOT coalesce(json_extract(p.data, '$.synthetic'), 0) AND NOT coalesce(json_extract(p.data, '$.ignored'), 0)
			ORDER BY m.time_created `+end.order+`, m.id `+end.order+` LIMIT 1) ORDER BY id`, maxPart, s.path)
		if err != nil {
			return nil, fmt.Errorf("read the requests: %w", err)
		}
	}
	rows, err := db.QueryContext(ctx, `SELECT content, status FROM todo WHERE session_id = ? ORDER BY position LIMIT 200`, s.path)
	if err != nil {
		return nil, fmt.Errorf("read the to-do list: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var t transcript.Todo
		if err := rows.Scan(&t.Content, &t.Status); err != nil {
			return nil, fmt.Errorf("read the to-do list: %w", err)
		}
		row.Todos = append(row.Todos, t)
	}
	return row.Session(), rows.Err()
}

// texts are the values of a query with one column.
func texts(ctx context.Context, db *sql.DB, query string, args ...any) (list []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}
