package match

// Thresholds of a Score, chosen on the dev half of package evaluate: for each
// pair, is the second text the same work as the first or does it only share
// parts with it ("export invoices", "export contacts")? Most pairs are hard on
// purpose, so read the figures as an order of magnitude: rank and explain, and
// never let a verdict block work. Command evaluate prints them.
const (
	// Floor is the least score worth showing: one pair of the same work in a
	// hundred falls below it.
	Floor = 0.2

	// Related is the score from which two pieces of work have to do with each
	// other: precision 0.69, recall 0.91 on the dev half; 0.72 and 0.91 on the
	// test half. What it takes besides the same work shares parts with it.
	Related = 0.36

	// Duplicate is the score from which two texts are taken for the same work:
	// precision 0.97, recall 0.50 on the dev half; 0.95 and 0.48 on the test half.
	// What it misses are paraphrases in other words; what it takes wrongly are
	// sentences that mean something else in another order, or by one word of a
	// script without spaces.
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
