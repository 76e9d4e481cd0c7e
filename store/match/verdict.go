package match

// Thresholds of a Score, chosen on the dev half of testdata/pairs.tsv: for each
// pair, is the second text the same work as the first or does it only share
// parts with it ("export invoices", "export contacts")? The set is small and
// half of it hard on purpose, so read the figures as an order of magnitude: rank
// and explain, and never let a verdict block work. TestQuality prints them.
const (
	// Floor is the least score worth showing: no pair of the same work falls
	// below it.
	Floor = 0.2

	// Related is the score from which two pieces of work have to do with each
	// other: precision 0.67, recall 1.00 on the dev half; 0.65 and 1.00 on the
	// test half. What it takes besides the same work shares parts with it.
	Related = 0.4

	// Duplicate is the score from which two texts are taken for the same work:
	// precision 0.94, recall 0.97 on the dev half; 0.95 and 0.75 on the test half.
	// What it misses are paraphrases in other words; what it takes wrongly are
	// long sentences that differ in a word or two.
	Duplicate = 0.62
)

// Verdict sums up hits as Search returned them: "duplicate", "related" or "none",
// by the best one.
func Verdict(hits []Hit) string {
	switch {
	case len(hits) == 0 || hits[0].Score < Related:
		return "none"
	case hits[0].Score < Duplicate:
		return "related"
	}
	return "duplicate"
}
