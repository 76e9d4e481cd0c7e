package backup

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// untouched imports a file that must be refused and makes sure that nothing came of it.
func untouched(t *testing.T, dir string, content []byte) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "broken.zip")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	_, err := Import(t.Context(), file, NoPassphrase, dir)
	if err == nil {
		t.Fatal("imported")
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("the data folder changed: %v", maps.Keys(after))
	}
	return err
}

func TestDamagedBackupsAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("reads one file after the other, alone")
	}
	_, file := backupOf(t, "thread one", "thread two")
	manifest, database := parts(t, file)
	good := build(t, manifest, database)
	database.edit = nil
	other := part{name: "notes/page.md", body: []byte("# Page")}
	edited := func(p part, edit func(*zip.FileHeader)) part { p.edit = edit; return p }
	withEntry := func(name string, e Entry) part {
		return described(t, database.body, func(m *Manifest) { m.Entries[name] = e })
	}
	broken := bytes.Clone(database.body)
	for i := 4096; i < 8192; i++ { // the second page: whole bytes, right digest, no database
		broken[i] = 0xff
	}
	foreign := changed(t, nil, "CREATE TABLE notes(text); PRAGMA user_version = 1;")
	empty := changed(t, nil, "CREATE TABLE notes(text);")
	newer := bytes.Clone(database.body)
	newer[63] = byte(store.SchemaVersion() + 7) // the header's user_version, big-endian
	orphan := filepath.Join(t.TempDir(), "orphan.sqlite3")
	if err := os.WriteFile(orphan, database.body, 0o600); err != nil {
		t.Fatal(err)
	}

	tests := []struct {
		name    string
		content []byte
		want    string // part of the error
	}{
		{"empty file", nil, "does not end"},
		{"text", []byte(strings.Repeat("not a zip\n", 100)), "not a zip"},
		{"bytes before it", append([]byte("#!/bin/sh\n"), good...), "something was put in"},
		{"another zip before it", append(bytes.Clone(good), good...), "something was put in"},
		{"bytes before it, offsets moved", moved(t, good), "begin with its first entry"},
		{"bytes behind it", append(bytes.Clone(good), 0), "does not end"},
		{"a comment", withComment(good), "does not end"},
		{"no entry", build(t), "empty"},

		{"unknown entry", build(t, manifest, database, other), `"notes/page.md" is no part`},
		{"path out of the folder", build(t, manifest, database, part{name: "../hub.sqlite3", body: database.body}), "is no part"},
		{"path out of the folder, Windows", build(t, manifest, database, part{name: `..\hub.sqlite3`, body: database.body}), "is no part"},
		{"absolute path", build(t, manifest, database, part{name: "/hub.sqlite3", body: database.body}), "is no part"},
		{"neighbour by prefix", build(t, manifest, database, part{name: "hub.sqlite3-wal"}), "is no part"},
		{"name in other case", build(t, manifest, part{name: "HUB.SQLITE3", body: database.body}), "is no part"},
		{"name with NUL", build(t, manifest, part{name: "hub.sqlite3\x00", body: database.body}), "is no part"},
		{"folder", build(t, manifest, database, part{name: "hub.sqlite3/"}), "is no part"},
		{"folder by mode", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.SetMode(os.ModeDir | 0o700) })), "not a plain file"},
		{"symbolic link", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.SetMode(os.ModeSymlink | 0o777) })), "not a plain file"},
		{"device", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.SetMode(os.ModeDevice | 0o600) })), "not a plain file"},
		{"same entry twice", build(t, manifest, database, database), "there twice"},
		{"two manifests", build(t, manifest, manifest, database), "there twice"},
		{"encrypted", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.Flags |= 0x1 })), "encrypted"},
		{"hidden headers", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.Flags |= 0x2000 })), "packed in a way"},
		{"other packing", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.Method = 12 })), "packed in a way"},
		{"stored, said to be packed", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.Method = zip.Deflate })), "unpack"},
		{"entries that overlap", overlapping(t, manifest, database), "overlap"},
		{"too many entries", build(t, many(maxEntries+1, "entry-%d")...), "at most 100000"},
		{"too large a directory", build(t, many(70_000, "%0500d")...), "directory is too large"},

		{"no manifest", build(t, database), "manifest.json is missing"},
		{"no database", build(t, manifest), "hub.sqlite3 is missing"},
		{"database only in the manifest", build(t, manifest, part{name: "secrets.json"}), "hub.sqlite3 is missing"},
		{"manifest too large", build(t, part{name: manifestEntry, body: bytes.Repeat([]byte(" "), maxManifest+1)}, database), "too large"},
		{"manifest is no JSON", build(t, part{name: manifestEntry, body: []byte("hello")}, database), "can't be read"},
		{"manifest with more behind it", build(t, part{name: manifestEntry, body: append(bytes.Clone(manifest.body), '{')}, database), "can't be read"},
		{"manifest of another format", build(t, described(t, database.body, func(m *Manifest) { m.Format = "zip" }), database), "not of a hub's backup"},
		{"newer format", build(t, described(t, database.body, func(m *Manifest) { m.Version = 9 }), database), "format version 9, this hub knows version 1"},
		{"no schema version", build(t, described(t, database.body, func(m *Manifest) { m.SchemaVersion = 0 }), database), "no schema version"},
		{"manifest without the database", build(t, described(t, database.body, func(m *Manifest) { clear(m.Entries) }), database), "does not list"},
		{"manifest with an unknown entry", build(t, withEntry("notes/page.md", Entry{SHA256: strings.Repeat("0", 64)}), database), "is no part"},
		{"manifest that lists itself", build(t, withEntry(manifestEntry, Entry{SHA256: strings.Repeat("0", 64)}), database), "is no part"},
		{"negative size", build(t, withEntry(databaseEntry, Entry{Size: -1, SHA256: strings.Repeat("0", 64)}), database), "can't be read"},
		{"digest too short", build(t, withEntry(databaseEntry, Entry{SHA256: "00"}), database), "can't be read"},
		{"digest of other bytes", build(t, withEntry(databaseEntry, Entry{Size: int64(len(database.body)), SHA256: strings.Repeat("0", 64)}), database), "not what the manifest describes"},
		{"manifest's size too small", build(t, withEntry(databaseEntry, Entry{Size: 10, SHA256: strings.Repeat("0", 64)}), database), "the manifest says 10"},
		{"manifest's size too large", build(t, withEntry(databaseEntry, Entry{Size: 1 << 40, SHA256: strings.Repeat("0", 64)}), database), "the manifest says"},
		{"directory's size too small", build(t, described(t, database.body[:10]), edited(database, func(h *zip.FileHeader) { h.UncompressedSize64 = 10 })), "unpack"},
		{"directory's size too large", lyingSize(t, database, 1<<20), "unpack"},
		{"directory's size beyond the limit", lyingSize(t, database, 1<<50), "too large"},
		{"directory's size beyond the disk", lyingSize(t, database, 60<<30), "unpack"},
		{"a copy that unpacks to more than it says", build(t, withEntry("wiki/home.md", Entry{Size: 100, SHA256: strings.Repeat("0", 64)}), database, bomb(t, "wiki/home.md", 64<<20, 100)), "unpack"},
		{"a copy larger than any document", build(t, withEntry("wiki/home.md", Entry{Size: 64 << 20, SHA256: strings.Repeat("0", 64)}), database, bomb(t, "wiki/home.md", 64<<20, 64<<20)), "too large"},
		{"a manifest that unpacks to more than it says", build(t, bomb(t, manifestEntry, 64<<20, 100), database), "unpack manifest.json"},
		{"a manifest without end", build(t, bomb(t, manifestEntry, 64<<20, 64<<20), database), "too large"},
		{"a database that unpacks to more than it says", build(t, described(t, database.body[:4096]), bomb(t, databaseEntry, 256<<20, 4096)), "unpack"},
		{"wrong CRC", build(t, manifest, edited(database, func(h *zip.FileHeader) { h.CRC32++ })), "checksum"},

		{"damaged database", build(t, described(t, broken), part{name: databaseEntry, body: broken}), "database"},
		{"no database in it", build(t, described(t, []byte("hello")), part{name: databaseEntry, body: []byte("hello")}), "database"},
		{"empty database", build(t, described(t, nil), part{name: databaseEntry}), "the database is empty"},
		{"database of nobody", build(t, described(t, empty), part{name: databaseEntry, body: empty}), "another program"},
		{"database of another program", build(t, described(t, foreign), part{name: databaseEntry, body: foreign}), "another program"},
		{"database newer than the manifest says", build(t, described(t, newer), part{name: databaseEntry, body: newer}), fmt.Sprintf("schema version %d", store.SchemaVersion()+7)},
	}
	dir := t.TempDir()
	addThreads(t, dir, "thread from before")
	write(t, dir, "dashboard-password.hash", "mine")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := untouched(t, dir, tt.content); !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q, want one with %q", err, tt.want)
			}
		})
	}
	t.Run("newer schema", func(t *testing.T) {
		manifest := described(t, database.body, func(m *Manifest) { m.SchemaVersion = store.SchemaVersion() + 7 })
		var newer *store.NewerSchemaError
		err := untouched(t, dir, build(t, manifest, database))
		if !errors.As(err, &newer) || newer.File != store.SchemaVersion()+7 || newer.Hub != store.SchemaVersion() {
			t.Errorf("error %v", err)
		}
	})
	t.Run("the same, undamaged", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "good.zip")
		if err := os.WriteFile(file, good, 0o600); err != nil {
			t.Fatal(err)
		}
		restore(t, file, t.TempDir())
	})
}

