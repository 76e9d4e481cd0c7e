package caddyhub

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// errStopped is that whoever runs a command has ended it.
var errStopped = errors.New("stopped")

// endable has Ctrl-C and SIGTERM end the context of a command rather than its process, so that it
// removes what it had made for the time being. A second one ends the process.
func endable(cmd *cobra.Command) (stop context.CancelFunc) {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	cmd.SetContext(ctx)
	context.AfterFunc(ctx, stop)
	return stop
}

// orStopped is what read returns, or [errStopped] once the context ends: who reads from a terminal
// or a pipe does not hear of it.
func orStopped[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := read()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		return *new(T), errStopped
	}
}
