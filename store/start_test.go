package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// begin asks to start work on something in a project, as an agent of a name.
func begin(t *testing.T, s *Store, holder, project, work string, change ...func(*StartInput)) Started {
	t.Helper()
	out, err := tryBegin(t, s, holder, project, work, change...)
	if err != nil {
		t.Fatalf("start %q: %v", work, err)
	}
	return out
}

func tryBegin(t *testing.T, s *Store, holder, project, work string, change ...func(*StartInput)) (Started, error) {
	t.Helper()
	in := StartInput{
		NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some(work), ProjectSlug: Some(project)}, SourceTool: holder, Register: true},
		Claim:     ClaimInput{Holder: holder},
	}
	for _, c := range change {
		c(&in)
	}
	return s.Start(t.Context(), By{Actor: Agent, SourceTool: holder}, in)
}

func TestOfManyWhoStartTheSameWorkOneGetsIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		near   bool // related work is there, about which they were asked before
		change []func(*StartInput)
	}{
		"nothing is near":                    {},
		"they say that their work is new":    {true, []func(*StartInput){isNew}},
		"and nothing is near to it":          {false, []func(*StartInput){isNew}},
		"they bring other words of the same": {false, []func(*StartInput){also("Create the search tables anew")}},
	} {
		t.Run(name, func(t *testing.T) { raceToStart(t, c.near, c.change) })
	}
}

func raceToStart(t *testing.T, near bool, change []func(*StartInput)) {
	s, _ := newStore(t)
	rounds := 20
	if longRun {
		rounds = 1000
	}
	const agents = 64
	for round := range rounds {
		if near {
			create(t, s, "Rebuild the index of the other shard", inProject(fmt.Sprint("shards-", round)))
		}
		// Words of the round's own: the work of another round is other work.
		work := fmt.Sprintf("Rebuild the %s index of shard %s", inventedWord(3*round), inventedWord(3*round+1))
		var (
			outs [agents]Started
			errs [agents]error
		)
		atOnce(agents, func(i int) {
			outs[i], errs[i] = tryBegin(t, s, fmt.Sprint("worker ", i), fmt.Sprint("shards-", round), work, change...)
		})
		winner := -1
		for i, out := range outs {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if out.Claimed {
				if winner >= 0 {
					t.Fatalf("round %d: workers %d and %d both got it", round, winner, i)
				}
				winner = i
			}
		}
		if winner < 0 {
			t.Fatalf("round %d: nobody got it", round)
		}
		won := outs[winner].Thread
		for i, out := range outs {
			if out.Thread.ID != won.ID || out.Created != (i == winner) || out.Thread.Lease == nil || out.Thread.Lease.Holder != fmt.Sprint("worker ", winner) {
				t.Fatalf("round %d: worker %d got %+v, worker %d holds %s", round, i, out, winner, won.ID)
			}
			if (out.LeaseID != "") != (i == winner) {
				t.Fatalf("round %d: worker %d knows the lease's id", round, i)
			}
		}
		if got := kinds(t, s, won.ID); got != "created claimed" {
			t.Fatalf("round %d: events %s", round, got)
		}
	}
	want := rounds
	if near {
		want *= 2
	}
	if got := list(t, s, ThreadFilter{}).Total; got != want {
		t.Errorf("%d threads after %d rounds, want %d", got, rounds, want)
	}
}

// inventedWord is a word for each number, far from those of other numbers.
func inventedWord(n int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	seed := uint32(n)*2654435761 + 12345
	var b strings.Builder
	for range 4 {
		b.WriteByte(consonants[seed%uint32(len(consonants))])
		seed /= uint32(len(consonants))
		b.WriteByte(vowels[seed%uint32(len(vowels))])
		seed = seed/uint32(len(vowels)) + uint32(n)*40503
	}
	return b.String()
}

