package auth

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// What the hub can't read, somebody may: a token that is made then takes its place and leaves it.
func TestAFileThatCannotBeReadIsKept(t *testing.T) {
	for name, prepare := range map[string]func(path string) error{
		"endless": func(path string) error {
			return os.WriteFile(path, []byte(`{"tokens":[]`+strings.Repeat(" ", maxAccess)+`}`), 0o600)
		},
		"a link": func(path string) error {
			if err := os.WriteFile(path+".other", []byte(`{"tokens":[]}`), 0o600); err != nil {
				return err
			}
			return os.Symlink(path+".other", path)
		},
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a folder with something in it": func(path string) error {
			return os.MkdirAll(filepath.Join(path, "inside"), 0o700)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			path := filepath.Join(h.dir, AccessFile)
			if err := prepare(path); err != nil {
				t.Fatal(err)
			}
			was, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			h.restart()
			_, text := h.newToken("laptop", inbound.Write, 0)
			kept, err := os.Lstat(filepath.Join(h.dir, damagedFile))
			if err != nil || !os.SameFile(kept, was) {
				t.Errorf("what could not be read is gone: %v", err)
			}
			h.newToken("desk", inbound.Write, 0)
			if again, err := os.Lstat(filepath.Join(h.dir, damagedFile)); err != nil || !os.SameFile(again, was) {
				t.Errorf("the next token replaces what was kept: %v", err)
			}
			h.restart()
			if _, refused := h.gives(text); refused != "" {
				t.Errorf("after a restart: %q", refused)
			}
		})
	}
}

func TestNothingReplacesAFileThatCannotBeKept(t *testing.T) {
	h := newHub(t)
	for _, folder := range []string{AccessFile, filepath.Join(damagedFile, "inside")} {
		if err := os.MkdirAll(filepath.Join(h.dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	h.restart()
	if _, _, err := h.state.Tokens.Create(TokenInput{Name: "laptop", Class: inbound.Write}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	if info, err := os.Lstat(filepath.Join(h.dir, AccessFile)); err != nil || !info.IsDir() || len(h.state.Tokens.List()) > 0 {
		t.Errorf("it is replaced: %v", err)
	}
}
