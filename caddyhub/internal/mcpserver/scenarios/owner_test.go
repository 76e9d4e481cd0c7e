package scenarios

import (
	"time"

	"github.com/progresshub/progresshub/store"
)

// Work waits for a word of the owner. Everybody who looks sees what for; once it is said, the
// next agent goes on.
func blockedByTheOwner(d *day) {
	d.project("shop")
	d.backlog("shop")
	codex := d.agent("codex")
	begun := codex.starts("Show prices without tax to companies", args{"project": "shop"})
	id := begun.Thread.ID
	codex.does("save_thread", args{"thread_id": id, "lease_id": begun.Lease.ID, "blocked_reason": "Which countries? The owner decides"}).says("blocked")
	codex.does("pause_thread", args{"thread_id": id, "lease_id": begun.Lease.ID, "resume_step": "Fill the list in tax.go"})

	d.later(workday)
	zed := d.agent("zed")
	zed.does("session_digest", args{"project": "shop"}).says(id, "Which countries? The owner decides")
	zed.does("list_threads", args{"project": "shop", "status": "blocked"}).says(id, "Which countries?")

	_, err := d.store.Reopen(d.Context(), byOwner, id, store.Guard{})
	d.must(err)
	_, err = d.store.UpdateThread(d.Context(), byOwner, id, store.Guard{}, store.ThreadInput{Focus: store.Some("Austria and Switzerland")}, false)
	d.must(err)

	d.later(time.Hour)
	resumed := zed.starts("Show prices without tax to companies", args{"project": "shop"}).
		says("Austria and Switzerland", "Fill the list in tax.go").keepsQuiet("Which countries?")
	d.check(resumed.Claimed && resumed.Thread.ID == id, "the thread was not claimed: %s", resumed.text)
	d.check(len(d.open("shop")) == 13, "there is a twin")
}

// An agent asks for what only the owner may do, goes on with other work, and learns of the
// decision when it next looks.
func approval(d *day) {
	d.project("shop")
	d.backlog("shop")
	one, two := d.thread("shop", "Speed up the product list"), d.thread("shop", "Product list takes four seconds")
	codex := d.agent("codex")
	merge := args{"kind": "merge_threads", "payload": args{"thread_id": two, "into": one}, "reason": "The same list, the same cause", "source_tool": "codex"}
	asked := codex.does("request_change", merge).says("Asked the owner", "do not wait for it")
	d.check(len(d.open("shop")) == 14, "the agent merged by itself")

	again := codex.does("request_change", merge).says("has not decided yet")
	d.check(again.ID == asked.ID, "the same request stands twice")
	other := codex.starts("Rename the staging server", args{"project": "shop"})
	d.check(other.Claimed, "the agent has nothing else to do: %s", other.text)

	d.later(time.Hour)
	_, err := d.store.Approve(d.Context(), byOwner, asked.ID)
	d.must(err)
	codex.does("session_digest", args{"project": "shop"}).says(one, "request "+asked.ID+" was approved").keepsQuiet(two + ` "`)
	codex.does("read", args{"uri": "hub://requests"}).says(asked.ID, "approved")
	d.check(len(d.open("shop")) == 13 && *d.read(two).MergedInto == one, "the threads are not merged")
}

// The owner writes in the progress file while an agent has it open: the agent's text does not
// go over it, and both changes stand in the end.
func humanEditInBetween(d *day) {
	d.project("shop")
	const begun = "# Shop\n\n- [x] Choose a printer\n- [ ] Connect the printer\n- [ ] Print a label\n\n## Log\n\n- 2026-05-01 08:00 The printer is here\n"
	d.progress("shop", 0, begun)
	codex := d.agent("codex")
	seen := codex.does("read", args{"uri": "hub://projects/shop/progress"}).says("Connect the printer")

	const human = "# Shop\n\n- [x] Choose a printer\n- [ ] Connect the printer by cable, not by radio\n- [ ] Print a label\n\n## Log\n\n- 2026-05-01 08:00 The printer is here\n"
	d.progress("shop", seen.revision(), human)

	codex.isRefused("write_page", args{
		"uri": "hub://projects/shop/progress", "mode": "replace", "if_rev": seen.revision(), "markdown": "# Shop\n\n- [x] Connect the printer\n",
	}).says("revision 2", "read it", "if_rev: 2")
	codex.does("read", args{"uri": "hub://projects/shop/progress"}).says("by cable, not by radio")
	codex.does("write_page", args{
		"uri": "hub://projects/shop/progress", "mode": "edit", "find": "[ ] Connect the printer", "replace": "[x] Connect the printer",
	})
	codex.does("log_progress", args{"project": "shop", "entry": "The printer hangs on the cable"})

	p, err := d.store.Progress(d.Context(), "shop")
	d.must(err)
	codex.does("read", args{"uri": "hub://projects/shop/progress"}).
		says("- [x] Connect the printer by cable, not by radio", "- [ ] Print a label", "The printer is here", "The printer hangs on the cable")
	d.check(p.Rev == 4, "revision %d", p.Rev)
}
