package setting

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store"
)

func vault(t *testing.T, dir string) *Vault {
	t.Helper()
	v, err := OpenVault(dir)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const here, there = "https://a.example/notes.git", "https://b.example/notes.git"

func TestTokensGoToOneAddress(t *testing.T) {
	v := vault(t, t.TempDir())
	if err := v.Set(ForgeToken, Secret{Value: "entered", Origin: outbound.Origin(here)}); err != nil {
		t.Fatal(err)
	}
	entered := Token{Vault: v, Name: ForgeToken}
	fixed := Token{Vault: v, Name: ForgeToken, Fixed: "fixed", FixedFor: []string{there}}
	for _, tt := range []struct {
		name    string
		token   Token
		address string
		want    string
	}{
		{"entered, its address", entered, here, "entered"},
		{"entered, elsewhere on its host", entered, "https://a.example/other", "entered"},
		{"entered, another host", entered, there, ""},
		{"entered, another scheme", entered, "http://a.example/notes.git", ""},
		{"entered, nowhere", entered, "", ""},
		{"fixed, an address of the configuration", fixed, there, "fixed"},
		{"fixed, an address of the owner's", fixed, here, ""},
		{"fixed, elsewhere on its host", fixed, "https://b.example/other", ""},
		{"of another service", Token{Vault: v, Name: GatewayToken}, here, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.token.For(tt.address); got != tt.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestTokensFollowTheirAddress(t *testing.T) {
	stored := Secret{Value: "stored", Origin: outbound.Origin(here)}
	absent, null := store.Opt[string]{}, store.Opt[string]{Set: true}
	for _, tt := range []struct {
		name    string
		address string
		given   store.Opt[string]
		want    Secret
		refused bool
	}{
		{"the same host keeps it", here, absent, stored, false},
		{"another forgets it", there, absent, Secret{}, false},
		{"no address any more forgets it", "", absent, Secret{}, false},
		{"a new one for another host", there, store.Some(" new "), Secret{Value: "new", Origin: outbound.Origin(there)}, false},
		{"a new one for the same", here, store.Some("new"), Secret{Value: "new", Origin: stored.Origin}, false},
		{"a blank one is none", here, store.Some(" "), Secret{}, false},
		{"null is none", here, null, Secret{}, false},
		{"one for nowhere is refused, and the old one stays", "", store.Some("new"), stored, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			token := Token{Vault: vault(t, t.TempDir()), Name: ForgeToken}
			if err := token.Vault.Set(token.Name, stored); err != nil {
				t.Fatal(err)
			}
			err := token.Keep(tt.given, tt.address, "needs an address")
			if invalid := new(store.InvalidError); errors.As(err, &invalid) != tt.refused || err != nil && !tt.refused {
				t.Errorf("got %v", err)
			}
			if got := token.Vault.Get(token.Name); got != tt.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestAVaultThatCannotBeWrittenKeepsTheToken(t *testing.T) {
	dir := t.TempDir()
	token := Token{Vault: vault(t, dir), Name: ForgeToken}
	if err := token.Keep(store.Some("stored"), here, ""); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, VaultFile)
	if err := errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(file, "in the way"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := token.Keep(store.Some("new"), there, ""); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	if token.For(here) != "stored" || token.For(there) != "" {
		t.Error("the token has changed")
	}
}

func TestSources(t *testing.T) {
	sources := map[string]string{"cron": "the Caddyfile"}
	for _, tt := range []struct {
		name, value string
		stored      bool
		want        string
	}{
		{"fixed, and stored before", "cron", true, "the Caddyfile"},
		{"stored", "url", true, "stored"},
		{"neither", "url", false, "default"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Source(sources[tt.value], tt.stored); got != tt.want {
				t.Error(got)
			}
		})
	}
}
