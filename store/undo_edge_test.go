package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestUndoOfAProjectInUseIsRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	made := changeProject(t)(s.CreateProject(t.Context(), agent, ProjectInput{Slug: Some("shop")}))
	th := create(t, s, "work of the owner", inProject("shop"))
	if _, err := s.Undo(t.Context(), owner, made.EventID, Guard{}); !isConflict(err) || read(t, s, th.ID).ProjectSlug != "shop" {
		t.Errorf("%v, the thread is in %s", err, read(t, s, th.ID).ProjectSlug)
	}
	done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{}))
	undo(t, s, made.EventID)
	if _, err := s.Project(t.Context(), "shop"); !isMissing(err) {
		t.Errorf("unused: %v", err)
	}
}

func TestUndoOfACreationTakesTheRemindersAlong(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	w := done(t)(s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("s")}, true))
	m := remind(t, s, ReminderInput{Text: Some("about it"), Kind: Some("session"), ThreadID: Some(w.Item.ID)})
	back := undo(t, s, w.EventID)
	if _, err := s.Reminder(t.Context(), m.ID); !isMissing(err) {
		t.Errorf("the reminder: %v", err)
	}
	undo(t, s, back.EventID)
	if got := readReminder(t, s, m.ID); *got.ThreadID != w.Item.ID {
		t.Errorf("back: %+v", got)
	}
	// By itself it can't come back to a thread that is gone.
	gone, err := s.DeleteReminder(t.Context(), agent, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	done(t)(s.DeleteThread(t.Context(), owner, w.Item.ID, Guard{}))
	if _, err := s.Undo(t.Context(), owner, gone.EventID, Guard{}); !isConflict(err) {
		t.Errorf("back without its thread: %v", err)
	}
}

// The most ordinary life of an agent: one claim must not make all of it permanent.
func TestAClaimStandsInNoWay(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	from := At(c.Now())
	w := done(t)(s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("s")}, true))
	first := done(t)(s.Pause(t.Context(), agent, w.Item.ID, Guard{}, "one", nil))
	c.advance(time.Minute)
	second := done(t)(s.Pause(t.Context(), agent, w.Item.ID, Guard{}, "two", nil))
	claim(t, s, w.Item.ID, "h")
	undo(t, s, second.EventID)
	if got := read(t, s, w.Item.ID); *got.ResumeStep != "one" || got.PausedAt != nil || got.Lease == nil {
		t.Errorf("beside a claim: %+v", got)
	}
	r := UndoRange{Actor: Agent, From: from, To: At(c.Now())}
	all, err := s.UndoAll(t.Context(), owner, r, Guard{})
	if err != nil || !slices.Contains(all.Item.Undone, first.EventID) {
		t.Errorf("all of it: %+v, %v", all.Item, err)
	}
}

func TestARefusedRangeNamesOnlyWhatIsNotInIt(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th, from := create(t, s, "s"), c.advance(time.Minute)
	for i := range 3 {
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Goal: Some(fmt.Sprint(i))}, true))
	}
	mine := done(t)(s.UpdateThread(t.Context(), owner, th.ID, Guard{}, ThreadInput{Goal: Some("mine")}, true))
	_, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: from, To: At(c.Now())}, Guard{})
	if got := standing(t, err); !slices.Equal(got, []string{mine.EventID}) {
		t.Errorf("in the way: %v, want %s", got, mine.EventID)
	}
}

func TestAListAfterAnUndoneRenameShowsThePresentName(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th, from := create(t, s, "s", inProject("aaa")), c.advance(time.Minute)
	changeProject(t)(s.UpdateProject(t.Context(), agent, "aaa", ProjectInput{Slug: Some("bbb")}))
	done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Goal: Some("g")}, true))
	if _, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: from, To: At(c.Now())}, Guard{}); err != nil {
		t.Fatal(err)
	}
	if listed, got := list(t, s, ThreadFilter{}).Threads[0].ProjectSlug, read(t, s, th.ID).ProjectSlug; listed != "aaa" || got != "aaa" {
		t.Errorf("listed in %s, read in %s", listed, got)
	}
}

