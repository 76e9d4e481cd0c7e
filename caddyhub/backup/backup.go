// Package backup writes and reads the hub's backup files: a zip of a consistent copy of
// the database and a manifest that says, for each entry, its size and its SHA-256.
//
// A backup holds no credential: the password file and the stored secrets lie beside the
// database, are never read by [Export], and are left byte for byte as they are by
// [Import]. Nothing in a backup is restored before all of it has been checked, and a
// restore that is cut short at any point is finished by [Recover].
package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/progresshub/progresshub/store"
)

// exportPrefix begins the name of the folder that holds the copy of the database while it
// is packed.
const exportPrefix = ".export-"

// Export writes a backup of the store to w, also while the hub works. A copy of the
// database is made inside scratchDir first, in a folder only this user can read: best
// beside the backup, so that a full data disk can still be rescued; empty: the data folder.
// It is checked like a backup about to be restored: one that could not be is not worth
// keeping.
func Export(ctx context.Context, s *store.Store, hubVersion, scratchDir string, w io.Writer) error {
	const op = "write the backup"
	if scratchDir == "" {
		scratchDir = s.Dir()
	}
	scratch, err := os.MkdirTemp(scratchDir, exportPrefix)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	defer os.RemoveAll(scratch)
	file := filepath.Join(scratch, databaseEntry)
	if err := s.Snapshot(ctx, file); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	schema, err := store.CheckDatabase(ctx, file)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	entry, err := describe(ctx, file)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	m := Manifest{
		Format:        formatName,
		Version:       formatVersion,
		HubVersion:    hubVersion,
		SchemaVersion: schema,
		CreatedAt:     store.At(time.Now()),
		Entries:       map[string]Entry{databaseEntry: entry},
	}
	if err := pack(ctx, w, m, file); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return nil
}

// describe reads a file once for its manifest entry.
func describe(ctx context.Context, file string) (Entry, error) {
	f, err := os.Open(file)
	if err != nil {
		return Entry{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, &cancelReader{ctx, f})
	if err != nil {
		return Entry{}, err
	}
	return Entry{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// pack writes the zip. The manifest comes first, so that a person who opens the file
// meets the explanation before the data.
func pack(ctx context.Context, w io.Writer, m Manifest, database string) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	out, err := z.CreateHeader(header(manifestEntry, m))
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	if out, err = z.CreateHeader(header(databaseEntry, m)); err != nil {
		return err
	}
	f, err := os.Open(database)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.Copy(out, &cancelReader{ctx, f}); err != nil {
		return err
	}
	return z.Close()
}

func header(name string, m Manifest) *zip.FileHeader {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: m.CreatedAt.Time}
	h.SetMode(0o600)
	return h
}

// cancelReader ends a long copy with its context.
type cancelReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancelReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
