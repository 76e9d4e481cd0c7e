package setting

import (
	"cmp"
	"slices"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store"
)

// Token is a credential that goes to one address only. One of the configuration goes to an
// address of the configuration, and one that the owner entered to the host it was entered
// for: who gets hold of a browser session, or plants an address in a backup, must not be
// told either.
type Token struct {
	Vault *Vault
	Name  SecretName // of the owner's
	Key   string     // its key in the table, where that is not "token"
	// Fixed is the configuration's; empty: the owner's counts.
	Fixed string
	// FixedFor are the addresses of the configuration.
	FixedFor []string
}

// For is the token that may be sent to an address; empty: none.
func (t Token) For(address string) string {
	if t.Fixed != "" {
		if slices.Contains(t.FixedFor, address) {
			return t.Fixed
		}
		return ""
	}
	if kept := t.Vault.Get(t.Name); address != "" && kept.Origin == outbound.Origin(address) {
		return kept.Value
	}
	return ""
}

// Check refuses a token that is given without an address: a [store.InvalidError] of its field that
// says what it needs. Who keeps several checks them all before.
func (t Token) Check(given store.Opt[string], address, needs string) error {
	if trimmed(given.Value) != nil && outbound.Origin(address) == "" {
		return &store.InvalidError{Fields: []store.FieldError{{Field: cmp.Or(t.Key, "token"), Message: needs}}}
	}
	return nil
}

// Keep keeps a token that is given for an address, and forgets one that was given for
// another. It runs before that address counts. What [Token.Check] refuses it refuses, too; a vault
// that can't be written is [store.ErrUnavailable], and nothing is changed.
func (t Token) Keep(given store.Opt[string], address, needs string) error {
	if err := t.Check(given, address, needs); err != nil {
		return err
	}
	origin := outbound.Origin(address)
	kept := t.Vault.Get(t.Name)
	switch value := trimmed(given.Value); {
	case value != nil:
		kept = Secret{Value: *value, Origin: origin}
	case given.Set || kept.Origin != origin:
		kept = Secret{}
	}
	return t.Vault.Set(t.Name, kept)
}

// Set is the list of a secret's key; none if the secret is not there. See [Table.Sources].
func Set(key, secret string) []string {
	if secret == "" {
		return nil
	}
	return []string{key}
}
