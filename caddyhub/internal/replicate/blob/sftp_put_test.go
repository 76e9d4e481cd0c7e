package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// leftovers are the half-written files of a folder of this machine.
func leftovers(t *testing.T, root string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(e.Name(), halfWritten) {
			found = append(found, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Files are nobody else's on the server, come to their places when they are on its disk, and those
// that have stayed half written are removed after a day.
func TestSFTPPut(t *testing.T) {
	root := t.TempDir()
	server, config := newSFTPServer(t, root)
	var mu sync.Mutex
	var log []string
	server.hook(withFsync(func(s string) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, s)
	}))
	s := sftpStore(t, config)
	if err := s.Put(t.Context(), "ltx/0000/a", strings.NewReader("a")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"write", fsyncExtension, "close", renameExtension}; !slices.Equal(log, want) {
		t.Errorf("%q, want %q", log, want)
	}
	log = nil
	if err := s.Put(t.Context(), "ltx/0000/large", bytes.NewReader(make([]byte, 2*syncEvery+chunk))); err != nil {
		t.Fatal(err)
	}
	log = slices.DeleteFunc(log, func(s string) bool { return s == "write" })
	if want := []string{fsyncExtension, fsyncExtension, fsyncExtension, "close", renameExtension}; !slices.Equal(log, want) {
		t.Errorf("a large file: %q, want %q", log, want)
	}
	if err := s.Delete(t.Context(), []string{"ltx/0000/large"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"ltx": 0o700 | fs.ModeDir, "ltx/0000": 0o700 | fs.ModeDir, "ltx/0000/a": 0o600} {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	now := time.Now()
	files := map[string]time.Time{
		".part-old": now.Add(-25 * time.Hour), "ltx/.part-old": now.Add(-25 * time.Hour), "ltx/0000/.part-old": now.Add(-25 * time.Hour),
		"ltx/0000/.part-new": now.Add(-23 * time.Hour), "ltx/0000/old": now.Add(-25 * time.Hour),
	}
	for name, at := range files {
		file := filepath.Join(root, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chtimes(file, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	names := func() (names []string) {
		list, err := s.List(t.Context(), "ltx/0000")
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range list {
			names = append(names, info.Name)
		}
		return names
	}
	if got := names(); !slices.Equal(got, []string{"ltx/0000/a", "ltx/0000/old"}) {
		t.Errorf("listed: %s", got)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := leftovers(t, root), []string{filepath.Join(root, "ltx/0000/.part-new")}; !slices.Equal(got, want) {
		t.Errorf("half-written files after a check: %s, want %s", got, want)
	}
	if got := names(); !slices.Equal(got, []string{"ltx/0000/a", "ltx/0000/old"}) {
		t.Errorf("listed after a check: %s", got)
	}
}

// ending is a reader at whose end a context ends.
type ending struct{ cancel context.CancelFunc }

func (e ending) Read([]byte) (int, error) {
	e.cancel()
	return 0, io.EOF
}

// A file does not come to its place when the context has ended before.
func TestSFTPPutEnds(t *testing.T) {
	server, s, _ := sftpWithFile(t)
	last := make(chan byte, 1)
	server.hook(func(p []byte) ([]byte, bool) {
		if p[0] == packetRemove || p[0] == packetExtended {
			last <- p[0]
		}
		return p, false
	}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Put(ctx, "ltx/a", io.MultiReader(bytes.NewReader(make([]byte, packet)), ending{cancel})); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if what := <-last; what != packetRemove {
		t.Error("it is moved there")
	}
	stillThere(t, s)
}

// breaksOff is a reader whose error looks like an end.
type breaksOff struct{ err error }

func (b breaksOff) Read([]byte) (int, error) { return 0, b.err }

// Nothing that goes wrong in a Put leaves half a file, or takes the one of before away.
func TestSFTPHalf(t *testing.T) {
	wrapped := fmt.Errorf("the line was cut: %w", io.EOF)
	second := func(kind byte, code uint32) hook {
		n := 0
		return func(p []byte) ([]byte, bool) {
			if p[0] == kind {
				if n++; n == 2 {
					return status(p, code), true
				}
			}
			return p, false
		}
	}
	bare, bareAnswered := noExtensions(exists)
	for _, c := range []struct {
		name     string
		content  io.Reader
		asked    hook
		answered hook
		want     error
		text     string
	}{
		{name: "its reader ends with a wrapped end", content: io.MultiReader(strings.NewReader("half"), breaksOff{wrapped}), want: io.EOF, text: "the line was cut"},
		{name: "its reader ends before its end", content: io.MultiReader(strings.NewReader("half"), breaksOff{io.ErrUnexpectedEOF}), want: io.ErrUnexpectedEOF},
		{name: "the disk is full", content: bytes.NewReader(make([]byte, 1<<20)), asked: second(packetWrite, codeFailure), text: "SSH_FX_FAILURE"},
		{name: "the disk is full at the end", content: strings.NewReader("half"), asked: func(p []byte) ([]byte, bool) {
			if p[0] == packetClose {
				return status(p, codeFailure), true
			}
			return p, false
		}, text: "SSH_FX_FAILURE"},
		{name: "it can't be moved", content: strings.NewReader("half"), asked: func(p []byte) ([]byte, bool) {
			if p[0] == packetExtended {
				return status(p, codeFailure), true
			}
			return p, false
		}, text: "SSH_FX_FAILURE"},
		{name: "it can't be kept from others", content: strings.NewReader("half"), asked: func(p []byte) ([]byte, bool) {
			if p[0] == packetFSetStat {
				return status(p, codeFailure), true
			}
			return p, false
		}, text: "keep the file from others"},
		{name: "a server of the bare protocol can't move it", content: strings.NewReader("half"), answered: bareAnswered, asked: func() hook {
			n := 0
			return func(p []byte) ([]byte, bool) {
				if p[0] == packetRename {
					if n++; n == 3 { // in its way, the old one aside, and now
						return status(p, codeFailure), true
					}
				}
				return bare(p)
			}
		}(), text: "SSH_FX_FAILURE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, s, root := sftpWithFile(t, func(s *sftpServer) {
				s.hook(nil, c.answered)
			})
			server.hook(c.asked, nil)
			err := s.Put(t.Context(), "ltx/a", c.content)
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("put: %v", err)
			}
			server.hook(same, nil)
			stillThere(t, s)
			if found := leftovers(t, root); len(found) > 0 {
				t.Errorf("half-written files have stayed: %s", found)
			}
			if n := server.connections.Load(); n != 1 {
				t.Errorf("%d connections", n)
			}
		})
	}
}
