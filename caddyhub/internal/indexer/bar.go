package indexer

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Bar draws how far a run is on one line of a terminal.
type Bar struct {
	W   io.Writer
	Now func() time.Time

	drawn time.Time
	shown bool
}

// The look of a bar.
const (
	barWidth = 24
	barEvery = 100 * time.Millisecond
)

// Show draws the bar, but no oftener than the eye can follow.
func (b *Bar) Show(p Progress) {
	now := b.Now()
	if now.Sub(b.drawn) < barEvery || p.Total == 0 {
		return
	}
	b.drawn, b.shown = now, true
	full := int(barWidth * p.Done / p.Total)
	fmt.Fprintf(b.W, "\r\x1b[K[%s%s] %3d %%  %d of %d MB, %d sessions", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full),
		100*p.Done/p.Total, p.Done/1e6, p.Total/1e6, p.Sessions)
}

// Clear takes the bar away, so that other text can stand there.
func (b *Bar) Clear() {
	if b.shown {
		fmt.Fprint(b.W, "\r\x1b[K")
		b.shown = false
	}
}
