package backup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"filippo.io/age"
)

// An encrypted backup is an age file with a passphrase (age-encryption.org/v1, scrypt), so
// that `age -d` opens it too.

// sealMark begins every age file.
const sealMark = "age-encryption.org/v1\n"

// maxWorkFactor is the most work a file may ask for before its passphrase can be tried: a
// stranger's file shall not hold the machine for hours.
const maxWorkFactor = 20

// workFactor is the work that a key of ours takes, 2^18: about a second. Tests that seal many
// files ask for less.
var workFactor = 18

// Passphrase gives the passphrase of a backup. It is asked only when one is encrypted.
type Passphrase func() (string, error)

// NoPassphrase is the one of callers who have none.
func NoPassphrase() (string, error) { return "", ErrEncrypted }

// ErrEncrypted is a backup whose passphrase was not given.
var ErrEncrypted = errors.New("it is encrypted: its passphrase is needed")

// ErrPassphrase is a passphrase that does not open the file.
var ErrPassphrase = errors.New("the passphrase does not open it, or its beginning is damaged")

// seal encrypts what is written. Close ends the file; w stays open.
func seal(w io.Writer, passphrase string) (io.WriteCloser, error) {
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, fmt.Errorf("encrypt: %w", err)
	}
	recipient.SetWorkFactor(workFactor)
	defer derive()()
	return age.Encrypt(w, recipient)
}

// deriving lets one key be made of a passphrase at a time: it takes 256 MiB.
var deriving sync.Mutex

// derive waits for its turn to make a key. What it returns gives the memory back to the
// system, and the turn to the next: else the dead blocks of several would pile up.
func derive() (done func()) {
	deriving.Lock()
	return func() {
		debug.FreeOSMemory()
		deriving.Unlock()
	}
}

// patient is an identity that waits for its turn.
type patient struct{ age.Identity }

// Unwrap makes the key and opens the file's own with it.
func (p patient) Unwrap(stanzas []*age.Stanza) ([]byte, error) {
	defer derive()()
	return p.Identity.Unwrap(stanzas)
}

// unseal gives the zip inside a file, which may be encrypted. An encrypted one is read to
// its end first: each part is authentic by itself, but all of them must be there.
func unseal(r io.ReaderAt, size int64, ask Passphrase) (zip io.ReaderAt, zipSize int64, sealed bool, err error) {
	mark := make([]byte, len(sealMark))
	if _, err := r.ReadAt(mark, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, false, err
	}
	if !bytes.Equal(mark, []byte(sealMark)) {
		return r, size, false, nil
	}
	passphrase, err := ask()
	if err != nil {
		return nil, 0, true, err
	}
	identity, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, 0, true, ErrPassphrase
	}
	identity.SetMaxWorkFactor(maxWorkFactor)
	zip, zipSize, err = decrypt(r, size, patient{identity})
	return zip, zipSize, true, err
}

// decrypt opens a file, all of it, before anything of it is used.
func decrypt(r io.ReaderAt, size int64, identity age.Identity) (io.ReaderAt, int64, error) {
	zip, zipSize, err := age.DecryptReaderAt(r, size, identity)
	if wrong := new(age.NoIdentityMatchError); errors.As(err, &wrong) {
		return nil, 0, ErrPassphrase
	}
	if err != nil {
		return nil, 0, fmt.Errorf("it can't be decrypted: %w", err)
	}
	if _, err := io.Copy(io.Discard, io.NewSectionReader(zip, 0, zipSize)); err != nil {
		return nil, 0, fmt.Errorf("it is damaged: %w", err)
	}
	return zip, zipSize, nil
}
