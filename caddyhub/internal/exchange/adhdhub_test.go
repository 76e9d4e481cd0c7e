package exchange

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/scrypt"

	"github.com/progresshub/progresshub/store"
)

// adhdTables are the tables of adhd-hub that are read, with some of the columns that are not.
const adhdTables = `
CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT NOT NULL, status TEXT NOT NULL, energy TEXT NOT NULL, source_tool TEXT,
  workspace_path TEXT, project_slug TEXT, chat_ref TEXT, transcript_ref TEXT, origin TEXT NOT NULL, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, last_reminded_at TEXT, resume_step TEXT, paused_at TEXT, goal TEXT, focus TEXT, next_steps TEXT,
  blocked_reason TEXT, source_issue_url TEXT, external_labels TEXT, external_issue_number INTEGER);
CREATE TABLE projects (slug TEXT PRIMARY KEY, title TEXT NOT NULL, description TEXT, repo_url TEXT, workspace_paths TEXT NOT NULL DEFAULT '[]',
  default_energy TEXT NOT NULL DEFAULT 'unknown', created_at TEXT NOT NULL, updated_at TEXT NOT NULL, archived_at TEXT);
CREATE TABLE reminders (id TEXT PRIMARY KEY, message TEXT NOT NULL, kind TEXT NOT NULL, due_at TEXT, created_at TEXT NOT NULL,
  handled INTEGER NOT NULL DEFAULT 0, last_fired_at TEXT);
CREATE TABLE progress_notes (id TEXT PRIMARY KEY, project_slug TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL, thread_id TEXT);
CREATE TABLE pending_actions (id TEXT PRIMARY KEY, kind TEXT NOT NULL, status TEXT, payload TEXT, created_at TEXT);`

const adhdRows = `
INSERT INTO projects(slug, title, description, repo_url, workspace_paths, created_at, updated_at) VALUES
  ('home-server', 'Home server', 'The cupboard', 'https://git.example.org/me/home-server', '["/home/me/src/home-server", "relative"]', '2025-01-01T08:00:00.123456+00:00', '2025-01-01T08:00:00+00:00');
INSERT INTO projects(slug, title, created_at, updated_at, archived_at) VALUES ('old', 'Old', '2024-01-01T08:00:00+00:00', '2024-01-01T08:00:00+00:00', '2024-06-01T08:00:00+00:00');
INSERT INTO threads VALUES ('t1', 'Rotate the backup keys', 'open', 'high', 'claude-code', '/home/me/src/home-server', 'home-server', 'chat-7', 'session-1', 'manual',
  '2025-02-01T09:00:00+01:00', '2025-03-01T09:00:00+00:00', NULL, 'Run the restore test', '2025-03-02T09:00:00+00:00', 'The new key only', 'The restore test', '["a", "b"]', NULL, NULL, '[]', NULL);
INSERT INTO threads VALUES ('t2', 'Wait for the disk', 'blocked', 'unknown', NULL, NULL, 'home-server', NULL, NULL, 'indexer',
  '2025-02-02T09:00:00+00:00', '2025-03-01T09:00:00+00:00', NULL, NULL, NULL, NULL, NULL, NULL, 'It is not here', 'https://git.example.org/me/home-server/issues/9', '["bug"]', 9);
INSERT INTO threads VALUES ('t3', 'Done long ago', 'done', 'low', 'codex', 'src', 'done-long-ago', NULL, NULL, 'manual',
  '2024-02-02 09:00:00', '2024-03-01 09:00:00+00:00', NULL, NULL, NULL, NULL, NULL, '', NULL, NULL, NULL, NULL);
INSERT INTO reminders VALUES ('r1', 'Water the plants', 'daily', '2025-01-01T07:00:00+00:00', '2025-01-01T06:00:00+00:00', 0, '2025-03-01T07:00:00+00:00'),
  ('r2', 'Call back', 'once', '2025-02-01T07:00:00+00:00', '2025-01-01T06:00:00+00:00', 1, '2025-02-01T07:00:05+00:00'),
  ('r3', 'Drink', 'random', NULL, '2025-01-01T06:00:00+00:00', 0, NULL), ('r4', 'Without a time', 'once', NULL, '2025-01-01T06:00:00+00:00', 0, NULL);
INSERT INTO progress_notes VALUES ('n1', 'home-server', 'The disk is  ordered
over two lines', '2025-02-03T10:00:00+00:00', 't2'), ('n2', 'home-server', 'Only in the table', '2025-02-04T10:00:00+00:00', NULL);
INSERT INTO pending_actions VALUES ('p1', 'delete_project', 'pending', '{}', '2025-01-01T06:00:00+00:00');`

