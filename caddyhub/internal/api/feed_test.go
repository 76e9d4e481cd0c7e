package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// event is the nth event of a test, in the order of their ids.
func event(n int) store.Event {
	return store.Event{ID: fmt.Sprintf("%012d", n), Kind: "thread.updated", Subject: "hub://threads/a"}
}

// commit is one of the events from one number to another.
func commit(from, to int) (c store.Commit) {
	for n := from; n <= to; n++ {
		c.Events = append(c.Events, event(n))
	}
	return c
}

// following is a feed that was begun behind an event and has taken commits since.
func following(before int, commits ...store.Commit) *feed {
	f := &feed{before: event(before).ID, changed: make(chan struct{}), wake: make(signal, 1)}
	for _, c := range commits {
		f.take(c)
	}
	return f
}

func TestFeedAfterAnEvent(t *testing.T) {
	long := commit(11, 10+feedPart+3)
	var round []store.Commit
	for n := 11; n <= 10+feedSize+5; n++ {
		round = append(round, commit(n, n))
	}
	for name, c := range map[string]struct {
		commits  []store.Commit
		last     int
		from, to int // of the events in the part; 0: it is empty
		upTo     int
		more     bool
		behind   bool
	}{
		"nothing happened":                  {nil, 10, 0, 0, 10, false, false},
		"one commit":                        {[]store.Commit{commit(11, 11)}, 10, 11, 11, 11, false, false},
		"one commit of several":             {[]store.Commit{commit(11, 13)}, 10, 11, 13, 13, false, false},
		"several commits":                   {[]store.Commit{commit(11, 11), commit(12, 13)}, 10, 11, 13, 13, false, false},
		"in the middle of a commit":         {[]store.Commit{commit(11, 13)}, 12, 13, 13, 13, false, false},
		"read before the feed heard of it":  {[]store.Commit{commit(11, 13)}, 14, 0, 0, 14, false, false},
		"of before the feed began":          {[]store.Commit{commit(11, 13)}, 9, 0, 0, 10, false, true},
		"a commit without events":           {[]store.Commit{{}}, 10, 0, 0, 10, false, false},
		"more than fits a part":             {[]store.Commit{long}, 10, 11, 10 + feedPart, 10 + feedPart, true, false},
		"the rest of it":                    {[]store.Commit{long}, 10 + feedPart, 11 + feedPart, 13 + feedPart, 13 + feedPart, false, false},
		"no longer in the ring":             {round, 14, 0, 0, 15, false, true},
		"the oldest in the ring":            {round, 15, 16, 15 + feedPart, 15 + feedPart, true, false},
		"the newest in a ring gone round":   {round, 14 + feedSize, 15 + feedSize, 15 + feedSize, 15 + feedSize, false, false},
		"all of a ring gone round was read": {round, 15 + feedSize, 0, 0, 15 + feedSize, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := following(10, c.commits...)
			part, upTo, wait, behind := f.after(event(c.last).ID)
			var want strings.Builder
			for n := c.from; n <= c.to && n > 0; n++ {
				fmt.Fprintf(&want, "event: change\nid: %012d\ndata: {\"id\":\"%012d\",\"kind\":\"thread.updated\",\"subject\":\"hub://threads/a\",\"also\":0}\n\n", n, n)
			}
			if string(part) != want.String() {
				t.Errorf("got %q\nwant %q", part, want.String())
			}
			if upTo != event(c.upTo).ID || behind != c.behind || (wait == nil) != (c.more || c.behind) {
				t.Errorf("up to %s, behind %t, wait %v", upTo, behind, wait)
			}
		})
	}
}

// A stream that was shown nothing new is woken by the next event, also by one that came before
// it began to wait.
func TestFeedWakes(t *testing.T) {
	h := newHub(t)
	f := &h.api.feed
	leave, err := f.join(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last := h.lastEvent()
	for range 100 {
		_, _, wait, _ := f.after(last)
		id := h.create(`{"summary":"a"}`).ID
		<-wait
		if part, upTo, _, _ := f.after(last); !strings.Contains(string(part), id) || upTo != h.lastEvent() {
			t.Fatalf("got %q", part)
		}
		last = h.lastEvent()
	}
	leave()
	h.create(`{"summary":"nobody listens"}`)
	if slices.ContainsFunc(f.ring[:], func(e toldEvent) bool { return e.text != nil }) {
		t.Error("a feed without streams holds on to events")
	}
}

// However many streams there are, a commit is encoded once for all of them.
func BenchmarkFeed(b *testing.B) {
	for _, streams := range []int{1, 200, 1000} {
		b.Run(fmt.Sprintf("%d streams", streams), func(b *testing.B) {
			b.ReportAllocs()
			f := following(0)
			for n := 1; b.Loop(); n++ {
				f.take(commit(n, n))
				last := event(n - 1).ID
				for range streams {
					if part, _, _, _ := f.after(last); len(part) == 0 {
						b.Fatal("nothing to send")
					}
				}
			}
		})
	}
}
