package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/demo"
)

// prepareDemo takes from a command what would lead out of a demo: the environment with its
// tokens and addresses. The demo answers this machine alone.
func prepareDemo(cmd *cobra.Command) error {
	for _, flag := range []string{"data", "new", "metrics"} {
		if cmd.Flags().Changed(flag) {
			return usageError{fmt.Errorf("--demo has a folder of made-up data to itself and serves nothing else: leave --%s away", flag)}
		}
	}
	if err := checkDemoAddress(cmd); err != nil {
		return err
	}
	for _, name := range variables() {
		if err := os.Unsetenv(name); err != nil {
			return fmt.Errorf("leave %s out of the demo: %w", name, err)
		}
	}
	return nil
}

// checkDemoAddress takes loopback addresses alone. What is no address at all is left to
// checkListenAddress, which says more.
func checkDemoAddress(cmd *cobra.Command) error {
	listen, err := cmd.Flags().GetString("listen")
	if err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil || host == "localhost" {
		return nil //nolint:nilerr // see above
	}
	if addr, err := netip.ParseAddr(host); err == nil && addr.IsLoopback() {
		return nil
	}
	return usageError{fmt.Errorf("--listen %s lets others in, and a demo is for this machine alone: write 127.0.0.1:%s", listen, port)}
}

// demoDir makes a folder with the demo's data. It goes when the hub stops, also while it is being made.
func demoDir(ctx context.Context) (string, error) {
	dir, err := os.MkdirTemp("", "hub-demo-")
	if err != nil {
		return "", fmt.Errorf("make the demo's folder: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	filled := make(chan struct{})
	caddy.OnExit(func(exit context.Context) {
		stop()
		select {
		case <-filled:
		case <-exit.Done():
		}
		_ = os.RemoveAll(dir)
	})
	err = demo.Fill(ctx, dir, time.Now())
	close(filled)
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}
