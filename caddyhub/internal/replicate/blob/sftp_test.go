package blob

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/crypto/ssh"
)

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// contentOf reads a file of a store.
func contentOf(ctx context.Context, s Store, name string) (string, error) {
	r, err := s.Get(ctx, name, 0, 0)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), errors.Join(err, r.Close())
}

func TestSFTP(t *testing.T) {
	for _, c := range []struct {
		name  string
		hooks func() (asked, answered hook)
	}{
		{"a server that replaces files, and complains", func() (hook, hook) { return same, same }},
		{"a server of the bare protocol", func() (hook, hook) { return noExtensions(exists) }},
		{"a server that also puts files on its disk", func() (hook, hook) { return withFsync(func(string) {}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			server, config := newSFTPServer(t, root, func(s *sftpServer) {
				s.complains = strings.HasSuffix(c.name, "complains")
				s.hook(c.hooks())
			})
			testStore(t, sftpStore(t, config))
			if found := leftovers(t, root); len(found) > 0 {
				t.Errorf("half-written files have stayed: %s", found)
			}
			if n := server.connections.Load(); n != 1 {
				t.Errorf("%d connections", n)
			}
			if n := server.handles.Load(); n != 0 {
				t.Errorf("%d files have stayed open", n)
			}
		})
	}
}

// What stands in the way is said by Check, and by what is done in spite of it.
func TestSFTPRefusals(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other, otherFile := newKey(t)
	denied := func(kind byte) hook {
		return func(p []byte) ([]byte, bool) {
			if p[0] == kind {
				return status(p, codeDenied), true
			}
			return p, false
		}
	}
	normal, usual := func(*sftpServer) {}, func(*SFTPConfig) {}
	for _, c := range []struct {
		name   string
		server func(*sftpServer)
		set    func(*SFTPConfig)
		check  string // what Check, Put and List say; empty: they do it
		put    string
		list   string
	}{
		{
			"another user key", normal, func(c *SFTPConfig) { c.Key = otherFile },
			"the server does not let the user hub in with the key " + ssh.FingerprintSHA256(other.PublicKey()), "does not let the user hub in", "does not let the user hub in",
		},
		{
			"no SFTP", func(s *sftpServer) { s.lacks = true }, usual,
			"offers the user hub no SFTP", "offers the user hub no SFTP", "offers the user hub no SFTP",
		},
		{
			"no folder", normal, func(c *SFTPConfig) { c.Path = filepath.Join(root, "disk") },
			"the folder " + filepath.Join(root, "disk") + " is not there: is its disk connected?", "is not there: is its disk connected?", "is not there: is its disk connected?",
		},
		{
			"a file in its place", normal, func(c *SFTPConfig) { c.Path = file },
			file + " is no folder", "is no folder", "not a directory",
		},
		{
			"a folder to read only", func(s *sftpServer) { s.hook(denied(packetOpen), nil) }, usual,
			"the folder can't be written to: permission denied", "permission denied", "",
		},
		{
			"a folder not to read", func(s *sftpServer) { s.hook(denied(packetOpenDir), nil) }, usual,
			"", "", "permission denied",
		},
		{
			"no connection", normal, func(c *SFTPConfig) {
				c.Dial = func(context.Context, string, string) (net.Conn, error) {
					return nil, errors.New("this address is refused")
				}
			},
			"connect: this address is refused", "this address is refused", "this address is refused",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, config := newSFTPServer(t, root, c.server)
			c.set(&config)
			s := sftpStore(t, config)
			_, listed := s.List(t.Context(), "ltx")
			for _, got := range []struct {
				of   string
				err  error
				want string
			}{
				{"check", s.Check(t.Context()), c.check},
				{"list ltx", listed, c.list},
				{"put ltx/a", s.Put(t.Context(), "ltx/a", strings.NewReader("a")), c.put},
			} {
				switch {
				case got.want == "":
					if got.err != nil {
						t.Errorf("%s: %v", got.of, got.err)
					}
				case got.err == nil || !strings.HasPrefix(got.err.Error(), got.of+" on "+config.Address+": ") || !strings.Contains(got.err.Error(), got.want):
					t.Errorf("%v, want %s … %s", got.err, got.of, got.want)
				}
			}
			if exists(filepath.Join(root, "disk")) {
				t.Error("the folder was made")
			}
		})
	}
}

// sftpWithFile is a store with one file.
func sftpWithFile(t *testing.T, changes ...func(*sftpServer)) (*sftpServer, *SFTP, string) {
	t.Helper()
	root := t.TempDir()
	server, config := newSFTPServer(t, root, changes...)
	s := sftpStore(t, config)
	if err := s.Put(t.Context(), "ltx/a", strings.NewReader("the first")); err != nil {
		t.Fatal(err)
	}
	return server, s, root
}

