package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/progresshub/progresshub/store/phrase"
)

// SFTPConfig is what is needed to reach a folder on an SFTP server.
type SFTPConfig struct {
	Address string // host:port
	User    string
	Path    string // of the folder
	Key     []byte // the private key in PEM, without a passphrase
	HostKey string // the server's public key, such as "ssh-ed25519 AAAA…"

	// Dial makes the connection, if the address is one that may be reached.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// SFTP keeps files in a folder on an SFTP server, which is never made: it may be a disk that is
// not connected. Only a server with the configured key is spoken to.
type SFTP struct {
	address   string
	path      string
	dial      func(ctx context.Context, network, address string) (net.Conn, error)
	ssh       *ssh.ClientConfig
	key       string        // the fingerprint of the user's key
	handshake time.Duration // until a connection can be used
	patience  time.Duration // with a server that says nothing
	life      context.Context
	end       context.CancelFunc

	mu     sync.Mutex
	latest *attempt
}

const (
	handshakeTime = 15 * time.Second
	patienceTime  = 30 * time.Second

	// packet is the most that every server takes or gives at once, and chunk is how much of a file
	// is under way at once: the line is slow by its length more than by its width.
	packet = 32 << 10
	chunk  = 16 * packet

	// syncEvery is how much of a file is put on the server's disk at once: of a large one all
	// together could take longer than the patience with a server that says nothing.
	syncEvery = 32 << 20

	fsyncExtension  = "fsync@openssh.com"
	renameExtension = "posix-rename@openssh.com"
)

// NewSFTP makes a store of a folder on a server. It connects when it is first used.
func NewSFTP(c SFTPConfig) (*SFTP, error) {
	if host, port, err := net.SplitHostPort(c.Address); err != nil || host == "" || port == "" {
		return nil, fmt.Errorf("the address %q of the server is not host:port", c.Address)
	}
	switch {
	case c.User == "":
		return nil, errors.New("the user at the server is missing")
	case c.Path == "":
		return nil, errors.New("the path of the folder on the server is missing")
	case c.Dial == nil:
		return nil, errors.New("a way to connect is missing")
	}
	signer, err := parseKey(c.Key)
	if err != nil {
		return nil, err
	}
	hostKey, err := parseHostKey(c.HostKey)
	if err != nil {
		return nil, err
	}
	s := &SFTP{
		address:   c.Address,
		path:      path.Clean(c.Path),
		dial:      c.Dial,
		key:       ssh.FingerprintSHA256(signer.PublicKey()),
		handshake: handshakeTime,
		patience:  patienceTime,
		ssh: &ssh.ClientConfig{
			User:              c.User,
			Auth:              []ssh.AuthMethod{ssh.PublicKeys(signer)},
			HostKeyCallback:   checkHostKey(hostKey),
			HostKeyAlgorithms: algorithmsOf(hostKey),
		},
	}
	s.life, s.end = context.WithCancel(context.Background())
	return s, nil
}

func (s *SFTP) file(name string) string { return path.Join(s.path, name) }

// failed tells which operation an error is of.
func (s *SFTP) failed(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s on %s: %w", operation, s.address, brief{err})
}

// brief is an error that may hold words of the server, of which it shows the first.
type brief struct{ error }

const briefLength = 500

func (b brief) Error() string {
	text := b.error.Error()
	if len(text) > briefLength {
		text = strings.ToValidUTF8(text[:briefLength], "") + "…"
	}
	return text
}

func (b brief) Unwrap() error { return b.error }

// Check tells whether the folder is there and can be written to, and removes what has stayed half
// written.
func (s *SFTP) Check(ctx context.Context) error {
	l, err := s.connect(ctx)
	if err == nil {
		err = l.await(ctx, func() error { return s.check(ctx, l.client) }, nil)
	}
	return s.failed("check", err)
}

func (s *SFTP) check(ctx context.Context, c *sftp.Client) error {
	if err := s.present(c); err != nil {
		return err
	}
	name := s.file(newHalf("."))
	probe, err := c.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return fmt.Errorf("the folder can't be written to: %w", err)
	}
	info, err := probe.Stat()
	if err := errors.Join(err, probe.Close(), c.Remove(name)); err != nil {
		return err
	}
	// The clock of the server may be another than ours.
	return sweep(ctx, c.ReadDir, c.Remove, s.path, info.ModTime().Add(-staleAge))
}

// present tells whether the folder is there.
func (s *SFTP) present(c *sftp.Client) error {
	info, err := c.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return phrase.ReplicaFolderMissing(s.path)
	case err != nil:
		return fmt.Errorf("look at the folder %s: %w", s.path, err)
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", s.path)
	}
	return nil
}

// List reads a folder of the folder.
func (s *SFTP) List(ctx context.Context, folder string) ([]Info, error) {
	var list []Info
	l, err := s.connect(ctx)
	if err == nil {
		err = l.await(ctx, func() (err error) {
			list, err = s.list(l.client, folder)
			return err
		}, nil)
	}
	if err != nil {
		return nil, s.failed("list "+folder, err)
	}
	return list, nil
}

func (s *SFTP) list(c *sftp.Client, folder string) ([]Info, error) {
	entries, err := c.ReadDir(s.file(folder)) // with a context it would leave the folder open
	if errors.Is(err, fs.ErrNotExist) {
		return nil, s.present(c)
	}
	if err != nil {
		return nil, err
	}
	list := make([]Info, 0, len(entries))
	for _, e := range entries {
		if e.Mode().IsRegular() && !strings.HasPrefix(e.Name(), halfWritten) {
			list = append(list, Info{Name: path.Join(folder, e.Name()), Size: e.Size(), Modified: e.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Delete removes files.
func (s *SFTP) Delete(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	l, err := s.connect(ctx)
	if err == nil {
		err = l.await(ctx, func() error {
			for _, name := range names {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := l.client.Remove(s.file(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			return nil
		}, nil)
	}
	return s.failed("delete", err)
}

// Close ends the connection.
func (s *SFTP) Close() error {
	s.end()
	s.mu.Lock()
	latest := s.latest
	s.mu.Unlock()
	if latest != nil {
		<-latest.made
		if latest.line != nil {
			latest.line.fail(errClosed)
		}
	}
	return nil
}

// newHalf is a new name for a file that is being written in a folder.
func newHalf(folder string) string { return path.Join(folder, halfWritten+rand.Text()) }

var _ Store = (*SFTP)(nil)
