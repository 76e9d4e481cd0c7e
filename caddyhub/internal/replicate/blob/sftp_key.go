package blob

import (
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"strings"

	"golang.org/x/crypto/ssh"

	"github.com/progresshub/progresshub/store/phrase"
)

// parseKey reads a private key. Its errors hold nothing of what was read.
func parseKey(text []byte) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey(text)
	if err == nil {
		return signer, nil
	}
	var missing *ssh.PassphraseMissingError
	block, _ := pem.Decode(text)
	_, _, _, _, public := ssh.ParseAuthorizedKey(text)
	switch {
	case errors.As(err, &missing), block != nil && block.Type == "ENCRYPTED PRIVATE KEY":
		return nil, errors.New("the private key has a passphrase: a key without one is needed (ssh-keygen -p takes it away, ssh-keygen -t ed25519 makes a new key)")
	case public == nil, block != nil && strings.HasSuffix(block.Type, "PUBLIC KEY"):
		return nil, errors.New("that is a public key: the private one is needed, whose file has no .pub at its end")
	}
	return nil, errors.New(`the private key can't be read: it must be a whole file as ssh-keygen writes it, from "-----BEGIN" to the end`)
}

// hostKeyForm is what a host key looks like.
const hostKeyForm = `the host key must be one line such as "ssh-ed25519 AAAA…": what ssh-keyscan prints for the server, without the host before it`

// parseHostKey reads the public key of a server.
func parseHostKey(text string) (ssh.PublicKey, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 || strings.ContainsAny(strings.TrimSpace(text), "\r\n") {
		return nil, errors.New(hostKeyForm)
	}
	data, err := base64.StdEncoding.DecodeString(fields[1])
	if err != nil {
		return nil, errors.New(hostKeyForm)
	}
	key, err := ssh.ParsePublicKey(data)
	if err != nil || key.Type() != fields[0] {
		return nil, errors.New(hostKeyForm)
	}
	if _, ok := key.(*ssh.Certificate); ok || key.Type() == "ssh-dss" {
		return nil, fmt.Errorf("a host key of the type %s can't be used: give another key of the server, best its ssh-ed25519", key.Type())
	}
	return key, nil
}

// algorithmsOf are the ways in which a server can prove that it has a key.
func algorithmsOf(key ssh.PublicKey) []string {
	if key.Type() == ssh.KeyAlgoRSA {
		return []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256}
	}
	return []string{key.Type()}
}

// checkHostKey refuses every other key, before the server learns anything of the user.
func checkHostKey(configured ssh.PublicKey) ssh.HostKeyCallback {
	same := ssh.FixedHostKey(configured)
	return func(host string, remote net.Addr, shown ssh.PublicKey) error {
		if same(host, remote, shown) != nil {
			return hostKeyError{phrase.ReplicaHostKey(fmt.Sprintf("%s (%s)", ssh.FingerprintSHA256(shown), shown.Type()))}
		}
		return nil
	}
}

// hostKeyError says that the server is not the configured one.
type hostKeyError struct{ phrase.Phrase }

// Unwrap is the sentence.
func (e hostKeyError) Unwrap() error { return e.Phrase }

// refusal says what a handshake failed of.
func (s *SFTP) refusal(err error) error {
	var none *ssh.AlgorithmNegotiationError
	wrong, isHostKey := errors.AsType[hostKeyError](err)
	switch {
	case isHostKey:
		return wrong
	case errors.As(err, &none) && none.What == "host key":
		return fmt.Errorf("the server has no key of the configured host key's type (%s), but %s", s.ssh.HostKeyAlgorithms[0], strings.Join(none.RequestedAlgorithms, ", "))
	case strings.Contains(err.Error(), "unable to authenticate"):
		return phrase.ReplicaUser(s.ssh.User, s.key)
	}
	return err
}
