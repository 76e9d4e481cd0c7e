package caddyhub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// healthTime is for the whole question.
const healthTime = 5 * time.Second

func healthCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "health",
		Usage: "[<address>]",
		Short: "Asks a running hub whether it can do its work",
		Long: `
Asks the hub at an address, such as https://hub.example.org, whether it is there
and can use its database. Without an address it asks the one on this machine, at
HUB_LISTEN or 127.0.0.1:8787. It needs no token. The exit status is 0 if all is
well and 1 if not, which is what a container's health check asks for.`,
		CobraFunc: func(cmd *cobra.Command) {
			examples(cmd, "hub health", "hub health https://hub.example.org")
			prepare(cmd, takes("[address]"), runHealth)
		},
	}
}

func runHealth(cmd *cobra.Command, args []string) error {
	address := localHub(os.Getenv("HUB_LISTEN"))
	if len(args) == 1 {
		u, err := setting.CheckHTTP(strings.TrimRight(args[0], "/"), "https://hub.example.org")
		if err != nil {
			return usageError{fmt.Errorf("the address %w", err)}
		}
		address = u.String()
	}
	return askHealth(cmd, healthClient(new(net.Dialer).DialContext), address)
}

// localHub is where a hub on this machine is found that listens at an address; empty: the default.
func localHub(listen string) string {
	host, port, err := net.SplitHostPort(cmp.Or(strings.TrimSpace(listen), defaultListen))
	if err != nil {
		return "http://" + defaultListen
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return (&url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}).String()
}

// healthClient goes to any address, without TLS too: nothing it asks is a secret. It follows nobody
// elsewhere, and takes no proxy.
func healthClient(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DialContext: dial, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       healthTime,
	}
}

func askHealth(cmd *cobra.Command, client *http.Client, address string) error {
	r, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, address+"/api/health", nil)
	if err != nil {
		return usageError{errors.New("the address can't be asked")}
	}
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("no hub answers at %s: %w", address, errors.Unwrap(err))
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if err != nil {
		return fmt.Errorf("the answer of %s broke off", address)
	}
	var said struct{ Status string }
	var problem inbound.Problem
	switch {
	case answer.StatusCode == http.StatusOK && json.Unmarshal(body, &said) == nil && said.Status == "ok":
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "The hub at %s is well.\n", address)
		return err
	case json.Unmarshal(body, &problem) == nil && problem.Detail != "":
		return fmt.Errorf("the hub at %s is not well: %s", address, problem.Detail)
	}
	return fmt.Errorf("%s answers %d, and not as a hub does", address, answer.StatusCode)
}
