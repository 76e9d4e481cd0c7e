package blob

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"encoding/pem"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// What packets of SFTP are (draft-ietf-secsh-filexfer-02).
const (
	packetVersion      = 2
	packetOpen         = 3
	packetClose        = 4
	packetRead         = 5
	packetWrite        = 6
	packetSetStat      = 9
	packetFSetStat     = 10
	packetOpenDir      = 11
	packetReadDir      = 12
	packetRemove       = 13
	packetRemoveFolder = 15
	packetStat         = 17
	packetRename       = 18
	packetStatus       = 101
	packetHandle       = 102
	packetExtended     = 200

	codeOK          = 0
	codeDenied      = 3
	codeFailure     = 4
	codeUnsupported = 8
)

// sftpServer is a server of this process. What it is asked and what it answers goes through hooks.
type sftpServer struct {
	address  string
	hostKeys []ssh.Signer
	allowed  ssh.PublicKey

	connections, authentications atomic.Int64
	handles                      atomic.Int64 // that are open
	mu                           sync.Mutex
	open                         []io.Closer
	asked                        hook
	answered                     hook
	lacks                        bool // no SFTP
	chatty                       bool // SSH speaks all the time
	complains                    bool // beside SFTP, more than fits into the channel unread
}

// hook sees a packet, from its type on. It gives the one that takes its place, and whether it goes
// on or back to who has sent it; none: it goes nowhere.
type hook func(packet []byte) (instead []byte, back bool)

// same leaves a packet as it is.
func same(packet []byte) ([]byte, bool) { return packet, false }

// newKey makes a key and its file.
func newKey(t *testing.T) (ssh.Signer, []byte) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return keyFile(t, key)
}

func keyFile(t *testing.T, key crypto.PrivateKey) (ssh.Signer, []byte) {
	t.Helper()
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer, pem.EncodeToMemory(block)
}

// keyLine is a public key as it is configured.
func keyLine(key ssh.PublicKey) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

// newSFTPServer starts a server, and tells how a store in a folder of this machine goes there.
func newSFTPServer(t *testing.T, path string, changes ...func(*sftpServer)) (*sftpServer, SFTPConfig) {
	t.Helper()
	host, _ := newKey(t)
	user, file := newKey(t)
	s := &sftpServer{hostKeys: []ssh.Signer{host}, allowed: user.PublicKey(), asked: same, answered: same}
	for _, change := range changes {
		change(s)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = listener.Addr().String()
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.connections.Add(1)
			s.mu.Lock()
			s.open = append(s.open, conn)
			s.mu.Unlock()
			serving.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		s.hangUp()
		serving.Wait()
	})
	return s, SFTPConfig{
		Address: s.address, User: "hub", Path: path, Key: file, HostKey: keyLine(host.PublicKey()),
		Dial: (&net.Dialer{}).DialContext,
	}
}

// sftpStore makes a store that ends with the test.
func sftpStore(t *testing.T, c SFTPConfig) *SFTP {
	t.Helper()
	s, err := NewSFTP(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// hangUp ends all connections.
func (s *sftpServer) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, conn := range s.open {
		_ = conn.Close()
	}
	s.open = nil
}

// hook sets what sees the packets of a direction from now on; nil leaves it.
func (s *sftpServer) hook(asked, answered hook) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if asked != nil {
		s.asked = asked
	}
	if answered != nil {
		s.answered = answered
	}
}

func (s *sftpServer) serve(conn net.Conn) {
	defer conn.Close()
	config := &ssh.ServerConfig{
		AuthLogCallback: func(ssh.ConnMetadata, string, error) { s.authentications.Add(1) },
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if !bytes.Equal(key.Marshal(), s.allowed.Marshal()) {
				return nil, io.ErrUnexpectedEOF
			}
			return nil, nil
		},
	}
	for _, key := range s.hostKeys {
		config.AddHostKey(key)
	}
	made, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	if s.chatty {
		go func() {
			for err := error(nil); err == nil; {
				_, _, err = made.SendRequest("keepalive@openssh.com", true, nil)
			}
		}()
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, requests, err := offered.Accept()
		if err != nil {
			return
		}
		for r := range requests {
			started := r.Type == "subsystem" && !s.lacks
			_ = r.Reply(started, nil)
			if started {
				go ssh.DiscardRequests(requests)
				break
			}
		}
		if s.complains {
			_, _ = channel.Stderr().Write(make([]byte, 4<<20))
		}
		if !s.lacks {
			s.speak(channel)
		}
	}
}

