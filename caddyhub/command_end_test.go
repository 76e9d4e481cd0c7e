package caddyhub

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/store"
)

// TestEndedCommandsLeaveNothing: the copy of the database that a command makes goes with it, also
// when the reader of its output is gone, or a signal ends it.
func TestEndedCommandsLeaveNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process can't be sent an interrupt there")
	}
	dir, files := t.TempDir(), t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"a", "b", "c", "d"} { // more than a pipe holds
		text := ""
		for range 2000 {
			text += rand.Text() + "\n"
		}
		if _, err := s.PutPage(t.Context(), store.By{Actor: store.Owner}, page, 0, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	const passphrase = "correct-horse-battery"
	sealed := filepath.Join(files, "hub.zip.age")
	if _, errs, status := run(t, nil, "export", "--data", dir, "-o", sealed, "--passphrase", passphrase); status != 0 {
		t.Fatal(errs)
	}
	copies := func(folders ...string) (found []string) {
		for _, folder := range folders {
			for _, pattern := range []string{".export-*", ".import-*"} {
				names, err := filepath.Glob(filepath.Join(folder, pattern))
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, names...)
			}
		}
		return found
	}
	for name, c := range map[string]struct {
		args   []string
		writes bool // to standard output; else it waits for a passphrase
		end    func(*os.Process, io.Closer)
	}{
		"export, the reader goes":          {[]string{"export", "--data", dir, "-o", "-"}, true, func(_ *os.Process, out io.Closer) { _ = out.Close() }},
		"sealed export, interrupted":       {[]string{"export", "--data", dir, "-o", "-", "--passphrase", passphrase}, true, func(p *os.Process, _ io.Closer) { _ = p.Signal(os.Interrupt) }},
		"backup verify, interrupted":       {[]string{"backup", "verify", sealed, "--passphrase", "-"}, false, func(p *os.Process, _ io.Closer) { _ = p.Signal(os.Interrupt) }},
		"import into another, interrupted": {[]string{"import", sealed, "--data", filepath.Join(files, "other"), "--passphrase", "-"}, false, func(p *os.Process, _ io.Closer) { _ = p.Signal(os.Interrupt) }},
	} {
		t.Run(name, func(t *testing.T) {
			temp := t.TempDir()
			where := []string{dir, temp, filepath.Join(files, "other")}
			cmd := binary(t, []string{"TMPDIR=" + temp}, c.args...)
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if c.writes {
				if _, err := io.ReadFull(out, make([]byte, 10)); err != nil {
					t.Fatal(err)
				}
				if c.args[len(c.args)-1] == passphrase && len(copies(temp)) > 0 {
					t.Errorf("what is to be encrypted lies open in %v", copies(temp))
				}
			} else {
				for end := time.Now().Add(time.Minute); len(copies(where...)) == 0; time.Sleep(10 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatal("it made no copy")
					}
				}
			}
			c.end(cmd.Process, out)
			_, _ = io.Copy(io.Discard, out)
			_ = cmd.Wait()
			if cmd.ProcessState.ExitCode() < 0 {
				t.Errorf("it ended with %s", cmd.ProcessState)
			}
			if left := copies(where...); len(left) > 0 {
				t.Errorf("it left %v", left)
			}
		})
	}
}

// TestQuestionsAreEndable: Ctrl-C ends a command that waits for an answer.
func TestQuestionsAreEndable(t *testing.T) {
	const secret, refusal = "secret", "their files are as they were"
	for name, c := range map[string]struct {
		ask  func(cmd *cobra.Command) error
		want string
	}{
		"hub connect": {func(cmd *cobra.Command) error {
			m := connect.Machine{Environment: transcript.Environment{Home: t.TempDir(), Getenv: func(string) string { return "" }}, OS: "linux"}
			cursor := slices.IndexFunc(connect.Clients(), func(c connect.Client) bool { return c.ID == "cursor" })
			r := &connecting{cmd: cmd, machine: m, ledger: connect.OpenLedger(t.TempDir()), wish: connect.Wish{Shape: connect.Shape{Command: "hub"}}, input: bufio.NewReader(cmd.InOrStdin())}
			_, err := r.all(cmd.Context(), connect.Clients()[cursor:cursor+1])
			return err
		}, refusal},
		"hub import-from": {func(cmd *cobra.Command) error { return answerOf(cmd) }, "nothing was brought"},
		"a secret":        {func(cmd *cobra.Command) error { _, err := readSecret(cmd, secret, ""); return err }, secret},
	} {
		t.Run(name, func(t *testing.T) {
			in, w := io.Pipe() // nobody answers
			defer w.Close()
			ctx, stop := context.WithCancel(t.Context())
			cmd := &cobra.Command{}
			cmd.SetContext(ctx)
			cmd.SetIn(in)
			cmd.SetOut(io.Discard)
			cmd.SetErr(io.Discard)
			stop()
			if err := c.ask(cmd); !errors.Is(err, errStopped) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it says %v", err)
			}
		})
	}
}
