// Command sbom writes which parts a binary is made of, in the form of CycloneDX:
//
//	sbom <binary> <document>
//
// All of it is read from the binary, as go version -m does: the same binary gives the same
// document.
package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/progresshub/progresshub/.ci/release/binary"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom <binary> <document>")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %v\n", err)
		os.Exit(1)
	}
}

func write(program, document string) error {
	b, err := binary.Read(program)
	if err != nil {
		return err
	}
	sum, err := sumFile(program)
	if err != nil {
		return err
	}
	parts, err := describe(b, sum)
	if err != nil {
		return err
	}
	f, err := os.Create(document)
	if err != nil {
		return fmt.Errorf("write the parts of %s: %w", program, err)
	}
	err = cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(parts, cdx.SpecVersion1_6)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write the parts of %s: %w", program, err)
	}
	return nil
}

func sumFile(path string) (sum [sha256.Size]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, fmt.Errorf("read the binary: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, fmt.Errorf("read the binary: %w", err)
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}
