package caddyhub

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// binary is the test binary as the hub's own, with a clean environment.
func binary(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a process, which takes seconds under the race detector")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Dir = t.TempDir()
	home := t.TempDir()
	cmd.Env = append([]string{asBinary + "=1", "HOME=" + home, "PATH=" + os.Getenv("PATH")}, env...)
	return cmd
}

// run runs a command to its end.
func run(t *testing.T, env []string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := binary(t, env, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited { //nolint:errorlint // returned as it is
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// served is a hub in a process of its own.
type served struct {
	cmd    *exec.Cmd
	base   string // http://127.0.0.1:port
	greet  string // what it printed, up to the token line
	stdout *bufio.Reader
	stderr *bytes.Buffer
}

func startServe(t *testing.T, env []string, args ...string) *served {
	t.Helper()
	cmd := binary(t, env, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &served{cmd: cmd, stdout: bufio.NewReader(out), stderr: new(bytes.Buffer)}
	cmd.Stderr = s.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	for !strings.Contains(s.greet, "  Token ") {
		line, err := s.stdout.ReadString('\n')
		if err != nil {
			_ = cmd.Wait()
			t.Fatalf("the hub ended: %s%s", s.greet, s.stderr)
		}
		s.greet += line
	}
	found := regexp.MustCompile(`Open +(\S+)/ui/`).FindStringSubmatch(s.greet)
	if found == nil {
		t.Fatalf("no address in %q", s.greet)
	}
	s.base = found[1]
	return s
}

// interrupt is Ctrl-C; it returns the exit status.
func (s *served) interrupt(t *testing.T) int {
	t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, s.stdout); err != nil {
		t.Error(err)
	}
	_ = s.cmd.Wait()
	return s.cmd.ProcessState.ExitCode()
}

func TestServe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := startServe(t, nil, "--data", dir)
	for _, want := range []string{dir, "not set: development mode", "hub token prints one: keep it, and set it as HUB_AUTH_TOKEN"} {
		rest, _ := s.stdout.Peek(s.stdout.Buffered())
		if !strings.Contains(s.greet+string(rest), want) {
			t.Errorf("%q is not in %q", want, s.greet+string(rest))
		}
	}
	for path, want := range map[string]int{"/": 302, "/api/health": 200, "/api/threads": 200, "/nowhere": 404, "/register": 404} {
		if status, body, err := get(t.Context(), s.base+path); err != nil || status != want {
			t.Errorf("%s: %d %s %v, want %d", path, status, body, err, want)
		}
	}
	if status, body, err := do(t.Context(), http.MethodPost, s.base+"/api/threads", strings.NewReader(`{"summary":"kept"}`)); err != nil || status != http.StatusCreated {
		t.Errorf("create: %d %s %v", status, body, err)
	}

	t.Run("port in use", func(t *testing.T) {
		out, errs, status := run(t, nil, "serve", "--listen", strings.TrimPrefix(s.base, "http://"), "--data", storetest.Dir(t))
		if status != 1 || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "is in use by another program") {
			t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
		}
	})
	t.Run("data folder in use", func(t *testing.T) {
		_, errs, status := run(t, nil, "serve", "--listen", "127.0.0.1:0", "--data", dir)
		want := (&store.LockedError{Dir: dir, PID: s.cmd.Process.Pid}).Error()
		if status != 1 || errs != "hub serve: "+want+"\n" {
			t.Errorf("status %d, stderr %q", status, errs)
		}
	})
	t.Run("validate beside it", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "Caddyfile")
		if err := os.WriteFile(file, []byte(site(t, "0", "data_dir "+dir, "hub")), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, errs, status := run(t, nil, "validate", "--config", file); status != 0 {
			t.Errorf("status %d, stderr %q", status, errs)
		}
	})
	t.Run("import beside it", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "x.zip")
		if err := os.WriteFile(file, []byte("PK"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, status := run(t, nil, "import", file, "--data", dir)
		if status != 1 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "is in use by process") {
			t.Errorf("status %d, stderr %q", status, errs)
		}
	})
	file := filepath.Join(t.TempDir(), "hub.zip")
	t.Run("export beside it", func(t *testing.T) { testExport(t, dir, file) })

	if status := s.interrupt(t); status != 0 {
		t.Errorf("Ctrl-C: status %d, stderr %s", status, s.stderr)
	}
	t.Run("import", func(t *testing.T) { testImport(t, dir, file) })
}

