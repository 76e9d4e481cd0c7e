package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"sync"
	"syscall"
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

// demoDir makes a folder with the demo's data. It goes when the hub stops, also while it is being made, or
// while the hub begins in it: begun says that that is over.
func demoDir(ctx context.Context) (dir string, begun func(), err error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM) // Caddy may be about to listen for them
	if dir, err = os.MkdirTemp("", "hub-demo-"); err != nil {
		stop()
		return "", nil, fmt.Errorf("make the demo's folder: %w", err)
	}
	exit, begun := removal(dir, stop)
	caddy.OnExit(exit)
	err = demo.Fill(ctx, dir, time.Now())
	if ctx.Err() != nil {
		err = errors.New("the demo was stopped while its data was being made")
	}
	if err != nil {
		begun()
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, begun, nil
}

// removal returns exit, which removes a folder as the process ends, and begun, for which that waits: a hub
// that begins in the folder meanwhile would make it again. Both call stop, so that none begins any more.
func removal(dir string, stop func()) (exit func(context.Context), begun func()) {
	over := make(chan struct{})
	begun = sync.OnceFunc(func() {
		stop()
		close(over)
	})
	return func(ctx context.Context) {
		stop()
		select {
		case <-over:
		case <-ctx.Done():
		}
		_ = os.RemoveAll(dir)
	}, begun
}
