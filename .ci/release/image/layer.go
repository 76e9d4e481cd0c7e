package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"

	"github.com/progresshub/progresshub/.ci/release/binary"
)

// contents writes what a line COPY of the Dockerfile names, by its source there. The
// certificates are those of a Go module, not of the machine that builds: they are the same
// everywhere.
var contents = map[string]func(*archive, copied) error{
	"/out/hub":                           func(a *archive, c copied) error { return a.program(c) },
	"/out/data":                          func(a *archive, c copied) error { return a.folder(c, 0o700) },
	"/out/tmp":                           func(a *archive, c copied) error { return a.folder(c, 0o1777) },
	"/etc/ssl/certs/ca-certificates.crt": func(a *archive, c copied) error { return a.file(c, certificates()) },
}

// newLayer packs all files of the image of a binary.
func newLayer(copies []copied, b binary.Binary) (v1.Layer, error) {
	var packed bytes.Buffer
	a := &archive{to: tar.NewWriter(&packed), date: b.Date(), binary: b, made: make(map[string]bool)}
	for _, c := range copies {
		write, known := contents[c.source]
		if !known {
			return nil, fmt.Errorf("what is %s of the Dockerfile? It is not made here", c.source)
		}
		if err := write(a, c); err != nil {
			return nil, fmt.Errorf("pack %s: %w", c.path, err)
		}
	}
	if err := a.to.Close(); err != nil {
		return nil, fmt.Errorf("pack the files: %w", err)
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(packed.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer), tarball.WithCompressedCaching)
}

// archive is the layer being written. Everything in it has the date of the commit.
type archive struct {
	to     *tar.Writer
	date   time.Time
	binary binary.Binary
	made   map[string]bool // folders
}

func (a *archive) add(c copied, kind byte, mode, size int64) error {
	if dir := path.Dir(c.path); dir != "/" && !a.made[dir] {
		if err := a.folder(copied{path: dir}, 0o755); err != nil {
			return err
		}
	}
	name := strings.TrimPrefix(c.path, "/")
	if kind == tar.TypeDir {
		name += "/"
	}
	return a.to.WriteHeader(&tar.Header{
		Typeflag: kind, Name: name, Mode: mode, Size: size,
		Uid: c.uid, Gid: c.gid, ModTime: a.date, Format: tar.FormatPAX,
	})
}

func (a *archive) folder(c copied, mode int64) error {
	a.made[c.path] = true
	return a.add(c, tar.TypeDir, mode, 0)
}

func (a *archive) file(c copied, text []byte) error {
	err := a.add(c, tar.TypeReg, 0o644, int64(len(text)))
	if err == nil {
		_, err = a.to.Write(text)
	}
	return err
}

func (a *archive) program(c copied) error {
	f, err := os.Open(a.binary.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	about, err := f.Stat()
	if err != nil {
		return err
	}
	if err := a.add(c, tar.TypeReg, 0o755, about.Size()); err != nil {
		return err
	}
	_, err = io.Copy(a.to, f)
	return err
}

// certificates are the authorities that browsers trust, without those that are trusted with a
// condition: a file can't say that.
func certificates() []byte {
	var list bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&list, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes all
		}
	}
	return list.Bytes()
}