// stillThere tells whether the file of before is the only one, and the store as good as before.
func stillThere(t *testing.T, s *SFTP) {
	t.Helper()
	if got, err := contentOf(t.Context(), s, "ltx/a"); err != nil || got != "the first" {
		t.Errorf("the file of before: %q, %v", got, err)
	}
	if list, err := s.List(t.Context(), "ltx"); err != nil || len(list) != 1 {
		t.Errorf("the files: %v, %v", list, err)
	}
}

// A file is read whole, or its reader fails.
func TestSFTPReads(t *testing.T) {
	whole := strings.Repeat("0123456789", 150_000)
	for _, c := range []struct {
		name string
		most uint32 // that the server gives at once
		cut  int64  // the file, once it is open
		want string // empty: all
	}{
		{"a server that gives what is asked for", packet, 0, ""},
		{"a server that gives less", 10_000, 0, ""},
		{"a file that gets shorter", packet, 100_000, "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, s, root := sftpWithFile(t)
			if err := s.Put(t.Context(), "ltx/b", strings.NewReader(whole)); err != nil {
				t.Fatal(err)
			}
			var asked atomic.Int64
			server.hook(func(p []byte) ([]byte, bool) {
				if p[0] == packetRead {
					asked.Add(1)
					p = slices.Clone(p)
					if at := p[len(p)-4:]; binary.BigEndian.Uint32(at) > c.most {
						binary.BigEndian.PutUint32(at, c.most)
					}
				}
				return p, false
			}, nil)
			r, err := s.Get(t.Context(), "ltx/b", 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			if c.cut > 0 {
				if err := os.Truncate(filepath.Join(root, "ltx/b"), c.cut); err != nil {
					t.Fatal(err)
				}
			}
			got, err := io.ReadAll(r)
			if c.want == "" && (err != nil || string(got) != whole) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%d bytes, %v", len(got), err)
			}
			if n := asked.Load(); n > 250 { // 150 are needed of a server that gives less
				t.Errorf("it was asked %d times", n)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			if _, err := r.Read(make([]byte, 1)); err == nil || err == io.EOF {
				t.Errorf("read after the end of the reader: %v", err)
			}
			if got, err := contentOf(t.Context(), s, "ltx/a"); err != nil || got != "the first" {
				t.Errorf("another file afterwards: %q, %v", got, err)
			}
		})
	}
}

// What a server says is told, but not all of it.
func TestSFTPLongAnswers(t *testing.T) {
	server, s, _ := sftpWithFile(t)
	server.hook(func(p []byte) ([]byte, bool) {
		a := status(p, codeFailure)[:9]
		a = append(binary.BigEndian.AppendUint32(a, 100_000), strings.Repeat("é", 50_000)...)
		return append(a, 0, 0, 0, 0), true
	}, nil)
	if err := s.Delete(t.Context(), []string{"ltx/a"}); err == nil || len(err.Error()) > 2*briefLength || !strings.Contains(err.Error(), "ééé") {
		t.Errorf("%.2000v", err)
	}
}

// A chunk is asked for, and sent, without waiting for each of its packets.
func TestSFTPAhead(t *testing.T) {
	for _, c := range []struct {
		name string
		at   byte
		do   func(context.Context, Store) error
	}{
		{"read", packetRead, sftpCalls[3].do},
		{"write", packetWrite, sftpCalls[5].do},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, s, root := sftpWithFile(t)
			if err := os.WriteFile(filepath.Join(root, "ltx/a"), make([]byte, chunk), 0o600); err != nil {
				t.Fatal(err)
			}
			under, all := 0, make(chan struct{})
			server.hook(func(p []byte) ([]byte, bool) {
				if p[0] != c.at {
					return p, false
				}
				switch under++; under {
				case 1:
					if c.at == packetWrite {
						return p, false // the first goes alone: most files have no other
					}
				case chunk / packet:
					close(all)
				}
				return nil, false
			}, nil)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			returned := make(chan error)
			go func() { returned <- c.do(ctx, s) }()
			<-all
			cancel()
			if err := <-returned; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

// Many calls go over one connection at once.
func TestSFTPParallel(t *testing.T) {
	server, config := newSFTPServer(t, t.TempDir())
	s := sftpStore(t, config)
	content := func(i int) string { return strings.Repeat(fmt.Sprintf("%d ", i), 10_000+i) }
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			name := fmt.Sprintf("ltx/%04d/%d", i%10, i)
			if err := s.Put(t.Context(), name, strings.NewReader(content(i))); err != nil {
				t.Error(err)
				return
			}
			if got, err := contentOf(t.Context(), s, name); err != nil || got != content(i) {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
		})
	}
	all.Wait()
	count := 0
	for i := range 10 {
		list, err := s.List(t.Context(), fmt.Sprintf("ltx/%04d", i))
		if err != nil {
			t.Error(err)
		}
		count += len(list)
	}
	if n := server.connections.Load(); count != 100 || n != 1 {
		t.Errorf("%d files over %d connections", count, n)
	}
}
