package caddyhub

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// bar draws how far something is on one line of a terminal. Its methods may be called from several
// goroutines.
type bar struct {
	w   io.Writer // nil: nobody watches, and nothing is drawn
	now func() time.Time

	mu    sync.Mutex
	drawn time.Time
	shown bool
}

// The look of a bar.
const (
	barWidth = 24
	barEvery = 100 * time.Millisecond
)

// newBar draws on the terminal that a command's errors go to; where that is none, it draws nothing.
func newBar(cmd *cobra.Command) *bar {
	b := &bar{now: time.Now}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		b.w = cmd.ErrOrStderr()
	}
	return b
}

// show draws the bar with words beside it, but no oftener than the eye can follow.
func (b *bar) show(done, total int64, words string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	if b.w == nil || total <= 0 || now.Sub(b.drawn) < barEvery {
		return
	}
	b.drawn, b.shown = now, true
	done = min(max(done, 0), total)
	full := int(barWidth * done / total)
	fmt.Fprintf(b.w, "\r\x1b[K[%s%s] %3d %%  %s", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), 100*done/total, words)
}

// clear takes the bar away, so that other text can stand there.
func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shown {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.shown = false
	}
}
