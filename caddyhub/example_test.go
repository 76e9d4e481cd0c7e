//go:build unix

package caddyhub

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// purposes are what single set-ups are for, by their paths: each is tried with the hub running.
var purposes = map[string]func(*testing.T, *setUp){
	"docs/examples/home-server/Caddyfile": otherSites,
	"docs/examples/team/Caddyfile":        tokensOfAgents,
	"docs/examples/nginx/Caddyfile":       behindNginx,
	"docs/examples/litestream/Caddyfile":  withLitestream,
	"docs/examples/openclaw/Caddyfile":    wakesOpenClaw,
}

// fileOf is a file of an example, with names, addresses and folders of the test.
func (s *setUp) fileOf(t *testing.T, example string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../docs/examples", example))
	if err != nil {
		t.Fatal(err)
	}
	return s.here.Replace(string(text))
}

// program finds a program that an example needs beside the hub.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Skipf("%s is not installed: its part of the example is not tried", name)
	}
	return path
}

// beside runs a program until the test ends.
func (s *setUp) beside(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = s.dir
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	// Killed, the master of nginx would leave its workers behind.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s: %s", name, said.Bytes())
		}
	})
}

// ask sends a request with the access token, or with another one.
func (s *setUp) ask(t *testing.T, method, target, body string, token ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+strings.Join(append(token, privateToken)[:1], ""))
	answer, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

func otherSites(t *testing.T, s *setUp) {
	if err := os.WriteFile(filepath.Join(s.dir, "srv/www/page.txt"), []byte("a page"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(s.caddyfile, "reverse_proxy 127.0.0.1:")
	port, _, _ = strings.Cut(port, "\n")
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	photos := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "a photo")
	})}}
	photos.Start()
	defer photos.Close()
	for address, want := range map[string]string{"https://www.localhost:%/page.txt": "a page", "https://photos.localhost:%/1": "a photo"} {
		address = strings.Replace(address, "%", s.secure, 1)
		until(t, "a certificate for "+address, func() bool { // each name has its own, and the hub's may be first
			r, err := s.client.Get(address)
			if err == nil {
				r.Body.Close()
			}
			return err == nil
		})
		answer := s.ask(t, http.MethodGet, address, "")
		if got, err := io.ReadAll(answer.Body); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", address, got, err)
		}
	}
}

func tokensOfAgents(t *testing.T, s *setUp) {
	token := func(options string) string {
		cmd := s.command(t, "/usr/bin/hub token create --hub "+s.base+" "+options)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("hub token create %s: %v", options, err)
		}
		return strings.TrimSpace(string(out))
	}
	server, reviewer := token("--name build-server"), token("--name reviewer --scope read --expires 30d")
	steps := []struct {
		name, method, token string
		want                int
	}{
		{"the server reads", http.MethodGet, server, http.StatusOK},
		{"the server writes", http.MethodPost, server, http.StatusCreated},
		{"the reviewer reads", http.MethodGet, reviewer, http.StatusOK},
		{"the reviewer writes", http.MethodPost, reviewer, http.StatusForbidden},
		{"a stranger reads", http.MethodGet, "stranger", http.StatusUnauthorized},
	}
	for _, step := range steps {
		if answer := s.ask(t, step.method, s.base+"/api/threads", `{"summary":"Look at the build"}`, step.token); answer.StatusCode != step.want {
			t.Errorf("%s: %s", step.name, answer.Status)
		}
	}
	if out, err := s.command(t, "/usr/bin/hub token revoke --hub "+s.base+" build-server").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for token, want := range map[string]int{server: http.StatusUnauthorized, reviewer: http.StatusOK} {
		if answer := s.ask(t, http.MethodGet, s.base+"/api/threads", "", token); answer.StatusCode != want {
			t.Errorf("after one was revoked: %s, want %d", answer.Status, want)
		}
	}
}

