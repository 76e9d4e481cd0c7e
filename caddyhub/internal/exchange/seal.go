package exchange

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"golang.org/x/crypto/scrypt"
)

// An encrypted backup of adhd-hub is a mark, the length of a header, the header, and a token of
// Fernet (github.com/fernet/spec) around the zip.

// sealHeader says how the key follows from the passphrase: without a function, by one hash.
type sealHeader struct {
	Format string `json:"format"`
	KDF    string `json:"kdf"`
	Salt   string `json:"salt"`
	N      int    `json:"n"`
	R      int    `json:"r"`
	P      int    `json:"p"`
}

// The most work that a header may ask for: 64 MiB of memory, as adhd-hub itself asks for.
const (
	maxScryptN = 1 << 16
	maxScryptR = 8
	maxScryptP = 1
	maxHeader  = 64 << 10
)

// unseal decrypts a backup.
func unseal(r io.ReaderAt, size int64, passphrase string) ([]byte, error) {
	b := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(r, 0, size), b); err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	b = b[len(sealedMark):]
	if len(b) < 4 || binary.BigEndian.Uint32(b) > maxHeader || int(binary.BigEndian.Uint32(b)) > len(b)-4 {
		return nil, refuse("", "is a backup of adhd-hub that is cut off or damaged")
	}
	end := 4 + int(binary.BigEndian.Uint32(b))
	var head sealHeader
	if json.Unmarshal(b[4:end], &head) != nil {
		return nil, refuse("", "is a backup of adhd-hub whose header is damaged")
	}
	if passphrase == "" {
		return nil, &PassphraseError{Missing: true}
	}
	key, err := head.key(passphrase)
	if err != nil {
		return nil, err
	}
	return openFernet(b[end:], key)
}

// key is the key of a passphrase.
func (h sealHeader) key(passphrase string) ([]byte, error) {
	switch h.KDF {
	case "":
		key := sha256.Sum256([]byte("adhd-hub-backup-v1:" + passphrase))
		return key[:], nil
	case "scrypt":
	default:
		return nil, refuse("", "is a backup of adhd-hub that is encrypted in a way that is not known: %s", called(h.KDF))
	}
	salt, err := decodeBase64(h.Salt)
	if err != nil || len(salt) == 0 || len(salt) > 1024 {
		return nil, refuse("", "is a backup of adhd-hub whose header is damaged")
	}
	if h.N > maxScryptN || h.R > maxScryptR || h.P > maxScryptP {
		return nil, refuse("", "is a backup whose key would take more work than those of adhd-hub")
	}
	key, err := scrypt.Key([]byte(passphrase), salt, h.N, h.R, h.P, 32)
	if err != nil {
		return nil, refuse("", "is a backup of adhd-hub whose header is damaged")
	}
	return key, nil
}

// decodeBase64 takes both alphabets, with and without the padding.
func decodeBase64(text string) ([]byte, error) {
	var err error
	for _, form := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
		var b []byte
		if b, err = form.DecodeString(text); err == nil {
			return b, nil
		}
	}
	return nil, err
}

// The parts of a token of Fernet: version, time, initial vector, text, sum.
const (
	fernetVersion = 0x80
	fernetHead    = 1 + 8 + aes.BlockSize
)

// openFernet decrypts a token. The sum over all of it is compared before anything is decrypted.
func openFernet(token, key []byte) ([]byte, error) {
	b := make([]byte, base64.URLEncoding.DecodedLen(len(token)))
	n, err := base64.URLEncoding.Decode(b, token)
	if b = b[:n]; err != nil || len(b) < fernetHead+aes.BlockSize+sha256.Size || b[0] != fernetVersion {
		return nil, refuse("", "is a backup of adhd-hub that is cut off or damaged")
	}
	signing, encryption := key[:16], key[16:]
	signed, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	mac := hmac.New(sha256.New, signing)
	mac.Write(signed)
	if !hmac.Equal(mac.Sum(nil), sum) {
		return nil, &PassphraseError{}
	}
	text := signed[fernetHead:]
	block, err := aes.NewCipher(encryption)
	if err != nil || len(text)%aes.BlockSize != 0 {
		return nil, refuse("", "is a backup of adhd-hub that is damaged")
	}
	cipher.NewCBCDecrypter(block, signed[1+8:fernetHead]).CryptBlocks(text, text)
	return unpad(text)
}

// unpad takes off the filling of the last block (PKCS 7).
func unpad(text []byte) ([]byte, error) {
	n := int(text[len(text)-1])
	if n == 0 || n > aes.BlockSize {
		return nil, &PassphraseError{}
	}
	same := 1
	for _, b := range text[len(text)-n:] {
		same &= subtle.ConstantTimeByteEq(b, byte(n))
	}
	if same == 0 {
		return nil, &PassphraseError{}
	}
	return text[:len(text)-n], nil
}
