package scenarios

import (
	"time"

	"github.com/progresshub/progresshub/store"
)

// The owner's second machine has another path and another spelling of the remote: the remote
// leads to the project, and from then on the path does as well.
func secondMachine(d *day) {
	d.project("shop", in("/home/anna/src/shop"), from("git@git.example:anna/shop.git"))
	d.backlog("shop")
	left := d.thread("shop", "Pay by invoice")

	codex := d.agent("codex")
	folder := args{"workspace_path": "/Users/anna/code/webshop"}
	codex.does("list_projects", folder).says("No project is registered for the folder")
	claimed := codex.starts("Pay by invoice", args{"workspace_path": "/Users/anna/code/webshop", "repo_url": "https://git.example/anna/shop"})
	d.check(claimed.Claimed && claimed.Thread.ID == left, "the remote did not lead to the project: %s", claimed.text)
	codex.does("pause_thread", args{"thread_id": left, "lease_id": claimed.Lease.ID, "resume_step": "Test with a company from Austria"})
	codex.does("session_digest", args{"workspace_path": "/Users/anna/code/webshop/api"}).says("13 open threads", "Test with a company from Austria")
	codex.does("list_projects", folder).says("The folder belongs to project shop")
	d.check(len(d.open("shop")) == 13, "there is a twin")
}

// job is a piece of work as both agents mean it, whatever they call it.
type job struct {
	thread string // empty until somebody began it
	claim  answer
}

// worker is an agent on a machine of its own that goes by the rules in docs/agents.
type worker struct {
	*agent
	place args
}

// takes begins a job in the worker's own words. The hub shows the thread if there is one, and
// the worker, who knows what it means, goes over to it. It reports whether the job is the worker's.
func (w worker) takes(j *job, intent string, also ...string) bool {
	w.Helper()
	given := args{"also": also}
	for name, value := range w.place {
		given[name] = value
	}
	got := w.starts(intent, given)
	if j.thread == "" {
		w.check(got.Created, "%s: %q is new, but: %s", w.name, intent, got.text)
		j.thread = got.Thread.ID
	}
	got.says(j.thread)
	w.check(!got.Created || got.Thread.ID == j.thread, "%s: %q made a twin: %s", w.name, intent, got.text)
	if !got.Claimed && got.Thread.ID == "" { // it asks which thread is meant
		got = w.starts(intent, args{"thread_id": j.thread})
	}
	w.check(got.Thread.ID == j.thread, "%s: %q led to %s: %s", w.name, intent, got.Thread.ID, got.text)
	if got.Claimed {
		j.claim = got
	}
	return got.Claimed
}

// pauses leaves a job with the step to resume by.
func (w worker) pauses(j *job, step string) {
	w.Helper()
	w.does("pause_thread", args{"thread_id": j.thread, "lease_id": j.claim.Lease.ID, "resume_step": step})
}

func (w worker) finishes(j *job, note string) {
	w.Helper()
	w.does("finish_thread", args{"thread_id": j.thread, "lease_id": j.claim.Lease.ID, "note": note})
}

