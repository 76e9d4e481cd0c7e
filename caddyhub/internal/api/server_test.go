package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

func TestServerTellsWhereItIs(t *testing.T) {
	h := newHub(t)
	h.api.Certificate = func(host string) *Certificate {
		return &Certificate{Issuer: "for " + host, Names: []string{}, NotAfter: store.At(h.clock.Now())}
	}
	plain := inbound.Info{Scheme: "http", Host: "127.0.0.1:8787"}
	got := decode[ServerBody](h.do(request{path: "/api/server", info: plain}))
	if got.Version != "test" || got.DataDir != h.store.Dir() || got.StartedAt != store.At(h.clock.Now()) || got.PublicURL != nil ||
		got.SeenURL != "http://127.0.0.1:8787" || got.Scheme != "http" || got.Host != "127.0.0.1:8787" || got.DevelopmentMode || got.Certificate != nil {
		t.Errorf("over http: %+v", got)
	}
	h.api.PublicURL = "https://hub.example.org/in"
	h.clock.Advance(time.Hour)
	secure := inbound.Info{Scheme: "https", Host: "hub.example.org", Prefix: "/in"}
	r := h.do(request{path: "/api/server", info: secure})
	got = decode[ServerBody](r)
	if *got.PublicURL != h.api.PublicURL || got.SeenURL != "https://hub.example.org/in" || got.Certificate == nil || got.Certificate.Issuer != "for hub.example.org" {
		t.Errorf("over https: %s", r.Body)
	}
	if r.Header.Get("ETag") == "" || strings.Contains(r.Body, token) {
		t.Errorf("%v %s", r.Header, r.Body)
	}
	h.do(request{path: "/api/server", headers: map[string]string{"Authorization": ""}}).wantProblem(401, "unauthorized", "")
}

func TestServerWeighsItsData(t *testing.T) {
	h := newHub(t)
	if size := decode[ServerBody](h.get("/api/server")).DataBytes; size <= 0 {
		t.Errorf("%d bytes", size)
	}
	dir := t.TempDir() // where nothing else is written
	write := func(name string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, 1000), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("kept")
	write("aside/kept")
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if size, err := folderSize(dir); err != nil || size != 1000 {
		t.Errorf("%d bytes, %v; want the 1000 of the one file", size, err)
	}
	if size, err := folderSize(filepath.Join(dir, "missing")); err != nil || size != 0 {
		t.Errorf("a folder that is gone: %d bytes, %v", size, err)
	}
	if _, err := folderSize(filepath.Join(dir, "kept")); err == nil {
		t.Error("a file has the size of a folder")
	}
}
