// Command image writes the hub's container image as an OCI layout, for every binary that it is
// given, without a container engine:
//
//	image -dockerfile Dockerfile -out dist/image hub...
//
// What is in it and how it starts stands in the last stage of the Dockerfile. That stage alone
// is read, so what it copies is made here: see [contents]. The same binaries give the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

func main() {
	dockerfile := flag.String("dockerfile", "Dockerfile", "the `file` whose last stage says what is in the image")
	out := flag.String("out", "", "the `folder` to write the layout to; it must not exist")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: image -dockerfile <file> -out <folder> <binary>...")
		os.Exit(2)
	}
	digest, err := write(*dockerfile, *out, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "image: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(digest)
}

// write writes the layout and returns the digest by which the image of all platforms is known.
func write(dockerfile, out string, binaries []string) (digest v1.Hash, err error) {
	text, err := os.ReadFile(dockerfile)
	if err != nil {
		return digest, err
	}
	stage, err := parse(string(text))
	if err != nil {
		return digest, fmt.Errorf("read %s: %w", dockerfile, err)
	}
	if _, err := os.Lstat(out); err == nil {
		return digest, fmt.Errorf("%s is there already", out)
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, path := range binaries {
		image, platform, err := build(stage, path)
		if err != nil {
			return digest, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: platform}})
	}
	if digest, err = index.Digest(); err != nil {
		return digest, fmt.Errorf("make the index: %w", err)
	}
	// The layout's own index.json names one image, that of all platforms.
	all := mutate.AppendManifests(mutate.IndexMediaType(empty.Index, types.OCIImageIndex), mutate.IndexAddendum{Add: index})
	if _, err := layout.Write(out, all); err != nil {
		return digest, fmt.Errorf("write the layout: %w", err)
	}
	return digest, nil
}
