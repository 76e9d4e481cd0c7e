package backup

import (
	"bytes"
	"testing"
)

// FuzzContainer reads arbitrary bytes as a backup: it must refuse or understand them, and
// what it understands names nothing but what a backup may hold.
func FuzzContainer(f *testing.F) {
	_, file := backupOf(f, "thread one")
	manifest, database := parts(f, file)
	small := part{name: databaseEntry, body: database.body[:100]} // a directory is all that is read
	good := build(f, described(f, small.body), small)
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add(build(f, manifest, small))
	f.Add(build(f, manifest, part{name: "../x"}))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := openContainer(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return
		}
		if f := c.files[databaseEntry]; f == nil || f.Name != databaseEntry || c.manifest.Format != formatName {
			t.Errorf("understood as %+v", c)
		}
		for name := range c.files {
			if limit, known := limitOf(name); !known || limit < int64(c.files[name].UncompressedSize64) {
				t.Errorf("took the entry %q", name)
			}
		}
	})
}
