package indexer

import (
	"database/sql"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// openCodeTables are those of OpenCode that are read, after its session/session.sql.ts.
const openCodeTables = `
PRAGMA journal_mode = WAL;
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
	title text NOT NULL, version text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE todo (session_id text NOT NULL, content text NOT NULL, status text NOT NULL, priority text NOT NULL, position integer NOT NULL,
	time_created integer NOT NULL, time_updated integer NOT NULL, PRIMARY KEY (session_id, position));
INSERT INTO session VALUES
	('ses_1', 'p', NULL, 'a', '/srv/shop', 'New session - 2026-05-04T09:30:00.000Z', '1.2', 1777887000000, 1777890600000),
	('ses_2', 'p', 'ses_1', 'b', '/srv/shop', 'Look for the cart', '1.2', 1777887000000, 1777890600000),
	('ses_3', 'p', NULL, 'c', '/srv/shop', 'Empty', '1.2', 1777887000000, 1777890600000);
INSERT INTO message VALUES
	('msg_1', 'ses_1', 1, 1, '{"role":"user"}'),
	('msg_2', 'ses_1', 2, 2, '{"role":"assistant"}'),
	('msg_3', 'ses_1', 3, 3, '{"role":"user"}'),
	('msg_4', 'ses_1', 4, 4, '{"role":"user"}');
INSERT INTO part VALUES
	('prt_1', 'msg_1', 'ses_1', 1, 1, '{"type":"text","text":"The cart forgets its items"}'),
	('prt_2', 'msg_2', 'ses_1', 2, 2, '{"type":"text","text":"I will look."}'),
	('prt_3', 'msg_3', 'ses_1', 3, 3, '{"type":"text","text":"Called the Read tool","synthetic":true}'),
	('prt_4', 'msg_3', 'ses_1', 3, 3, '{"type":"text","text":"Now add a test"}'),
	('prt_5', 'msg_4', 'ses_1', 4, 4, '{"type":"compaction","auto":true}');
INSERT INTO todo VALUES
	('ses_1', 'Write it to the disk', 'completed', 'high', 0, 1, 1),
	('ses_1', 'Add a test', 'pending', 'high', 1, 1, 1);`

func TestOpenCode(t *testing.T) {
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	dir := filepath.Join(p.home, ".local", "share", "opencode")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "opencode.db"))
	if err != nil {
		t.Fatal(err)
	}
	change := func(query string) {
		t.Helper()
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	change(openCodeTables)
	start, end, folder := "2026-05-04T09:30:00.000Z", "2026-05-04T10:30:00.000Z", "/srv/shop"
	want := wire{
		Tool: "opencode", SessionRef: "ses_1", WorkspacePath: &folder, Title: "The cart forgets its items", Summary: "Now add a test",
		OpenItems: []string{"Add a test"}, StartedAt: &start, EndedAt: &end, Messages: 4,
	}
	if sum := p.run(); sum.Sent != 1 || !reflect.DeepEqual(h.records["opencode ses_1"], want) {
		t.Errorf("%+v, the hub has %+v", sum, h.records)
	}
	if sum := p.run(); sum.Sent != 0 || sum.Unchanged != 2 {
		t.Errorf("the second run: %+v", sum)
	}
	change(`UPDATE session SET title = 'A cart that stays', time_updated = time_updated + 1 WHERE id = 'ses_1'`)
	if err := db.Close(); err != nil { // and with it the write-ahead log is gone
		t.Fatal(err)
	}
	if sum := p.run(); sum.Sent != 1 || h.records["opencode ses_1"].Title != "A cart that stays" {
		t.Errorf("after a change: %+v, the hub has %+v", sum, h.records)
	}
	if len(p.heard) != 0 {
		t.Errorf("warned %q", p.heard)
	}
	if err := os.WriteFile(filepath.Join(dir, "opencode.db"), []byte("no database, by far too short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if sum := p.run(); sum.Unreadable != 1 || len(p.heard) != 1 {
		t.Errorf("damaged: %+v, warned %q", sum, p.heard)
	}
}