func testExport(t *testing.T, dir, file string) {
	env := []string{"HUB_DATA_DIR=" + dir}
	out, errs, status := run(t, env, "export", "-o", file, "--json")
	var done exported
	if err := json.Unmarshal([]byte(out), &done); err != nil || status != 0 || done.File != file || done.Bytes == 0 {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != done.Bytes {
		t.Errorf("%v %v", info, err)
	}
	for _, own := range []string{store.DatabaseName, ".lock", "new.zip"} {
		if _, errs, status := run(t, env, "export", "--force", "-o", filepath.Join(dir, own)); status != 1 || !strings.Contains(errs, "lies in the data folder") {
			t.Errorf("export over the hub's own %s: status %d, stderr %q", own, status, errs)
		}
	}
	if _, errs, status := run(t, env, "export", "-o", file); status != 1 || !strings.Contains(errs, "--force") {
		t.Errorf("a second export: status %d, stderr %q", status, errs)
	}
	if _, errs, status := run(t, env, "export", "-o", file, "--force"); status != 0 {
		t.Errorf("with --force: status %d, stderr %q", status, errs)
	}
	if out, errs, status := run(t, env, "export", "-o", "-"); status != 0 || !strings.HasPrefix(out, "PK") {
		t.Errorf("to standard output: status %d, stderr %q", status, errs)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), ".hub-export-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func testImport(t *testing.T, dir, file string) {
	out, errs, status := run(t, nil, "import", file, "--data", dir, "--json")
	var done restored
	if err := json.Unmarshal([]byte(out), &done); err != nil || status != 0 || done.DataDir != dir || done.OldData == "" {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	if _, err := os.Stat(done.OldData); err != nil {
		t.Error(err)
	}
	fresh := filepath.Join(t.TempDir(), "fresh")
	if out, errs, status := run(t, nil, "import", file, "--data", fresh); status != 0 || !strings.Contains(out, fresh) {
		t.Fatalf("into a new folder: status %d, stdout %q, stderr %q", status, out, errs)
	}
	s := startServe(t, nil, "--data", fresh)
	if status, body, err := get(t.Context(), s.base+"/api/threads"); err != nil || status != 200 || !strings.Contains(body, "kept") {
		t.Errorf("%d %s %v", status, body, err)
	}
	if status := s.interrupt(t); status != 0 {
		t.Errorf("Ctrl-C: status %d", status)
	}
}

func TestServeWithToken(t *testing.T) {
	s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken, "HUB_TRUST_PROXY_HEADERS=true", "HUB_TRUSTED_PROXIES=127.0.0.1"}, "--data", storetest.Dir(t))
	if !strings.Contains(s.greet, "Token     set") || strings.Contains(s.greet, privateToken) {
		t.Errorf("printed %q", s.greet)
	}
	if status, _, err := get(t.Context(), s.base+"/api/threads"); err != nil || status != http.StatusUnauthorized {
		t.Errorf("without the token: %d %v", status, err)
	}
	if status, _, err := do(t.Context(), http.MethodGet, s.base+"/api/threads", nil, "Authorization", "Bearer "+privateToken); err != nil || status != http.StatusOK {
		t.Errorf("with the token: %d %v", status, err)
	}
	if status := s.interrupt(t); status != 0 {
		t.Errorf("Ctrl-C: status %d", status)
	}
	if strings.Contains(s.stderr.String(), privateToken) {
		t.Error("the log holds the token")
	}
}

