package caddyhub

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// TestValidateLeavesNothingBehind: a configuration that is only looked at makes no folder and no
// file, and changes none.
func TestValidateLeavesNothingBehind(t *testing.T) {
	for _, tt := range []struct {
		name string
		fill func(t *testing.T, dir string)
	}{
		{"a folder that is missing", nil},
		{"an empty folder", func(t *testing.T, dir string) { mkdir(t, dir) }},
		{"the folder of a hub that was stopped", func(t *testing.T, dir string) { fillFolder(t, dir, store.DatabaseName) }},
		{"a folder with a database alone", func(t *testing.T, dir string) {
			fillFolder(t, dir, store.DatabaseName)
			if err := os.Remove(filepath.Join(dir, ".lock")); err != nil {
				t.Fatal(err)
			}
		}},
		{"a restore that was cut short", func(t *testing.T, dir string) { mkdir(t, filepath.Join(dir, ".import-1")) }},
		{"a folder that others can read", func(t *testing.T, dir string) {
			mkdir(t, dir)
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			dir := filepath.Join(root, "hub", "data")
			if tt.fill != nil {
				tt.fill(t, dir)
			}
			before := entries(t, root)
			if err := validate(t, site(t, freePort(t), "data_dir "+dir, "hub")); err != nil {
				t.Fatal(err)
			}
			if after := entries(t, root); !slices.Equal(after, before) {
				t.Errorf("before: %q\nafter: %q", before, after)
			}
			if n := references(dir); n != 0 {
				t.Errorf("held %d times", n)
			}
		})
	}
}

// TestAStragglerOpensNothing: a request that reaches a configuration after it was refused must
// not open its folder, which nobody would close again.
func TestAStragglerOpensNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	ctx, cancel := caddy.NewContext(caddy.Context{Context: t.Context()})
	defer cancel()
	app := &App{configured: setting.Configuration{"data_dir": {dir}}}
	if err := app.Provision(ctx); err != nil {
		t.Fatal(err)
	}
	if err := app.Cleanup(); err != nil {
		t.Fatal(err)
	}
	h := &Handler{app: app, log: app.log}
	if w := answer(t, h, arrival{path: "/api/threads"}.request()); w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d", w.Code)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

// fillFolder lets a hub run in a folder and end.
func fillFolder(t *testing.T, dir, want string) {
	t.Helper()
	rt, err := openRuntime(dir, zap.NewNop())
	if err == nil {
		err = rt.Destruct()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, want)); err != nil {
		t.Fatal(err)
	}
}

// entries are the files and folders below a folder, with what a change of them would show in.
func entries(t *testing.T, root string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		found = append(found, fmt.Sprint(path, info.Mode(), info.ModTime().UnixNano()))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestFolderThatCannotBeOpened: what would keep a hub from starting shows when its configuration
// is validated.
func TestFolderThatCannotBeOpened(t *testing.T) {
	for _, tt := range []struct {
		name string
		dir  func(t *testing.T) string
		want string
	}{
		{"below a device", func(*testing.T) string { return "/dev/null/data" }, "create the data folder"},
		{"below a file", func(t *testing.T) string { return filepath.Join(file(t, "x"), "hub", "data") }, "a part of its path is no folder"},
		{"a file", func(t *testing.T) string { return file(t, "x") }, "a part of its path is no folder"},
		{"a database that is none", func(t *testing.T) string { return filepath.Dir(file(t, strings.Repeat("x", 9000))) }, "open the data folder"},
		{"missing, in a folder nobody may write to", func(t *testing.T) string {
			if os.Geteuid() == 0 {
				t.Skip("root may write anywhere")
			}
			dir := t.TempDir()
			if err := os.Chmod(dir, 0o500); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(dir, "hub", "data")
		}, "permission denied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("HUB_DATA_DIR", tt.dir(t))
			if err := validate(t, site(t, freePort(t), "", "hub")); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// file makes a file by the name of the database, with a text.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), store.DatabaseName)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
