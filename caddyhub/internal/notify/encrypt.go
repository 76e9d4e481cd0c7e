package notify

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

// recordSize is that of the only record of a message, of which it fills a part (RFC 8291 §4).
const recordSize = 4096

// encrypt encrypts a message for a browser, so that its push service can't read it (RFC 8291).
func encrypt(to *ecdh.PublicKey, auth, plain []byte) ([]byte, error) {
	ours, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // it never fails
	return seal(to, auth, ours, salt, plain)
}

// seal is encrypt with the key pair and the salt of one message.
func seal(to *ecdh.PublicKey, auth []byte, ours *ecdh.PrivateKey, salt, plain []byte) ([]byte, error) {
	shared, err := ours.ECDH(to)
	if err != nil {
		return nil, err
	}
	public := ours.PublicKey().Bytes()
	secret, err := derive(shared, auth, "WebPush: info\x00"+string(to.Bytes())+string(public), sha256.Size)
	if err != nil {
		return nil, err
	}
	key, err := derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := derive(secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	// The header (RFC 8188 §2.1): salt, size of a record, and the public key as the key's id.
	out := binary.BigEndian.AppendUint32(append([]byte(nil), salt...), recordSize)
	out = append(append(out, byte(len(public))), public...)
	const last = 2 // ends the last record
	return sealer.Seal(out, nonce, append(append([]byte(nil), plain...), last), nil), nil
}

func derive(secret, salt []byte, info string, length int) ([]byte, error) {
	prk, err := hkdf.Extract(sha256.New, secret, salt)
	if err != nil {
		return nil, err
	}
	return hkdf.Expand(sha256.New, prk, info, length)
}
