package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

const hubs = "../../../Dockerfile"

// TestImage makes an image of the test's own binary, twice, and looks into it.
func TestImage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("images are made of programs for linux")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "image")
	digest, err := write(hubs, out, []string{program})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := write(hubs, filepath.Join(t.TempDir(), "image"), []string{program}); err != nil || again != digest {
		t.Errorf("the second image is %v, %v, the first was %v", again, err, digest)
	}
	if _, err := write(hubs, out, []string{program}); err == nil {
		t.Error("it writes over an image")
	}

	image := read(t, out, digest)
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	c := config.Config
	for name, tc := range map[string][2]any{
		"platform":     {config.OS + "/" + config.Architecture, "linux/" + runtime.GOARCH},
		"user":         {c.User, "65532:65532"},
		"start":        {fmt.Sprint(c.Entrypoint, c.Cmd), "[/usr/bin/hub] [serve]"},
		"port":         {fmt.Sprint(c.ExposedPorts), "map[8787/tcp:{}]"},
		"volume":       {fmt.Sprint(c.Volumes), "map[/data:{}]"},
		"health check": {fmt.Sprint(c.Healthcheck), fmt.Sprint(&v1.HealthConfig{Test: []string{"CMD", "/usr/bin/hub", "health"}, Interval: 30 * time.Second, Timeout: 10 * time.Second, StartPeriod: time.Minute})},
		"environment":  {slices.Contains(c.Env, "HUB_DATA_DIR=/data") && slices.Contains(c.Env, "HUB_LISTEN=0.0.0.0:8787"), true},
		"source":       {strings.HasPrefix(c.Labels["org.opencontainers.image.source"], "https://"), true},
	} {
		if tc[0] != tc[1] {
			t.Errorf("%s: %v, want %v", name, tc[0], tc[1])
		}
	}

	want := map[string]string{
		"etc/": "755 0:0", "etc/ssl/": "755 0:0", "etc/ssl/certs/": "755 0:0", "etc/ssl/certs/ca-certificates.crt": "644 0:0",
		"usr/": "755 0:0", "usr/bin/": "755 0:0", "usr/bin/hub": "755 0:0",
		"data/": "700 65532:65532", "tmp/": "1777 0:0",
	}
	if found := files(t, image); !maps.Equal(found, want) {
		t.Errorf("in the image: %v\nwant: %v", found, want)
	}
}

// read opens a written layout, compares every digest in it, and returns its only image.
func read(t *testing.T, folder string, digest v1.Hash) v1.Image {
	t.Helper()
	all, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(all); err != nil {
		t.Error(err)
	}
	index, err := all.ImageIndex(digest)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 {
		t.Fatalf("%v, %v", manifest, err)
	}
	image, err := index.Image(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// files are the mode and owner of all files in an image, by their paths.
func files(t *testing.T, image v1.Image) map[string]string {
	t.Helper()
	found := make(map[string]string)
	layers, err := image.Layers()
	if err != nil {
		t.Fatal(err)
	}
	for _, layer := range layers {
		packed, err := layer.Uncompressed()
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		for r := tar.NewReader(packed); ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			found[h.Name] = fmt.Sprintf("%o %d:%d", h.Mode, h.Uid, h.Gid)
		}
	}
	return found
}

func TestDockerfileThatIsRefused(t *testing.T) {
	const start = "FROM scratch\nCOPY --from=build /out/hub /usr/bin/hub\nENTRYPOINT [\"/usr/bin/hub\"]\n"
	if _, err := parse(start); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"another base":           strings.Replace(start, "scratch", "debian", 1),
		"nothing in it":          "FROM scratch\nENTRYPOINT [\"/usr/bin/hub\"]\n",
		"no entry point":         "FROM scratch\nCOPY --from=build /out/hub /usr/bin/hub\n",
		"an unknown instruction": start + "RUN rm -rf /\n",
		"an unknown option":      start + "COPY --chmod=0755 /out/hub /usr/bin/hub2\n",
		"an owner by name":       start + "COPY --chown=hub:hub /out/data /data\n",
		"a command for a shell":  start + "CMD hub serve\n",
		"no health check":        start + "HEALTHCHECK NONE\n",
	} {
		t.Run(name, func(t *testing.T) {
			if s, err := parse(text); err == nil {
				t.Errorf("read as %+v", s)
			}
		})
	}
}
