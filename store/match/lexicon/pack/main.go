// Command pack compresses the files of the lexicon into the folder that the hub is built with.
//
//	go generate ./store/match/lexicon
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := pack("."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// pack writes packed/<name>.gz for each <name>.txt of a folder.
func pack(folder string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return fmt.Errorf("list the lexicon: %w", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("read the lexicon: %w", err)
		}
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		if _, err := w.Write(text); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		if err := w.Close(); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		to := filepath.Join(folder, "packed", strings.TrimSuffix(filepath.Base(name), ".txt")+".gz")
		if err := os.WriteFile(to, packed.Bytes(), 0o644); err != nil {
			return fmt.Errorf("write the packed lexicon: %w", err)
		}
	}
	return nil
}
