package blob

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// A host key of each type is found to be the server's.
func TestSFTPHostKeys(t *testing.T) {
	_, ed, _ := ed25519.GenerateKey(rand.Reader)
	ec, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ed1, _ := keyFile(t, ed)
	ec1, _ := keyFile(t, ec)
	rs1, _ := keyFile(t, rs)
	// As servers are today: no SHA-1.
	rs1, err = ssh.NewSignerWithAlgorithms(rs1.(ssh.AlgorithmSigner), []string{ssh.KeyAlgoRSASHA256})
	if err != nil {
		t.Fatal(err)
	}
	other, _ := newKey(t)
	for _, c := range []struct {
		name       string
		has        []ssh.Signer
		configured ssh.PublicKey
		comment    string
		want       string // empty: it is spoken to
	}{
		{"ed25519", []ssh.Signer{rs1, ec1, ed1}, ed1.PublicKey(), "", ""},
		{"ecdsa", []ssh.Signer{rs1, ec1, ed1}, ec1.PublicKey(), "", ""},
		{"rsa", []ssh.Signer{rs1, ec1, ed1}, rs1.PublicKey(), "", ""},
		{"with a comment", []ssh.Signer{ed1}, ed1.PublicKey(), " root@server\n", ""},
		{"another one", []ssh.Signer{rs1, ec1, ed1}, other.PublicKey(), "", "the server shows another key than the configured one: " + ssh.FingerprintSHA256(ed1.PublicKey()) + " (ssh-ed25519)"},
		{"another type", []ssh.Signer{ec1}, ed1.PublicKey(), "", "the server has no key of the configured host key's type (ssh-ed25519), but ecdsa-sha2-nistp256"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, config := newSFTPServer(t, t.TempDir(), func(s *sftpServer) { s.hostKeys = c.has })
			config.HostKey = keyLine(c.configured) + c.comment
			s := sftpStore(t, config)
			err := s.Check(t.Context())
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if _, err := s.List(t.Context(), "ltx"); err == nil {
				t.Error("the second time it is spoken to")
			}
			_ = s.Close()
			server.hangUp()
			if n := server.authentications.Load(); n > 0 {
				t.Errorf("%d tries to authenticate", n)
			}
		})
	}
}

func TestSFTPConfig(t *testing.T) {
	host, _ := newKey(t)
	_, ed, _ := ed25519.GenerateKey(rand.Reader)
	ec, _ := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	encode := func(kind string, der []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	}
	pkcs8 := func(key any) []byte {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		return encode("PRIVATE KEY", der, err)
	}
	sec1, sec1Err := x509.MarshalECPrivateKey(ec)
	block, err := ssh.MarshalPrivateKeyWithPassphrase(ed, "", []byte("canary"))
	if err != nil {
		t.Fatal(err)
	}
	signer, file := keyFile(t, ed)
	legacy := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Headers: map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-128-CBC,00"}, Bytes: []byte("canary")})
	const form = `the host key must be one line such as "ssh-ed25519 AAAA…"`
	hostLine := keyLine(host.PublicKey())
	cert := &ssh.Certificate{Key: host.PublicKey(), CertType: ssh.HostCert}
	if err := cert.SignCert(rand.Reader, signer); err != nil {
		t.Fatal(err)
	}
	key := func(text []byte) func(*SFTPConfig) { return func(c *SFTPConfig) { c.Key = text } }
	hostKey := func(text string) func(*SFTPConfig) { return func(c *SFTPConfig) { c.HostKey = text } }
	for _, c := range []struct {
		name string
		set  func(*SFTPConfig)
		want string
	}{
		{"a key of OpenSSH", key(file), ""},
		{"a key of PKCS 8", key(pkcs8(ed)), ""},
		{"an EC key of PKCS 8", key(pkcs8(ec)), ""},
		{"an EC key of its own format", key(encode("EC PRIVATE KEY", sec1, sec1Err)), ""},
		{"an RSA key of PKCS 1", key(encode("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(rs), nil)), ""},
		{"an encrypted key of OpenSSH", key(pem.EncodeToMemory(block)), "the private key has a passphrase: a key without one is needed"},
		{"an encrypted key of PKCS 8", key(encode("ENCRYPTED PRIVATE KEY", []byte("canary"), nil)), "the private key has a passphrase"},
		{"an encrypted key of old", key(legacy), "the private key has a passphrase"},
		{"the public key", key([]byte(keyLine(signer.PublicKey()))), "that is a public key"},
		{"no key", key(nil), "the private key can't be read"},
		{"a key cut short", key(file[:len(file)/2]), "the private key can't be read"},
		{"a broken key", key(encode("OPENSSH PRIVATE KEY", []byte("canary"), nil)), "the private key can't be read"},
		{"another thing", key(encode("CANARY", []byte("canary"), nil)), "the private key can't be read"},
		{"a host key with a comment", hostKey(hostLine + " me@here"), ""},
		{"no host key", hostKey(""), form},
		{"a host key with its host", hostKey("example.org " + hostLine), form},
		{"a host key without its type", hostKey(strings.Fields(hostLine)[1]), form},
		{"a fingerprint", hostKey(ssh.FingerprintSHA256(host.PublicKey())), form},
		{"a host key cut short", hostKey(hostLine[:40]), form},
		{"a host key of another type", hostKey("ssh-rsa " + strings.Fields(hostLine)[1]), form},
		{"two host keys", hostKey(hostLine + "\n" + hostLine), form},
		{"a certificate", hostKey(keyLine(cert)), "a host key of the type ssh-ed25519-cert-v01@openssh.com can't be used"},
		{"an address without a port", func(c *SFTPConfig) { c.Address = "example.org" }, `the address "example.org" of the server is not host:port`},
		{"an address without a host", func(c *SFTPConfig) { c.Address = ":22" }, "is not host:port"},
		{"no user", func(c *SFTPConfig) { c.User = "" }, "the user at the server is missing"},
		{"no path", func(c *SFTPConfig) { c.Path = "" }, "the path of the folder on the server is missing"},
		{"no way to connect", func(c *SFTPConfig) { c.Dial = nil }, "a way to connect is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := SFTPConfig{Address: "example.org:22", User: "hub", Path: "/hub", Key: file, HostKey: hostLine, Dial: (&net.Dialer{}).DialContext}
			c.set(&config)
			s, err := NewSFTP(config)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				_ = s.Close()
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want %s", err, c.want)
			}
			for _, secret := range []string{"canary", "CANARY", "Y2FuYXJ5", string(config.Key)} {
				if secret != "" && strings.Contains(err.Error(), secret) {
					t.Errorf("it quotes the key: %v", err)
				}
			}
		})
	}
}