// Two agents work for a day on the same five things, each on a machine of its own with other
// paths, one in English and one in German. Nothing is begun twice, and nobody works on what the other has.
func twoMachines(d *day) {
	d.project("shop", in("/home/anna/src/shop"), from("git@git.example:anna/shop.git"))
	d.backlog("shop")
	notes := len(d.open("shop"))
	english := worker{d.agent("codex"), args{"workspace_path": "/home/anna/src/shop"}}
	german := worker{d.agent("claude"), args{"workspace_path": "C:/Projekte/Laden", "repo_url": "https://git.example/anna/shop"}}

	logout := &job{thread: d.thread("shop", "Users get logged out too quickly")}
	invoice := &job{thread: d.thread("shop", "Kunden bekommen die Rechnung doppelt")}
	basket := &job{thread: d.thread("shop", "Warenkorb verliert Artikel nach dem Anmelden")}
	var returns, umlauts job // nobody has thought of these yet

	// In the morning both look around, and want the same.
	english.does("session_digest", english.place).says(logout.thread, invoice.thread)
	german.does("session_digest", german.place).says(logout.thread, invoice.thread)
	d.check(english.takes(logout, "Sessions expire after five minutes", "users are signed out too early", "logged out too quickly", "Benutzer werden zu schnell abgemeldet"),
		"the thread was free")
	d.check(!german.takes(logout, "Die Anmeldung hält nur fünf Minuten", "Benutzer werden zu schnell abgemeldet", "users get logged out too soon"),
		"both have the same thread")
	d.check(german.takes(invoice, "Rechnungen gehen zweimal raus", "Kunden bekommen jede Rechnung doppelt", "invoices are sent twice"), "the thread was free")

	d.later(time.Hour)
	english.pauses(logout, "Raise SESSION_TTL in auth.go and run the login tests")
	d.check(!english.takes(invoice, "Customers get two invoices for one order", "duplicate invoices", "Kunden bekommen die Rechnung doppelt"), "both have the same thread")
	d.check(english.takes(&returns, "Print return labels from the admin pages", "shipping labels for returned parcels"), "new work was not begun")
	german.does("log_progress", args{"project": "shop", "entry": "Die Rechnung wird beim Wiederholen des Auftrags noch einmal verschickt", "thread_id": invoice.thread, "lease_id": invoice.claim.Lease.ID})
	german.finishes(invoice, "Der Versand merkt sich, was er verschickt hat")

	d.later(time.Hour)
	d.check(!german.takes(&returns, "Rücksendeetiketten drucken", "Etiketten für zurückgeschickte Pakete drucken", "print return labels"), "both have the same thread")
	d.check(german.takes(basket, "Nach der Anmeldung fehlen Artikel im Warenkorb", "cart loses items after login"), "the thread was free")
	english.finishes(&returns, "In the menu of an order")
	d.check(english.takes(&umlauts, "Search does not find names with umlauts", "Müller is not found when typed as Mueller"), "new work was not begun")

	// In the afternoon each goes on with what the other began.
	d.later(time.Hour)
	german.pauses(basket, "Test TestMergeBaskets reparieren")
	d.check(!german.takes(&umlauts, "Die Suche findet keine Umlaute", "Namen mit Umlauten werden nicht gefunden", "search misses umlauts"), "both have the same thread")
	d.check(german.takes(logout, "Abmeldung nach kurzer Zeit", "Benutzer werden zu schnell abgemeldet", "users get logged out too quickly"), "the thread was free")
	logout.claim.says("Raise SESSION_TTL in auth.go")
	d.check(english.takes(basket, "Items vanish from the basket after signing in", "cart loses items after login", "Warenkorb verliert Artikel"), "the thread was free")
	basket.claim.says("Test TestMergeBaskets reparieren")
	german.finishes(logout, "Sitzungen halten zwölf Stunden")
	english.finishes(basket, "Baskets are merged by article")

	d.later(time.Hour)
	english.pauses(&umlauts, "Fold ß as well")
	d.check(german.takes(&umlauts, "Suche nach Umlauten reparieren", "search does not find umlauts"), "the thread was free")
	german.finishes(&umlauts, "ß wird zu ss")

	all, err := d.store.Threads(d.Context(), store.ThreadFilter{Project: "shop", Statuses: store.Statuses, Limit: store.MaxLimit}, store.Policy{})
	d.must(err)
	d.check(all.Total == notes+5, "%d threads were made of five", all.Total-notes)
	for name, j := range map[string]*job{"logout": logout, "invoice": invoice, "basket": basket, "returns": &returns, "umlauts": &umlauts} {
		d.check(d.read(j.thread).Status == store.StatusDone, "%s is not finished", name)
	}
}
