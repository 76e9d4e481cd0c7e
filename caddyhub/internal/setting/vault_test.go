package setting

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func open(t *testing.T, dir string) *Vault {
	t.Helper()
	v, err := OpenVault(dir)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSecretsOutliveTheProcess(t *testing.T) {
	dir := t.TempDir()
	v := open(t, dir)
	for _, err := range []error{v.Set(GatewayToken, Secret{"g", "a"}), v.Set(ForgeToken, Secret{"f", "b"}), v.Set(GatewayToken, Secret{"g2", "c"})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if v := open(t, dir); v.Get(GatewayToken) != (Secret{"g2", "c"}) || v.Get(ForgeToken) != (Secret{"f", "b"}) {
		t.Error("read again: they differ")
	}
	if err := v.Set(ForgeToken, Secret{}); err != nil || v.Get(ForgeToken).Value != "" {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, VaultFile))
	if err != nil || strings.Contains(string(text), "forge") {
		t.Errorf("a forgotten secret is still in the file: %v", err)
	}
	info, err := os.Stat(filepath.Join(dir, VaultFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %s, %v", info.Mode(), err)
	}
}

func TestAFileThatCannotBeUsed(t *testing.T) {
	const canary = "canary-token"
	for name, prepare := range map[string]func(path string) error{
		"damaged":       func(path string) error { return os.WriteFile(path, []byte(`{"gateway_token":"`+canary), 0o600) },
		"not an object": func(path string) error { return os.WriteFile(path, []byte(`"`+canary+`"`), 0o600) },
		"null":          func(path string) error { return os.WriteFile(path, []byte(`null`), 0o600) },
		"endless": func(path string) error {
			return os.WriteFile(path, []byte(`{"gateway_token":{"value":"`+strings.Repeat(canary, maxFile)+`"}}`), 0o600)
		},
		"a link": func(path string) error {
			other := path + ".other"
			if err := os.WriteFile(other, []byte(`{"gateway_token":{"value":"`+canary+`"}}`), 0o600); err != nil {
				return err
			}
			return os.Symlink(other, path)
		},
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := prepare(filepath.Join(dir, VaultFile)); err != nil {
				t.Fatal(err)
			}
			was, err := os.Lstat(filepath.Join(dir, VaultFile))
			if err != nil {
				t.Fatal(err)
			}
			v, err := OpenVault(dir)
			if err == nil || strings.Contains(err.Error(), canary) || !strings.Contains(err.Error(), "entered anew") {
				t.Errorf("got %v", err)
			}
			if v.Get(GatewayToken).Value != "" {
				t.Error("something was read from it")
			}
			if err := v.Set(GatewayToken, Secret{Value: "new"}); err != nil || open(t, dir).Get(GatewayToken).Value != "new" {
				t.Errorf("it can't be replaced: %v", err)
			}
			if kept, err := os.Lstat(filepath.Join(dir, damagedVault)); err != nil || !os.SameFile(kept, was) {
				t.Errorf("what could not be used is gone: %v", err)
			}
		})
	}
}

func TestAFullDiskKeepsTheOldSecret(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	v := open(t, dir)
	if err := v.Set(GatewayToken, Secret{Value: "x"}); !errors.Is(err, store.ErrUnavailable) || v.Get(GatewayToken).Value != "" {
		t.Errorf("got %v, kept %q", err, v.Get(GatewayToken).Value)
	}
}
