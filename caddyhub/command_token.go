package caddyhub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/store"
)

func tokenCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "token",
		Usage: "[create | list | revoke]",
		Short: "Prints a fresh access token, or manages tokens with a name",
		Long: `
Alone it prints 32 random bytes as text: give them to the hub as
HUB_AUTH_TOKEN. Nothing is stored.

Tokens with a name are for agents and machines, one each. They can neither sign
in nor approve, and each can be revoked alone. Making, listing and revoking them
is the owner's, so those commands need the access token, in HUB_AUTH_TOKEN or
by --token -, and the hub's address, by --hub or from the configuration that
hub connect has written. The token in that is an agent's and not enough.
Without the access token, create asks in the browser: you compare a code, choose
what the token may, and allow it. Listing and revoking is done in the browser
then, under Settings, Agents. To a client that reads a token from its
environment give one of these as HUB_TOKEN.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub token")
			prepare(cmd, takes(), func(cmd *cobra.Command, _ []string) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), auth.NewToken())
				return err
			})
			cmd.AddCommand(createTokenCommand(), listTokensCommand(), revokeTokenCommand())
		},
	}
}

func createTokenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "create --name <name> [--scope read|write] [--expires <days>]",
		Short: "Makes a token with a name and prints it, this once",
	}
	addOwnerFlags(cmd)
	cmd.Flags().String("name", "", "Its `name` in the history, such as that of the machine or the agent it is for (required)")
	cmd.Flags().String("scope", "write", "What it may: `read|write`; write includes read")
	cmd.Flags().String("expires", "", "When it ends, in `days`, such as 90d (default: when it is revoked)")
	examples(cmd, "hub token create --name laptop", "hub token create --name reports --scope read --expires 90d --hub https://hub.example.org")
	prepare(cmd, takes(), createToken)
	return cmd
}

func createToken(cmd *cobra.Command, _ []string) error {
	name, _ := cmd.Flags().GetString("name")
	scope, _ := cmd.Flags().GetString("scope")
	expires, _ := cmd.Flags().GetString("expires")
	asJSON, _ := cmd.Flags().GetBool("json")
	if name == "" {
		return usageError{errors.New("--name is required")}
	}
	asked := map[string]any{"name": name, "scope": scope}
	if expires != "" {
		days, err := strconv.Atoi(strings.TrimSuffix(expires, "d"))
		if err != nil || days < 1 {
			return usageError{errors.New("--expires must be a number of days, such as 90d")}
		}
		asked["expires_in_days"] = days
	}
	client, err := newOwnerClient(cmd)
	var made api.CreatedToken
	switch {
	case errors.As(err, &noAccessToken{}) && expires != "":
		return fmt.Errorf("--expires can't be asked for in the browser: %w", err)
	case errors.As(err, &noAccessToken{}):
		made, err = pairToken(cmd, client.Way, name, scope)
	case err == nil:
		err = client.do(cmd.Context(), http.MethodPost, "/api/tokens", asked, &made)
	}
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), made)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "the token %q, for the scope %s; it is shown only now:\n", made.Name, made.Scope)
	_, err = fmt.Fprintln(cmd.OutOrStdout(), made.Token)
	return err
}

// pairToken has the owner make a token in the browser. That is as far as it goes: what pairs gets an
// agent's token, so that a page on which somebody is led to click gives nobody the owner's power.
func pairToken(cmd *cobra.Command, way indexer.Way, name, scope string) (made api.CreatedToken, err error) {
	if scope != inbound.Read.String() && scope != inbound.Write.String() {
		return made, usageError{errors.New("--scope takes read or write")}
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	say := func(format string, args ...any) {
		fmt.Fprintln(cmd.ErrOrStderr(), connect.Shown(fmt.Sprintf(format, args...)))
	}
	if scope == inbound.Read.String() {
		say("Choose there that it may only read.")
	}
	issued, err := askOwner(ctx, newHubClient(way), name, say)
	switch {
	case errors.Is(err, context.Canceled):
		return made, errors.New("stopped before it was allowed")
	case err != nil:
		return made, err
	case json.Unmarshal(issued.Text, &made) != nil:
		return made, way.NoHub("what it says of the token can't be read")
	}
	if made.Scope != scope {
		say("Note: it was allowed to %s, not to %s.", made.Scope, scope)
	}
	return made, nil
}

func listTokensCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "Lists the tokens with a name"}
	addOwnerFlags(cmd)
	examples(cmd, "hub token list")
	prepare(cmd, takes(), listTokens)
	return cmd
}

// fetchTokens asks the hub that the flags name for its tokens.
func fetchTokens(cmd *cobra.Command) (client *ownerClient, list []api.TokenBody, err error) {
	if client, err = newOwnerClient(cmd); err == nil {
		err = client.do(cmd.Context(), http.MethodGet, "/api/tokens", nil, &list)
	}
	return client, list, err
}

func listTokens(cmd *cobra.Command, _ []string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	_, list, err := fetchTokens(cmd)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), list)
	}
	if len(list) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "there are no tokens with a name")
		return nil
	}
	day := func(at *store.Time, none string) string {
		if at == nil {
			return none
		}
		return at.Format(time.DateOnly)
	}
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tSCOPE\tCREATED\tEXPIRES\tLAST USE")
	for _, t := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", t.ID, t.Name, t.Scope, day(&t.CreatedAt, ""), day(t.ExpiresAt, "never"), day(t.LastUsedAt, "never"))
	}
	return table.Flush()
}

func revokeTokenCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "revoke <id or name>", Short: "Ends a token with a name at once"}
	addOwnerFlags(cmd)
	examples(cmd, "hub token revoke laptop")
	prepare(cmd, takes("<id or name>"), revokeToken)
	return cmd
}

func revokeToken(cmd *cobra.Command, args []string) error {
	asJSON, _ := cmd.Flags().GetBool("json")
	if auth.HoldsToken(args[0]) {
		return usageError{errors.New("name the token by its id or name, which hub token list shows: a token itself stays in the history of the shell")}
	}
	client, list, err := fetchTokens(cmd)
	if err != nil {
		return err
	}
	for _, t := range list {
		if t.ID != args[0] && !strings.EqualFold(t.Name, args[0]) {
			continue
		}
		if err := client.do(cmd.Context(), http.MethodDelete, "/api/tokens/"+t.ID, nil, nil); err != nil {
			return err
		}
		if asJSON {
			return printJSON(cmd.OutOrStdout(), t)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "the token %q is revoked\n", t.Name)
		return nil
	}
	return fmt.Errorf("there is no token %q: hub token list shows those there are", args[0])
}
