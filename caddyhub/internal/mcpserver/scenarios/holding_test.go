package scenarios

import (
	"fmt"
	"sync"

	"github.com/progresshub/progresshub/store"
)

// Twelve agents want the same thread at the same moment: one gets it, and each of the others
// learns who has it and takes a free one.
func twelveRace(d *day) {
	d.project("shop")
	d.backlog("shop")
	wanted := d.thread("shop", "Checkout fails for customers from Norway")

	var (
		everybody sync.WaitGroup
		agents    [12]*agent
		got       [12]answer
	)
	for i := range agents {
		agents[i] = d.agent(fmt.Sprintf("agent-%02d", i+1))
	}
	for i, a := range agents {
		everybody.Go(func() { got[i] = a.starts("Checkout fails for customers from Norway", args{"project": "shop"}) })
	}
	everybody.Wait()

	winner := ""
	for i, answer := range got {
		if answer.Claimed {
			d.check(winner == "", "%s and %s both have the thread", winner, agents[i].name)
			winner = agents[i].name
		}
		d.check(answer.Thread.ID == wanted, "%s was led to %s: %s", agents[i].name, answer.Thread.ID, answer.text)
	}
	for i, answer := range got {
		if !answer.Claimed {
			answer.says("Not claimed", winner, "Free in shop")
			d.check(!answer.Created, "%s made a twin", agents[i].name)
		}
	}
	d.check(winner != "" && d.read(wanted).Lease.Holder == winner, "nobody has the thread")
	d.check(len(d.open("shop")) == 13, "there is a twin")
}

// An agent dies in the middle of its work, and another takes it up: after the claim has run
// out, or over it. Whoever turns out not to be dead is told to stop.
func crashAndResume(d *day) {
	d.project("shop")
	first := d.agent("codex")
	begun := first.starts("Move the order emails to the queue", args{"project": "shop"})
	id := begun.Thread.ID
	first.does("save_thread", args{
		"thread_id": id, "lease_id": begun.Lease.ID, "focus": "The worker loses its connection after an hour",
		"tried": []store.Attempt{{What: "keep-alive every minute", WhyNot: "the proxy cuts it off all the same"}}, "next_steps": []string{"Reconnect in worker.go"},
	})

	// The next day the claim is over.
	d.later(workday)
	second := d.agent("claude")
	second.does("session_digest", args{"project": "shop"}).says(id, "loses its connection", "keep-alive every minute", "Reconnect in worker.go")
	resumed := second.starts("Move the order emails to the queue", args{"thread_id": id}).says("the proxy cuts it off")
	d.check(resumed.Claimed && !resumed.Created, "the thread was not claimed: %s", resumed.text)

	// It dies as well; the third has been told so, and does not wait.
	third := d.agent("zed")
	taken := third.starts("Move the order emails to the queue", args{"thread_id": id, "take_over": true}).says(`Taken over from "claude"`)
	d.check(taken.Claimed, "the thread was not taken over: %s", taken.text)
	second.isRefused("save_thread", args{"thread_id": id, "lease_id": resumed.Lease.ID, "focus": "Back again"}).
		says(`"zed" took this thread over`, "stop and tell your user").keepsQuiet("take_over")

	third.does("pause_thread", args{"thread_id": id, "lease_id": taken.Lease.ID, "resume_step": "Run the worker for two hours"})
	t := d.read(id)
	d.check(t.Lease == nil && *t.Focus == "The worker loses its connection after an hour" && len(t.Tried) == 1 && *t.ResumeStep == "Run the worker for two hours",
		"something of the work is lost: %+v", t)
}

// What a finished thread leaves open is named when it is finished, and taken up from there.
func finishWithLeftovers(d *day) {
	d.project("shop")
	codex := d.agent("codex")
	begun := codex.starts("Print labels on the new printer", args{"project": "shop"})
	id := begun.Thread.ID
	codex.does("save_thread", args{"thread_id": id, "lease_id": begun.Lease.ID, "next_steps": []string{"Order a second roll of labels", "Send the old printer back"}})
	reminder := d.reminder(id, "Ask the warehouse whether the labels stick", "2026-05-06T08:00:00Z")

	codex.does("finish_thread", args{"thread_id": id, "lease_id": begun.Lease.ID, "note": "Prints 40 labels a minute"}).
		says("Left undone", "Order a second roll", "Send the old printer back", reminder, "set_reminder with done: true")
	codex.does("set_reminder", args{"reminder_id": reminder, "done": true})
	left := codex.starts("Send the old printer back", args{"project": "shop"})
	codex.does("pause_thread", args{"thread_id": left.Thread.ID, "lease_id": left.Lease.ID, "resume_step": "Book the parcel service"})

	t := d.read(id)
	d.check(t.Status == store.StatusDone && t.Lease == nil, "the thread is not finished: %+v", t)
	d.check(len(d.open("shop")) == 1, "more than the leftover is open")
	codex.does("read", args{"uri": id}).says("Prints 40 labels a minute", "Left undone", "Order a second roll").keepsQuiet(reminder)
}