// speak serves SFTP, with the hooks between the server and the channel.
func (s *sftpServer) speak(channel ssh.Channel) {
	ours, theirs := net.Pipe()
	server, err := sftp.NewServer(theirs)
	if err != nil {
		return
	}
	sender := func(to io.Writer) func([]byte) error {
		var mu sync.Mutex
		return func(packet []byte) error {
			mu.Lock()
			defer mu.Unlock()
			_, err := to.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(packet))), packet...))
			return err
		}
	}
	toServer, toClient := sender(ours), sender(channel)
	pump := func(from io.Reader, of func() hook, on, back func([]byte) error) {
		defer ours.Close()
		defer channel.Close()
		for {
			var length [4]byte
			if _, err := io.ReadFull(from, length[:]); err != nil {
				return
			}
			packet := make([]byte, binary.BigEndian.Uint32(length[:]))
			if _, err := io.ReadFull(from, packet); err != nil {
				return
			}
			switch packet[0] {
			case packetHandle:
				s.handles.Add(1)
			case packetClose:
				s.handles.Add(-1)
			}
			instead, isBack := of()(packet)
			way := on
			if isBack {
				way = back
			}
			if instead != nil && way(instead) != nil {
				return
			}
		}
	}
	current := func(h *hook) func() hook {
		return func() hook {
			s.mu.Lock()
			defer s.mu.Unlock()
			return *h
		}
	}
	var all sync.WaitGroup
	all.Go(func() { _ = server.Serve(); _ = theirs.Close() })
	all.Go(func() { pump(channel, current(&s.asked), toServer, toClient) })
	all.Go(func() { pump(ours, current(&s.answered), toClient, toServer) })
	all.Wait()
}

// status is the status with which a server answers a request.
func status(request []byte, code uint32) []byte {
	p := append([]byte{packetStatus}, request[1:5]...)
	p = binary.BigEndian.AppendUint32(p, code)
	return append(p, 0, 0, 0, 0, 0, 0, 0, 0)
}

// packetText is a string of a packet and what is behind it.
func packetText(p []byte) (string, []byte) {
	n := binary.BigEndian.Uint32(p)
	return string(p[4 : 4+n]), p[4+n:]
}

// noExtensions is a server that knows the bare protocol: nothing replaces a file.
func noExtensions(exists func(string) bool) (asked, answered hook) {
	asked = func(p []byte) ([]byte, bool) {
		switch p[0] {
		case packetExtended, packetSetStat, packetFSetStat:
			return status(p, codeUnsupported), true
		case packetRename:
			_, rest := packetText(p[5:])
			if to, _ := packetText(rest); exists(to) {
				return status(p, codeFailure), true
			}
		}
		return p, false
	}
	answered = func(p []byte) ([]byte, bool) {
		if p[0] == packetVersion {
			return p[:5], false
		}
		return p, false
	}
	return asked, answered
}

// withFsync is a server that also offers to put files on its disk. It logs how files come to their
// places.
func withFsync(log func(string)) (asked, answered hook) {
	asked = func(p []byte) ([]byte, bool) {
		switch p[0] {
		case packetExtended:
			name, _ := packetText(p[5:])
			log(name)
			if name == fsyncExtension {
				return status(p, codeOK), true
			}
		case packetWrite:
			log("write")
		case packetClose:
			log("close")
		case packetRename:
			log("rename")
		}
		return p, false
	}
	answered = func(p []byte) ([]byte, bool) {
		if p[0] == packetVersion {
			p = slices.Clone(p)
			for _, s := range []string{fsyncExtension, "1"} {
				p = append(binary.BigEndian.AppendUint32(p, uint32(len(s))), s...)
			}
		}
		return p, false
	}
	return asked, answered
}

// hanging is a server that answers nothing to the requests of a kind, and tells that it was asked.
func hanging(kind byte) (asked hook, reached <-chan struct{}) {
	told := make(chan struct{})
	var once sync.Once
	return func(p []byte) ([]byte, bool) {
		if p[0] != kind {
			return p, false
		}
		once.Do(func() { close(told) })
		return nil, false
	}, told
}
