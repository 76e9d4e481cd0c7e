package blob

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pkg/sftp"
)

// calls are those that ask the server, each with the request at which it can get stuck.
var sftpCalls = []struct {
	name string
	at   byte
	do   func(context.Context, Store) error
}{
	{"check", packetStat, func(ctx context.Context, s Store) error { return s.Check(ctx) }},
	{"list", packetReadDir, func(ctx context.Context, s Store) error {
		_, err := s.List(ctx, "ltx")
		return err
	}},
	{"get", packetOpen, func(ctx context.Context, s Store) error {
		_, err := s.Get(ctx, "ltx/a", 0, 0)
		return err
	}},
	{"read", packetRead, func(ctx context.Context, s Store) error {
		r, err := s.Get(ctx, "ltx/a", 0, 0)
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = r.Read(make([]byte, 1))
		return err
	}},
	{"put, at its beginning", packetOpen, func(ctx context.Context, s Store) error {
		return s.Put(ctx, "ltx/a", strings.NewReader("b"))
	}},
	{"put, in its middle", packetWrite, func(ctx context.Context, s Store) error {
		return s.Put(ctx, "ltx/a", bytes.NewReader(make([]byte, 3<<20)))
	}},
	{"put, at its end", packetExtended, func(ctx context.Context, s Store) error {
		return s.Put(ctx, "ltx/a", strings.NewReader("b"))
	}},
	{"delete", packetRemove, func(ctx context.Context, s Store) error { return s.Delete(ctx, []string{"ltx/a"}) }},
}

// A server that goes silent, or hangs up, in the middle of a call fails that one alone.
func TestSFTPBreaks(t *testing.T) {
	for _, call := range sftpCalls {
		for _, how := range []string{"silent", "silent while SSH speaks", "hung up"} {
			t.Run(call.name+", "+how, func(t *testing.T) {
				server, s, _ := sftpWithFile(t, func(server *sftpServer) { server.chatty = how == "silent while SSH speaks" })
				want := "the server has not answered for "
				stuck, _ := hanging(call.at)
				if how == "hung up" {
					want = errSFTPLost.Error()
					stuck = func(p []byte) ([]byte, bool) {
						if p[0] == call.at {
							server.mu.Lock()
							open := server.open
							server.mu.Unlock()
							for _, conn := range open {
								_ = conn.Close()
							}
							return nil, false
						}
						return p, false
					}
				} else {
					s.patience = 100 * time.Millisecond
				}
				server.hook(stuck, nil)
				if err := call.do(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %s", err, want)
				}
				s.patience = patienceTime
				server.hook(same, nil)
				stillThere(t, s)
				if n := server.connections.Load(); n != 2 {
					t.Errorf("%d connections", n)
				}
			})
		}
	}
}

// An answer over which its reader panics ends the connection, and nothing else.
func TestSFTPPanics(t *testing.T) {
	server, s, _ := sftpWithFile(t)
	l, err := s.connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = l.await(t.Context(), func() error { panic("a secret") }, nil)
	if err == nil || strings.Contains(err.Error(), "a secret") || !l.over() {
		t.Errorf("%v, and the connection is over: %t", err, l.over())
	}
	stillThere(t, s)
	if n := server.connections.Load(); n != 2 {
		t.Errorf("%d connections", n)
	}
}

// A call whose context ends returns, and leaves the connection to others.
func TestSFTPContexts(t *testing.T) {
	for _, call := range sftpCalls {
		t.Run(call.name, func(t *testing.T) {
			server, s, _ := sftpWithFile(t)
			stuck, reached := hanging(call.at)
			server.hook(stuck, nil)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			returned := make(chan error)
			go func() { returned <- call.do(ctx, s) }()
			<-reached
			server.hook(same, nil)
			cancel()
			if err := <-returned; !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want that the context has ended", err)
			}
			stillThere(t, s)
			if n := server.connections.Load(); n != 1 {
				t.Errorf("%d connections", n)
			}
		})
	}
	t.Run("of before", func(t *testing.T) {
		_, s, _ := sftpWithFile(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, call := range sftpCalls {
			if err := call.do(ctx, s); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", call.name, err)
			}
		}
		stillThere(t, s)
	})
}

// What a call had begun when its context ended is cleared away when the server answers after all.
func TestSFTPAbandoned(t *testing.T) {
	for _, c := range []struct {
		name  string
		do    func(context.Context, Store) error
		at    byte // what it asks for when its context ends
		after byte // what the store asks for at last
	}{
		{"list", sftpCalls[1].do, packetOpenDir, packetClose},
		{"get", sftpCalls[2].do, packetOpen, packetClose},
		{"put", sftpCalls[4].do, packetOpen, packetRemove},
		{"delete", func(ctx context.Context, s Store) error {
			return s.Delete(ctx, []string{"ltx/none", "ltx/a"})
		}, packetRemove, packetRemoveFolder}, // as the first might be one
	} {
		t.Run(c.name, func(t *testing.T) {
			server, s, root := sftpWithFile(t)
			begun, abandoned, cleared := make(chan struct{}), make(chan struct{}), make(chan struct{}, 100)
			server.hook(func(p []byte) ([]byte, bool) {
				if p[0] == c.at {
					close(begun)
					<-abandoned
				}
				return p, false
			}, nil)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			returned := make(chan error)
			go func() { returned <- c.do(ctx, s) }()
			<-begun
			cancel()
			if err := <-returned; !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want that the context has ended", err)
			}
			var asked atomic.Uint32
			server.hook(func(p []byte) ([]byte, bool) {
				if p[0] == c.after {
					asked.Store(binary.BigEndian.Uint32(p[1:]))
				}
				return p, false
			}, func(p []byte) ([]byte, bool) {
				if p[0] == packetStatus && asked.Load() != 0 && binary.BigEndian.Uint32(p[1:]) == asked.Load() {
					cleared <- struct{}{}
				}
				return p, false
			})
			close(abandoned)
			<-cleared
			if found := leftovers(t, root); len(found) > 0 {
				t.Errorf("half-written files have stayed: %s", found)
			}
			server.hook(same, same)
			stillThere(t, s)
			if n := server.handles.Load(); n != 0 {
				t.Errorf("%d files have stayed open", n)
			}
		})
	}
}

