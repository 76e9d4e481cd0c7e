//go:build unix

package caddyhub

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// setUps are the Caddyfiles the repository ships for people to start from, by their paths.
func setUps(t *testing.T) map[string]string {
	t.Helper()
	files := []string{"../Caddyfile.example"}
	for _, pattern := range []string{"../docs/caddyfile/*.Caddyfile", "../docs/examples/*/Caddyfile"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) == 0 {
			t.Fatalf("no set-ups in %s: %v", pattern, err)
		}
		files = append(files, more...)
	}
	found := make(map[string]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(file, "../")] = string(text)
	}
	for _, page := range []string{"README.md", "docs/run.md"} {
		text, err := os.ReadFile("../" + page)
		if err != nil {
			t.Fatal(err)
		}
		_, block, ok := strings.Cut(string(text), "```caddyfile\n")
		if !ok {
			t.Fatalf("%s has no Caddyfile", page)
		}
		found[page], _, _ = strings.Cut(block, "```")
	}
	return found
}

// TestSetUps runs every shipped Caddyfile the way hub.service does: it starts it, answers,
// does what its example is for, refuses a reload with a mistake in the file, reloads a good one and
// stops. Only names, addresses, ports and folders are those of the test.
func TestSetUps(t *testing.T) {
	for name, caddyfile := range setUps(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetUp(t, caddyfile)
			s.start(t)
			s.waitFor(t, "an answer", func(r *http.Response) bool { return r.StatusCode == http.StatusOK })
			if r, err := s.get("/"); err != nil || r.StatusCode != http.StatusFound || r.Header.Get("Location") != "/ui/" {
				t.Errorf("/: %v %v", r, err)
			}
			if does := purposes[name]; does != nil {
				does(t, s)
			}
			good := s.caddyfile
			s.write(t, strings.Replace(good, "encode gzip", "encode gzip\nhubb", 1))
			if out, err := s.reload(t); err == nil || !strings.Contains(out, "hubb") {
				t.Errorf("a mistake in the file: %v, %s", err, out)
			}
			s.write(t, strings.Replace(good, "encode gzip", "encode gzip\nheader Reloaded yes", 1))
			if out, err := s.reload(t); err != nil {
				t.Fatalf("reload: %v, %s", err, out)
			}
			s.waitFor(t, "the new configuration", func(r *http.Response) bool { return r.Header.Get("Reloaded") == "yes" })
			s.stop(t)
		})
	}
}

// TestSetUpsRefuseStrangers: a set-up that others can reach doesn't start without a token.
func TestSetUpsRefuseStrangers(t *testing.T) {
	for name, caddyfile := range setUps(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetUp(t, caddyfile)
			s.write(t, strings.ReplaceAll(s.caddyfile, "default_bind 127.0.0.1", ""))
			cmd := s.command(t, unitCommands(t, "ExecReload")[0]) // hub validate
			cmd.Env = append(cmd.Env, "HUB_AUTH_TOKEN=")
			out, err := cmd.CombinedOutput()
			alone := strings.Contains(caddyfile, "bind 127.0.0.1 ")
			if refused := err != nil; refused == alone {
				t.Errorf("for this machine alone: %v; refused: %v: %s", alone, refused, out)
			}
		})
	}
}

// setUp is a Caddyfile with a machine of its own: folders, ports and environment.
type setUp struct {
	dir, caddyfile, base string
	here                 *strings.Replacer // makes names, addresses and folders those of the test
	secure               string            // the port of HTTPS
	cmd                  *exec.Cmd
	ended                chan error   // what the process ended with, once
	log                  bytes.Buffer // to be read after the end
	client               *http.Client
}

