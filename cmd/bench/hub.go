package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const token = "bench-token-for-a-hub-on-loopback-only-0123456789"

// hub is the child process under test.
type hub struct {
	process
	token  string
	limits string // folder of the bodies the limit handler writes
}

// start runs this program again as a hub over the folder's data, with the limit handler beside.
func start(ctx context.Context, dir string) (*hub, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	limits := filepath.Join(dir, "limits")
	if err := os.MkdirAll(limits, 0o700); err != nil {
		return nil, err
	}
	return startHub(ctx, limits, func(addr string) *exec.Cmd {
		child := exec.Command(self, serveArg, addr, limits)
		child.Env = append(os.Environ(), "HUB_DATA_DIR="+filepath.Join(dir, "data"))
		return child
	})
}

// startReleased runs a binary of the hub over a data folder, as people do.
func startReleased(ctx context.Context, binary, data string) (*hub, error) {
	return startWith(ctx, binary, data, nil)
}

// startWith is startReleased with further variables and arguments.
func startWith(ctx context.Context, binary, data string, env []string, args ...string) (*hub, error) {
	return startHub(ctx, "", func(addr string) *exec.Cmd {
		child := exec.Command(binary, append([]string{"serve", "--listen", addr, "--data", data}, args...)...)
		child.Env = append(os.Environ(), env...)
		return child
	})
}

func startHub(ctx context.Context, limits string, command func(addr string) *exec.Cmd) (*hub, error) {
	addr, err := freeAddress()
	if err != nil {
		return nil, err
	}
	child := command(addr)
	child.Env = append(child.Env, "HUB_AUTH_TOKEN="+token)
	h := &hub{process{addr: addr, cmd: child}, token, limits}
	if err := h.run(ctx, "/api/health"); err != nil {
		return nil, fmt.Errorf("start the hub: %w", err)
	}
	return h, nil
}

// settle waits until the index is built and the process has given back what that took.
func (h *hub) settle(ctx context.Context) error {
	last := 0.0
	for range 60 {
		if _, _, err := h.get("/api/overlap?q=settle"); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		now := h.rssMB()
		if diff := now - last; diff < 0.5 && diff > -0.5 {
			return nil
		}
		last = now
	}
	return nil
}

func (h *hub) get(path string) (http.Header, []byte, error) {
	req, err := http.NewRequest(http.MethodGet, "http://"+h.addr+path, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+h.token)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: %s: %s", path, r.Status, body)
	}
	return r.Header, body, err
}

func (h *hub) tagOf(path string) (string, error) {
	header, _, err := h.get(path)
	return header.Get("ETag"), err
}

// saveLimit keeps an answer of the hub as what the limit handler writes under a name.
func (h *hub) saveLimit(name, path string) error {
	header, body, err := h.get(path)
	if err != nil {
		return err
	}
	for _, own := range []string{"Date", "Server"} { // these are added to every answer
		header.Del(own)
	}
	text, err := json.Marshal(saved{header, body})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(h.limits, name), text, 0o600)
}

func (h *hub) request(path string, headers ...string) []byte {
	return h.raw(http.MethodGet, path, "", headers...)
}

func (h *hub) send(method, path, body string) []byte {
	return h.raw(method, path, body, "Content-Type", "application/json")
}

// create is the request for a thread.
func (h *hub) create(title string) []byte {
	return h.send(http.MethodPost, "/api/threads", fmt.Sprintf(`{"summary":%q,"project_slug":"project-1","source_tool":"bench"}`, title))
}

// call is the request for a tool over MCP. The arguments are what JSON makes of them.
func (h *hub) call(tool string, arguments any) []byte {
	return h.callAt("/mcp", tool, arguments)
}

func (h *hub) callAt(path, tool string, arguments any) []byte {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		panic(err) // of this program's own making
	}
	return h.raw(http.MethodPost, path, string(body), "Content-Type", "application/json", "Accept", "application/json, text/event-stream")
}

// raw is a request as its bytes.
func (h *hub) raw(method, path, body string, headers ...string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench\r\n", method, path, h.addr)
	if h.token != "" {
		fmt.Fprintf(&b, "Authorization: Bearer %s\r\n", h.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", headers[i], headers[i+1])
	}
	if body != "" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return b.Bytes()
}

// freeAddress is one that nobody listens on right now.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

// process is a server under test.
type process struct {
	addr     string
	cmd      *exec.Cmd
	lifeline io.Closer     // the child may end when this closes, however this process does
	started  time.Duration // from exec to the first 200
	ended    chan struct{} // closed when it has
}

// run starts it and waits for its first 200.
func (p *process) run(ctx context.Context, health string) (err error) {
	var said bytes.Buffer
	p.cmd.Stderr = &said
	if p.lifeline, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.ended = make(chan struct{})
	go func() {
		defer close(p.ended)
		_ = p.cmd.Wait()
	}()
	for time.Since(began) < 5*time.Minute && ctx.Err() == nil {
		select {
		case <-p.ended:
			return fmt.Errorf("it ended: %s", said.Bytes())
		default:
		}
		if r, err := http.Get("http://" + p.addr + health); err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				p.started = time.Since(began)
				return nil
			}
		}
		time.Sleep(time.Millisecond)
	}
	p.kill()
	return errors.Join(ctx.Err(), fmt.Errorf("no answer in five minutes: %s", said.Bytes()))
}

// stop ends it as a service manager does.
func (p *process) stop() { p.end(syscall.SIGTERM) }

// kill ends it as a power cut does, but for the disk.
func (p *process) kill() { p.end(syscall.SIGKILL) }

func (p *process) end(with os.Signal) {
	_ = p.cmd.Process.Signal(with)
	<-p.ended
}
