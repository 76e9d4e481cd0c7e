// Command evaluate prints how well overlap ranks and judges the labelled pairs of
// store/match/evaluate, overall and by language.
//
//	go run ./cmd/evaluate              # the half no weight was chosen on
//	go run ./cmd/evaluate -split dev
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/progresshub/progresshub/store/match/evaluate"
)

func main() {
	split := flag.String("split", evaluate.Test, "half to measure: test, or dev, which the weights were chosen on")
	flag.Parse()
	if flag.NArg() > 0 || *split != evaluate.Test && *split != evaluate.Dev {
		fmt.Fprintln(os.Stderr, "want -split test or -split dev and nothing else")
		os.Exit(2)
	}
	if err := run(os.Stdout, *split); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(out io.Writer, split string) error {
	pairs, err := evaluate.Pairs()
	if err != nil {
		return err
	}
	ranking := evaluate.NewRanking(pairs)
	half := slices.DeleteFunc(pairs, func(p evaluate.Pair) bool { return p.Split != split })

	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\tsame\tother\thit@1\thit@5\tMRR\tduplicate: precision\trecall\trelated: precision\trecall\t")
	row(table, split, ranking, half)
	for _, lang := range languages(half) {
		row(table, lang, ranking, slices.DeleteFunc(slices.Clone(half), func(p evaluate.Pair) bool { return p.Lang != lang }))
	}
	return table.Flush()
}

func row(out io.Writer, name string, ranking *evaluate.Ranking, pairs []evaluate.Pair) {
	r := ranking.Measure(pairs)
	fmt.Fprintf(out, "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t\n", name, r.Queries, len(pairs)-r.Queries,
		r.Hit1(), r.Hit5(), r.MRR(), r.Duplicate.Precision(), r.Duplicate.Recall(), r.Related.Precision(), r.Related.Recall())
}

// languages lists those of the pairs, the one with the most pairs first.
func languages(pairs []evaluate.Pair) []string {
	count := map[string]int{}
	var list []string
	for _, p := range pairs {
		if count[p.Lang] == 0 {
			list = append(list, p.Lang)
		}
		count[p.Lang]++
	}
	slices.SortStableFunc(list, func(a, b string) int { return count[b] - count[a] })
	return list
}
