package lexicon

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

var update = flag.Bool("update", false, "compress the files of the lexicon anew")

// TestPacked holds that the hub is built with the files as they are, in a megabyte.
func TestPacked(t *testing.T) {
	names, err := filepath.Glob("*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.HasSuffix(string(text), "\n") {
			t.Errorf("%s does not end with a line", name)
		}
		all.Write(text)
	}
	if *update {
		pack(t, all.String())
		return // this test was built with the old one
	}
	if len(packed) > 1<<20 {
		t.Errorf("the lexicon takes %d bytes of the binary", len(packed))
	}
	if got, err := unpack(); err != nil || got != all.String() {
		t.Errorf("the files are not what was packed (%v): run go generate", err)
	}
}

// pack compresses the files into the one that the hub is built with.
func pack(t *testing.T, text string) {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("packed.zst", w.EncodeAll([]byte(text), nil), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
