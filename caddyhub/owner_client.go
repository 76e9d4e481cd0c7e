package caddyhub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// tokenVariable is where the owner's commands, and the hub, have the access token from.
const tokenVariable = "HUB_AUTH_TOKEN"

// addOwnerFlags adds the flags of a command that does over REST what only the owner may.
func addOwnerFlags(cmd *cobra.Command) {
	cmd.Flags().String("hub", "", "The hub's `address` (default: hub_url of the configuration of hub index)")
	cmd.Flags().String("token", "", "`-` reads the access token from the terminal or a pipe (default: "+tokenVariable+")")
	cmd.Flags().Bool("json", false, "Print the outcome as JSON")
}

// ownerClient speaks to a hub with the access token.
type ownerClient struct {
	indexer.Way
	client *http.Client
	agent  string // its User-Agent, such as hub-token
}

// noAccessToken is that an owner's command was given none.
type noAccessToken struct{ hub *url.URL }

func (e noAccessToken) Error() string {
	return fmt.Sprintf("this is the owner's to do: set %s to the hub's access token, pass it by --token -, or do it in the browser at %s/ui/settings/agents", tokenVariable, e.hub)
}

// newOwnerClient takes the hub's address and the access token from where the flags say. The token
// of the configuration is an agent's, and none for this. A configuration in the folder that the
// command runs in does not count: whoever wrote that would choose where the access token goes. For
// want of a token the error is [noAccessToken], beside a client that can't ask.
func newOwnerClient(cmd *cobra.Command) (*ownerClient, error) {
	hub, _ := cmd.Flags().GetString("hub")
	given, _ := cmd.Flags().GetString("token")
	config := indexer.Config{HubURL: hub, Given: "--hub"}
	if hub == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, fmt.Errorf("find the home folder: %w", err)
		}
		config, err = indexer.OwnConfig(transcript.Environment{Home: home, Getenv: os.Getenv})
		if errors.Is(err, indexer.ErrNoConfig) {
			return nil, usageError{errors.New("say where the hub is, by --hub")}
		}
		if err != nil {
			return nil, err
		}
	}
	way, err := config.Way()
	if err != nil {
		return nil, misused(err, hub != "")
	}
	switch given {
	case "-":
		if way.Token, err = readSecret(cmd, "access token", "Access token of the hub: "); err != nil {
			return nil, err
		}
	case "":
		way.Token = strings.TrimSpace(os.Getenv(tokenVariable))
	default:
		return nil, usageError{errors.New("--token takes only -: others could read a token in the list of processes")}
	}
	// No address is this process's own: it listens nowhere.
	client := &ownerClient{way, outbound.NewClient(func(netip.AddrPort) bool { return false }), "hub-token"}
	if way.Token == "" {
		return client, noAccessToken{way.Base}
	}
	return client, nil
}

// maxOwnerAnswer is more than the hub answers, in bytes.
const maxOwnerAnswer = 1 << 20

// do makes a request; what it answers is read into answer, unless that is nil.
func (c *ownerClient) do(ctx context.Context, method, path string, body, answer any) error {
	if body == nil {
		_, err := c.send(ctx, method, path, nil, nil, answer)
		return err
	}
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	_, err = c.send(ctx, method, path, http.Header{"Content-Type": {"application/json"}}, bytes.NewReader(text), answer)
	return err
}

// refusedError is what the hub answered instead of doing what was asked.
type refusedError struct {
	base    string
	problem inbound.Problem
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("the hub at %s refuses: %s", e.base, e.problem.Detail)
}

// send is do for a body of any kind; it returns the header of the answer.
func (c *ownerClient) send(ctx context.Context, method, path string, header http.Header, body io.Reader, answer any) (http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.Base.String()+path, body)
	if err != nil {
		return nil, errors.New("the address of the hub holds a character that can't be sent")
	}
	maps.Copy(req.Header, header)
	req.Header.Set("Authorization", "Bearer "+c.Token)
	req.Header.Set("User-Agent", c.agent+"/"+Version())
	res, err := c.client.Do(req)
	if err != nil {
		return nil, c.Unreached(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(io.LimitReader(res.Body, maxOwnerAnswer))
	if err != nil {
		return nil, c.Unreached(err)
	}
	if res.StatusCode >= http.StatusMultipleChoices {
		var p inbound.Problem
		if json.Unmarshal(got, &p) != nil || p.Detail == "" {
			return nil, c.NoHub("it answers " + res.Status)
		}
		return nil, &refusedError{c.Base.String(), p}
	}
	if answer == nil {
		return res.Header, nil
	}
	if json.Unmarshal(got, answer) != nil {
		return nil, c.NoHub("its answer can't be read")
	}
	return res.Header, nil
}
