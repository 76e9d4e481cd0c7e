package transcript

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files anew")

// modified stands for the time of a file, which a checkout does not keep.
var modified = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// outcome is what a golden file holds of one transcript.
type outcome struct {
	File    string
	Reading Reading
	Record  *Record `json:",omitempty"` // none: there is nothing to tell
}

// TestGolden reads the fixtures of each format, which were written by hand after the
// sources that the readers name.
func TestGolden(t *testing.T) {
	for _, f := range Formats() {
		if f.Database != "" {
			continue
		}
		t.Run(f.Tool, func(t *testing.T) {
			root := filepath.Join("testdata", f.Tool)
			got, err := json.MarshalIndent(readAll(t, f, root), "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", f.Tool+".golden")
			if *update {
				if err := os.WriteFile(golden, append(got, '\n'), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if string(got)+"\n" != string(want) {
				t.Errorf("got %s\nwant %s\nif that is meant: go test -update", got, want)
			}
		})
	}
}

func readAll(t *testing.T, f Format, root string) (all []outcome) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil || !f.Takes(filepath.ToSlash(rel)) {
			return err
		}
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		s := f.Start(root, filepath.ToSlash(rel))
		done, err := f.Read(s, name, file)
		if err != nil {
			return err
		}
		one := outcome{File: filepath.ToSlash(rel), Reading: done}
		if r, ok := s.Record(f.Tool, modified); ok {
			one.Record = &r
		}
		all = append(all, one)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