const adhdProgress = `# Home server

_slug:_ ` + "`home-server`" + `

## Status

- status: open
- updated: 2025-02-05 11:00 CET

## Progress log

### 2025-02-05 11:00 CET

The second entry

### a heading of its own

### 2025-02-03 11:00 CET

The disk is ordered
over two lines

## Notes

Kept.
`

// adhdBackup is a backup as adhd-hub writes it, of these tables and rows.
func adhdBackup(t testing.TB, statements string) []byte {
	t.Helper()
	return zipOf(t, map[string]string{
		"adhd-hub-backup.json": `{"format": "adhd-hub-backup", "version": 1}` + "\n", "hub.sqlite3": databaseOf(t, statements),
		"prefs.json": "{}", "wiki/INDEX.md": "# Index", "wiki/projects/home-server/PROGRESS.md": adhdProgress,
		"wiki/projects/home-server/notes.md": "# Notes\n\nSee [the guide](../../guides/keys.md).\n", "wiki/guides/keys.md": "# Keys\n",
	})
}

// databaseOf is the file of a database.
func databaseOf(t testing.TB, statements string) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "hub.sqlite3")
	db, err := sql.Open("sqlite", at)
	if err == nil {
		_, err = db.ExecContext(t.Context(), statements)
	}
	if err == nil {
		err = db.Close()
	}
	b, readErr := os.ReadFile(at)
	if err := errors.Join(err, readErr); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestADHDHub(t *testing.T) {
	got, err := readBytes(t, Options{}, adhdBackup(t, adhdTables+adhdRows))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != ADHDHub || counts(got) != "3 3 2 4" {
		t.Fatalf("%s: %s", got.Source, counts(got))
	}
	p := in.Projects[0]
	if p.Slug != "home-server" || p.Title != "Home server" || p.Description != "The cupboard" || p.RepoURL != "https://git.example.org/me/home-server" ||
		!slices.Equal(p.WorkspacePaths, []string{"/home/me/src/home-server"}) || p.CreatedAt != moment(t, "2025-01-01T08:00:00.123Z") || p.Archived || !in.Projects[1].Archived {
		t.Errorf("%+v", p)
	}
	if want := "# Home server\n\n_slug:_ `home-server`\n\n## Status\n\n- status: open\n- updated: 2025-02-05 11:00 CET\n\n## Notes\n\nKept.\n\n## Log\n\n" +
		"- 2025-02-03 11:00 The disk is ordered\n  over two lines\n- 2025-02-04 10:00 Only in the table\n- 2025-02-05 11:00 The second entry\n  \n  ### a heading of its own"; p.Progress != want {
		t.Errorf("%s", p.Progress)
	}
	first := threadOf(t, in, "t1")
	want := store.IncomingThread{
		Ref: "t1", Project: "home-server", Summary: "Rotate the backup keys", SourceTool: "claude-code", Status: store.StatusOpen, Energy: "high",
		Goal: "The new key only\n\nChat: chat-7", Focus: "The restore test", NextSteps: []string{"a", "b"}, ResumeStep: "Run the restore test",
		WorkspacePath: "/home/me/src/home-server", TranscriptRef: "session-1",
	}
	want.CreatedAt, want.LastActivityAt, want.PausedAt = moment(t, "2025-02-01T08:00:00Z"), moment(t, "2025-03-01T09:00:00Z"), moment(t, "2025-03-02T09:00:00Z")
	if fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", first, want)
	}
	if th := threadOf(t, in, "t2"); th.BlockedReason != "It is not here" || th.Goal != "Issue: https://git.example.org/me/home-server/issues/9\nLabels: bug" || th.SourceTool != "" {
		t.Errorf("%+v", th)
	}
	if th := threadOf(t, in, "t3"); th.Project != "done-long-ago" || th.CreatedAt != moment(t, "2024-02-02T09:00:00Z") || th.LastActivityAt != moment(t, "2024-03-01T09:00:00Z") || th.Goal != "Folder: src" {
		t.Errorf("%+v", th)
	}
	var reminders []string
	for _, m := range in.Reminders {
		reminders = append(reminders, fmt.Sprintf("%s %s %v %v", m.Ref, m.Kind, m.DueAt, m.DoneAt))
	}
	if want := []string{
		"r1 daily 2025-01-01T07:00:00.000Z 0001-01-01T00:00:00.000Z", "r2 once 2025-02-01T07:00:00.000Z 2025-02-01T07:00:05.000Z",
		"r3 random 0001-01-01T00:00:00.000Z 0001-01-01T00:00:00.000Z", "r4 session 0001-01-01T00:00:00.000Z 0001-01-01T00:00:00.000Z",
	}; !slices.Equal(reminders, want) {
		t.Errorf("%q", reminders)
	}
	if page := pageOf(t, in, "projects/home-server/notes").Markdown; page != "# Notes\n\nSee [[guides/keys|the guide]].\n" {
		t.Error(page)
	}
	if said := leftOut(got); said != "hub.sqlite3: 1 action: what waited for your approval there waits there\nprefs.json: settings: set up here what of it you want\n"+
		"wiki/INDEX.md: the index: it is generated\nproject home-server: relative: it is no absolute path of a folder" {
		t.Error(said)
	}
}

