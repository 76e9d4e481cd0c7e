package lexicon

import (
	"bytes"
	"compress/gzip"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "compress the files of the lexicon anew")

// TestPacked holds that the hub is built with the files as they are, in a megabyte.
func TestPacked(t *testing.T) {
	names, err := filepath.Glob("*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		for _, name := range names {
			pack(t, name)
		}
		return // this test was built with the old ones
	}
	packed, err := files.ReadDir("packed")
	if err != nil || len(packed) != len(names) {
		t.Errorf("%d files packed, %d here, %v: run go generate", len(packed), len(names), err)
	}
	size := int64(0)
	for _, p := range packed {
		info, err := p.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size > 1<<20 {
		t.Errorf("the lexicon takes %d bytes of the binary", size)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := unpack(packedName(name))
		if err != nil || got != string(want) {
			t.Errorf("%s is not what was packed (%v): run go generate", name, err)
		}
		if _, err := Parse(string(want)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// pack compresses a file of the lexicon into the folder that the hub is built with.
func pack(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(packedName(name), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// packedName is where a file of the lexicon stands compressed.
func packedName(name string) string { return "packed/" + strings.TrimSuffix(name, ".txt") + ".gz" }
