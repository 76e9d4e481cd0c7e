package setting

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"github.com/progresshub/progresshub/store"
)

// VaultFile is the name of the [Vault] in the data folder. An export never reads it, an import never
// touches it.
const VaultFile = "secrets.json"

// SecretName says whose secret it is.
type SecretName string

// The secrets there are.
const (
	GatewayToken  SecretName = "gateway_token"
	ForgeToken    SecretName = "forge_token"
	NtfyTopic     SecretName = "ntfy_topic" // who knows it reads along
	NtfyToken     SecretName = "ntfy_token"
	SMTPPassword  SecretName = "smtp_password"
	WebhookSecret SecretName = "webhook_secret"
	VAPIDKey      SecretName = "vapid_key"    // the hub's own, for push services
	PushDevices   SecretName = "push_devices" // where push goes: who knows an endpoint may use it
)

// Secret is a credential and whom it was given for.
type Secret struct {
	Value  string `json:"value"`
	Origin string `json:"origin"` // scheme, host and port of the only address it is sent to
}

// maxFile is more than a well-formed file can have.
const maxFile = 64 << 10

// Vault keeps what the owner hands over in the dashboard and nobody gets back: tokens, passwords,
// and where push goes. They lie in one file of the data folder, never in the database, so that
// an export can't hold them. Several configurations use it at once.
type Vault struct {
	path string

	changing sync.Mutex // held by Change
	along    sync.Mutex // held by Along

	mu     sync.RWMutex
	stored map[SecretName]Secret
	unfit  bool // the file can't be used
}

// damagedVault is where a file stays that can't be used, once another one takes its place.
const damagedVault = VaultFile + ".damaged"

// OpenVault reads the vault of a data folder. A file that can't be used is an error, and the
// vault is then empty; what is written to it takes the place of the file, which may still be repaired
// and stays beside it.
func OpenVault(dataDir string) (*Vault, error) {
	v := &Vault{path: filepath.Join(dataDir, VaultFile), stored: map[SecretName]Secret{}}
	err := v.read()
	if err != nil {
		v.stored, v.unfit = map[SecretName]Secret{}, true
		err = fmt.Errorf("the file %s can't be used, so what is secret of gateway, forge and notifications must be entered anew: %w", VaultFile, err)
	}
	return v, err
}

func (v *Vault) read() error {
	text, err := store.ReadPlainFile(v.path, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case json.Unmarshal(text, &v.stored) != nil || v.stored == nil:
		return errors.New("it is damaged") // what exactly is wrong could quote a token
	}
	return nil
}

// Get is a secret; the zero one: there is none.
func (v *Vault) Get(name SecretName) Secret {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.stored[name]
}

// Change lets change replace a secret, which nobody else does meanwhile; its error keeps what was.
func (v *Vault) Change(name SecretName, change func(Secret) (Secret, error)) error {
	v.changing.Lock()
	defer v.changing.Unlock()
	secret, err := change(v.Get(name))
	if err != nil {
		return err
	}
	return v.Set(name, secret)
}

// Along is called before a change of the settings that say where secrets go, with which they are kept or
// forgotten, and what it returns with the error of that change: the address that was still counts then, and
// the secrets are put back that were for it.
func (v *Vault) Along(names ...SecretName) (end func(failed *error)) {
	v.along.Lock()
	was := map[SecretName]Secret{}
	for _, name := range names {
		was[name] = v.Get(name)
	}
	return func(failed *error) {
		defer v.along.Unlock()
		if *failed == nil {
			return
		}
		for name, secret := range was {
			if err := v.Set(name, secret); err != nil {
				*failed = errors.Join(*failed, fmt.Errorf("put back a secret: %w", err))
			}
		}
	}
}

// Set keeps a secret; one without a value is forgotten. It is on disk when Set returns. A file that
// can't be written is [store.ErrUnavailable], and the old secret still counts.
func (v *Vault) Set(name SecretName, secret Secret) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.stored[name] == secret {
		return nil
	}
	changed := maps.Clone(v.stored)
	changed[name] = secret
	if secret.Value == "" {
		delete(changed, name)
	}
	text, err := json.MarshalIndent(changed, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the secrets: %w", err)
	}
	if v.unfit {
		if err := os.Rename(v.path, filepath.Join(filepath.Dir(v.path), damagedVault)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: keep %s as it is: %w", store.ErrUnavailable, VaultFile, err)
		}
		v.unfit = false
	}
	if err := store.ReplaceFile(v.path, append(text, '\n')); err != nil {
		return fmt.Errorf("%w: write %s: %w", store.ErrUnavailable, VaultFile, err)
	}
	v.stored = changed
	return nil
}
