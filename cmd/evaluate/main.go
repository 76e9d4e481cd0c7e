// Command evaluate prints how well overlap ranks and judges the labelled pairs of
// store/match/evaluate, overall and by language.
//
//	go run ./cmd/evaluate              # the half no weight was chosen on
//	go run ./cmd/evaluate -split dev
//	go run ./cmd/evaluate -split fresh # works in other languages only, without wordings
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/progresshub/progresshub/store/match/evaluate"
)

func main() {
	split := flag.String("split", evaluate.Test, "half to measure: test, or dev, which the weights were chosen on; or fresh")
	flag.Parse()
	if flag.NArg() > 0 || !slices.Contains([]string{evaluate.Test, evaluate.Dev, evaluate.Fresh}, *split) {
		fmt.Fprintln(os.Stderr, "want -split test, dev or fresh and nothing else")
		os.Exit(2)
	}
	if err := run(os.Stdout, *split); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(out io.Writer, split string) error {
	if split == evaluate.Fresh {
		return works(out, split)
	}
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
	if err := table.Flush(); err != nil {
		return err
	}
	return works(out, split)
}

// works prints how the threads of one owner's projects are found.
func works(out io.Writer, split string) error {
	cases, err := evaluate.Cases(split)
	if err != nil {
		return err
	}
	among, err := evaluate.Among(split)
	if err != nil {
		return err
	}
	index := evaluate.NewWorks(cases, among...)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nworks\twordings\tsame\tapart\thit@1\thit@5\twrong claims\tright claims\tduplicate: precision\trecall\trelated: precision\trecall\t")
	for _, wordings := range []int{0, 3} {
		if split == evaluate.Fresh && wordings > 0 {
			break
		}
		for _, kinds := range append(eachKind(), evaluate.Kinds()) {
			f := index.Find(evaluate.Of(cases, kinds...), wordings)
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%.2f\t%.2f\t%.3f\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t\n", strings.Join(kinds, "+"), wordings, f.Same, f.Apart,
				f.Hit1(), f.Hit5(), f.WrongClaims(), f.Claims-f.Wrong, f.Duplicate.Precision(), f.Duplicate.Recall(), f.Related.Precision(), f.Related.Recall())
		}
	}
	return table.Flush()
}

// eachKind lists the kinds of cases, each by itself.
func eachKind() [][]string {
	var list [][]string
	for _, kind := range evaluate.Kinds() {
		list = append(list, []string{kind})
	}
	return list
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