func newSetUp(t *testing.T, caddyfile string) *setUp {
	t.Helper()
	s := &setUp{dir: t.TempDir(), secure: freePort(t)}
	plain := freePort(t)
	s.base = "http://localhost:" + plain
	if strings.Contains(caddyfile, "\nhub.example.org {") {
		s.base = "https://localhost:" + s.secure
	}
	for _, folder := range []string{"var/lib/hub", "var/backups/hub", "etc/hub", "run/hub", "srv/www"} {
		if err := os.MkdirAll(filepath.Join(s.dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.here = strings.NewReplacer(
		"www.example.org", "www.localhost", "photos.example.org", "photos.localhost",
		"hub.example.org", "localhost", "hub.mesh.internal", "localhost", "10.0.0.2", "127.0.0.1",
		":8787", ":"+plain, ":9187", ":"+freePort(t), ":18789", ":"+freePort(t), ":2342", ":"+freePort(t),
		"/var/", s.dir+"/var/", "/etc/", s.dir+"/etc/", "/run/", s.dir+"/run/", "/srv/", s.dir+"/srv/",
	)
	caddyfile = s.here.Replace(caddyfile)
	s.write(t, strings.Replace(caddyfile, "\tadmin off", "\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port "+plain+"\n\thttps_port "+s.secure+"\n\tadmin off", 1))
	s.client = &http.Client{
		Transport: &http.Transport{
			DisableKeepAlives: true,
			TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // Caddy's own authority
			DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
				network, to := s.door(addr)
				return new(net.Dialer).DialContext(ctx, network, to)
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// door is where a client reaches an address: all names are this machine, and the hub may listen on a
// Unix socket.
func (s *setUp) door(addr string) (network, to string) {
	socket := filepath.Join(s.dir, "run/hub/hub.sock")
	if strings.Contains(s.caddyfile, "bind unix/"+socket) && "http://"+addr == s.base {
		return "unix", socket
	}
	_, port, _ := net.SplitHostPort(addr)
	return "tcp", "127.0.0.1:" + port
}

func (s *setUp) write(t *testing.T, caddyfile string) {
	t.Helper()
	s.caddyfile = caddyfile
	if err := os.WriteFile(filepath.Join(s.dir, "etc/hub/Caddyfile"), []byte(caddyfile), 0o600); err != nil {
		t.Fatal(err)
	}
}

// unitCommands are the command lines of a setting of hub.service.
func unitCommands(t *testing.T, setting string) []string {
	t.Helper()
	unit, err := os.ReadFile("../hub.service")
	if err != nil {
		t.Fatal(err)
	}
	return unitLines(t, string(unit), setting)
}

// unitLines are the values of a setting of a unit.
func unitLines(t *testing.T, unit, setting string) (lines []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^`+setting+`=(.*)$`).FindAllStringSubmatch(unit, -1) {
		lines = append(lines, m[1])
	}
	if len(lines) == 0 {
		t.Fatalf("the unit has no %s", setting)
	}
	return lines
}

// command is a command line of hub.service on the test's machine, with the unit's environment.
func (s *setUp) command(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	words := strings.Fields(s.here.Replace(line))
	if words[0] == "/usr/bin/hub" {
		words[0] = os.Args[0]
	}
	if s.cmd != nil {
		for i, word := range words {
			words[i] = strings.ReplaceAll(word, "$MAINPID", fmt.Sprint(s.cmd.Process.Pid))
		}
	}
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Dir = "/" // as systemd has it
	races, err := filepath.Abs("testdata/caddy-races.txt")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = []string{asBinary + "=1", "PATH=" + os.Getenv("PATH"), "GORACE=suppressions=" + races}
	for _, name := range []string{"HUB_AUTH_TOKEN", "HUB_GATEWAY_TOKEN", "HUB_FORGE_TOKEN", "HUB_BACKUP_PASSPHRASE", "HUB_NTFY_TOPIC", "HUB_NTFY_TOKEN", "HUB_SMTP_PASSWORD", "HUB_REPLICATE_ACCESS_KEY", "HUB_REPLICATE_SECRET_KEY", "HUB_REPLICATE_PASSPHRASE"} {
		cmd.Env = append(cmd.Env, name+"="+privateToken)
	}
	cmd.Env = append(cmd.Env, "HUB_NOTIFY_WEBHOOK_SECRET=whsec_"+base64.StdEncoding.EncodeToString([]byte(privateToken)))
	cmd.Env = append(cmd.Env, strings.Fields(s.here.Replace(unitCommands(t, "Environment")[0]))...)
	return cmd
}

func (s *setUp) start(t *testing.T) {
	t.Helper()
	s.run(t, unitCommands(t, "ExecStart")[0])
}

// run starts the hub with a command line, and more in its environment.
func (s *setUp) run(t *testing.T, line string, environment ...string) {
	t.Helper()
	s.cmd = s.command(t, line)
	s.cmd.Env = append(s.cmd.Env, environment...)
	if strings.Contains(s.caddyfile, "bind fd/3") {
		s.cmd.ExtraFiles = []*os.File{s.socket(t)}
	}
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.ended = make(chan error, 1)
	go func() {
		s.ended <- s.cmd.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		for range s.ended { // until it is closed
		}
		if t.Failed() {
			t.Log(s.log.String())
		}
	})
}

// socket opens what hub.socket names.
func (s *setUp) socket(t *testing.T) *os.File {
	t.Helper()
	unit, err := os.ReadFile("../hub.socket")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", s.here.Replace(unitLines(t, string(unit), "ListenStream")[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	file, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// reload runs the unit's commands one after the other, until one fails.
func (s *setUp) reload(t *testing.T) (string, error) {
	t.Helper()
	for _, line := range unitCommands(t, "ExecReload") {
		if out, err := s.command(t, line).CombinedOutput(); err != nil {
			return string(out), err
		}
	}
	return "", nil
}

func (s *setUp) get(path string) (*http.Response, error) {
	r, err := s.client.Get(s.base + path)
	if err == nil {
		r.Body.Close()
	}
	return r, err
}

// waitFor asks for the hub's health until the answer is as it should be.
func (s *setUp) waitFor(t *testing.T, what string, is func(*http.Response) bool) {
	t.Helper()
	var last error
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		select {
		case err := <-s.ended:
			t.Fatalf("the hub ended: %v", err)
		default:
		}
		r, err := s.get("/api/health")
		if err == nil && is(r) {
			return
		}
		last = err
	}
	t.Fatalf("no sign of %s: %v", what, last)
}

func (s *setUp) stop(t *testing.T) {
	t.Helper()
	if err := errors.Join(s.cmd.Process.Signal(syscall.SIGTERM), <-s.ended); err != nil {
		t.Errorf("stop: %v", err)
	}
}
