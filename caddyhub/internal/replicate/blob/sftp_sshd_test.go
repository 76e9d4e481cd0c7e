package blob

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
)

// newSSHD starts OpenSSH's server, where this machine has it (Debian: openssh-server) and it lets
// the user in that the test runs as.
func newSSHD(t *testing.T, path string) SFTPConfig {
	t.Helper()
	const program, separation = "/usr/sbin/sshd", "/run/sshd"
	if _, err := os.Stat(program); err != nil {
		t.Skipf("there is no %s", program)
	}
	if os.Getuid() == 0 {
		// Started by root it wants an empty folder, which its service makes. It stays: another run
		// may have come to need it.
		if err := os.Mkdir(separation, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Skipf("sshd needs %s: %v", separation, err)
		}
	}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	host, hostFile := newKey(t)
	mine, myFile := newKey(t)
	free := storetest.Listen(t)
	address := free.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	_ = free.Close()
	config := write("config", strings.Join([]string{
		"ListenAddress 127.0.0.1", "Port " + port,
		"HostKey " + write("host", string(hostFile)),
		"AuthorizedKeysFile " + write("authorized", keyLine(mine.PublicKey())+"\n"),
		"StrictModes no", // the folder of a test may be in one that all write to
		"PidFile none", "UsePAM no", "PasswordAuthentication no", "KbdInteractiveAuthentication no", "PermitRootLogin prohibit-password",
		"Subsystem sftp internal-sftp", "",
	}, "\n"))
	cmd := exec.Command(program, "-D", "-e", "-f", config)
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	lines := make(chan string, 1000)
	go func() {
		defer close(ended)
		for scan := bufio.NewScanner(said); scan.Scan(); {
			select {
			case lines <- scan.Text():
			default:
			}
		}
		_ = cmd.Wait()
		close(lines)
	}()
	wait := func(words ...string) string {
		var all []string
		for line := range lines {
			all = append(all, line)
			if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(line, w) }) {
				return line
			}
		}
		t.Fatalf("sshd has ended: %s", strings.Join(all, "\n"))
		return ""
	}
	wait("Server listening on 127.0.0.1 ")
	c := SFTPConfig{
		Address: address, User: me.Username, Path: path, Key: myFile, HostKey: keyLine(host.PublicKey()),
		Dial: (&net.Dialer{}).DialContext,
	}
	if err := sftpStore(t, c).Check(t.Context()); err != nil {
		// Without PAM it lets nobody in whose account has no password.
		refusal := "User " + me.Username + " not allowed "
		if line := wait(refusal, "Connection closed ", "Connection reset ", "Disconnected "); strings.HasPrefix(line, refusal) {
			t.Skip("sshd says: " + line)
		}
		t.Fatal(err)
	}
	return c
}

func TestSFTPWithOpenSSH(t *testing.T) {
	root := t.TempDir()
	config := newSSHD(t, root)
	s := sftpStore(t, config)
	testStore(t, s)
	if found := leftovers(t, root); len(found) > 0 {
		t.Errorf("half-written files have stayed: %s", found)
	}
	for _, extension := range []string{fsyncExtension, renameExtension} {
		if !offers(s.latest.line.client, extension) {
			t.Errorf("it does not offer %s", extension)
		}
	}
	for name, want := range map[string]fs.FileMode{"ltx/0000": 0o700 | fs.ModeDir, "ltx/0000/b": 0o600} {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	other, otherFile := newKey(t)
	for _, c := range []struct {
		name string
		set  func(*SFTPConfig)
		want string
	}{
		{"another host key", func(c *SFTPConfig) { c.HostKey = keyLine(other.PublicKey()) }, "the server shows another key than the configured one: SHA256:"},
		{"another user key", func(c *SFTPConfig) { c.Key = otherFile }, "the server does not let the user"},
		{"no folder", func(c *SFTPConfig) { c.Path = filepath.Join(root, "disk") }, "is not there: is its disk connected?"},
		{"a file in its place", func(c *SFTPConfig) { c.Path = filepath.Join(root, "hub.lease") }, "is no folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wrong := config
			c.set(&wrong)
			s := sftpStore(t, wrong)
			_, listed := s.List(t.Context(), "ltx")
			for _, err := range []error{s.Check(t.Context()), s.Put(t.Context(), "ltx/a", strings.NewReader("a")), listed} {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %s", err, c.want)
				}
			}
		})
	}
	t.Run("a connection that ends", func(t *testing.T) {
		line := s.latest.line
		broken := io.MultiReader(strings.NewReader("half"), closing{line})
		if err := s.Put(t.Context(), "ltx/0000/b", broken); err == nil {
			t.Error("it was put in spite of that")
		}
		<-line.gone
		if got, err := contentOf(t.Context(), s, "ltx/0000/b"); err != nil || got != "the second" {
			t.Errorf("the file of before: %q, %v", got, err)
		}
		list, err := s.List(t.Context(), "ltx/0000")
		if names := slices.Collect(func(yield func(string) bool) {
			for _, info := range list {
				yield(info.Name)
			}
		}); err != nil || !slices.Equal(names, []string{"ltx/0000/b"}) {
			t.Errorf("listed: %s, %v", names, err)
		}
	})
}

// closing is a reader that ends the connection.
type closing struct{ line *line }

func (c closing) Read([]byte) (int, error) {
	_ = c.line.conn.Close()
	return 0, io.EOF
}