// A connection that the server has ended between two calls is made anew.
func TestSFTPHungUpBetween(t *testing.T) {
	server, s, _ := sftpWithFile(t)
	r, err := s.Get(t.Context(), "ltx/a", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	line := s.latest.line
	server.hangUp()
	<-line.gone
	stillThere(t, s)
	if n := server.connections.Load(); n != 2 {
		t.Errorf("%d connections", n)
	}
	if text, err := io.ReadAll(r); err == nil || len(text) > 0 {
		t.Errorf("a reader of the old connection: %q, %v", text, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	stillThere(t, s)
}

// A server that says nothing from the beginning is waited for as long as a handshake may take.
func TestSFTPHandshake(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, config := newSFTPServer(t, t.TempDir())
	config.Address = listener.Addr().String()
	for _, c := range []struct {
		name string
		dial func(context.Context, string, string) (net.Conn, error)
	}{
		{"it accepts and is silent", config.Dial},
		{"it does not accept", func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			config.Dial = c.dial
			s := sftpStore(t, config)
			s.handshake = 50 * time.Millisecond
			if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "the server has not let us in within 50ms") {
				t.Error(err)
			}
		})
	}
}

// A connection that could not be made is tried again by the next call.
func TestSFTPConnectsAgain(t *testing.T) {
	_, config := newSFTPServer(t, t.TempDir())
	dial, tried := config.Dial, 0
	config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if tried++; tried == 1 {
			return nil, errors.New("no route")
		}
		return dial(ctx, network, address)
	}
	s := sftpStore(t, config)
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "connect: no route") {
		t.Errorf("the first time: %v", err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("the second time: %v", err)
	}
	// Who has learnt that a connection is lost never finds it in use.
	line := s.latest.line
	err := line.await(t.Context(), func() error { return sftp.ErrSSHFxConnectionLost }, nil)
	if !errors.Is(err, errSFTPLost) || !line.over() {
		t.Errorf("a broken connection: %v, %t", err, line.over())
	}
}

// Whoever needs the connection first may give up: it is made for all who wait.
func TestSFTPConnectsForAll(t *testing.T) {
	server, config := newSFTPServer(t, t.TempDir())
	dialing, let := make(chan struct{}), make(chan struct{})
	dial := config.Dial
	config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		close(dialing)
		<-let
		return dial(ctx, network, address)
	}
	s := sftpStore(t, config)
	first, cancel := context.WithCancel(t.Context())
	gaveUp, done := make(chan error), make(chan error)
	go func() { gaveUp <- s.Check(first) }()
	<-dialing
	go func() { done <- s.Check(t.Context()) }()
	cancel()
	if err := <-gaveUp; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(let)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := server.connections.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

func TestSFTPClose(t *testing.T) {
	server, s, _ := sftpWithFile(t)
	r, err := s.Get(t.Context(), "ltx/a", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	stuck, reached := hanging(packetStat)
	server.hook(stuck, nil)
	under := make(chan error)
	go func() { under <- s.Check(t.Context()) }()
	<-reached
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	_, read := r.Read(make([]byte, 1))
	for what, err := range map[string]error{"a call under way": <-under, "a call afterwards": s.Check(t.Context()), "a reader": read} {
		if !errors.Is(err, errClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	t.Run("while it connects", func(t *testing.T) {
		_, config := newSFTPServer(t, t.TempDir())
		dialing := make(chan struct{})
		config.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
			close(dialing)
			<-ctx.Done()
			return nil, ctx.Err()
		}
		s := sftpStore(t, config)
		go func() { under <- s.Check(t.Context()) }()
		<-dialing
		_ = s.Close()
		if err := <-under; !errors.Is(err, errClosed) {
			t.Error(err)
		}
	})
}

// A server that reads no more, with more under way than it has promised to take.
func TestSFTPFrozen(t *testing.T) {
	server, s, _ := sftpWithFile(t)
	thaw := make(chan struct{})
	t.Cleanup(func() { close(thaw) })
	server.hook(func(p []byte) ([]byte, bool) {
		if p[0] == packetWrite {
			<-thaw
		}
		return p, false
	}, nil)
	s.patience = 200 * time.Millisecond
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			err := s.Put(t.Context(), fmt.Sprintf("ltx/%d", i), bytes.NewReader(make([]byte, 1<<20)))
			if err == nil || !strings.Contains(err.Error(), "the server has not answered for") {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.patience = patienceTime
	server.hook(same, nil)
	stillThere(t, s)
}
