package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The guard of CI. It compares processor times, not the clock: how much of it the hub takes for
// an answer, in answers of the limit. That ratio stays the same when others use the machine. What
// waits without working is not seen by it.
const (
	ratioFile    = "ratios.txt"
	guardThreads = 10_000
	guardRounds  = 5
	guardTime    = 400 * time.Millisecond // of processor, for each side of a round
	telling      = 1.15                   // what has moved so far is told
	failing      = 1.40                   // and what has grown so far fails
)

// guard compares with ratios.txt, or writes it.
func (b *bench) guard(ctx context.Context, update bool) error {
	b.threads, b.filled = guardThreads, ""
	return b.scratched(func() error {
		found, err := b.ratios(ctx)
		if err != nil {
			return err
		}
		if update {
			return writeRatios(found)
		}
		if err := compareRatios(found); !errors.Is(err, errSlower) {
			return err
		}
		fmt.Println("once more, as other programs may have been in the way:")
		if found, err = b.ratios(ctx); err != nil {
			return err
		}
		return compareRatios(found)
	})
}

// named is a ratio and what it is of.
type named struct {
	name  string
	ratio float64
}

// ratios measures in turn, round by round.
func (b *bench) ratios(ctx context.Context) ([]named, error) {
	if err := os.RemoveAll(filepath.Join(b.scratch, "data")); err != nil {
		return nil, err
	}
	h, err := b.beside(ctx)
	if err != nil {
		return nil, err
	}
	defer h.stop()
	q, err := newQuestions(h)
	if err != nil {
		return nil, err
	}
	limit := func(name string) func() []byte { return fixed(h.request("/limit/" + name)) }
	start := func(path string) func() []byte {
		return func() []byte {
			return h.callAt(path, "start_work", map[string]any{"intent": q.titles.next(), "source_tool": "bench", "project": "project-1", "new": true})
		}
	}
	pairs := []struct {
		name        string
		hub, theirs func() []byte
	}{
		{"list", fixed(h.request(q.list)), limit("list")},
		{"list-not-cached", q.uncachedList, limit("list")},
		{"overlap", q.overlap, limit("overlap")},
		{"search", q.search, limit("search")},
		{"digest", q.digest, limit("digest")},
		{"start_work", start("/mcp"), start("/echo")}, // last: it makes threads
	}
	rounds := make([][]float64, len(pairs))
	for range guardRounds {
		for i, p := range pairs {
			base, err := b.spend(ctx, h, p.theirs)
			if err != nil {
				return nil, fmt.Errorf("the limit of %s: %w", p.name, err)
			}
			cost, err := b.spend(ctx, h, p.hub)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			rounds[i] = append(rounds[i], cost/base)
		}
	}
	found := make([]named, len(pairs))
	for i, p := range pairs {
		found[i] = named{p.name, median(rounds[i])}
	}
	return found, nil
}

// spend asks until the hub has worked for a while and returns the processor time of one answer,
// in seconds.
func (b *bench) spend(ctx context.Context, h *hub, next func() []byte) (float64, error) {
	answered, before := 0.0, h.cpu()
	for h.cpu()-before < guardTime {
		n, err := drive(ctx, side{h.addr, next, http.StatusOK}, b.clients, guardTime/8)
		if err != nil {
			return 0, err
		}
		answered += float64(n)
	}
	return (h.cpu() - before).Seconds() / answered, nil
}

func writeRatios(found []named) error {
	var text strings.Builder
	for _, r := range found {
		fmt.Fprintf(&text, "%-16s %6.2f\n", r.name, r.ratio)
	}
	return os.WriteFile(ratioFile, []byte(text.String()), 0o644)
}

func readRatios() (map[string]float64, error) {
	text, err := os.ReadFile(ratioFile)
	if err != nil {
		return nil, err
	}
	known := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		var r named
		if _, err := fmt.Sscan(line, &r.name, &r.ratio); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", ratioFile, line, err)
		}
		known[r.name] = r.ratio
	}
	return known, nil
}

var errSlower = errors.New("answers take more of the processor than they did")

// compareRatios prints all and fails when one has grown too far, or is not known.
func compareRatios(found []named) error {
	known, err := readRatios()
	if err != nil {
		return err
	}
	var grown []string
	for _, r := range found {
		moved := r.ratio / known[r.name]
		said := ""
		switch {
		case moved > failing: // also when there is none
			said = "too slow"
			grown = append(grown, r.name)
		case moved > telling:
			said = "slower"
		case moved < 1/telling:
			said = "faster: -update keeps it so"
		}
		fmt.Printf("%-16s %8.2f times the limit, %6.2f known  %s\n", r.name, r.ratio, known[r.name], said)
	}
	if len(grown) > 0 {
		return fmt.Errorf("%w: more than %.0f %% above %s: %s", errSlower, 100*(failing-1), ratioFile, strings.Join(grown, ", "))
	}
	return nil
}
