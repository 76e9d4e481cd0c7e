package gateway

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// heard are the titles and bodies of what came on two channels that hear everything, and nothing on
// one that hears digests alone.
func heard(t *testing.T, change ...func(*Config)) (h *house, said func() []string) {
	t.Helper()
	var all []string
	take := sender(func(m Message) Reply {
		all = append(all, m.Channel+": "+m.Notice.Title+" | "+strings.ReplaceAll(m.Notice.Body, "\n", " / ")+" | "+m.Notice.URL)
		return Reply{}
	})
	deaf := reach(take)
	deaf.Kinds = []string{store.DeliverDigest}
	h = newHouse(t, append([]func(*Config){func(c *Config) {
		c.Others = others{plans: map[string]Plan{store.ChannelNtfy: reach(take), store.ChannelMail: deaf}}
	}}, change...)...)
	h.work()
	return h, func() []string {
		h.work()
		got := all
		all = nil
		return got
	}
}

// ask has an agent ask for a change.
func (h *house) ask(summary, reason string) store.Approval {
	h.Helper()
	id := h.thread(summary).ID
	payload, _ := json.Marshal(map[string]string{"thread_id": id, "into": h.thread("into").ID})
	w, err := h.store.RequestChange(h.Context(), store.By{Actor: store.Agent, SourceTool: "codex"}, "merge_threads", payload, reason)
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

func (h *house) conflict(path string) {
	h.Helper()
	if err := h.store.KeepForgeConflict(h.Context(), store.ForgeConflict{Path: path, Item: "hub://wiki/" + path}); err != nil {
		h.Fatal(err)
	}
}

func want(t *testing.T, when string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: heard\n%s\nwant\n%s", when, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAChangeRequestIsAnnouncedOnce(t *testing.T) {
	h, said := heard(t)
	a := h.ask("twin", "They are one")
	want(t, "when it is asked for", said(), []string{"ntfy: codex asks for a change | " + a.Effect + " / Reason: They are one | https://hub.example/ui/approvals"})
	want(t, "later", said(), nil)
	h.restart()
	want(t, "after a restart", said(), nil)
	if got := h.fake.took(); len(got) != 0 {
		t.Errorf("the gateway took %q", got)
	}
	t.Run("one that is decided by then is not", func(t *testing.T) {
		b := h.ask("another", "")
		h.run(t.Context(), h.job("announcements"))
		if _, err := h.store.Reject(t.Context(), owner, b.ID); err != nil {
			t.Fatal(err)
		}
		want(t, "after the decision", said(), nil)
		list := h.deliveries()
		at := slices.IndexFunc(list, func(d store.Delivery) bool { return d.Slot == store.DeliverApproval+"/"+b.ID })
		if at < 0 || list[at].State != store.DeliveryFailed || *list[at].LastError != store.Decided {
			t.Errorf("%d of %+v", at, list)
		}
		if _, _, failing, err := h.Outbox.Lane(store.ChannelNtfy).Problem(t.Context()); failing || err != nil {
			t.Errorf("the channel counts as failing: %v", err)
		}
	})
	t.Run("what nobody wanted to hear is not made up for", func(t *testing.T) {
		channels := h.Others
		h.Others = nil
		h.ask("a third", "")
		h.work()
		h.Others = channels
		want(t, "when the channel is there", said(), nil)
	})
}

func TestConflictsAreAnnouncedOnce(t *testing.T) {
	h, said := heard(t)
	h.conflict("plan.md")
	h.conflict("home.md")
	const at = " | https://hub.example/ui/settings/forge"
	want(t, "two at a time", said(), []string{"ntfy: 2 texts need your decision | They have changed here and in the forge: / home.md / plan.md" + at})
	h.conflict("plan.md")
	want(t, "when one stands otherwise", said(), nil)
	h.conflict("third.md")
	want(t, "a third one", said(), []string{"ntfy: One text needs your decision | They have changed here and in the forge: / third.md" + at})
	h.conflict("fourth.md")
	h.run(t.Context(), h.job("announcements"))
	if err := h.store.CloseForgeConflicts(t.Context(), []string{"home.md", "plan.md", "third.md", "fourth.md"}); err != nil {
		t.Fatal(err)
	}
	want(t, "when none is left", said(), nil)
	h.conflict("plan.md")
	want(t, "one that comes back", said(), []string{"ntfy: One text needs your decision | They have changed here and in the forge: / plan.md" + at})
}

// after makes a thread wait for another.
func (h *house) after(summary, need string) string {
	h.Helper()
	id := h.thread(summary).ID
	if _, err := h.store.UpdateThread(h.Context(), owner, id, store.Guard{Force: true}, store.ThreadInput{DependsOn: store.Some([]string{need})}, true); err != nil {
		h.Fatal(err)
	}
	return id
}

// finish ends a thread, and returns the event of it.
func (h *house) finish(id string) string {
	h.Helper()
	w, err := h.store.Finish(h.Context(), owner, id, store.Guard{Force: true}, store.StatusDone, "")
	if err != nil {
		h.Fatal(err)
	}
	return w.EventID
}

func TestWhatCanStartIsAnnouncedOnce(t *testing.T) {
	h, said := heard(t)
	keys := h.thread("Order keys").ID
	door, lock := h.after("Paint the door", keys), h.after("Fit the lock", keys)
	want(t, "as long as they wait", said(), nil)
	undo := h.finish(keys)
	want(t, "when the last before them is finished", said(), []string{
		"ntfy: 2 threads can start | Paint the door, after Order keys / Fit the lock, after Order keys | https://hub.example/ui/threads?view=ready",
	})
	h.restart()
	want(t, "after a restart", said(), nil)
	if _, err := h.store.Undo(t.Context(), owner, undo, store.Guard{}); err != nil {
		t.Fatal(err)
	}
	h.finish(lock)
	h.finish(keys)
	want(t, "finished again, one of them was ended meanwhile", said(), []string{
		"ntfy: One thread can start | Paint the door, after Order keys | https://hub.example/ui/threads/" + door,
	})
	t.Run("one that waits again is not told", func(t *testing.T) {
		first := h.thread("first").ID
		h.after("second", first)
		undo := h.finish(first)
		if _, err := h.store.Undo(t.Context(), owner, undo, store.Guard{}); err != nil {
			t.Fatal(err)
		}
		want(t, "after the undo", said(), nil)
	})
	t.Run("one that is finished before it could be told is withdrawn", func(t *testing.T) {
		first := h.thread("third").ID
		second := h.after("fourth", first)
		h.finish(first)
		h.run(t.Context(), h.job("announcements"))
		h.finish(second)
		want(t, "when it is finished", said(), nil)
		list := h.deliveries()
		at := slices.IndexFunc(list, func(d store.Delivery) bool {
			return d.Kind == store.DeliverReady && d.Notice.Title == "One thread can start" && strings.HasPrefix(d.Notice.Body, "fourth")
		})
		if at < 0 || list[at].State != store.DeliveryFailed || *list[at].LastError != store.Withdrawn {
			t.Errorf("%d of %+v", at, list)
		}
	})
	t.Run("one that is put off is not told", func(t *testing.T) {
		first := h.thread("fifth").ID
		second := h.after("sixth", first)
		if _, err := h.store.Snooze(t.Context(), owner, second, store.Guard{Force: true}, new(h.clock.Now().Add(time.Hour))); err != nil {
			t.Fatal(err)
		}
		h.finish(first)
		want(t, "when the last before it is finished", said(), nil)
	})
}

// What is told once takes the place of nothing that was told before.
func TestAnnouncementsStandBesideOneAnother(t *testing.T) {
	for kind, happens := range map[string]func(*house, string){
		store.DeliverReady: func(h *house, name string) {
			first := h.thread(name).ID
			h.after("after "+name, first)
			h.finish(first)
		},
		store.DeliverConflict: func(h *house, name string) { h.conflict(name + ".md") },
	} {
		t.Run(kind, func(t *testing.T) {
			h, _ := heard(t)
			tags := map[string]bool{}
			for _, name := range []string{"one", "two"} {
				happens(h, name)
				h.work()
			}
			for _, d := range h.deliveries() {
				tags[d.Notice.Tag] = d.Kind == kind && strings.HasPrefix(d.Notice.Tag, kind+"/")
			}
			if len(tags) != 2 || slices.Contains(slices.Collect(maps.Values(tags)), false) {
				t.Errorf("tags %v", tags)
			}
		})
	}
}

func TestAnAlarmIsHeardOnceAnAreaAndDay(t *testing.T) {
	var failing []health.Problem
	h, said := heard(t, func(c *Config) { c.Problems = func() []health.Problem { return slices.Clone(failing) } })
	fails := func(area, why string) {
		failing = append(failing, health.Problem{Area: area, Since: h.clock.Now(), Text: phrase.BackupsFail(phrase.Text(why)), Page: "/ui/settings/data"})
	}
	said()
	fails("backup", "the disk is full")
	alarm := []string{"ntfy: Progress Hub needs attention | Backups fail: the disk is full. | https://hub.example/ui/settings/data"}
	h.clock.Advance(lasting - time.Second)
	want(t, "before it has lasted", said(), nil)
	h.clock.Advance(time.Second)
	want(t, "when it has lasted", said(), alarm)
	h.clock.Advance(3 * time.Hour)
	want(t, "on the same day", said(), nil)
	h.restart()
	want(t, "after a restart", said(), nil)
	h.at("2026-05-05 00:00")
	want(t, "at midnight", said(), nil)
	h.at("2026-05-05 12:14")
	want(t, "just before the same time of the next day", said(), nil)
	h.at("2026-05-05 12:15")
	want(t, "a day later", said(), alarm)
	h.at("2026-07-05 12:15")
	want(t, "by a clock that is far ahead", said(), alarm)
	h.at("2026-05-06 12:15")
	want(t, "by the right one", said(), alarm)
	failing = nil
	h.at("2026-05-08 08:00")
	want(t, "when it works again", said(), nil)
	fails(store.ChannelNtfy, "nobody answers")
	h.clock.Advance(lasting)
	want(t, "about the channel itself", said(), nil)
}

// An alarm that nobody takes for half a day is old.
func TestAnAlarmGrowsOld(t *testing.T) {
	h, said := heard(t, func(c *Config) {
		c.Problems = func() []health.Problem { return []health.Problem{{Area: "backup", Since: c.Store.Now().Add(catchUp)}} }
	})
	h.Others = others{plans: map[string]Plan{store.ChannelNtfy: reach(func(Message) Reply { return Reply{Verdict: Unreached, Why: phrase.Text("nobody answers")} })}}
	all, err := h.targetsOf(t.Context(), store.DeliverAlarm, store.ChannelNtfy)
	if err != nil {
		t.Fatal(err)
	}
	m := alarmMessage(health.Problem{Area: "backup", Text: phrase.Text("Backups fail.")}, "")
	m.To = all.of(false)
	if _, err := h.store.QueueAlarm(t.Context(), "backup", m); err != nil {
		t.Fatal(err)
	}
	said()
	h.clock.Advance(catchUp)
	h.work()
	if got := h.states(); got != "alarm failed" {
		t.Errorf("%s", got)
	}
}

// What agents and forges write stays within the bounds of a notice, on lines of its own.
func TestWhatIsAnnouncedIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for name, m := range map[string]store.Message{
		"a request":   requestMessage(store.Approval{ID: "a", Effect: long, Reason: new("two\nlines " + long), SourceTool: new("an\x00 agent" + long)}, ""),
		"a conflict":  conflictMessage(slices.Repeat([]string{long + "\n.md"}, 50), ""),
		"an alarm":    alarmMessage(health.Problem{Text: phrase.Text(long)}, ""),
		"no reason":   requestMessage(store.Approval{ID: "a", Effect: "x"}, ""),
		"a blank one": requestMessage(store.Approval{ID: "a", Effect: "x", Reason: new(""), SourceTool: new("\u200b")}, ""),
	} {
		n := m.Notice
		if len([]rune(n.Title)) > maxTitle || len([]rune(n.Body)) > maxBody || n.Title == "" || n.Body == "" || strings.ContainsAny(n.Title, "\n\x00") || n.URL != "" || len(n.Items) != 1 {
			t.Errorf("%s: %+v", name, n)
		}
	}
	if got := requestMessage(store.Approval{Effect: "x", Reason: new("two\nlines")}, "").Notice.Body; got != "x\nReason: two lines" {
		t.Errorf("%q", got)
	}
}