func TestUndoIntoADeletedProjectSaysSo(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s", inProject("shop"))
	w := done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{ProjectSlug: Some("other")}, true))
	changeProject(t)(s.DeleteProject(t.Context(), owner, "shop", Guard{}))
	if _, err := s.Undo(t.Context(), owner, w.EventID, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), "shop") {
		t.Errorf("%v", err)
	}
}

func TestAPageOfFatEventsEndsSooner(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	fat := make([]Attempt, MaxTried)
	for i := range 30 { // a page and a half
		for k := range fat {
			fat[k] = Attempt{strings.Repeat(fmt.Sprint(i%10), MaxText), ""}
		}
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Tried: Some(slices.Clone(fat))}, true))
	}
	seen, pages := 0, 0
	for f := (EventFilter{Limit: MaxLimit}); ; pages++ {
		page, err := s.Events(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		size, err := json.Marshal(page.Events)
		if err != nil || len(size) > 2*maxPageBytes {
			t.Fatalf("a page of %d bytes, %v", len(size), err)
		}
		seen += len(page.Events)
		if f.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if seen != number(t, s, "SELECT count(*) FROM events") {
		t.Errorf("%d events are shown", seen)
	}
	if pages == 0 {
		t.Error("all of them are on one page")
	}
}

func TestRemotesAreKeptWithoutSecrets(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://git.example.org/a/b.git":        "https://git.example.org/a/b.git",
		"https://u:SECRET@git.example.org/a":     "https://git.example.org/a",
		"https://SECRET@git.example.org/a":       "https://git.example.org/a",
		"https://git.example.org/a?token=SECRET": "https://git.example.org/a",
		"https://git.example.org/a#SECRET":       "https://git.example.org/a",
		"ssh://git@git.example.org:22/a":         "ssh://git@git.example.org:22/a",
		"ssh://git:SECRET@git.example.org/a":     "ssh://git@git.example.org/a",
		"SSH://SECRET@git.example.org/a":         "ssh://git.example.org/a",
		"git@git.example.org:a/b.git":            "git@git.example.org:a/b.git",
		"oauth2:SECRET@git.example.org:a/b.git":  "",
		"/srv/git/a.git":                         "",
		"user:SECRET@git.example.org/a/b":        "",
		"https:/u:SECRET@git.example.org/a":      "",
		"https:u:SECRET@git.example.org/a":       "",
		"https://u:SECRET@%zz/a":                 "",
	} {
		got, ok := cleanRemote(in)
		if ok != (want != "") || ok && got != want || strings.Contains(got, "SECRET") {
			t.Errorf("%s became %q, %v; want %q", in, got, ok, want)
		}
	}
}

// What an agent did, what the owner took back, and what the agent took back of that again: the last
// alone stands for the first, and both go with it.
func TestARangeWithAChangeDoneAgain(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "Rotate the keys")
	c.advance(time.Minute)
	from := At(c.Now())
	first := changeGoal(t, s, agent, th.ID, "wrong")
	undo := mustUndo(t, s, first)
	w, err := s.Undo(t.Context(), agent, undo, Guard{})
	if err != nil || *read(t, s, th.ID).Goal != "wrong" {
		t.Fatal(err)
	}
	all, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: from, To: At(c.Now())}, Guard{})
	if err != nil || !slices.Equal(all.Item.Undone, []string{w.EventID}) || read(t, s, th.ID).Goal != nil {
		t.Errorf("%+v, %v", all.Item, err)
	}
	if all, err = s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: from, To: At(c.Now())}, Guard{}); err != nil || len(all.Item.Undone) != 0 {
		t.Errorf("once more: %+v, %v", all.Item, err)
	}
}
