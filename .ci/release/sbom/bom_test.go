package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/progresshub/progresshub/.ci/release/binary"
)

// TestWrite lists the parts of the test's own binary, twice.
func TestWrite(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	documents := [2][]byte{}
	for i := range documents {
		name := filepath.Join(t.TempDir(), "sbom.json")
		if err := write(program, name); err != nil {
			t.Fatal(err)
		}
		if documents[i], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(documents[0], documents[1]) {
		t.Error("two documents of one binary differ")
	}

	bom := new(cdx.BOM)
	if err := cdx.NewBOMDecoder(bytes.NewReader(documents[0]), cdx.BOMFileFormatJSON).Decode(bom); err != nil {
		t.Fatal(err)
	}
	info, err := binary.Read(program)
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[string]cdx.Component)
	for _, c := range *bom.Components {
		listed[c.Name] = c
	}
	if len(listed) != len(info.Deps)+1 {
		t.Errorf("%d parts, want %d modules and the standard library", len(listed), len(info.Deps))
	}
	for _, m := range info.Deps {
		c := listed[m.Path]
		if c.Version != m.Version || c.PackageURL != "pkg:golang/"+m.Path+"@"+m.Version {
			t.Errorf("%s %s is listed as %s %s", m.Path, m.Version, c.Version, c.PackageURL)
		}
		if c.Hashes == nil || len((*c.Hashes)[0].Value) != 64 {
			t.Errorf("%s has no checksum", m.Path)
		}
	}
	if v := listed["std"].Version; "go"+v != strings.Fields(info.GoVersion)[0] {
		t.Errorf("the standard library is listed as %q", v)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(bom.SerialNumber) {
		t.Errorf("the serial number is %s", bom.SerialNumber)
	}
}

func TestHashOf(t *testing.T) {
	for name, tc := range map[string]struct {
		sum string
		ok  bool
	}{
		"of go.sum":      {"h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", true},
		"another kind":   {"h2:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", false},
		"no base64":      {"h1:?", false},
		"without a name": {"47DEQpj8HBSa", false},
	} {
		t.Run(name, func(t *testing.T) {
			hash, err := hashOf(tc.sum)
			if ok := err == nil; ok != tc.ok || ok && hash.Value != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
				t.Errorf("%v, %v", hash, err)
			}
		})
	}
}
