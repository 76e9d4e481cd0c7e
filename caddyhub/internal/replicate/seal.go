package replicate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"filippo.io/age"
	"github.com/superfly/ltx"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
	"github.com/progresshub/progresshub/store/phrase"
)

// seal encrypts the files of a replica: behind its header, which tells of numbers and times alone
// and stays readable, each is an age file (age-encryption.org/v1). They are encrypted to one key,
// which lies in the target, itself encrypted with the passphrase: so the passphrase is stretched
// once a start and not once a file.
type seal struct {
	key      *age.X25519Identity
	overhead int64 // of an empty age file
}

// keyName is the file with the key in a target.
const keyName = "key.age"

// An age file is a header, and chunks of this size with an authentication tag each.
const (
	chunk = 64 << 10
	tag   = 16
)

// maxKeyFile bounds what is read of the file with the key.
const maxKeyFile = 4 << 10

// workFactor is what a passphrase costs to try, as a power of two: 1 s or so. Tests have less time.
var workFactor = 18

// sealedID ends the id of a replica that is encrypted.
const sealedID = ".age"

// openSeal is the encryption of a target; nil: there is none, as no passphrase is set. The key of
// a target that holds no replica yet is made when may is true.
func openSeal(ctx context.Context, store blob.Store, passphrase string, may bool) (*seal, error) {
	id, err := readID(ctx, store)
	if err != nil {
		return nil, err
	}
	sealed, err := readSmall(ctx, store, keyName, maxKeyFile)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return nil, fmt.Errorf("read the key of the replica: %w", err)
	case missing && strings.HasSuffix(id, sealedID):
		return nil, phrase.ReplicaKeyGone(keyName)
	case passphrase == "" && missing:
		return nil, nil
	case passphrase == "":
		return nil, phrase.ReplicaNeedsPassphrase
	case missing && !may:
		return nil, phrase.ReplicaNotEncrypted
	case missing:
		return newSeal(ctx, store, passphrase)
	}
	identity, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, err
	}
	identity.SetMaxWorkFactor(workFactor)
	r, err := age.Decrypt(bytes.NewReader(sealed), identity)
	if err != nil {
		return nil, phrase.ReplicaWrongPassphrase
	}
	text, err := io.ReadAll(io.LimitReader(r, maxKeyFile))
	if err != nil {
		return nil, phrase.ReplicaKeyDamaged
	}
	key, err := age.ParseX25519Identity(string(text))
	if err != nil {
		return nil, phrase.ReplicaKeyDamaged
	}
	return sealWith(key)
}

// newSeal makes a key and puts it into the target.
func newSeal(ctx context.Context, store blob.Store, passphrase string) (*seal, error) {
	key, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, err
	}
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, err
	}
	recipient.SetWorkFactor(workFactor)
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, recipient)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, key.String()); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := store.Put(ctx, keyName, &sealed); err != nil {
		return nil, fmt.Errorf("write the key of the replica: %w", err)
	}
	return sealWith(key)
}

func sealWith(key *age.X25519Identity) (*seal, error) {
	var empty bytes.Buffer
	w, err := age.Encrypt(&empty, key.Recipient())
	if err == nil {
		err = w.Close()
	}
	return &seal{key, int64(empty.Len())}, err
}

// close encrypts a file while it is read.
func (s *seal) close(plain io.Reader) (io.ReadCloser, error) {
	header, err := headerOf(plain)
	if err != nil {
		return nil, err
	}
	read, write := io.Pipe()
	go func() {
		_, err := write.Write(header)
		if err != nil {
			return // nobody reads any more
		}
		sealed, err := age.Encrypt(write, s.key.Recipient())
		if err == nil {
			_, err = io.Copy(sealed, plain)
		}
		if err == nil {
			err = sealed.Close()
		}
		write.CloseWithError(err)
	}()
	return read, nil
}

// open decrypts a file while it is read.
func (s *seal) open(sealed io.Reader) (io.Reader, error) {
	header, err := headerOf(sealed)
	if err != nil {
		return nil, err
	}
	plain, err := age.Decrypt(sealed, s.key)
	if err != nil {
		return nil, errors.New("it is damaged, or of another replica")
	}
	return io.MultiReader(bytes.NewReader(header), plain), nil
}

// headerOf reads what stands before the pages.
func headerOf(r io.Reader) ([]byte, error) {
	header := make([]byte, ltx.HeaderSize)
	_, err := io.ReadFull(r, header)
	return header, err
}

// plainSize is how large a file is once it is decrypted; that of a file that is not encrypted is
// its own.
func (s *seal) plainSize(size int64) int64 {
	if s == nil {
		return size
	}
	body := size - ltx.HeaderSize - s.overhead + tag // its chunks with their tags
	if body < tag {
		return 0 // cut short: reading it will tell
	}
	chunks := (body + chunk + tag - 1) / (chunk + tag)
	return ltx.HeaderSize + body - chunks*tag
}

// readSmall reads a file of at most so many bytes.
func readSmall(ctx context.Context, store blob.Store, name string, most int64) ([]byte, error) {
	r, err := store.Get(ctx, name, 0, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	return text, err
}
