package caddyhub

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
)

// passphraseVariable is where a passphrase comes from that shall not stand in the list of
// processes.
const passphraseVariable = "HUB_BACKUP_PASSPHRASE"

// shortPassphrase is how many characters a passphrase has that is too easy to guess.
const shortPassphrase = 12

func addPassphraseFlag(cmd *cobra.Command, does string) {
	cmd.Flags().String("passphrase", "", "The `passphrase` "+does+"; - reads it from the terminal or a pipe (default: "+passphraseVariable+")")
}

// newPassphrase is the passphrase for a backup to be written; empty: it is not encrypted.
func newPassphrase(cmd *cobra.Command) (string, error) {
	text, err := cmd.Flags().GetString("passphrase")
	if err != nil {
		return "", err
	}
	switch {
	case cmd.Flags().Changed("passphrase") && text == "":
		return "", usageError{errors.New("the passphrase must not be empty")}
	case text == "-":
		if text, err = readSecret(cmd, "passphrase", "Passphrase for the backup: "); err != nil {
			return "", err
		}
	case text == "":
		text = passphraseOfEnvironment()
	}
	if text != "" && utf8.RuneCountInString(text) < shortPassphrase {
		fmt.Fprintf(cmd.ErrOrStderr(), "the passphrase has fewer than %d characters: who gets hold of the file may guess it\n", shortPassphrase)
	}
	return text, nil
}

// askPassphrase gives the passphrase of a backup to be read: the flag's, the environment's,
// or, on a terminal, what is typed.
func askPassphrase(cmd *cobra.Command) backup.Passphrase {
	return func() (string, error) {
		text, err := cmd.Flags().GetString("passphrase")
		if err != nil {
			return "", err
		}
		if text == "" {
			text = passphraseOfEnvironment()
		}
		if text != "" && text != "-" {
			return text, nil
		}
		if text == "" && !term.IsTerminal(int(os.Stdin.Fd())) {
			return "", fmt.Errorf("%w: pass --passphrase, or set %s", backup.ErrEncrypted, passphraseVariable)
		}
		return readSecret(cmd, "passphrase", "Passphrase of the backup: ")
	}
}

// passphraseOfEnvironment is read as the hub's options are: without the white space around
// it, so that a scheduled backup opens with the same variable.
func passphraseOfEnvironment() string { return strings.TrimSpace(os.Getenv(passphraseVariable)) }

// maxSecret is more than a secret has, in bytes.
const maxSecret = 64 << 10

// firstLine reads one line and no byte more: the next secret may stand on the next one.
func firstLine(in io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < maxSecret; {
		n, err := in.Read(b)
		if n == 1 {
			line = append(line, b[0])
		}
		if err != nil || n == 1 && b[0] == '\n' {
			return string(line), err
		}
	}
	return string(line), nil
}

// readSecret reads one line, without showing it where it is typed. what names it in errors.
func readSecret(cmd *cobra.Command, what, prompt string) (string, error) {
	stdin := int(os.Stdin.Fd())
	if cmd.InOrStdin() != os.Stdin || !term.IsTerminal(stdin) {
		line, err := orStopped(cmd.Context(), func() (string, error) { return firstLine(cmd.InOrStdin()) })
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the %s: %w", what, err)
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return "", fmt.Errorf("no %s was given", what)
		}
		return line, nil
	}
	fmt.Fprint(cmd.ErrOrStderr(), prompt)
	shows, _ := term.GetState(stdin)
	text, err := orStopped(cmd.Context(), func() ([]byte, error) { return term.ReadPassword(stdin) })
	if errors.Is(err, errStopped) && shows != nil {
		_ = term.Restore(stdin, shows) // that read still hides what is typed
	}
	fmt.Fprintln(cmd.ErrOrStderr())
	if err != nil {
		return "", fmt.Errorf("read the %s: %w", what, err)
	}
	if len(text) == 0 {
		return "", fmt.Errorf("no %s was given", what)
	}
	return string(text), nil
}