func TestStartFindsTheThreadThatIsMeant(t *testing.T) {
	t.Parallel()
	const work = "Move the billing webhooks to the queue"
	for _, c := range []struct {
		name    string
		prepare func(*testing.T, *Store) string // what exists; returns the id of the thread that is meant, "" for a new one
		project string
	}{
		{"nothing is there", func(*testing.T, *Store) string { return "" }, "shop"},
		{"an open one", func(t *testing.T, s *Store) string { return begin(t, s, "a", "shop", work).release(t, s) }, "shop"},
		{"a blocked one", func(t *testing.T, s *Store) string {
			id := begin(t, s, "a", "shop", work).release(t, s)
			done(t)(s.Block(t.Context(), owner, id, Guard{}, "no key"))
			return id
		}, "shop"},
		{"one in the inbox", func(t *testing.T, s *Store) string { return begin(t, s, "a", InboxSlug, work).release(t, s) }, "shop"},
		{"asked for without a project", func(t *testing.T, s *Store) string { return begin(t, s, "a", "shop", work).release(t, s) }, InboxSlug},
		{"one in the inbox under another name", func(t *testing.T, s *Store) string {
			id := begin(t, s, "a", InboxSlug, work).release(t, s)
			renameInbox(t, s)
			return id
		}, "shop"},
		{"asked for without a project where the inbox has another name", func(t *testing.T, s *Store) string {
			create(t, s, "Paint the garden fence green")
			renameInbox(t, s)
			return begin(t, s, "a", "shop", work).release(t, s)
		}, InboxSlug},
		{"in a project under its earlier name", func(t *testing.T, s *Store) string {
			id := begin(t, s, "a", "shop", work).release(t, s)
			if _, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")}); err != nil {
				t.Fatal(err)
			}
			return id
		}, "shop"},
		{"a finished one is done before, not under way", func(t *testing.T, s *Store) string {
			id := begin(t, s, "a", "shop", work).Thread.ID
			done(t)(s.Finish(t.Context(), owner, id, Guard{}, StatusDone, ""))
			return ""
		}, "shop"},
		{"another project's", func(t *testing.T, s *Store) string { begin(t, s, "a", "school", work); return "" }, "shop"},
		{"other work", func(t *testing.T, s *Store) string {
			begin(t, s, "a", "shop", "Paint the garden fence green")
			return ""
		}, "shop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newStore(t)
			want := c.prepare(t, s)
			got := begin(t, s, "b", c.project, work)
			if !got.Claimed || got.LeaseID == "" || got.Thread.Lease.Holder != "b" || got.Created != (want == "") || want != "" && got.Thread.ID != want {
				t.Errorf("got %+v, want thread %q", got, want)
			}
		})
	}
}

// release gives the claimed thread back and returns its id.
func (out Started) release(t *testing.T, s *Store) string {
	t.Helper()
	done(t)(s.Release(t.Context(), agent, out.Thread.ID, out.LeaseID, ""))
	return out.Thread.ID
}

func TestStartOfHeldWork(t *testing.T) {
	t.Parallel()
	const work = "Move the billing webhooks to the queue"
	withLease := func(id string) func(*StartInput) { return func(in *StartInput) { in.Claim.LeaseID = id } }
	takeOver := func(in *StartInput) { in.Claim.TakeOver = true }
	s, c := newStore(t)
	first := begin(t, s, "a", "shop", work)
	id := first.Thread.ID
	byID := func(in *StartInput) { in.ThreadID = id }

	for name, more := range map[string][]func(*StartInput){"by what it is": nil, "by its id": {byID}} {
		for _, holder := range []string{"b", "a"} { // two windows of one editor are two workers
			before := s.Generation()
			got := begin(t, s, holder, "shop", work, more...)
			if got.Claimed || got.Thread.ID != id || got.Thread.Lease.Holder != "a" || got.LeaseID != "" || s.Generation() != before {
				t.Errorf("%s, %s: %+v", name, holder, got)
			}
		}
		c.advance(time.Hour)
		again := begin(t, s, "a", "shop", work, append(more, withLease(first.LeaseID))...)
		if !again.Claimed || again.LeaseID != first.LeaseID || again.Thread.Lease.ExpiresAt != At(s.now().Add(DefaultLease)) {
			t.Errorf("%s, with the lease's id: %+v", name, again)
		}
	}
	t.Run("the id of a lease of other work", func(t *testing.T) {
		before := s.Generation()
		_, err := tryBegin(t, s, "a", "shop", "Paint the garden fence green", withLease(first.LeaseID))
		if invalidFields(err) != "lease_id" || s.Generation() != before {
			t.Errorf("got %v", err)
		}
	})
	t.Run("taken over", func(t *testing.T) {
		if got := begin(t, s, "b", "shop", work, takeOver); got.Claimed || got.Thread.ID != id || got.Thread.Lease.Holder != "a" {
			t.Errorf("by its words: %+v", got)
		}
		got := begin(t, s, "b", "shop", work, takeOver, byID)
		if !got.Claimed || got.Thread.ID != id || got.Thread.Lease.Holder != "b" || got.LeaseID == first.LeaseID {
			t.Errorf("%+v", got)
		}
		if _, err := s.UpdateThread(t.Context(), agent, id, Guard{LeaseID: first.LeaseID}, ThreadInput{Focus: Some("x")}, false); !isConflict(err) {
			t.Errorf("the one who lost it: %v", err)
		}
	})
	t.Run("free when the holder has died", func(t *testing.T) {
		c.advance(DefaultLease - time.Millisecond)
		if got := begin(t, s, "d", "shop", work); got.Claimed {
			t.Fatalf("a moment too early: %+v", got)
		}
		c.advance(time.Millisecond)
		if got := begin(t, s, "d", "shop", work, func(in *StartInput) { in.Claim.Length = 10 * time.Minute }); !got.Claimed || got.Thread.ID != id || got.Thread.Lease.ExpiresAt != At(s.now().Add(10*time.Minute)) {
			t.Errorf("%+v", got)
		}
	})
}

