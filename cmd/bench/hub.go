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
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const token = "bench-token-for-a-hub-on-loopback-only-0123456789"

// hub is the child process under test.
type hub struct {
	addr    string
	token   string
	limits  string // folder of the bodies the limit handler writes
	process *exec.Cmd

	lifeline io.Closer     // the child ends when this closes, however this process does
	started  time.Duration // from exec to the first 200
}

// start runs this program again as a hub over the data folder.
func start(ctx context.Context, dir string) (*hub, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("find a port: %w", err)
	}
	h := &hub{addr: listener.Addr().String(), token: token, limits: filepath.Join(dir, "limits")}
	if err := errors.Join(listener.Close(), os.Mkdir(h.limits, 0o700)); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	h.process = exec.Command(self, serveArg, h.addr, h.limits)
	h.process.Env = append(os.Environ(), "HUB_DATA_DIR="+filepath.Join(dir, "data"), "HUB_AUTH_TOKEN="+token)
	h.process.Stderr = os.Stderr
	if h.lifeline, err = h.process.StdinPipe(); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := h.process.Start(); err != nil {
		return nil, fmt.Errorf("start the hub: %w", err)
	}
	for {
		if r, err := http.Get("http://" + h.addr + "/api/health"); err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				h.started = time.Since(began)
				return h, nil
			}
		}
		if time.Since(began) > time.Minute || ctx.Err() != nil {
			h.stop()
			return nil, fmt.Errorf("the hub did not answer within a minute")
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (h *hub) stop() {
	_ = h.process.Process.Signal(syscall.SIGTERM)
	_ = h.process.Wait()
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

// rssMB is the resident memory of the process in 10^6 bytes, 0 where /proc does not tell.
func (h *hub) rssMB() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.process.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kb); n == 1 {
			return kb * 1024 / 1e6
		}
	}
	return 0
}

func (h *hub) get(path string) (http.Header, []byte, error) {
	req, err := http.NewRequest(http.MethodGet, "http://"+h.addr+path, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
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

func (h *hub) post(path, body string) []byte {
	return h.raw(http.MethodPost, path, body, "Content-Type", "application/json")
}

// raw is a request as its bytes.
func (h *hub) raw(method, path, body string, headers ...string) []byte {
	var b bytes.Buffer
	target, query, _ := strings.Cut(path, "?")
	if query != "" {
		target += "?" + query
	}
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nUser-Agent: bench\r\n", method, target, (&url.URL{Host: h.addr}).Host, h.token)
	for i := 0; i+1 < len(headers); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", headers[i], headers[i+1])
	}
	if body != "" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return b.Bytes()
}
