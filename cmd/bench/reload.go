package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	reloads       = 60
	reloadAnswers = 100 // how many each configuration gives at least
	reloadClients = 4   // one of them makes changes
)

// door is a way to listen, and where clients knock.
type door struct {
	name, network, addr string
	site, bind          string // of the Caddyfile
	inherits            bool   // the socket is opened by the parent, as systemd does
	behind              string // the address of an nginx in front; empty: none
}

// reload loads one configuration after the other while clients open a connection for each request,
// and counts the requests that nobody answered.
func (b *bench) reload(ctx context.Context) error {
	binary, err := b.stripped(ctx)
	if err != nil {
		return err
	}
	var free [3]string
	for i := range free {
		if free[i], err = freeAddress(); err != nil {
			return err
		}
	}
	_, port, err := net.SplitHostPort(free[0])
	if err != nil {
		return err
	}
	socket := filepath.Join(b.scratch, "hub.sock")
	doors := []door{
		{name: "TCP", network: "tcp", addr: free[0], site: "http://:" + port, bind: "127.0.0.1"},
		{name: "TCP, a socket handed over", network: "tcp", addr: free[1], site: "http://", bind: "fd/3", inherits: true},
		{name: "Unix socket", network: "unix", addr: socket, site: "http://", bind: "unix/" + socket + "|0600"},
	}
	if _, err := exec.LookPath("nginx"); err == nil {
		doors = append(doors, door{name: "Unix socket behind nginx", network: "tcp", addr: free[2], site: "http://", bind: doors[2].bind, behind: socket})
	}
	fmt.Printf("  %-44s %9s %9s\n", fmt.Sprintf("%d reloads", reloads), "answered", "lost")
	for _, servers := range []string{"", "\n\t\tlistener_wrappers {\n\t\t\thub\n\t\t\ttls\n\t\t}"} {
		for _, d := range doors {
			name := d.name
			if servers != "" {
				name += ", listener_wrappers"
			}
			answered, lost, err := b.reloadBehind(ctx, binary, d, servers)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			row(name, "%9d %9d", answered, lost)
		}
	}
	return nil
}

// reloadBehind runs a hub behind a door while clients knock at it; servers is what that option of
// the Caddyfile has.
func (b *bench) reloadBehind(ctx context.Context, binary string, d door, servers string) (answered, lost int64, err error) {
	dir, err := os.MkdirTemp(b.scratch, "reload-")
	if err != nil {
		return 0, 0, err
	}
	caddyfile := filepath.Join(dir, "Caddyfile")
	configure := func(generation int) error {
		text := fmt.Sprintf(`{
	admin off
	persist_config off
	grace_period 5s
	servers { %s
	}
	hub {
		data_dir %s
	}
}
%s {
	bind %s
	header Generation %d
	hub
}
`, servers, filepath.Join(dir, "data"), d.site, d.bind, generation)
		return os.WriteFile(caddyfile, []byte(text), 0o600)
	}
	if err := configure(0); err != nil {
		return 0, 0, err
	}
	hub := exec.CommandContext(ctx, binary, "run", "--config", caddyfile)
	hub.Env = append(os.Environ(), "HUB_AUTH_TOKEN="+token)
	if d.inherits {
		socket, err := listenFor(d)
		if err != nil {
			return 0, 0, err
		}
		defer socket.Close()
		hub.ExtraFiles = []*os.File{socket}
	}
	end, err := runBeside(hub, syscall.SIGTERM)
	if err != nil {
		return 0, 0, err
	}
	defer end()
	if d.behind != "" {
		nginx, err := nginxBefore(ctx, dir, d)
		if err != nil {
			return 0, 0, err
		}
		end, err := runBeside(nginx, syscall.SIGQUIT)
		if err != nil {
			return 0, 0, err
		}
		defer end()
	}
	if err := d.opens(ctx); err != nil {
		return 0, 0, err
	}
	k := d.knockers(ctx)
	for i := range reloads {
		if err = configure(i + 1); err == nil {
			err = hub.Process.Signal(syscall.SIGUSR1)
		}
		if err != nil {
			break
		}
		k.wait(func() bool { return k.newest.Load() > int64(i) })
		before := k.answered.Load()
		k.wait(func() bool { return k.answered.Load() >= before+reloadAnswers })
	}
	return k.answered.Load(), k.lost.Load(), errors.Join(err, k.stop())
}