func TestManyADHDThreads(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "INSERT INTO threads(id, summary, status, energy, origin, created_at, updated_at, project_slug) VALUES ('x%d', 'Thread %d', 'open', 'low', 'manual', '2025-01-%02dT08:00:00+00:00', '2025-02-01T08:00:00+00:00', 'p%d');\n", i, i, i%28+1, i%9)
	}
	got, err := readBytes(t, Options{}, adhdBackup(t, adhdTables+b.String()))
	if err != nil || counts(got) != "10 300 2 0" {
		t.Errorf("%v: %s", err, counts(got))
	}
}

func TestBrokenADHDHub(t *testing.T) {
	files := func(database string) []byte {
		return zipOf(t, map[string]string{"adhd-hub-backup.json": `{"format":"adhd-hub-backup","version":1}`, "hub.sqlite3": database})
	}
	sound := databaseOf(t, adhdTables+adhdRows)
	damaged := []byte(sound)
	copy(damaged[4096:], bytes.Repeat([]byte{0x5a}, 4096))
	for name, tc := range map[string]struct {
		file []byte
		says string
	}{
		"no database":           {zipOf(t, map[string]string{"adhd-hub-backup.json": `{"format":"adhd-hub-backup","version":1}`}), "has no hub.sqlite3 in it"},
		"another version":       {zipOf(t, map[string]string{"adhd-hub-backup.json": `{"format":"adhd-hub-backup","version":2}`, "hub.sqlite3": sound}), "is a backup of version 2"},
		"no SQLite":             {files("SQLite it is not"), "is no sound SQLite database"},
		"cut off":               {files(sound[:len(sound)/2]), "is no sound SQLite database"},
		"a damaged page":        {files(string(damaged)), "is no sound SQLite database"},
		"other tables":          {files(databaseOf(t, "CREATE TABLE x (y)")), "has no table of threads in it"},
		"a view without an end": {files(databaseOf(t, "CREATE VIEW threads AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n")), "has no table of threads in it"},
		"a computed column":     {files(databaseOf(t, "CREATE TABLE threads (id TEXT, summary TEXT AS (hex(zeroblob(10000000))))")), "has no table of threads in it"},
		"a time that is none":   {adhdBackup(t, adhdTables+"INSERT INTO threads(id, summary, status, energy, origin, created_at, updated_at) VALUES ('x', 'y', 'open', 'low', 'z', 'soon', '')"), "hub.sqlite3 (thread x): created_at is no time"},
		"a kind of none":        {adhdBackup(t, adhdTables+"INSERT INTO reminders(id, message, kind, created_at) VALUES ('x', 'y', 'hourly', '')"), "hub.sqlite3 (reminder x): its kind is not known"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(t, Options{}, tc.file)
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
		})
	}
}

