package match

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// epoch is the time the tests take place.
var epoch = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// corpus makes n documents that read like thread summaries: a common verb, a
// part of a system, a complaint, a place; now and then a rare name or a ticket
// number, and every third a body. The same n gives the same documents.
func corpus(n int) []Doc {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	pick := func(list []string) string { // the first ones most often, as in real text
		return list[int(float64(len(list))*rng.Float64()*rng.Float64())]
	}
	names := make([]string, 4000+n/8)
	for i := range names {
		names[i] = invent(rng)
	}
	clause := func() string {
		return pick(parts) + " " + pick(parts) + " " + pick(complaints)
	}
	docs := make([]Doc, n)
	for i := range docs {
		words := []string{pick(verbs), clause(), pick(places), pick(parts)}
		switch rng.IntN(4) {
		case 0:
			words = append(words, fmt.Sprintf("%s-%d", strings.ToUpper(pick(parts)[:3]), rng.IntN(5000)))
		case 1, 2:
			words = append(words, "for", pick(names))
		}
		d := Doc{
			ID: fmt.Sprintf("t%011d", i), Kind: "thread", Project: pick(parts), Status: "open",
			Title: strings.Join(words, " "), At: epoch.Add(-time.Duration(rng.IntN(400*24)) * time.Hour),
		}
		if i%3 == 0 {
			d.Body = fmt.Sprintf("Goal: %s. Tried to %s %s in %s, next %s the %s and tell %s. %s",
				clause(), pick(verbs), clause(), pick(names), pick(verbs), clause(), pick(names), clause())
		}
		docs[i] = d
	}
	return docs
}

// invent makes up a name of two to four syllables.
func invent(rng *rand.Rand) string {
	const consonants, vowels = "bcdfghjklmnprstvwz", "aeiou"
	var name strings.Builder
	for range 2 + rng.IntN(3) {
		name.WriteByte(consonants[rng.IntN(len(consonants))])
		name.WriteByte(vowels[rng.IntN(len(vowels))])
		if rng.IntN(3) == 0 {
			name.WriteByte(consonants[rng.IntN(len(consonants))])
		}
	}
	return name.String()
}

var (
	verbs = strings.Fields(`fix add update implement improve remove refactor investigate support migrate rewrite document
		test speed upgrade replace rename validate simplify extend disable restore review deploy configure translate
		benchmark port debug profile`)
	parts = strings.Fields(`login payment search dashboard thread project session webhook scheduler gateway backup export
		import settings profile invoice order customer editor markdown parser index cache queue worker storage database
		migration schema token cookie password upload download image thumbnail avatar email notification reminder digest
		calendar report chart table filter sidebar menu dialog button form theme layout router middleware logger metrics
		tracing health probe cluster container registry pipeline runner artifact release changelog installer plugin module
		package dependency license certificate proxy firewall tunnel socket stream event message topic consumer producer
		replica shard partition snapshot journal compaction checkpoint transaction lock mutex semaphore channel buffer
		allocator heap stack goroutine thread-pool kernel driver firmware sensor camera microphone speaker printer scanner
		keyboard gesture clipboard shortcut palette wizard onboarding tutorial glossary translation locale timezone currency
		tax discount coupon cart checkout refund subscription plan quota billing ledger account contact address geocoder map
		route vehicle shipment warehouse inventory supplier catalog product variant review rating comment mention reaction
		attachment preview renderer sanitizer highlighter linter formatter compiler interpreter debugger profiler emulator
		simulator solver optimizer tokenizer embedding classifier ranking recommender crawler spider sitemap feed podcast
		transcript subtitle encoder decoder codec container-image bucket archive retention policy permission role group team
		organization tenant workspace environment secret vault rotation audit compliance consent banner footer header
		navigation breadcrumb tooltip popover carousel gallery slider stepper accordion badge chip spinner skeleton toast`)
	complaints = strings.Fields(`timeout crash leak regression deadlock race duplicate missing slow broken flaky stale wrong
		ignored truncated corrupted rejected delayed lost unreadable misaligned overflow underflow mismatch conflict
		exception warning panic latency throughput retries pagination sorting encoding decoding rounding escaping validation
		authorization throttling batching caching prefetching deduplication normalization serialization initialization
		cleanup shutdown startup reload failover rollback recovery documentation coverage accessibility responsiveness`)
	places = []string{
		"in the", "on the", "for the", "after the", "when using the", "behind the", "during", "with the new", "without the",
		"on mobile with the", "in production for the", "on Windows for the", "in the staging", "before the", "under load in the",
	}
)
