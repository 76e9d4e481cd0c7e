package lexicon

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	var all Lexicon
	var others strings.Builder // lines that are no concepts
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := all.add(string(text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "~") || strings.HasPrefix(line, "!") {
				fmt.Fprintln(&others, strings.TrimSpace(line))
			}
		}
	}
	for _, c := range all.Concepts {
		for _, f := range c.Forms {
			if !slices.Contains(Languages(), f.Lang) {
				t.Errorf("%q has a form in %q: the packed lexicon has none of that language", c.Name, f.Lang)
			}
		}
	}
	text := columns(all.Concepts) + others.String()
	if *update {
		pack(t, text)
		return // this test was built with the old one
	}
	if len(packed) > 1<<20 {
		t.Errorf("the lexicon takes %d bytes of the binary", len(packed))
	}
	got, err := Load()
	named := func(a, b Concept) bool { return a.Name == b.Name }
	if err != nil || columns(got.Concepts) != columns(all.Concepts) || !slices.EqualFunc(got.Concepts, all.Concepts, named) ||
		!slices.EqualFunc(got.Topics, all.Topics, func(a, b Concept) bool { return a.Name == b.Name && slices.Equal(a.Forms, b.Forms) }) ||
		!slices.EqualFunc(got.Contrasts, all.Contrasts, func(a, b Contrast) bool { return slices.EqualFunc(a, b, slices.Equal) }) {
		t.Errorf("the files are not what was packed (%v): run go generate", err)
	}
}

func TestUnpackRefuses(t *testing.T) {
	for _, text := range []string{"", "many\n", "-1\n", "9\nfew", "0\nno line"} {
		if l, err := unpack(text); err == nil {
			t.Errorf("%q is read as %+v", text, l)
		}
	}
}

// columns are the forms of concepts, language by language.
func columns(concepts []Concept) string {
	var text strings.Builder
	fmt.Fprintln(&text, len(concepts))
	for _, lang := range Languages() {
		for _, c := range concepts {
			var list []string
			for _, f := range c.Forms {
				if f.Lang == lang {
					list = append(list, f.Text)
				}
			}
			fmt.Fprintln(&text, strings.Join(list, ", "))
		}
	}
	return text.String()
}

// pack compresses a text into the file that the hub is built with.
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