// seal encrypts a backup as adhd-hub does: the first way, or the one with scrypt.
func seal(t testing.TB, plain []byte, passphrase string, second bool) []byte {
	t.Helper()
	head, sum := `{"format": "adhd-hub-backup-encrypted", "version": 1}`, sha256.Sum256([]byte("adhd-hub-backup-v1:"+passphrase))
	key := sum[:]
	if second {
		salt := []byte("0123456789abcdef")
		head = fmt.Sprintf(`{"format":"adhd-hub-backup-encrypted","version":2,"kdf":"scrypt","salt":"%s","n":1024,"r":8,"p":1}`, base64.StdEncoding.EncodeToString(salt))
		var err error
		if key, err = scrypt.Key([]byte(passphrase), salt, 1024, 8, 1, 32); err != nil {
			t.Fatal(err)
		}
	}
	fill := aes.BlockSize - len(plain)%aes.BlockSize
	text := append(slices.Clone(plain), bytes.Repeat([]byte{byte(fill)}, fill)...)
	block, err := aes.NewCipher(key[16:])
	if err != nil {
		t.Fatal(err)
	}
	token := append([]byte{fernetVersion}, make([]byte, 8+aes.BlockSize)...)
	cipher.NewCBCEncrypter(block, token[9:]).CryptBlocks(text, text)
	token = append(token, text...)
	mac := hmac.New(sha256.New, key[:16])
	mac.Write(token)
	token = mac.Sum(token)
	out := binary.BigEndian.AppendUint32([]byte(sealedMark), uint32(len(head)))
	return append(append(out, head...), base64.URLEncoding.EncodeToString(token)...)
}

func TestSealedBackup(t *testing.T) {
	plain := adhdBackup(t, adhdTables+adhdRows)
	for _, second := range []bool{false, true} {
		sealed := seal(t, plain, "pässword", second)
		got, err := readBytes(t, Options{Passphrase: "pässword"}, sealed)
		if err != nil || counts(got) != "3 3 2 4" {
			t.Fatalf("%v: %s", err, counts(got))
		}
		var wanted *PassphraseError
		if _, err := readBytes(t, Options{}, sealed); !errors.As(err, &wanted) || !wanted.Missing {
			t.Error(err)
		}
		if _, err := readBytes(t, Options{Passphrase: "password"}, sealed); !errors.As(err, &wanted) || wanted.Missing {
			t.Error(err)
		}
		for _, place := range []int{len(sealed) - 10, len(sealed) / 2} {
			damaged := slices.Clone(sealed)
			damaged[place] = 'A' + (damaged[place]-'A'+1)%26
			if _, err := readBytes(t, Options{Passphrase: "pässword"}, damaged); !errors.As(err, &wanted) {
				t.Errorf("damaged at %d: %v", place, err)
			}
		}
	}
}

// The token of the specification (github.com/fernet/spec), made by another program.
func TestFernetOfOthers(t *testing.T) {
	key, err := base64.URLEncoding.DecodeString("cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=")
	if err != nil {
		t.Fatal(err)
	}
	got, err := openFernet([]byte("gAAAAAAdwJ6wAAECAwQFBgcICQoLDA0ODy021cpGVWKZ_eEwCGM4BLLF_5CV9dOPmrhuVUPgJobwOz7JcbmrR64jVmpU4IwqDA=="), key)
	if err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestHostileSeals(t *testing.T) {
	head := func(text string) []byte {
		return append(binary.BigEndian.AppendUint32([]byte(sealedMark), uint32(len(text))), text...)
	}
	for name, tc := range map[string]struct {
		file []byte
		says string
	}{
		"cut off":                   {[]byte(sealedMark), "cut off or damaged"},
		"a header of 4 GiB":         {[]byte(sealedMark + "\xff\xff\xff\xff{}"), "cut off or damaged"},
		"a header that is none":     {head("{"), "header is damaged"},
		"much work":                 {head(`{"kdf":"scrypt","salt":"AAAA","n":1073741824,"r":8,"p":1}`), "more work than those of adhd-hub"},
		"much memory":               {head(`{"kdf":"scrypt","salt":"AAAA","n":16384,"r":1024,"p":1}`), "more work"},
		"work that is none":         {head(`{"kdf":"scrypt","salt":"AAAA","n":3,"r":8,"p":1}`), "header is damaged"},
		"less than nothing":         {head(`{"kdf":"scrypt","salt":"AAAA","n":1024,"r":-8,"p":1}`), "header is damaged"},
		"no salt":                   {head(`{"kdf":"scrypt","n":1024,"r":8,"p":1}`), "header is damaged"},
		"another way":               {head(`{"kdf":"argon2"}`), "not known: argon2"},
		"no token":                  {head(`{}`), "cut off or damaged"},
		"a token that is no text":   {append(head(`{}`), "!!!!"...), "cut off or damaged"},
		"a token that is too short": {append(head(`{}`), "gAAA"...), "cut off or damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(t, Options{Passphrase: "x"}, tc.file)
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
		})
	}
}