func behindNginx(t *testing.T, s *setUp) {
	t.Run("nginx", func(t *testing.T) {
		nginx := program(t, "nginx")
		cert, key := selfSigned(t)
		site := strings.NewReplacer(
			s.dir+"/etc/ssl/hub/fullchain.pem", cert, s.dir+"/etc/ssl/hub/privkey.pem", key,
			"listen 80;", "listen 127.0.0.1:"+freePort(t)+";", "listen 443 ssl http2;", "listen 127.0.0.1:"+s.secure+" ssl http2;",
		).Replace(s.fileOf(t, "nginx/nginx.conf"))
		// What Debian's own nginx.conf has around it, less its paths.
		text := "daemon off; pid nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n" + site + "}\n"
		if os.Geteuid() == 0 {
			text = "user root;\n" + text // who may open the socket
		}
		for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			text = strings.Replace(text, "http {\n", "http {\n"+name+"_temp_path "+name+";\n", 1)
		}
		conf := filepath.Join(s.dir, "nginx.conf")
		if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"-p", s.dir, "-e", "stderr", "-c", conf}
		if out, err := exec.CommandContext(t.Context(), nginx, append(args, "-t")...).CombinedOutput(); err != nil {
			t.Fatalf("nginx -t: %v\n%s", err, out)
		}
		s.beside(t, nginx, args...)
		base := "https://localhost:" + s.secure
		until(t, "nginx", func() bool {
			r, err := s.client.Head(base + "/api/health")
			return err == nil && r.StatusCode == http.StatusOK
		})
		if answer := s.ask(t, http.MethodGet, base+"/api/threads", ""); answer.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("the hub does not know of the HTTPS: %s", answer.Status)
		}
		large := strings.Repeat("x", 2<<20) // more than nginx takes by itself
		if answer := s.ask(t, http.MethodPost, base+"/api/sessions", large); answer.StatusCode == http.StatusRequestEntityTooLarge && answer.Header.Get("Content-Security-Policy") == "" {
			t.Error("nginx refuses what the hub takes")
		}
		stream := s.ask(t, http.MethodGet, base+"/api/events/stream", "")
		if answer := s.ask(t, http.MethodPost, base+"/api/threads", `{"summary":"Seen at once"}`); answer.StatusCode != http.StatusCreated {
			t.Fatal(answer.Status)
		}
		for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
			if strings.Contains(lines.Text(), "Seen at once") || strings.HasPrefix(lines.Text(), "id: ") {
				return
			}
		}
		t.Error("the event stream ended without the event")
	})
}

func withLitestream(t *testing.T, s *setUp) {
	t.Run("litestream", func(t *testing.T) {
		litestream := program(t, "litestream")
		config := filepath.Join(s.dir, "etc/litestream.yml")
		if err := os.WriteFile(config, []byte(s.fileOf(t, "litestream/litestream.yml")), 0o600); err != nil {
			t.Fatal(err)
		}
		s.beside(t, litestream, "replicate", "-config", config)
		const summary = "Look at the replica"
		if answer := s.ask(t, http.MethodPost, s.base+"/api/threads", `{"summary":"`+summary+`"}`); answer.StatusCode != http.StatusCreated {
			t.Fatal(answer.Status)
		}
		restored := filepath.Join(s.dir, "restored.sqlite3")
		until(t, "the thread in the replica", func() bool {
			os.Remove(restored)
			restore := s.command(t, "/usr/bin/hub restore --from file:/var/backups/hub -o "+restored)
			restore.Env = append(restore.Env, "HUB_REPLICATE_PASSPHRASE=") // Litestream has none
			if restore.Run() != nil {
				return false
			}
			text, err := os.ReadFile(restored)
			return err == nil && bytes.Contains(text, []byte(summary))
		})
	})
}

