package caddyhub

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestSecretsOnOnePipe: each secret is one line, in the order in which they are read.
func TestSecretsOnOnePipe(t *testing.T) {
	for name, c := range map[string]struct {
		input string
		want  []string // empty: none was given
	}{
		"two lines":          {"first\nsecond\n", []string{"first", "second"}},
		"no end of the last": {"first\r\nsecond", []string{"first", "second"}},
		"one only":           {"first\n", []string{"first", ""}},
		"nothing":            {"", []string{""}},
		"an empty line":      {"\nsecond\n", []string{"", "second"}},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := &cobra.Command{}
			cmd.SetContext(t.Context())
			cmd.SetErr(io.Discard)
			cmd.SetIn(strings.NewReader(c.input))
			for i, want := range c.want {
				if got, err := readSecret(cmd, "secret", ""); got != want || (err == nil) != (want != "") {
					t.Errorf("secret %d is %q, %v", i, got, err)
				}
			}
		})
	}
}
