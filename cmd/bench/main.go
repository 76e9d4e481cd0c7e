// Command bench starts a real hub on loopback, fills it with invented work, drives it and
// prints how near its answers come to the limit: a handler in the same Caddy process that
// writes the same headers and bytes. Ratios hold on noisy machines, bare times do not; both sides of a
// ratio are measured in turn, and the median of the rounds is printed.
//
//	go -C cmd/bench run . -threads 1000,10000,100000
//	go -C cmd/bench run . -threads 10000 -pocketbase "$PWD/pocketbase"
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

func main() {
	if len(os.Args) > 1 && os.Args[1] == serveArg {
		exitOn(serve(os.Args[2:]))
		return
	}
	sizes := flag.String("threads", "1000,10000", "how many threads the hub holds, one run each")
	rounds := flag.Int("rounds", 5, "rounds of each comparison; the median counts")
	length := flag.Duration("length", 500*time.Millisecond, "how long each side of a round lasts")
	clients := flag.Int("clients", 8, "connections")
	pocketBase := flag.String("pocketbase", "", "a PocketBase binary to compare creating with")
	folder := flag.String("fill", "", "only fill this data folder, to look at with hub serve --data")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *folder == "" {
		fmt.Printf("%s, %d cores, %s/%s; %d connections, medians of %d rounds of %s a side\n\n",
			runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, *clients, *rounds, *length)
	}
	for text := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			exitOn(fmt.Errorf("-threads: %q is not a number of threads", text))
		}
		if *folder != "" {
			_, err := fill(ctx, *folder, n)
			exitOn(err)
			continue
		}
		b := bench{threads: n, rounds: *rounds, length: *length, clients: *clients, pocketBase: *pocketBase}
		exitOn(b.run(ctx))
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