func wakesOpenClaw(t *testing.T, s *setUp) {
	var gateway struct {
		Hooks struct {
			Enabled     bool
			Path, Token string
		}
	}
	if err := json.Unmarshal([]byte(s.fileOf(t, "openclaw/openclaw.json")), &gateway); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(s.caddyfile, "webhook_url ")
	text, _, _ = strings.Cut(text, "\n")
	webhook, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if h := gateway.Hooks; !h.Enabled || h.Token != "${HUB_GATEWAY_TOKEN}" || h.Path+"/wake" != webhook.Path {
		t.Fatalf("the hub calls %s, and OpenClaw has %+v", webhook, gateway)
	}
	came := make(chan string, 1)
	listener, err := net.Listen("tcp", webhook.Host)
	if err != nil {
		t.Fatal(err)
	}
	openclaw := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		came <- r.Method + " " + r.URL.Path + " " + r.Header.Get("Authorization") + " " + string(body)
	})}}
	openclaw.Start()
	defer openclaw.Close()
	if answer := s.ask(t, http.MethodPost, s.base+"/api/gateway/test", ""); answer.StatusCode != http.StatusAccepted {
		t.Fatal(answer.Status)
	}
	if got, want := <-came, "POST /hooks/wake Bearer "+privateToken+` {"text":"`; !strings.HasPrefix(got, want) {
		t.Errorf("OpenClaw got %s", got)
	}
}

// TestLaptop starts the hub as the laptop's two units do.
func TestLaptop(t *testing.T) {
	for name, read := range map[string]func(*testing.T, string) (command string, environment []string){
		"hub.service": userUnit, "org.progresshub.hub.plist": launchAgent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetUp(t, "")
			s.here = strings.NewReplacer(
				"%h/.local/bin/hub", os.Args[0], "%h", s.dir, "/usr/local/bin/hub", os.Args[0], "/Users/you", s.dir,
				"Application Support", "Application_Support", // a command line of the test is split at blanks
				":8787", strings.TrimPrefix(s.base, "http://localhost"),
			)
			command, environment := read(t, s.fileOf(t, "laptop/"+name))
			s.run(t, command, environment...)
			s.waitFor(t, "an answer", func(r *http.Response) bool { return r.StatusCode == http.StatusOK })
			if _, err := os.Stat(filepath.Join(s.dir, "var/lib/hub/hub.sqlite3")); err == nil {
				t.Error("the unit does not say where the data is")
			}
			for token, want := range map[string]int{privateToken: http.StatusOK, "another": http.StatusUnauthorized} {
				if answer := s.ask(t, http.MethodGet, s.base+"/api/threads", "", token); answer.StatusCode != want {
					t.Errorf("%s, want %d", answer.Status, want)
				}
			}
			s.stop(t)
		})
	}
}

// TestUnits lets systemd read the hub's own units.
func TestUnits(t *testing.T) {
	units := map[string]string{}
	for _, name := range []string{"hub.service", "hub.socket"} {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		units[name] = strings.ReplaceAll(string(text), "/usr/bin/hub", os.Args[0])
	}
	verifyUnits(t, units)
}

// userUnit reads a unit, once systemd has nothing to say about it.
func userUnit(t *testing.T, text string) (command string, environment []string) {
	t.Helper()
	verifyUnits(t, map[string]string{"hub.service": text}, "--user")
	return unitLines(t, text, "ExecStart")[0], strings.Fields(unitLines(t, text, "Environment")[0])
}

// verifyUnits lets systemd read units, by their names, where it is installed.
func verifyUnits(t *testing.T, units map[string]string, options ...string) {
	t.Helper()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not installed: the units are not verified")
		return
	}
	dir, args := t.TempDir(), append(options, "--man=no", "verify")
	for name, text := range units {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, name))
	}
	cmd := exec.CommandContext(t.Context(), analyze, args...)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

// launchAgent reads a property list, with the token filled in.
func launchAgent(t *testing.T, text string) (command string, environment []string) {
	t.Helper()
	var list struct {
		Arguments []string `xml:"dict>array>string"`
		Names     []string `xml:"dict>dict>key"`
		Values    []string `xml:"dict>dict>string"`
	}
	if err := xml.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	for i, value := range list.Values {
		environment = append(environment, list.Names[i]+"="+strings.Replace(value, "token", privateToken, 1))
	}
	return strings.Join(list.Arguments, " "), environment
}
