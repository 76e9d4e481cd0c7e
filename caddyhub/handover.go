package caddyhub

import (
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Handover is a listener wrapper of Caddy. At a reload it hands connections whose request the old
// configuration has read and not begun to answer to the new one: net/http closes them, as it serves
// nothing that it reads after its end has begun. Whatever the old configuration has answered, if only
// in part, stays with it. Only where both configurations listen on one socket is nothing lost
// otherwise: a Unix socket, or one that was handed to the process.
//
// In a Caddyfile it stands in front of tls, in the global option servers:
//
//	listener_wrappers {
//		hub
//		tls
//	}
type Handover struct{}

// CaddyModule is the registration of the module.
func (Handover) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.listeners.hub", New: func() caddy.Module { return new(Handover) }}
}

// UnmarshalCaddyfile reads the name of the wrapper, behind which nothing stands.
func (*Handover) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() || d.NextBlock(0) {
		return d.ArgErr()
	}
	return nil
}

// WrapListener lets a listener accept what earlier ones of its address hand over.
func (*Handover) WrapListener(ln net.Listener) net.Listener {
	l := &handingListener{Listener: ln, faults: make(chan error), ended: make(chan struct{})}
	l.queue = lineUp(l)
	go l.accept()
	return l
}

// handingListener is the listener of one configuration.
type handingListener struct {
	net.Listener
	queue  *queue
	faults chan error // of the socket
	end    sync.Once
	ended  chan struct{} // closed with it
}

// accept takes connections off the socket, for whichever configuration accepts next.
func (l *handingListener) accept() {
	for {
		c, err := l.Listener.Accept()
		if err == nil {
			l.queue.put(&freshConn{Conn: c})
			continue
		}
		select {
		case l.faults <- err:
		case <-l.ended:
			return
		}
	}
}

func (l *handingListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.queue.conns:
		c.from = l
		return c, nil
	case err := <-l.faults:
		return nil, err
	case <-l.ended:
		return nil, net.ErrClosed
	}
}

func (l *handingListener) Close() error {
	err := net.ErrClosed
	l.end.Do(func() {
		close(l.ended)
		err = l.Listener.Close()
		l.queue.leave(l)
	})
	return err
}

// queue is where the connections of one address wait for whoever accepts the next.
type queue struct {
	conns chan *freshConn
	empty chan struct{} // closed when nobody listens there any more

	// Under queuesMu:
	listeners int
	newest    *handingListener // nil when that was closed
}

var (
	queuesMu sync.Mutex
	queues   = map[string]*queue{} // by network and address
)

func addressOf(l *handingListener) string { return l.Addr().Network() + " " + l.Addr().String() }

// lineUp is the queue of a listener's address, with it as the newest there.
func lineUp(l *handingListener) *queue {
	queuesMu.Lock()
	defer queuesMu.Unlock()
	q := queues[addressOf(l)]
	if q == nil {
		q = &queue{conns: make(chan *freshConn), empty: make(chan struct{})}
		queues[addressOf(l)] = q
	}
	q.listeners++
	q.newest = l
	return q
}

func (q *queue) leave(l *handingListener) {
	queuesMu.Lock()
	defer queuesMu.Unlock()
	if q.newest == l {
		q.newest = nil
	}
	if q.listeners--; q.listeners == 0 {
		delete(queues, addressOf(l))
		close(q.empty)
	}
}

// hasAfter reports whether somebody has come after a listener, and is there.
func (q *queue) hasAfter(l *handingListener) bool {
	queuesMu.Lock()
	defer queuesMu.Unlock()
	return q.newest != nil && q.newest != l
}

// put waits until somebody accepts the connection. When nobody will, it is closed.
func (q *queue) put(c *freshConn) {
	select {
	case q.conns <- c:
	case <-q.empty:
		_ = c.Conn.Close()
	}
}

// mostSeen is how much of a request may be read before its connection is no longer handed over.
const mostSeen = 32 << 10

// freshConn is a connection that remembers what was read from it until it is answered.
type freshConn struct {
	net.Conn
	from *handingListener // that accepted it last

	mu      sync.Mutex
	seen    []byte // what was read
	again   []byte // the rest of it that is to be read once more
	reading bool
	settled bool // it has an answer, or a fault, or too much was read: it stays where it is
}

func (c *freshConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	if len(c.again) > 0 {
		defer c.mu.Unlock()
		n := copy(p, c.again)
		c.again = c.again[n:]
		return n, nil
	}
	c.reading = true
	c.mu.Unlock()
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading = false
	if err != nil || len(c.seen)+n > mostSeen {
		c.settle()
	}
	if !c.settled {
		c.seen = append(c.seen, p[:n]...)
	}
	return n, err
}

// settle is called with mu held.
func (c *freshConn) settle() { c.settled, c.seen = true, nil }

// keep has the connection of a request stay with the configuration that answers it, from before its
// answer begins: a request whose handler is at work is never done again.
func keep(r *http.Request) {
	conn := r.Context().Value(caddyhttp.ConnCtxKey)
	for {
		switch c := conn.(type) {
		case *freshConn:
			c.mu.Lock()
			c.settle()
			c.mu.Unlock()
			return
		case interface{ NetConn() net.Conn }: // TLS
			conn = c.NetConn()
		default:
			return
		}
	}
}

func (c *freshConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	c.settle()
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// CloseWrite lets net/http say that an answer is complete before it closes.
func (c *freshConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close hands the connection over if a request was read from it and nobody has begun to answer. While
// another handler than the hub's is at work net/http mostly reads on, to hear of a client that
// leaves: such a connection is closed, too.
func (c *freshConn) Close() error {
	c.mu.Lock()
	seen, leaves := c.seen, !c.settled && !c.reading && len(c.seen) > 0 && c.from.queue.hasAfter(c.from)
	c.settle()
	c.mu.Unlock()
	if !leaves || c.SetDeadline(time.Time{}) != nil {
		return c.Conn.Close()
	}
	go c.from.queue.put(&freshConn{Conn: c.Conn, seen: seen, again: seen})
	return nil
}
