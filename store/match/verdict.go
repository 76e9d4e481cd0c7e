package match

// Thresholds of a Score, chosen on the dev half of the labelled pairs: for each
// pair, is the second text the same work as the first or does it only share
// parts with it ("export invoices", "export contacts")? Most pairs are hard on
// purpose, so read the figures as an order of magnitude: rank and explain, and
// never let a verdict block work. TestFigures prints them.
const (
	// Floor is the least score worth showing: no pair of the same work falls
	// below it.
	Floor = 0.2

	// Related is the score from which two pieces of work have to do with each
	// other: precision 0.59, recall 0.98 on the dev half; 0.62 and 0.97 on the
	// test half. What it takes besides the same work shares parts with it.
	Related = 0.33

	// Unsure is the score from which a caller is asked before new work begins. On the dev
	// half, with three wordings, 0.82 of the threads that are the same work reach it; at Related
	// 0.98.
	Unsure = 0.455

	// Duplicate is the score from which two texts are taken for the same work:
	// precision 0.99, recall 0.37 on the dev half; 1.00 and 0.31 on the test half.
	// What it misses are paraphrases in other words, which are asked about; what it
	// takes wrongly are sentences that mean something else in another order.
	Duplicate = 0.62
)

// Verdict sums up hits: "duplicate", "related" or "none", by the best one.
func Verdict(hits []Hit) string {
	best := 0.0
	for _, h := range hits {
		best = max(best, h.Score)
	}
	switch {
	case best < Related:
		return "none"
	case best < Duplicate:
		return "related"
	}
	return "duplicate"
}
