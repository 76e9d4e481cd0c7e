package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

var errSFTPLost = errors.New("the connection to the server broke")

// attempt is a connection that all who need one wait for.
type attempt struct {
	made chan struct{} // closed when the rest is known
	line *line
	err  error
}

// over reports whether an attempt has failed, or its connection broken.
func (a *attempt) over() bool {
	select {
	case <-a.made:
	default:
		return false
	}
	return a.err != nil || a.line.over()
}

// connect gives the connection, which is made if there is none. It is made for all who wait, so
// that it doesn't end with the ctx of the first of them.
func (s *SFTP) connect(ctx context.Context) (*line, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	a := s.latest
	if a == nil || a.over() {
		a = &attempt{made: make(chan struct{})}
		s.latest = a
		go func() {
			a.line, a.err = s.open()
			close(a.made)
		}()
	}
	s.mu.Unlock()
	select {
	case <-a.made:
		return a.line, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// open makes a connection.
func (s *SFTP) open() (made *line, err error) {
	defer func() {
		if reason := recover(); reason != nil { // over what a server says that is not known yet
			err = fmt.Errorf("connect: internal error (%T)", reason)
		}
	}()
	late := fmt.Errorf("the server has not let us in within %s", s.handshake)
	ctx, cancel := context.WithTimeoutCause(s.life, s.handshake, late)
	defer cancel()
	l, err := s.dialAndGreet(ctx)
	if s.life.Err() != nil {
		err = errClosed
	} else if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		if l != nil {
			l.fail(err)
		}
		return nil, fmt.Errorf("connect: %w", err)
	}
	go func() {
		_ = l.client.Wait()
		l.fail(errSFTPLost)
	}()
	return l, nil
}

func (s *SFTP) dialAndGreet(ctx context.Context) (*line, error) {
	conn, err := s.dial(ctx, "tcp", s.address)
	if err != nil {
		return nil, err
	}
	// Nothing in a handshake has a context, but all of it ends with the connection.
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	l, err := s.greet(conn)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return l, nil
}

// greet goes through the handshake and starts the server's SFTP.
func (s *SFTP) greet(conn net.Conn) (*line, error) {
	made, channels, requests, err := ssh.NewClientConn(conn, s.address, s.ssh)
	if err != nil {
		return nil, s.refusal(err)
	}
	session, err := ssh.NewClient(made, channels, requests).NewSession()
	if err != nil {
		return nil, err
	}
	in, err1 := session.StdinPipe()
	out, err2 := session.StdoutPipe()
	complaints, err3 := session.StderrPipe()
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	if err := session.RequestSubsystem("sftp"); err != nil {
		return nil, fmt.Errorf("the server offers the user %s no SFTP: %w", s.ssh.User, err)
	}
	go func() { _, _ = io.Copy(io.Discard, complaints) }() // unread, they would stop everything
	l := &line{store: s, conn: conn, gone: make(chan struct{})}
	l.watch = time.AfterFunc(s.handshake, l.silent)
	l.watch.Stop()
	l.client, err = sftp.NewClientPipe(hearing{out, l}, in, sftp.MaxPacketChecked(packet), sftp.UseConcurrentWrites(true))
	if err != nil {
		return nil, err
	}
	return l, nil
}

// line is a connection. It is given up when the server owes answers and says nothing: what SSH has
// to say beside them counts for nothing, it may come from a server whose disk hangs.
type line struct {
	store  *SFTP
	conn   net.Conn
	client *sftp.Client
	gone   chan struct{} // closed when it has failed

	mu      sync.Mutex
	cause   error     // of its failing
	waiting int       // how many ask something
	heard   time.Time // when there was an answer last, or nobody waited
	watch   *time.Timer
}

// hearing notes when a server says something.
type hearing struct {
	io.Reader
	line *line
}

func (h hearing) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	h.line.mu.Lock()
	h.line.heard = time.Now()
	h.line.mu.Unlock()
	return n, err
}

func (l *line) over() bool {
	select {
	case <-l.gone:
		return true
	default:
		return false
	}
}

// fail ends the connection and everything that waits for it. The first cause stays.
func (l *line) fail(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cause == nil {
		l.cause = cause
		l.watch.Stop()
		close(l.gone)
		_ = l.conn.Close()
	}
}

// silent gives the connection up if there has been no answer for too long.
func (l *line) silent() {
	l.mu.Lock()
	if l.waiting == 0 {
		l.mu.Unlock()
		return
	}
	patience := l.store.patience
	if left := patience - time.Since(l.heard); left > 0 {
		l.watch.Reset(left)
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	l.fail(fmt.Errorf("the server has not answered for %s", patience))
}

// watched asks the server something while its silence is watched.
func (l *line) watched(ask func() error) error {
	l.mu.Lock()
	if l.waiting++; l.waiting == 1 && l.cause == nil {
		l.heard = time.Now()
		l.watch.Reset(l.store.patience)
	}
	l.mu.Unlock()
	err := l.guarded(ask)
	if err != nil && broken(err) {
		l.fail(errSFTPLost) // before the next one takes it
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting--; l.waiting == 0 {
		l.watch.Stop()
	}
	if err != nil && l.cause != nil && !refused(err) {
		return l.cause
	}
	return err
}

// guarded asks, and gives the connection up when that panics, as an answer that is none may have it.
func (l *line) guarded(ask func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("what the server has answered can't be used: internal error (%T)", reason)
			l.fail(err)
		}
	}()
	return ask()
}

// broken reports whether an error is one of the connection.
func broken(err error) bool {
	var network *net.OpError
	return errors.Is(err, sftp.ErrSSHFxConnectionLost) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.As(err, &network)
}

// await asks the server something, and returns when that is done or ctx ends. In that case it goes
// on by itself, and what it has done is undone: what was sent can't be taken back, and the
// connection is that of others as well. Nothing may touch then what it uses.
func (l *line) await(ctx context.Context, ask, undo func() error) error {
	done := make(chan error) // unbuffered: both sides know whether it was taken
	go func() {
		err := l.watched(ask)
		select {
		case done <- err:
		case <-ctx.Done():
			if err == nil && undo != nil {
				_ = l.watched(undo)
			}
		}
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
