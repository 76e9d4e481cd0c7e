package gitserver

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

// BehindCaddy puts a Caddy in front of the server, which asks for the name and the token
// before the server does, and returns the repository's address there. It is a process of
// its own, because a hub does not connect to its own: the test binary, which is to run
// Caddy's command line when the environment has the variable called as.
func (s *Server) BehindCaddy(t testing.TB, as string) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(Token), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	server, repository, _ := strings.Cut(strings.TrimPrefix(s.URL, "http://"), "/")
	address := "http://" + serve(t, as, fmt.Sprintf("basic_auth {\n%s %s\n}\nreverse_proxy %s", Username, hash, server)) + "/" + repository
	answer, err := http.Get(address + "/info/refs?service=git-upload-pack")
	if err != nil {
		t.Fatalf("ask Caddy: %v", err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized || answer.Header.Get("Server") != "Caddy" {
		t.Fatalf("without a token: %s from %q", answer.Status, answer.Header.Get("Server"))
	}
	return address
}

// serve runs a Caddy with one site until the test ends, and returns where it listens.
func serve(t testing.TB, as, site string) string {
	t.Helper()
	home := t.TempDir()
	config := filepath.Join(home, "Caddyfile")
	if err := os.WriteFile(config, []byte("{\nadmin off\npersist_config off\n}\nhttp:// {\nbind fd/3\n"+site+"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	// Caddy gets a socket that listens already: the port is nobody else's in between, and who
	// connects early waits for it.
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	socket, err := listener.File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), os.Args[0], "run", "--config", config, "--adapter", "caddyfile")
	cmd.Dir, cmd.ExtraFiles, cmd.Stderr = home, []*os.File{socket}, &said
	cmd.Env = []string{as + "=1", "HOME=" + home, "PATH=" + os.Getenv("PATH")}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("Caddy said: %s", &said)
		}
	})
	return listener.Addr().String()
}
