package store

import (
	"slices"
	"testing"
	"time"
)

func isNew(in *StartInput) { in.New = true }

func also(texts ...string) func(*StartInput) {
	return func(in *StartInput) { in.Also = texts }
}

func TestStartAsksWhenItIsNotCertain(t *testing.T) {
	t.Parallel()
	const (
		near   = "Billing webhooks wait in a queue of their own"
		plans  = "Document the billing plans for the sales team"
		work   = "Move the billing webhooks to the queue"
		other  = "Move the billing webhooks to the cache"
		garden = "Paint the garden fence green"
	)
	for _, c := range []struct {
		name     string
		existing string
		in       string // project of the existing one
		change   []func(*StartInput)
		asked    bool // else it is created
	}{
		{"work of the project that is near", near, "shop", nil, true},
		{"work that is related only", plans, "shop", nil, false},
		{"one word apart", other, "shop", nil, true},
		{"work in the inbox that is near", near, InboxSlug, nil, true},
		{"work of another project that is near", near, "school", nil, false},
		{"other work", garden, "shop", nil, false},
		{"the caller knows that it is new", near, "shop", []func(*StartInput){isNew}, false},
		{"and though it reads alike", other, "shop", []func(*StartInput){isNew}, false},
		{"an other wording that is related", garden, "shop", []func(*StartInput){also("Repair the garden fence")}, true},
		{"an other wording that is not", garden, "shop", []func(*StartInput){also("Webhooks go through the queue")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newStore(t)
			existing := create(t, s, c.existing, inProject(c.in))
			before := s.Generation()
			got := begin(t, s, "a", "shop", work, c.change...)
			if !c.asked {
				if !got.Created || !got.Claimed || got.Unsure || len(got.Choices) != 0 {
					t.Errorf("got %+v, want it created", got)
				}
				return
			}
			if got.Claimed || got.Created || !got.Unsure || got.Thread.ID != "" || len(got.Choices) != 1 || got.Choices[0].Thread.ID != existing.ID || len(got.Choices[0].Why) == 0 {
				t.Errorf("got %+v, want to be asked", got)
			}
			if s.Generation() != before {
				t.Error("asking wrote")
			}
			// Both answers lead on.
			if named := begin(t, s, "a", "shop", work, func(in *StartInput) { in.ThreadID = existing.ID }); !named.Claimed || named.Thread.ID != existing.ID {
				t.Errorf("named: %+v", named)
			}
			if made := begin(t, s, "b", "shop", work, isNew); !made.Claimed || !made.Created {
				t.Errorf("new: %+v", made)
			}
		})
	}
}

func TestStartOfNewWorkInTheSameWords(t *testing.T) {
	t.Parallel()
	const work = "Move the billing webhooks to the queue"
	for _, c := range []struct {
		name    string
		words   string
		project string
		later   time.Duration
		created bool
	}{
		{"begun just now", work, "shop", 0, false},
		{"in the same words but for their case", " move the Billing webhooks to the queue ", "shop", time.Minute, false},
		{"begun a while ago", work, "shop", sameMoment, true},
		{"in other words", "Move all billing webhooks to the queue", "shop", 0, true},
		{"of another project", work, "school", 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, clock := newStore(t)
			first := begin(t, s, "a", "shop", work)
			clock.advance(c.later)
			got := begin(t, s, "b", c.project, c.words, isNew)
			if got.Created != c.created || got.Claimed != c.created || !c.created && got.Thread.ID != first.Thread.ID {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestStartByAnotherWording(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Sessions expire after five minutes", inProject("shop"))
	got := begin(t, s, "a", "shop", "People get thrown out all the time", also("Sessions expire after five minutes"))
	if !got.Claimed || got.Created || got.Thread.ID != th.ID || got.Score == 0 {
		t.Errorf("%+v", got)
	}
}

func TestStartRefusesContradictions(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Paint the fence")
	for name, c := range map[string]struct {
		change func(*StartInput)
		field  string
	}{
		"too many wordings":       {also("a", "b", "c", "d", "e"), "also"},
		"a wording with NUL":      {also("a", "b\x00"), "also[1]"},
		"a wording of no text":    {also("\xff"), "also[0]"},
		"new, and yet a thread":   {func(in *StartInput) { in.New, in.ThreadID = true, th.ID }, "new"},
		"instead of, but of what": {func(in *StartInput) { in.InsteadOf, in.Claim.LeaseID = th.ID, "x" }, "thread_id"},
		"whose claim moves":       {func(in *StartInput) { in.InsteadOf, in.ThreadID = "000000000000", th.ID }, "lease_id"},
	} {
		if _, err := tryBegin(t, s, "a", "shop", "Order new paper", c.change); invalidFields(err) != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStartShowsTheNearestThreads(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	own := []string{
		create(t, s, "Sessions expire after five minutes", inProject("shop")).ID,
		create(t, s, "Order new paper for the printer", inProject("shop")).ID,
	}
	create(t, s, "Water the plants", inProject("garden"))
	create(t, s, "Prune the roses", inProject("garden"))
	finished := create(t, s, "Users are logged out", inProject("shop"))
	done(t)(s.Finish(t.Context(), owner, finished.ID, Guard{}, StatusDone, ""))
	got := begin(t, s, "a", "shop", "Xylophone lessons for beginners")
	var ids []string
	for _, h := range got.Nearest {
		ids = append(ids, h.ID)
		if h.Why == nil || h.ID == got.Thread.ID || h.ID == finished.ID {
			t.Errorf("hit %+v", h)
		}
	}
	if !got.Created || len(ids) < leastNearest || !slices.Contains(ids[:2], own[0]) || !slices.Contains(ids[:2], own[1]) {
		t.Errorf("nearest %v, want those of the project %v first and one more", ids, own)
	}
}
