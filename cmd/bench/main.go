// Command bench measures a real hub on loopback, filled with invented work: what its answers
// cost beside a handler in the same Caddy process that does nothing else, and what people live
// with (reads at a million threads, fifty agents at once, a restart). Ratios hold on noisy
// machines, bare times do not.
//
//	go -C cmd/bench run . -threads 1000,10000,100000
//	go -C cmd/bench run . -threads 1000000 -filled "$HOME/filled" reads agents windows restart
//	go -C cmd/bench run . -short
//	go -C cmd/bench run . -soak 20m -replica
//	go -C cmd/bench run . -threads 1200 -fill "$PWD/data"
//
// It is a module of its own, so that who builds the hub does not get it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	_ "github.com/caddyserver/caddy/v2/modules/standard"

	_ "github.com/progresshub/progresshub/caddyhub"
)

// measurements are what the arguments name. Without arguments it is the first.
var measurements = []struct {
	name, what string
	run        func(*bench, context.Context) error
}{
	{"limit", "answers beside the limit, and creating beside PocketBase", (*bench).limit},
	{"reads", "every read at one connection: p50, p99", (*bench).reads},
	{"agents", "agents in a loop over MCP: calls a second, start_work", (*bench).agents},
	{"windows", "event streams at 50 changes a second", (*bench).windows},
	{"restart", "start and first calls after a clean stop and after kill -9; idle memory", (*bench).restart},
	{"create", "creating at the same durability as PocketBase, at 1, 8 and 64 connections", (*bench).create},
	{"peers", "other programs of the kind, side by side", (*bench).peers},
	{"ledger", "years of events: the file, the activity page", (*bench).ledger},
	{"reload", "configurations loaded under load: requests that nobody answered", (*bench).reload},
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == serveArg {
		exitOn(serve(os.Args[2:]))
		return
	}
	var b bench
	sizes := flag.String("threads", "1000,10000", "how many threads the hub holds, one run each")
	flag.IntVar(&b.rounds, "rounds", 5, "rounds of each comparison; the median counts")
	flag.DurationVar(&b.length, "length", 500*time.Millisecond, "how long each side of a round lasts")
	flag.IntVar(&b.clients, "clients", 8, "connections")
	flag.StringVar(&b.binary, "hub", "", "the stripped binary of the hub; built when empty")
	flag.StringVar(&b.filled, "filled", "", "keep filled data folders here, for the next run; runs use copies")
	flag.IntVar(&b.events, "events", 1_000_000, "with ledger: how many events")
	flag.IntVar(&b.years, "years", 1, "with ledger: over how many years")
	flag.StringVar(&b.pocketBase, "pocketbase", "", "a PocketBase binary to compare with")
	flag.StringVar(&b.pocketBaseFull, "pocketbase-full", "", "one that opens its database with synchronous=FULL")
	flag.StringVar(&b.memos, "memos", "", "a memos binary to compare with")
	flag.StringVar(&b.engram, "engram", "", "an engram binary to compare with")
	folder := flag.String("fill", "", "only fill this data folder, to look at with hub serve --data")
	short := flag.Bool("short", false, "compare processor times at 10,000 threads with those in ratios.txt, as CI does")
	update := flag.Bool("update", false, "with -short: write ratios.txt")
	soak := flag.Duration("soak", 0, "only let agents and windows work for so long, and watch memory")
	flag.Float64Var(&b.pace, "pace", 1, "with -soak: so many times as much work in the same time")
	flag.BoolVar(&b.replica, "replica", false, "with -soak: replicate to a folder, with a drill each minute")
	flag.Usage = usage
	flag.Parse()
	if b.pace <= 0 {
		exitOn(fmt.Errorf("-pace: %g is not above 0", b.pace))
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch {
	case *short:
		exitOn(b.guard(ctx, *update))
		return
	case *soak > 0:
		exitOn(b.soak(ctx, *soak))
		return
	}
	names := flag.Args()
	if len(names) == 0 {
		names = []string{measurements[0].name}
	}
	if *folder == "" {
		fmt.Printf("%s, %d cores, %s/%s; medians of %d rounds of %s a side\n\n",
			runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, b.rounds, b.length)
	}
	for text := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			exitOn(fmt.Errorf("-threads: %q is not a number of threads", text))
		}
		b.threads = n
		if *folder != "" {
			_, err := fill(ctx, *folder, n)
			exitOn(err)
			continue
		}
		for _, name := range names {
			exitOn(b.measure(ctx, name))
		}
	}
}

// measure runs one measurement in a scratch folder of its own.
func (b *bench) measure(ctx context.Context, name string) error {
	for _, m := range measurements {
		if m.name != name {
			continue
		}
		return b.scratched(func() error {
			fmt.Printf("%s, %d threads: %s\n", m.name, b.threads, m.what)
			if err := m.run(b, ctx); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			fmt.Println()
			return nil
		})
	}
	return fmt.Errorf("there is no measurement %q; see -help", name)
}

func usage() {
	out := flag.CommandLine.Output()
	fmt.Fprintln(out, "bench [flags] [measurement ...]")
	for _, m := range measurements {
		fmt.Fprintf(out, "  %-10s %s\n", m.name, m.what)
	}
	flag.PrintDefaults()
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