// TestServeCompresses: lists and documents travel small to whoever takes them so, keep their
// tags, and the stream of changes is still heard at once.
func TestServeCompresses(t *testing.T) {
	s := startServe(t, nil, "--data", storetest.Dir(t))
	packed := func(method, path, body string, headers ...string) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, s.base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", "gzip") // set here, Go leaves the answer as it is
		if body != "" {
			req.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i < len(headers); i += 2 {
			req.Header.Set(headers[i], headers[i+1])
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	text := strings.Repeat("one line and the next. ", 200)
	packed("PUT", "/api/wiki/long", `{"markdown":"`+text+`"}`)

	page := packed("GET", "/api/wiki/long", "")
	tag := page.Header.Get("ETag")
	body, err := gzip.NewReader(page.Body)
	if page.Header.Get("Content-Encoding") != "gzip" || err != nil {
		t.Fatalf("encoded as %q: %v", page.Header.Get("Content-Encoding"), err)
	}
	if whole, err := io.ReadAll(body); err != nil || !strings.Contains(string(whole), text) {
		t.Errorf("unpacked: %d bytes, %v", len(whole), err)
	}
	for _, one := range []struct {
		name string
		resp *http.Response
		want int
	}{
		{"the tag is known again", packed("GET", "/api/wiki/long", "", "If-None-Match", tag), http.StatusNotModified},
		{"a change over the tag is taken", packed("PUT", "/api/wiki/long", `{"markdown":"short"}`, "If-Match", tag), http.StatusOK},
		{"a change over an old tag is not", packed("PUT", "/api/wiki/long", `{"markdown":"late"}`, "If-Match", tag), http.StatusPreconditionFailed},
		{"a file of the dashboard is known, too", packed("GET", "/ui/favicon.svg", "", "If-None-Match", packed("GET", "/ui/favicon.svg", "").Header.Get("ETag")), http.StatusNotModified},
	} {
		if one.resp.StatusCode != one.want {
			t.Errorf("%s: %d, want %d", one.name, one.resp.StatusCode, one.want)
		}
	}
	stream := packed("GET", "/api/events/stream", "", "Accept", "text/event-stream")
	first, err := bufio.NewReader(stream.Body).ReadString('\n')
	if stream.Header.Get("Content-Encoding") != "" || err != nil || !strings.HasPrefix(first, "retry: ") {
		t.Errorf("the stream is encoded as %q and begins with %q, %v", stream.Header.Get("Content-Encoding"), first, err)
	}
}

// TestServeFinishesRequests stops a hub while a request is under way: half of its body is
// sent before Ctrl-C, the rest after.
func TestServeFinishesRequests(t *testing.T) {
	s := startServe(t, nil, "--data", storetest.Dir(t))
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const body = `{"summary":"sent while the hub stops"}`
	head := "POST /api/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 38\r\n\r\n"
	if len(body) != 38 {
		t.Fatalf("the body has %d bytes", len(body))
	}
	if _, err := io.WriteString(conn, head); err != nil {
		t.Fatal(err)
	}
	answer := bufio.NewReader(conn)
	line, err := answer.ReadString('\n') // 100 Continue: the request has begun
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") {
		t.Fatalf("%q %v", line, err)
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	waitRefused(t, s.base)
	if _, err := io.WriteString(conn, body); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(answer)
	if err != nil || !strings.Contains(string(rest), "201 Created") {
		t.Errorf("%q %v", rest, err)
	}
	_, _ = io.Copy(io.Discard, s.stdout)
	_ = s.cmd.Wait()
	if status := s.cmd.ProcessState.ExitCode(); status != 0 {
		t.Errorf("status %d, stderr %s", status, s.stderr)
	}
}

// waitRefused returns when the hub has stopped listening.
func waitRefused(t *testing.T, base string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			return
		}
		conn.Close()
	}
	t.Fatal("the hub still listens")
}
