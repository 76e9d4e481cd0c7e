package main

import (
	"fmt"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/progresshub/progresshub/.ci/release/binary"
)

// build makes the image of one binary, for the platform it was built for.
func build(s stage, path string) (v1.Image, *v1.Platform, error) {
	b, err := binary.Read(path)
	if err != nil {
		return nil, nil, err
	}
	platform := &v1.Platform{OS: b.Setting("GOOS"), Architecture: b.Setting("GOARCH"), Variant: variant(b)}
	if platform.OS != "linux" {
		return nil, nil, fmt.Errorf("%s is a program for %s, and images are for linux", path, platform.OS)
	}
	files, err := newLayer(s.copies, b)
	if err != nil {
		return nil, nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if image, err = mutate.Append(image, mutate.Addendum{Layer: files, History: v1.History{Created: v1.Time{Time: b.Date()}, CreatedBy: "Dockerfile"}}); err != nil {
		return nil, nil, fmt.Errorf("make the image of %s: %w", path, err)
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, nil, fmt.Errorf("make the image of %s: %w", path, err)
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Variant = platform.OS, platform.Architecture, platform.Variant
	config.Created = v1.Time{Time: b.Date()}
	config.Config = s.config
	config.Config.Labels = labels(b)
	if image, err = mutate.ConfigFile(image, config); err != nil {
		return nil, nil, fmt.Errorf("make the image of %s: %w", path, err)
	}
	return image, platform, nil
}

// variant is what comes after the architecture in the name of a platform, as in linux/arm/v7.
func variant(b binary.Binary) string {
	switch b.Setting("GOARCH") {
	case "arm":
		version, _, _ := strings.Cut(b.Setting("GOARM"), ",")
		return "v" + version
	case "arm64":
		return "v8"
	}
	return ""
}

// labels are those of the OCI image specification.
func labels(b binary.Binary) map[string]string {
	const source = "org.opencontainers.image."
	return map[string]string{
		source + "title":    "Progress Hub",
		source + "licenses": "Apache-2.0",
		source + "source":   "https://" + b.Main.Path,
		source + "version":  strings.TrimPrefix(b.Main.Version, "v"),
		source + "revision": b.Setting("vcs.revision"),
	}
}