// listenFor opens a socket for somebody else.
func listenFor(d door) (*os.File, error) {
	l, err := net.Listen(d.network, d.addr)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return l.(*net.TCPListener).File()
}

// nginxBefore is an nginx in front of a door, with its defaults.
func nginxBefore(ctx context.Context, dir string, d door) (*exec.Cmd, error) {
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;"
	}
	text := fmt.Sprintf("%s daemon off; pid nginx.pid; error_log error.log;\nevents {}\nhttp {\n\taccess_log off;\n\tserver {\n\t\tlisten %s;\n\t\tlocation / { proxy_pass http://unix:%s; }\n\t}\n}\n",
		user, d.addr, d.behind)
	conf := filepath.Join(dir, "nginx.conf")
	return exec.CommandContext(ctx, "nginx", "-p", dir, "-e", "error.log", "-c", conf), os.WriteFile(conf, []byte(text), 0o600)
}

// runBeside starts a program, which end ends.
func runBeside(cmd *exec.Cmd, with os.Signal) (end func(), err error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = cmd.Process.Signal(with)
		_ = cmd.Wait()
	}, nil
}

// opens waits for the first answer.
func (d door) opens(ctx context.Context) error {
	var err error
	for began := time.Now(); time.Since(began) < patience && ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		if _, err = d.knock(http.MethodGet); err == nil {
			return nil
		}
	}
	return errors.Join(ctx.Err(), err)
}

// knockers are clients that knock until they are stopped.
type knockers struct {
	newest, answered, lost atomic.Int64 // newest: the configuration that answered
	work                   sync.WaitGroup
	failure                atomic.Pointer[error]
	context.Context
	cancel context.CancelFunc
}

func (d door) knockers(ctx context.Context) *knockers {
	k := new(knockers)
	k.Context, k.cancel = context.WithCancel(ctx)
	for i := range reloadClients {
		method := http.MethodGet
		if i == 0 {
			method = http.MethodPost
		}
		k.work.Go(func() {
			for k.Err() == nil {
				generation, err := d.knock(method)
				switch {
				case err == nil:
					k.answered.Add(1)
					for seen := k.newest.Load(); generation > seen && !k.newest.CompareAndSwap(seen, generation); {
						seen = k.newest.Load()
					}
				case errors.Is(err, errLost):
					k.lost.Add(1)
				default:
					k.failure.CompareAndSwap(nil, &err)
					k.cancel()
				}
			}
		})
	}
	return k
}

// wait waits until it is so, or a client has failed.
func (k *knockers) wait(so func() bool) {
	for !so() && k.Err() == nil {
		time.Sleep(time.Millisecond)
	}
}

func (k *knockers) stop() error {
	k.cancel()
	k.work.Wait()
	if failure := k.failure.Load(); failure != nil {
		return *failure
	}
	return nil
}

var errLost = errors.New("no answer")

// knock sends one request over a connection of its own and returns which configuration answered.
func (d door) knock(method string) (generation int64, err error) {
	c, err := net.Dial(d.network, d.addr)
	if err != nil {
		return 0, errors.Join(errLost, err)
	}
	defer c.Close()
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // leaves no port behind that waits
	}
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	body := ""
	if method == http.MethodPost {
		body = `{"summary":"Look after the reload"}`
	}
	request := fmt.Sprintf("%s /api/threads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", method, token, len(body), body)
	if _, err := c.Write([]byte(request)); err != nil {
		return 0, errors.Join(errLost, err)
	}
	r := bufio.NewReader(c)
	if _, err := r.Peek(1); err != nil {
		return 0, errors.Join(errLost, err)
	}
	answer, err := http.ReadResponse(r, nil)
	if err != nil {
		return 0, err // half of one
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0, err
	}
	switch {
	case answer.StatusCode == http.StatusBadGateway:
		return 0, errLost
	case answer.StatusCode >= 300:
		return 0, fmt.Errorf("%s: %s", method, answer.Status)
	}
	return strconv.ParseInt(answer.Header.Get("Generation"), 10, 64)
}
