package match

import "strings"

// What works are put together from. The first of a list come most often.
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
	wheres = []string{
		"in the", "on the", "for the", "after the", "when using the", "behind the", "during", "with the new", "without the",
		"on mobile with the", "in production for the", "on Windows for the", "in the staging", "before the", "under load in the",
	}
)
