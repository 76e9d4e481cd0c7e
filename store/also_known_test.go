package store

import (
	"slices"
	"strings"
	"testing"
)

func knownAs(names ...string) func(*ThreadInput) {
	return func(in *ThreadInput) { in.AlsoKnown = Some(names) }
}

func TestOtherNamesOfAThread(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", MaxWording)
	for _, c := range []struct {
		name string
		in   []string
		want []string
		bad  string
	}{
		{"as they are", []string{"slow checkout", "キャッシュ"}, []string{"slow checkout", "キャッシュ"}, ""},
		{"on one line", []string{" slow\n checkout"}, []string{"slow checkout"}, ""},
		{"each once", []string{"a", "a"}, []string{"a"}, ""},
		{"none", []string{}, []string{}, ""},
		{"200 characters", []string{long}, []string{long}, ""},
		{"more", []string{"a", long + "é"}, nil, "also_known[1]"},
		{"an empty one", []string{" "}, nil, "also_known[0]"},
		{"NUL", []string{"a\x00"}, nil, "also_known[0]"},
		{"six", strings.Split("abcdef", ""), nil, "also_known"},
	} {
		s, _ := newStore(t)
		th := create(t, s, "Sessions expire", knownAs("first"))
		w, err := s.UpdateThread(t.Context(), owner, th.ID, Guard{}, ThreadInput{AlsoKnown: Some(c.in)}, false)
		if c.bad != "" {
			if invalidFields(err) != c.bad {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || !slices.Equal(read(t, s, th.ID).AlsoKnown, c.want) {
			t.Errorf("%s: %+v, %v", c.name, read(t, s, th.ID).AlsoKnown, err)
		}
		undo(t, s, w.EventID)
		if got := read(t, s, th.ID).AlsoKnown; !slices.Equal(got, []string{"first"}) {
			t.Errorf("%s, undone: %q", c.name, got)
		}
	}
	s, _ := newStore(t)
	if th := create(t, s, "Sessions expire"); th.AlsoKnown == nil || read(t, s, th.ID).AlsoKnown == nil {
		t.Error("a new thread has no list of names")
	}
}

func TestAThreadIsFoundByItsOtherNames(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Sessions expire after five minutes", inProject("shop"), knownAs("People get thrown out", "Anmeldung hält nicht"))
	other := create(t, s, "Water the plants", inProject("school"))
	for _, text := range th.AlsoKnown {
		bothWays(t, s, func(way string) {
			got := overlap(t, s, OverlapQuery{Text: text})
			if got.Verdict == "none" || got.Hits[0].ID != th.ID || got.Hits[0].Why[0] != `also known as "`+text+`"` {
				t.Errorf("%s, %q: %+v", way, text, got)
			}
		})
		page := list(t, s, ThreadFilter{Text: text})
		if page.Total != 1 {
			t.Errorf("%q: %d in the list", text, page.Total)
		}
	}
	if got := begin(t, s, "a", "shop", "People get thrown out"); !got.Claimed || got.Thread.ID != th.ID {
		t.Errorf("started by another name: %+v", got)
	}
	// Nothing of a deleted thread shows anywhere else; brought back, it is found again.
	deleted := done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{}))
	bothWays(t, s, func(way string) {
		got := overlap(t, s, OverlapQuery{Text: "People get thrown out", Project: "school"})
		for _, h := range append(got.Hits, got.Nearest...) {
			if h.ID != other.ID || strings.Contains(strings.Join(h.Why, " "), "also known") {
				t.Errorf("%s: a deleted thread's name shows: %+v", way, h)
			}
		}
	})
	undo(t, s, deleted.EventID)
	bothWays(t, s, func(way string) {
		if got := overlap(t, s, OverlapQuery{Text: "People get thrown out"}); got.Verdict == "none" || got.Hits[0].ID != th.ID {
			t.Errorf("%s: brought back: %+v", way, got)
		}
	})
}

func TestAClaimByAnotherWordingIsRemembered(t *testing.T) {
	t.Parallel()
	const title = "Sessions expire after five minutes"
	for _, c := range []struct {
		name  string
		work  string
		also  []string
		known []string
	}{
		{"found by a wording", "People get thrown out", []string{"The sessions expire after five minutes"}, []string{"old", "The sessions expire after five minutes"}},
		{"which is its title", "People get thrown out", []string{title}, []string{"old"}},
		{"found by what it is", title, []string{"Water the plants"}, []string{"old"}},
		{"not found", "Water the plants", []string{"Give the flowers a drink"}, []string{"old"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newStore(t)
			th := create(t, s, title, inProject("shop"), knownAs("old"))
			got := begin(t, s, "a", "shop", c.work, also(c.also...))
			known := read(t, s, th.ID).AlsoKnown
			if !slices.Equal(known, c.known) {
				t.Errorf("known as %q", known)
			}
			if len(known) == 1 {
				return
			}
			if !slices.Equal(got.Thread.AlsoKnown, known) || got.Thread.Lease == nil {
				t.Errorf("answered %+v", got.Thread)
			}
			events := history(t, s, ThreadURI(th.ID))
			undo(t, s, events[len(events)-1].ID)
			if back := read(t, s, th.ID); !slices.Equal(back.AlsoKnown, []string{"old"}) || back.Lease == nil {
				t.Errorf("undone: %+v", back)
			}
		})
	}
}

func TestTheOldestNamesGo(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	into := create(t, s, "into", knownAs("1", "2", "3", "4", "5"))
	from := create(t, s, "from", knownAs("INTO", "four", "5"))
	w := done(t)(s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{}))
	if got := read(t, s, into.ID).AlsoKnown; !slices.Equal(got, []string{"3", "4", "5", "four", "from"}) {
		t.Errorf("merged: %q", got)
	}
	undo(t, s, w.EventID)
	if got := read(t, s, into.ID).AlsoKnown; !slices.Equal(got, []string{"1", "2", "3", "4", "5"}) {
		t.Errorf("undone: %q", got)
	}
}

// TestUndoOfOtherNames: overlap and search follow, also where the earlier names are as many as the later ones.
func TestUndoOfOtherNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, after []string }{
		"as many": {[]string{"People get thrown out", "Anmeldung hält nicht"}, []string{"Paint the garden fence", "Water the plants"}},
		"more":    {[]string{"People get thrown out", "Anmeldung hält nicht", "Kicked out all the time"}, []string{"Paint the garden fence", "Water the plants"}},
		"fewer":   {[]string{"People get thrown out", "Anmeldung hält nicht"}, []string{"Paint the garden fence", "Water the plants", "Call the embassy"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th := create(t, s, "Sessions expire after five minutes", knownAs(c.before...))
			w, err := s.UpdateThread(t.Context(), owner, th.ID, Guard{}, ThreadInput{AlsoKnown: Some(c.after)}, false)
			works(t, err)
			undo(t, s, w.EventID)
			for _, text := range c.before {
				bothWays(t, s, func(way string) {
					if got := overlap(t, s, OverlapQuery{Text: text}); got.Verdict == "none" {
						t.Errorf("%s, %q is not known", way, text)
					}
				})
				if page := list(t, s, ThreadFilter{Text: text}); page.Total != 1 {
					t.Errorf("%q: %d in the list", text, page.Total)
				}
			}
			for _, text := range c.after {
				if got := overlap(t, s, OverlapQuery{Text: text}); got.Verdict != "none" {
					t.Errorf("%q is still known", text)
				}
				if page := list(t, s, ThreadFilter{Text: text}); page.Total != 0 {
					t.Errorf("%q: %d in the list", text, page.Total)
				}
			}
		})
	}
}
