package caddyhub

import (
	"fmt"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
)

func tokenCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "token",
		Short: "Prints a fresh access token",
		Long: `
Prints 32 random bytes as text. Give it to the hub as HUB_AUTH_TOKEN and to
your agents as their bearer token. Nothing is stored.`,
		CobraFunc: func(cmd *cobra.Command) {
			prepare(cmd, cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), auth.NewToken())
				return err
			})
		},
	}
}
