package caddyhub

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	_ "github.com/caddyserver/caddy/v2/modules/standard"
)

// privateToken is a token as hub token prints them.
const privateToken = "wm9QvJ0yq5Zc2tX8sB4nLr7Hd1KfUeGa3oPiYxTzM6k"

// asBinary makes the test binary behave as the hub's own, for tests of the process; with asCaddy, as
// a Caddy that has the hub in it.
const (
	asBinary = "HUB_TEST_AS_BINARY"
	asCaddy  = asBinary + "=caddy"
)

func TestMain(m *testing.M) {
	if os.Getenv(asBinary) == "caddy" {
		caddycmd.Main()
		return
	}
	if os.Getenv(asBinary) != "" {
		caddy.CustomBinaryName = binaryName
		PromoteCommands()
		caddycmd.Main()
		return
	}
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "HUB_") || name == "stale_nudge_cron" {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}

// adapt turns a Caddyfile into Caddy's JSON.
func adapt(t testing.TB, caddyfile string) []byte {
	t.Helper()
	config, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(caddyfile), map[string]any{"filename": "Caddyfile"})
	if err != nil {
		t.Fatalf("adapt: %v\n%s", err, caddyfile)
	}
	return config
}

// quiet are global options that keep a test's Caddy to itself.
func quiet(t testing.TB) string {
	t.Helper()
	return "admin off\npersist_config off\nauto_https off\ngrace_period 10s\nstorage file_system " + t.TempDir() + "\n" +
		"log {\n output discard\n}\n"
}

// site is a Caddyfile with the hub on one loopback port.
func site(t testing.TB, port, hubOptions, directives string) string {
	t.Helper()
	return "{\n" + quiet(t) + "hub {\n" + hubOptions + "\n}\n}\n" +
		"http://127.0.0.1:" + port + " {\nbind 127.0.0.1\n" + directives + "\n}\n"
}

// load runs a Caddyfile in this process until the test ends.
func load(t testing.TB, caddyfile string) {
	t.Helper()
	if err := caddy.Load(adapt(t, caddyfile), true); err != nil {
		t.Fatalf("load: %v\n%s", err, caddyfile)
	}
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
}

// validate provisions a Caddyfile without running it.
func validate(t testing.TB, caddyfile string) error {
	t.Helper()
	var config *caddy.Config
	if err := json.Unmarshal(adapt(t, caddyfile), &config); err != nil {
		t.Fatal(err)
	}
	return caddy.Validate(config)
}

// given are the ports that tests have been given: none goes to two, as it looks free until the first
// listens on it.
var given sync.Map

// freePort finds a port to listen on later. It is none of those that the system gives to
// whoever asks for any: by then, another test's connection would have it.
func freePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(10_000 + rand.IntN(20_000))
		if _, twice := given.LoadOrStore(port, true); twice {
			continue
		}
		if ln, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			ln.Close()
			return port
		}
	}
	t.Fatal("found no free port")
	return ""
}

// get sends a GET over a connection of its own.
func get(ctx context.Context, url string) (status int, body string, err error) {
	return do(ctx, http.MethodGet, url, nil)
}

// do sends a request with headers given as name, value, over a connection of its own.
func do(ctx context.Context, method, url string, body io.Reader, headers ...string) (int, string, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return 0, "", err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := ask(client, req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// ask sends a request, and again where Caddy lost the fresh connection unread while it changed
// configurations (docs/quality.md): nobody has seen it then.
func ask(client *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := client.Do(req)
	for range 5 {
		if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, io.EOF) {
			break
		}
		if req.GetBody != nil {
			req.Body, _ = req.GetBody() // of a text in memory: it does not fail
		}
		resp, err = client.Do(req)
	}
	return resp, err
}

// until tries something again until it is so.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !so(); {
		if time.Now().After(deadline) {
			t.Fatalf("no sign of %s", what)
		}
	}
}
