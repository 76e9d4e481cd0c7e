package replicate

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// gate stands before a server of this machine. Shut, it is what a killed server is to its clients:
// their connections are gone, and new ones end at once. It keeps its port, which others would get.
type gate struct {
	address string

	mu      sync.Mutex
	locked  bool
	open    map[net.Conn]bool
	serving sync.WaitGroup
}

func newGate(t testing.TB, server string) *gate {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{address: listener.Addr().String(), open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = listener.Close()
		g.shut()
		g.serving.Wait()
	})
	g.serving.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", server)
			if err != nil {
				_ = client.Close()
				continue
			}
			if !g.lets(client, server) {
				continue
			}
			for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
				g.serving.Go(func() {
					_, _ = io.Copy(way[0], way[1])
					g.mu.Lock()
					defer g.mu.Unlock()
					for _, end := range way {
						_ = end.Close()
						delete(g.open, end)
					}
				})
			}
		}
	})
	return g
}

// lets takes both ends of a connection, or ends them.
func (g *gate) lets(client, server net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, end := range []net.Conn{client, server} {
		if g.locked {
			_ = end.Close()
		} else {
			g.open[end] = true
		}
	}
	return !g.locked
}

func (g *gate) unlock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.locked = false
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.locked = true
	for end := range g.open {
		_ = end.Close()
	}
}

// outage is a target that can go away and come back.
type outage struct {
	values   Values
	goAway   func()
	comeBack func()
}

// outages are targets of each kind.
func outages(t *testing.T) map[string]func(*testing.T) outage {
	return map[string]func(*testing.T) outage{
		"a disk that is pulled": func(t *testing.T) outage {
			v := folder(t)
			v.To = Address("file:" + filepath.Join(v.To.Folder(), "disk"))
			away := v.To.Folder() + "-away"
			if err := os.Mkdir(v.To.Folder(), 0o700); err != nil {
				t.Fatal(err)
			}
			move := func(from, to string) func() {
				return func() {
					if err := os.Rename(from, to); err != nil {
						t.Fatal(err)
					}
				}
			}
			return outage{v, move(v.To.Folder(), away), move(away, v.To.Folder())}
		},
		"an SFTP server that is killed": func(t *testing.T) outage {
			v := folder(t)
			server, key, hostKey := newSFTPServer(t)
			g := newGate(t, server)
			v.To = Address("sftp://hub@" + g.address + v.To.Folder())
			v.KeyFile, v.HostKey = key, hostKey
			return outage{v, g.shut, g.unlock}
		},
		"a bucket whose server is killed": func(t *testing.T) outage {
			backend := s3mem.New()
			if err := backend.CreateBucket("hub"); err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(gofakes3.New(backend).Server())
			t.Cleanup(server.Close)
			g := newGate(t, strings.TrimPrefix(server.URL, "http://"))
			v := folder(t)
			v.To = Address("s3://hub/replica?endpoint=http://" + g.address)
			v.AccessKey, v.SecretKey = "AKIDEXAMPLE", "secret"
			return outage{v, g.shut, g.unlock}
		},
	}
}

// newSFTPServer serves the folders of this machine to one key, in the file that it returns.
func newSFTPServer(t *testing.T) (address, keyFile, hostKey string) {
	t.Helper()
	signer := func() (ssh.Signer, ed25519.PrivateKey) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		s, err := ssh.NewSignerFromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return s, key
	}
	host, _ := signer()
	user, key := signer()
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		t.Fatal(err)
	}
	keyFile = filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(keyFile, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
		if string(key.Marshal()) != string(user.PublicKey().Marshal()) {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, nil
	}}
	config.AddHostKey(host)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	t.Cleanup(func() {
		_ = listener.Close()
		serving.Wait()
	})
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { serveSFTP(conn, config) })
		}
	})
	return listener.Addr().String(), keyFile, strings.TrimSpace(string(ssh.MarshalAuthorizedKey(host.PublicKey())))
}

func serveSFTP(conn net.Conn, config *ssh.ServerConfig) {
	defer conn.Close()
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, requests, err := offered.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range requests {
				_ = r.Reply(r.Type == "subsystem", nil)
			}
		}()
		if server, err := sftp.NewServer(channel); err == nil {
			_ = server.Serve()
		}
		_ = channel.Close()
	}
}