// moved puts bytes in front of an archive and corrects its offsets, as a tool that makes
// an archive run by itself does.
func moved(t *testing.T, good []byte) []byte {
	t.Helper()
	const front = "#!/bin/sh\n"
	b := append([]byte(front), good...)
	add := func(at int) {
		binary.LittleEndian.PutUint32(b[at:], binary.LittleEndian.Uint32(b[at:])+uint32(len(front)))
	}
	add(len(b) - endSize + 16)
	for at := range len(b) - 4 {
		if string(b[at:at+4]) == "PK\x01\x02" {
			add(at + 42)
		}
	}
	return b
}

// withComment adds an archive comment, which a hub never writes.
func withComment(good []byte) []byte {
	b := append(bytes.Clone(good), "hi"...)
	b[len(good)-2] = 2
	return b
}

// overlapping makes the manifest's directory entry point at the database's bytes too.
func overlapping(t *testing.T, manifest, database part) []byte {
	t.Helper()
	inner := build(t, database)
	outer := part{name: manifestEntry, body: inner[:headerSize+len(database.name)+len(database.body)]}
	b := build(t, outer, database)
	// The directory's second entry names where its header lies: make that the copy inside
	// the first one.
	at := bytes.LastIndex(b, []byte("PK\x01\x02"))
	copy(b[at+42:], []byte{byte(headerSize + len(manifestEntry)), 0, 0, 0})
	return b
}

