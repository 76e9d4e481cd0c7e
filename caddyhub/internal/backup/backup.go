// Package backup writes and reads the hub's backup files: a zip of a consistent copy of
// the database, readable copies of its documents (copy.go), and a manifest that says, for
// each entry, its size and its SHA-256. With a passphrase it is an age file (seal.go).
//
// A backup holds no credential: the password file and the stored secrets lie beside the
// database, are never read by [Export], and are left byte for byte as they are by
// [Import]. Nothing in a backup is restored before all of it has been checked, and a
// restore that is cut short at any point is finished by [Recover].
package backup

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// exportPrefix begins the name of the folder that holds the copy of the database while it
// is packed.
const exportPrefix = ".export-"

// Options say how a backup is written.
type Options struct {
	HubVersion string
	// ScratchDir is where a copy of the database is made first, in a folder only this user
	// can read. Default: the data folder, where such a copy is no less safe than the
	// database, or the system's folder where that one can't be written.
	ScratchDir string
	// Passphrase encrypts the backup when it is not empty.
	Passphrase string
}

// Export writes a backup of the store to w, also while the hub works. It is checked like a
// backup about to be restored: one that could not be is not worth keeping. Rows that can't be
// read are in it as they are, but for settings, and the manifest names them.
func Export(ctx context.Context, s *store.Store, o Options, w io.Writer) (err error) {
	const op = "write the backup"
	scratch, err := os.MkdirTemp(cmp.Or(o.ScratchDir, s.Dir()), exportPrefix)
	if err != nil && o.ScratchDir == "" {
		scratch, err = os.MkdirTemp("", exportPrefix)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	defer os.RemoveAll(scratch)
	// A hub that starts meanwhile clears its data folder ([Recover]), but for what is locked. A disk
	// that has no locks keeps nobody from a backup.
	if lock, err := store.AcquireLock(scratch); err == nil {
		defer lock.Release()
	}
	file := filepath.Join(scratch, store.DatabaseName)
	m := Manifest{HubVersion: o.HubVersion}
	if err := m.copyDatabase(ctx, s, file); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	if o.Passphrase != "" {
		sealed, err := seal(w, o.Passphrase)
		if err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
		err = errors.Join(pack(ctx, sealed, m, file), sealed.Close())
		if err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
		return nil
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

// pack writes the zip of a copied database. The manifest comes first, so that a person who
// opens the file meets the explanation before the data.
func pack(ctx context.Context, w io.Writer, m Manifest, database string) error {
	copied, err := store.Open(ctx, filepath.Dir(database), store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer copied.Close()
	m.Format, m.Version = formatName, formatVersion
	m.CreatedAt, m.Entries = store.At(time.Now()), map[string]Entry{}
	if m.Entries[databaseEntry], err = describe(ctx, database); err != nil {
		return err
	}
	counts, err := store.CountDatabase(ctx, database)
	if err != nil {
		return err
	}
	m.Counts = &counts
	// The documents are read twice, because the manifest comes before them.
	err = documents(ctx, copied, func(d readableCopy) error {
		sum := sha256.Sum256([]byte(d.text))
		m.Entries[d.name] = Entry{Size: int64(len(d.text)), SHA256: hex.EncodeToString(sum[:])}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	text, err := m.text()
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	if err := addEntry(z, manifestEntry, m, bytes.NewReader(text)); err != nil {
		return err
	}
	f, err := os.Open(database)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := addEntry(z, databaseEntry, m, &cancelReader{ctx, f}); err != nil {
		return err
	}
	err = documents(ctx, copied, func(d readableCopy) error { return addEntry(z, d.name, m, strings.NewReader(d.text)) })
	if err != nil {
		return err
	}
	return z.Close()
}

// addEntry adds one to the zip.
func addEntry(z *zip.Writer, name string, m Manifest, from io.Reader) error {
	out, err := z.CreateHeader(header(name, m))
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return err
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
