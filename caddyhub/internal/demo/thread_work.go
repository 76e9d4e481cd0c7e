package demo

// The threads of the shop, in two projects.
var shopThreads = []thread{
	{
		project: "shop-backend", summary: "Split the payment webhook out of the monolith", energy: "high",
		goal: "A release of the shop no longer stops payments",
		also: []string{"Move payment callbacks into a service of their own"},
		life: []event{
			open("24 09:12", codex, "Draft the route table", "Find who calls verifySignature"),
			claim("24 09:12", codex),
			note("24 10:40", codex, "Four call sites, all in orders/pay", "Draft the route table in docs/webhooks.md"),
			tried("24 11:05", codex, "A queue in between", "The provider wants its answer within two seconds"),
			pause("24 11:30", codex, "Write down which retries the provider sends"),
			claim("11 14:02", claude),
			note("11 15:10", claude, "The route table is drafted in docs/webhooks.md", "Move verifySignature first", "Then replay yesterday's events against both"),
			pause("11 15:40", claude, "Move verifySignature, with its test"),
			claim("1h24m", codex),
			note("1h9m", codex, "verifySignature is moved", "Its test still reads the old path"),
			tried("52m", codex, "A copy of the test's key", "The old service signs with another one"),
			note("41m", codex, "The test reads the new path", "Run it against both services"),
			note("9m", codex, "verifySignature is moved, its test passes", "Replay yesterday's events against both services", "Switch the provider's address for test payments"),
		},
	},
	{
		project: "shop-backend", summary: "Replace the hand-written retry loops with one helper", energy: "medium",
		goal: "One way to retry, with jitter and an end",
		life: []event{
			open("20 10:15", cursor, "List the loops"),
			claim("20 10:15", cursor),
			note("20 11:20", cursor, "Eleven loops, three sleep without an end", "Begin with the ingestion workers"),
			pause("20 11:45", cursor, "Begin with ingest/worker.go, line 88"),
			claim("9 16:20", cursor),
			note("9 17:05", cursor, "Three of eleven call sites are done", "Continue with mail/send.go"),
			pause("9 17:10", cursor, "Continue with mail/send.go: it sleeps between attempts without a limit"),
		},
	},
	{
		project: "shop-backend", summary: "Teach the linter about generated files", energy: "low",
		life: []event{
			open("18 13:30", codex, "Reproduce with api/types_gen.go"),
			claim("18 13:30", codex),
			note("18 14:02", codex, "The header is matched only on line one"),
			done("18 14:40", codex, "Generated files are skipped wherever their header stands; test added"),
		},
	},
	{
		project: "shop-backend", summary: "Orders placed at midnight get the wrong day", energy: "medium",
		goal: "The invoice shows the customer's day",
		life: []event{
			open("16 08:50", "", "Ask Nadia for an example"),
			claim("15 09:30", claude),
			note("15 10:10", claude, "created_at is cut to a day in UTC", "Keep the zone of the address with the order"),
			tried("15 10:30", claude, "Converting in the template", "The export uses the same column"),
			note("15 11:50", claude, "Zone is stored with the order, 41 rows repaired", "Write the release note"),
			done("15 12:20", claude, "Orders keep their zone; invoices of last week were sent again"),
		},
	},
	{
		project: "shop-backend", summary: "Upgrade PostgreSQL 16 to 18 on db-02", energy: "high",
		life: []event{
			open("14 10:00", claude, "Run pg_upgrade --check on the copy"),
			claim("14 10:00", claude),
			note("14 10:45", claude, "--check is clean but for one extension", "Drop pg_repack before the window"),
			pause("14 11:00", claude, "pg_upgrade --check is clean; plan a window of 20 minutes"),
		},
	},
	{
		project: "shop-backend", summary: "Send refund mails in the customer's language", energy: "medium",
		life: []event{
			open("13 15:10", cursor, "Collect the texts that are missing"),
			claim("13 15:10", cursor),
			block("13 16:00", cursor, "The translations of the French texts; Nadia asked the agency on Monday"),
		},
	},
	{
		project: "shop-backend", summary: "Rate limit the search endpoint", energy: "low",
		life: []event{
			open("12 09:20", codex, "Measure how often one address asks"),
			claim("12 09:20", codex),
			note("12 09:50", codex, "Two crawlers make 70 % of the searches", "Limit by address, 30 a minute"),
			done("12 10:35", codex, "30 searches a minute and address; 429 with Retry-After"),
		},
	},
	{
		project: "shop-backend", summary: "Import the supplier's new price list format", energy: "medium",
		goal: "Prices change overnight without anybody touching them",
		life: []event{
			open("10 11:00", "", "Save the sample they sent"),
			claim("8 09:40", gemini),
			note("8 10:20", gemini, "The new format is XML with a schema", "Map discount groups"),
			tried("8 10:50", gemini, "Reading it with the old parser after a conversion", "Discount groups nest now"),
			pause("8 11:10", gemini, "Map discount groups: see docs/prices.md, section 3"),
			claim("2 10:05", gemini),
			note("2 11:15", gemini, "812 of 815 articles match the old list", "Ask about the three articles without a group"),
			pause("2 11:20", gemini, "Ask the supplier about articles 4471, 4472 and 9003"),
		},
	},
	{
		project: "shop-backend", summary: "Flaky test: TestCartMerge fails one time in forty", energy: "low",
		life: []event{
			open("7 17:20", codex),
			claim("7 17:20", codex),
			note("7 17:55", codex, "Two goroutines write the same map key"),
			done("7 18:10", codex, "The cart is locked while it merges; 2,000 runs without a failure"),
		},
	},
	{
		project: "shop-backend", summary: "Delete customer data on request, with a protocol", energy: "high",
		life: []event{
			open("6 10:30", "", "List the tables that hold names", "Ask what has to stay for taxes"),
			block("5 09:15", "", "The tax adviser's answer on what must be kept"),
		},
	},
	{
		project: "shop-backend", summary: "Move cron jobs from the old machine into the scheduler", energy: "medium",
		life: []event{
			open("5 13:00", claude, "List the crontabs"),
			claim("5 13:00", claude),
			note("5 13:40", claude, "Nine jobs, two are dead", "Move the nightly report first"),
			note("4 09:20", claude, "Five of seven are moved", "Move the stock export"),
			done("4 11:00", claude, "Seven jobs run in the scheduler; the two dead ones are gone"),
		},
	},
	{
		project: "shop-backend", summary: "Try the new queue library", life: []event{
			open("23 16:00", cursor, "Port one worker"),
			dismiss("17 09:00", "No need while one machine is enough"),
			asksToReopen("1 16:45", codex, "The nightly import needs retries that survive a restart"),
		},
	},
	{
		project: "shop-web", summary: "Checkout works by keyboard alone", energy: "medium",
		goal: "An order without a mouse, in both themes",
		life: []event{
			open("22 09:40", cursor, "Walk the checkout with Tab"),
			claim("22 09:40", cursor),
			note("22 10:30", cursor, "Focus is lost after the coupon field", "Return focus after the coupon is applied"),
			note("22 11:20", cursor, "Focus holds through all four steps", "Label the card fields"),
			done("21 10:00", cursor, "All four steps by keyboard; two labels added"),
		},
	},
	{
		project: "shop-web", summary: "Product pictures load twice on phones", energy: "low",
		life: []event{
			open("19 14:00", gemini),
			claim("19 14:00", gemini),
			note("19 14:35", gemini, "srcset and the preload name different widths", "Use the same list for both"),
			done("19 15:05", gemini, "One list of widths; 310 KB less on the first page"),
		},
	},
	{
		project: "shop-web", summary: "Dark theme for the customer account", energy: "medium",
		life: []event{
			open("17 10:20", cursor, "List colours that are written by hand"),
			claim("17 10:20", cursor),
			note("17 11:30", cursor, "37 colours by hand, 9 of them text", "Move text colours first"),
			pause("17 11:45", cursor, "Order list is done; next is the address book"),
		},
	},
	{
		project: "shop-web", summary: "Search suggestions that forgive typing errors", energy: "high",
		also: []string{"Autocomplete with typo tolerance"},
		life: []event{
			open("9 10:10", claude, "Compare trigram and edit distance on last month's searches"),
			claim("9 10:10", claude),
			note("9 11:40", claude, "Trigrams find 83 % of the misspelled words, in 4 ms", "Show at most five"),
			pause("9 12:00", claude, "Show at most five suggestions; the words stand in search/words.txt"),
			claim("35m", claude),
			note("26m", claude, "Suggestions show below the field", "At most five", "Read them out for screen readers"),
			note("4m", claude, "Suggestions show below the field, five at most", "Read them out for screen readers", "Measure on the slow phone"),
		},
	},
	{
		project: "shop-web", summary: "Cookie banner only where a cookie needs it", energy: "low",
		life: []event{
			open("8 15:30", ""),
			claim("8 16:00", gemini),
			note("8 16:30", gemini, "Only the video page sets one"),
			done("7 09:30", gemini, "The banner is gone but for the video page"),
		},
	},
	{
		project: "shop-web", summary: "Measure the checkout on a slow phone", energy: "low",
		life: []event{
			open("6 16:00", cursor, "Record five orders"),
			claim("6 16:00", cursor),
			tried("6 16:40", cursor, "The browser's own throttling", "It slows the network but not the scripts enough"),
			pause("6 17:00", cursor, "Record on the old phone in the drawer, the charger is with it"),
		},
	},
	{
		project: "shop-web", summary: "Gift cards: field in the basket", energy: "medium",
		life: []event{
			open("4 14:10", "", "Sketch the field", "Ask whether a card may pay part of an order"),
		},
	},
	{
		project: "shop-web", summary: "Replace the date picker", energy: "low",
		life: []event{
			open("3 09:50", codex),
			claim("3 09:50", codex),
			note("3 10:30", codex, "The browser's own field is enough on all of our devices"),
			done("3 11:10", codex, "42 KB of script less"),
		},
	},
	{
		project: "shop-web", summary: "Errors of the card form are read out", energy: "low",
		life: []event{
			open("5 10:00", cursor),
			claim("5 10:00", cursor),
			note("5 10:25", cursor, "The message stood outside the field's description"),
			done("5 10:50", cursor, "Tried with two screen readers"),
		},
	},
	{
		project: "shop-web", summary: "Translate the size tables", life: []event{
			open("2 13:20", "", "Ask Nadia which sizes are sold in Japan"),
		},
	},
	{
		project: "shop-web", summary: "Order history shows cancelled orders as open", energy: "low",
		life: []event{
			open("1 11:30", "", "Reproduce with order 20417"),
		},
	},
}
