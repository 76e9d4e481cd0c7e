package auth

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/progresshub/progresshub/store"
)

// PasswordFileName is the file of the dashboard password's hash in the data folder. An
// export never reads it, an import never touches it.
const PasswordFileName = "dashboard-password.hash"

// hashPrefix names the one kind of hash the hub writes and accepts:
// $scrypt$ln=15,r=8,p=3$<salt>$<hash>, both parts in unpadded base64.
const hashPrefix = "$scrypt$ln=15,r=8,p=3$"

// maxHashFile is more than a well-formed file can have.
const maxHashFile = 256

// errDamaged means that a password is configured but its file cannot be used: no password
// signs in, and the access token repairs it.
var errDamaged = errors.New("the password file is damaged")

// errNoPassword means that none is configured yet.
var errNoPassword = errors.New("no password is configured")

// errChanged means that the password was changed while it was being verified.
var errChanged = errors.New("the password has changed meanwhile")

// Password is the dashboard password: a salted hash in a file of its own.
type Password struct {
	path   string
	hasher *hasher

	mu sync.Mutex // held while the file is compared and what follows from it is done
}

func newPassword(dataDir string, h *hasher) *Password {
	return &Password{path: filepath.Join(dataDir, PasswordFileName), hasher: h}
}

// Configured reports whether a password was ever set. A damaged file counts: anything else
// would let a stranger set the first password again.
func (p *Password) Configured() bool {
	_, err := os.Lstat(p.path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Check reads the file once, for a warning at start; nil when there is none or it is sound.
func (p *Password) Check() error {
	_, err := p.read()
	if errors.Is(err, errNoPassword) {
		return nil
	}
	return err
}

// verify compares a password with the stored one, which it returns for [Password.set]. Its
// one error is [errHasherBusy]: a damaged or missing file simply matches nothing, without
// hashing.
func (p *Password) verify(ctx context.Context, password string) (against *hashed, ok bool, err error) {
	against, err = p.read()
	if err != nil {
		return nil, false, nil
	}
	got, err := p.hasher.guess(ctx, password, against.salt)
	if err != nil {
		return nil, false, err
	}
	return against, subtle.ConstantTimeCompare(got, against.hash) == 1, nil
}

// set hashes a password, replaces the file and runs then. When the change was allowed by
// the present password, verified is that one, and it must still be: of two changes at once
// with the same password, the second gets [errChanged].
func (p *Password) set(ctx context.Context, password string, verified *hashed, then func()) error {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails: crypto/rand ends the process instead
	hash, err := p.hasher.hash(ctx, password, salt)
	if err != nil {
		return err
	}
	return p.whileStill(verified, func() error {
		if err := store.ReplaceFile(p.path, (&hashed{salt, hash}).text()); err != nil {
			return fmt.Errorf("write the password file: %w", err)
		}
		then()
		return nil
	})
}

// whileStill runs then, with no change meanwhile, if the password is still the verified
// one; without one it always runs. What a password allows is done in here: verifying takes
// long, and a change must also catch those who had begun with the old password.
func (p *Password) whileStill(verified *hashed, then func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if verified != nil {
		if now, err := p.read(); err != nil || !bytes.Equal(now.hash, verified.hash) {
			return errChanged
		}
	}
	return then()
}

// hashed is the content of the file.
type hashed struct{ salt, hash []byte }

func (h *hashed) text() []byte {
	b64 := base64.RawStdEncoding
	return []byte(hashPrefix + b64.EncodeToString(h.salt) + "$" + b64.EncodeToString(h.hash) + "\n")
}

// read gives the parts of the file. Only a plain file is read: a link could name any
// other file of the machine.
func (p *Password) read() (*hashed, error) {
	info, err := os.Lstat(p.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoPassword
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no plain file", errDamaged)
	}
	f, err := os.Open(p.path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxHashFile+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return parseHash(string(text))
}

// parseHash accepts exactly what set writes. Its errors hold nothing of the text.
func parseHash(text string) (*hashed, error) {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(text, "\n"), hashPrefix)
	if !ok || len(text) > maxHashFile {
		return nil, fmt.Errorf("%w: it holds no hash of this kind", errDamaged)
	}
	first, second, _ := strings.Cut(rest, "$")
	b64 := base64.RawStdEncoding.Strict()
	salt, errSalt := b64.DecodeString(first)
	hash, errHash := b64.DecodeString(second)
	if errSalt != nil || errHash != nil || len(salt) != saltLength || len(hash) != hashLength || strings.ContainsAny(rest, "\r\n") {
		return nil, fmt.Errorf("%w: its salt or hash is not whole", errDamaged)
	}
	return &hashed{salt, hash}, nil
}
