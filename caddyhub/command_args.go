package caddyhub

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// takes are the arguments of a command: those named, in their order. One in brackets may be left
// out.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if n := len(given); n > len(names) {
			if cmd.HasSubCommands() {
				return noCommand(cmd, given[0])
			}
			return fmt.Errorf("%q is one argument too many", given[len(names)])
		} else if n < len(names) && !strings.HasPrefix(names[n], "[") {
			return fmt.Errorf("%s is missing", names[n])
		}
		return nil
	}
}

// noCommand is the error of a word that stands where a command is expected.
func noCommand(cmd *cobra.Command, word string) error {
	cmd.SuggestionsMinimumDistance = 2
	if alike := cmd.SuggestionsFor(word); len(alike) > 0 {
		return fmt.Errorf("there is no command %q; did you mean %s?", word, strings.Join(alike, " or "))
	}
	return fmt.Errorf("there is no command %q", word)
}
