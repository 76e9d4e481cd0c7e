package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"path"
	"runtime/debug"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/progresshub/progresshub/.ci/release/binary"
)

// describe lists the parts of a binary with this checksum.
func describe(b binary.Binary, sum [sha256.Size]byte) (*cdx.BOM, error) {
	program := module(&b.Main)
	program.Type = cdx.ComponentTypeApplication
	program.Name = path.Base(b.BuildInfo.Path)
	program.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}
	program.Licenses = &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}}
	var settings []cdx.Property
	for _, s := range b.Settings {
		settings = append(settings, cdx.Property{Name: "build:" + s.Key, Value: s.Value})
	}
	program.Properties = &settings

	parts := []cdx.Component{module(&debug.Module{Path: "std", Version: strings.TrimPrefix(b.GoVersion, "go")})}
	for _, m := range b.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		part := module(m)
		if m.Sum != "" {
			hash, err := hashOf(m.Sum)
			if err != nil {
				return nil, fmt.Errorf("the checksum of %s: %w", m.Path, err)
			}
			part.Hashes = &[]cdx.Hash{hash}
		}
		parts = append(parts, part)
	}
	var refs []string
	for _, part := range parts {
		refs = append(refs, part.BOMRef)
	}

	bom := cdx.NewBOM()
	bom.SerialNumber = serial(sum)
	bom.Metadata = &cdx.Metadata{Component: &program}
	if date := b.Date(); !date.IsZero() {
		bom.Metadata.Timestamp = date.Format(time.RFC3339)
	}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
	return bom, nil
}

func module(m *debug.Module) cdx.Component {
	purl := "pkg:golang/" + m.Path
	if m.Version != "" {
		purl += "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	}
	return cdx.Component{BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl}
}

// hashOf is the checksum of go.sum: SHA-256 over a list of the module's files and theirs.
func hashOf(sum string) (cdx.Hash, error) {
	text, found := strings.CutPrefix(sum, "h1:")
	raw, err := base64.StdEncoding.DecodeString(text)
	if !found || err != nil {
		return cdx.Hash{}, fmt.Errorf("%q is not one of go.sum", sum)
	}
	return cdx.Hash{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}, nil
}

// serial is a UUID made of the binary's checksum (RFC 9562, version 8).
func serial(sum [sha256.Size]byte) string {
	sum[6] = sum[6]&0x0f | 0x80
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
