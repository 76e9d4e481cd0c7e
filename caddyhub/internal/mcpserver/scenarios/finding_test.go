package scenarios

import "github.com/progresshub/progresshub/store"

// An agent comes to a folder it knows nothing about: three calls later it knows what is open,
// and goes on where the work was left.
func startInAFolder(d *day) {
	d.project("shop", in("/home/anna/src/shop"))
	d.backlog("shop")
	left := d.thread("shop", "Pay by invoice", func(t *store.ThreadInput) {
		t.Goal = store.Some("Companies can buy without a card")
		t.ResumeStep = store.Some("Run the failing test in checkout_test.go")
		t.Tried = store.Some([]store.Attempt{{What: "the bank's old API", WhyNot: "it is switched off in June"}})
	})
	d.reminder(left, "The bank sends the contract today", "2026-05-04T08:00:00Z")
	before := d.store.Generation()

	codex := d.agent("codex")
	codex.does("list_projects", args{"workspace_path": "/home/anna/src/shop/web"}).says("project shop")
	codex.does("session_digest", args{"project": "shop"}).
		says("13 open threads", left, "Run the failing test", "the bank's old API", "The bank sends the contract", "Rename the staging server")
	d.check(d.store.Generation() == before, "looking around wrote something")

	claimed := codex.starts("Go on with paying by invoice", args{"thread_id": left}).says("Companies can buy without a card", "switched off in June")
	d.check(claimed.Claimed && !claimed.Created, "the thread was not claimed: %s", claimed.text)
	d.check(len(d.open("shop")) == 13, "there is a twin")
}

// What is open already is said in other words: the digest shows it, and whoever overlooked it
// there finds it in the answer to start_work, and goes over to it with one more call.
func workInOtherWords(d *day) {
	d.project("shop")
	d.backlog("shop")
	known := d.thread("shop", "Users get logged out too quickly")

	codex := d.agent("codex")
	codex.does("session_digest", args{"project": "shop"}).says(known)
	twin := codex.starts("Sessions expire after five minutes", args{"project": "shop"}).says(known, "instead_of: ")
	d.check(twin.Created, "work in other words was claimed for the same: %s", twin.text)

	claimed := codex.starts("Sessions expire after five minutes", args{
		"thread_id": known, "instead_of": twin.Thread.ID, "lease_id": twin.Lease.ID,
	})
	d.check(claimed.Claimed && claimed.Thread.ID == known, "the claim did not move: %s", claimed.text)
	d.check(len(d.open("shop")) == 13, "the twin is still open")
	d.check(*d.read(twin.Thread.ID).MergedInto == known, "the twin is not merged")

	// From then on the hub knows both names.
	zed := d.agent("zed")
	late := zed.starts("Sessions expire after five minutes", args{"project": "shop"}).says(known, "codex")
	d.check(!late.Claimed && !late.Created, "the second name is not known: %s", late.text)
}

// The notes are German, the agent works in English: its other wordings lead to the thread.
func workInAnotherLanguage(d *day) {
	d.project("shop")
	d.backlog("shop")
	known := d.thread("shop", "Kunden bekommen die Rechnung doppelt")

	codex := d.agent("codex")
	asked := codex.starts("Customers receive every invoice twice", args{
		"project": "shop", "also": []string{"duplicate invoice emails", "Rechnungen werden zweimal verschickt", "Rechnung doppelt"},
	}).says(known)
	d.check(!asked.Created, "a twin was made: %s", asked.text)
	if !asked.Claimed {
		asked = codex.starts("Customers receive every invoice twice", args{"thread_id": known})
	}
	d.check(asked.Claimed && asked.Thread.ID == known, "the thread was not claimed: %s", asked.text)
	d.check(len(d.open("shop")) == 13, "there is a twin")
}

// An idea was given up, with the reason. Whoever has it again learns both, asks the user, and
// takes their own thread back.
func droppedIdea(d *day) {
	d.project("shop")
	d.backlog("shop")
	dropped := d.thread("shop", "Offer gift cards in the shop")
	_, err := d.store.Finish(d.Context(), byOwner, dropped, store.Guard{}, store.StatusDismissed, "Tax law makes us keep books on every card: not worth it below 1,000 a year")
	d.must(err)

	codex := d.agent("codex")
	begun := codex.starts("Offer gift cards in the shop", args{"project": "shop"}).says(dropped, "given up before", "ask your user")
	codex.does("read", args{"uri": dropped}).says("Tax law makes us keep books")
	codex.does("finish_thread", args{
		"thread_id": begun.Thread.ID, "lease_id": begun.Lease.ID, "outcome": "dismissed", "note": "Given up before, see " + dropped,
	})
	d.check(len(d.open("shop")) == 12, "the idea is open again")
	d.check(d.read(dropped).Status == store.StatusDismissed, "the old thread was touched")
}

// A decision stands in the wiki. The digest for the work ahead names the page, and its one
// section answers the question.
func oldDecision(d *day) {
	d.project("shop")
	d.backlog("shop")
	d.page("decisions/payments", "# Payment providers\n\n## Cards\n\nAdyen, since 2024.\n\n## Why not Stripe\n\n"+
		"Stripe holds payouts of wine merchants for 14 days. Decided on 2025-02-11; ask again when that changes.\n\n## Invoices\n\nThe bank's own.\n")

	codex := d.agent("codex")
	codex.does("session_digest", args{"project": "shop", "query": "use Stripe as payment provider"}).says("hub://wiki/decisions/payments")
	codex.does("read", args{"uri": "decisions/payments", "section": "Why not Stripe"}).says("holds payouts", "2025-02-11").keepsQuiet("Adyen")
	d.check(len(d.open("shop")) == 12, "work was begun")
}