func TestStartAsksWhichOfTwo(t *testing.T) {
	t.Parallel()
	const work = "Move the billing webhooks to the queue"
	s, _ := newStore(t)
	one, two := create(t, s, work), create(t, s, work)
	got := begin(t, s, "a", InboxSlug, work)
	if got.Claimed || got.Thread.ID != "" || len(got.Choices) != 2 {
		t.Fatalf("%+v", got)
	}
	for _, choice := range got.Choices {
		if choice.Thread.ID != one.ID && choice.Thread.ID != two.ID || choice.Score < 0.62 {
			t.Errorf("%+v", choice)
		}
	}
	named := begin(t, s, "a", InboxSlug, work, func(in *StartInput) { in.ThreadID = two.ID })
	if !named.Claimed || named.Thread.ID != two.ID {
		t.Fatalf("%+v", named)
	}
	t.Run("one's own comes first", func(t *testing.T) {
		again := begin(t, s, "a", InboxSlug, work, func(in *StartInput) { in.Claim.LeaseID = named.LeaseID })
		if !again.Claimed || again.Thread.ID != two.ID {
			t.Errorf("%+v", again)
		}
	})
}

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	finished := create(t, s, "Paint the fence")
	done(t)(s.Finish(t.Context(), owner, finished.ID, Guard{}, StatusDismissed, ""))
	begin(t, s, "a", "shop", "Count the chairs")
	before := s.Generation()
	for name, c := range map[string]struct {
		change func(*StartInput)
		right  func(error) bool
	}{
		"no holder":           {func(in *StartInput) { in.Claim.Holder = "" }, func(err error) bool { return invalidFields(err) == "holder" }},
		"a lease too long":    {func(in *StartInput) { in.Claim.Length = 9 * time.Hour }, func(err error) bool { return invalidFields(err) == "ttl_minutes" }},
		"no work":             {func(in *StartInput) { in.Summary = Some(" ") }, func(err error) bool { return invalidFields(err) == "summary" }},
		"an unknown thread":   {func(in *StartInput) { in.ThreadID = "zzz" }, isMissing},
		"a finished thread":   {func(in *StartInput) { in.ThreadID = finished.ID }, isConflict},
		"an unknown project":  {func(in *StartInput) { in.Register = false; in.ProjectSlug = Some("shpo") }, closestIs("shop")},
		"a field that is bad": {func(in *StartInput) { in.Goal = Some(strings.Repeat("x", MaxText+1)) }, func(err error) bool { return invalidFields(err) == "goal" }},
	} {
		_, err := tryBegin(t, s, "a", "shop", "Order new paper for the printer", c.change)
		if !c.right(err) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if s.Generation() != before {
		t.Error("a refused start wrote")
	}
}

func closestIs(want string) func(error) bool {
	return func(err error) bool {
		var missing *NotFoundError
		return errors.As(err, &missing) && missing.Closest == want
	}
}

func TestStartKeepsWhatItWasStartedFor(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Move the billing webhooks to the queue")
	out := begin(t, s, "a", InboxSlug, "Retry failed deliveries", func(in *StartInput) { in.ThreadID = th.ID })
	events := history(t, s, ThreadURI(th.ID))
	if last := events[len(events)-1]; out.Thread.Summary != th.Summary || last.Kind != "thread.claimed" || !strings.Contains(string(last.After), "Retry failed deliveries") {
		t.Errorf("%+v: %s", out.Thread, last.After)
	}
}

func TestTwinsOfOneMomentAreOneThread(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	const callers = 32
	var (
		ids  [callers]string
		errs [callers]error
	)
	atOnce(callers, func(i int) {
		made, twin, err := s.Create(t.Context(), agent, NewThread{ThreadInput: ThreadInput{Summary: Some("Renew the certificate of the mail host")}, SourceTool: "x"})
		ids[i], errs[i] = made.Item.ID, err
		if twin != nil {
			ids[i] = twin.Thread.ID
		}
	})
	for i, id := range ids {
		if errs[i] != nil || id != ids[0] {
			t.Errorf("caller %d got %q, %v", i, id, errs[i])
		}
	}
	if got := list(t, s, ThreadFilter{}).Total; got != 1 {
		t.Errorf("%d threads", got)
	}
}