// bomb is an entry of zeros, a thousand to one packed, that says it unpacks to so many
// bytes and unpacks to others.
func bomb(t *testing.T, name string, unpacks, says int) part {
	t.Helper()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	sum, zeros := crc32.NewIEEE(), make([]byte, 1<<20)
	for ; unpacks > 0; unpacks -= len(zeros) {
		if _, err := io.MultiWriter(w, sum).Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return part{name: name, body: packed.Bytes(), edit: func(h *zip.FileHeader) {
		h.Method, h.CRC32, h.UncompressedSize64 = zip.Deflate, sum.Sum32(), uint64(says)
	}}
}

func many(n int, name string) []part {
	list := make([]part, n)
	for i := range list {
		list[i] = part{name: fmt.Sprintf(name, i)}
	}
	return list
}

// lyingSize makes directory and manifest agree on a size that the bytes don't have.
func lyingSize(t *testing.T, database part, size int64) []byte {
	t.Helper()
	manifest := described(t, database.body, func(m *Manifest) {
		e := m.Entries[databaseEntry]
		e.Size = size
		m.Entries[databaseEntry] = e
	})
	database.edit = func(h *zip.FileHeader) { h.UncompressedSize64 = uint64(size) }
	return build(t, manifest, database)
}

// TestFlipsAndCuts damages a backup everywhere. A cut file is always refused; a flipped
// bit either is refused or sat where nothing depends on it, such as a time stamp.
func TestFlipsAndCuts(t *testing.T) {
	from, file := backupOf(t, "thread one")
	want := dump(t, filepath.Join(from, store.DatabaseName))
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	step := 101
	if longRun {
		step = 1
	}
	dir := t.TempDir()
	for at := 0; at < len(good); at += step {
		untouched(t, dir, good[:at])
	}
	harmless := 0
	for at := 0; at < len(good); at += step {
		b := bytes.Clone(good)
		b[at] ^= 1 << (at % 8)
		flipped := filepath.Join(t.TempDir(), "flipped.zip")
		if err := os.WriteFile(flipped, b, 0o600); err != nil {
			t.Fatal(err)
		}
		to := t.TempDir()
		if _, err := Import(t.Context(), flipped, NoPassphrase, to); err != nil {
			continue
		}
		harmless++
		if got := dump(t, filepath.Join(to, store.DatabaseName)); got != want {
			t.Errorf("a flipped bit in byte %d changed the restored data", at)
		}
	}
	if harmless > len(good)/step/10 {
		t.Errorf("%d of %d flips were not noticed", harmless, len(good)/step)
	}
}
