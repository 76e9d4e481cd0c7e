package match

import (
	"fmt"
	"slices"
	"testing"
)

// Several views of one query show what as many queries would.
func TestViewsAreQueriesOfTheirOwn(t *testing.T) {
	x := New()
	x.Put(corpus(3000)...)
	asked := queries()
	views := []View{
		{},
		{Limit: 3, Keep: func(_, project, _ string) bool { return project == "login" }},
		{Limit: 12, KeepID: func(id string) bool { return id[len(id)-1] == '7' }},
		{Keep: func(_, _, _ string) bool { return false }},
	}
	for i, text := range append(asked[:40], "the of in", "qqqq", "") {
		q := Query{Text: text, Project: "login", Now: epoch}
		if i%2 == 1 {
			q.Also = []string{asked[i+40], asked[i+80]}
		}
		found := x.Find(q, views...)
		for n, v := range views {
			q.Limit, q.Keep, q.KeepID = v.Limit, v.Keep, v.KeepID
			sameHits(t, text, found.Hits[n], x.Search(q))
		}
	}
}

func TestAViewShowsAFew(t *testing.T) {
	x := New()
	for i := range 30 {
		x.Put(Doc{ID: fmt.Sprint(i), Title: fmt.Sprint("Paint the fence, the shed and the old garden gate ", i)})
	}
	found := x.Find(Query{Text: "Invoice of the quarterly sales report for the garden"}, View{Limit: 20, Few: 12}, View{Limit: 20})
	if few, usual := len(found.Hits[0]), len(found.Hits[1]); few != 12 || usual != nearest {
		t.Errorf("%d hits where there shall be 12, %d where nothing is said", few, usual)
	}
}

// What was found before some changes is, once renewed, what a search after them finds.
func TestRenewedIsFoundAnew(t *testing.T) {
	const asked = "rotate the backup keys of the mail host"
	work := Doc{ID: "work", Kind: "thread", Status: "open", Title: "Rotate the keys of the backups", At: epoch}
	done := work
	done.Status = "done"
	twin := work
	twin.ID, twin.Title = "twin", "Rotate backup keys on the mail host"
	named := Doc{ID: "named", Kind: "thread", Status: "open", Title: "Secrets", Also: []string{asked}, At: epoch}
	for name, c := range map[string]struct {
		also   []string
		change func(*Index)
		want   bool // that it can be renewed
	}{
		"nothing":               {nil, func(*Index) {}, true},
		"one more":              {nil, func(x *Index) { x.Put(twin) }, true},
		"one more, by wordings": {[]string{"new secrets for the backups", "backup key rotation"}, func(x *Index) { x.Put(twin) }, true},
		"by another name":       {nil, func(x *Index) { x.Put(named) }, true},
		"one gone":              {nil, func(x *Index) { x.Remove("work") }, true},
		"one finished":          {nil, func(x *Index) { x.Put(done) }, true},
		"one come and gone":     {nil, func(x *Index) { x.Put(twin); x.Remove("twin") }, true},
		"other work":            {nil, func(x *Index) { x.Put(Doc{ID: "fence", Kind: "thread", Status: "open", Title: "Paint the fence"}) }, true},
		"very many": {nil, func(x *Index) {
			for _, d := range corpus(mostNewer + 1) {
				d.Status = "open"
				x.Put(d)
			}
		}, false},
		"another index": {nil, func(x *Index) { x.st = compacted(x.st) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			x := New()
			x.Put(work, Doc{ID: "shed", Kind: "thread", Status: "open", Title: "Rotate the tyres", At: epoch})
			q := Query{Text: asked, Also: c.also, Now: epoch}
			open := View{Keep: func(_, _, status string) bool { return status == "open" }}
			found := x.Find(q, View{}, open)
			c.change(x)
			if got := x.Renew(found, 1); got != c.want {
				t.Fatalf("renewed: %v", got)
			}
			if !c.want {
				return
			}
			passed := func(hits []Hit) []string {
				return ids(slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool { return !h.Passed }))
			}
			want := x.Find(q, open).Hits[0]
			if !slices.Equal(passed(found.Hits[1]), passed(want)) {
				t.Errorf("%+v, want %+v", found.Hits[1], want)
			}
		})
	}
}

// Where a view is full, what is gone makes room for others, which were not looked at.
func TestAFullViewIsNotRenewed(t *testing.T) {
	x := New()
	docs := corpus(500)
	x.Put(docs...)
	found := x.Find(Query{Text: docs[0].Title, Now: epoch}, View{Limit: 3})
	x.Remove(found.Hits[0][1].ID)
	if x.Renew(found, 0) {
		t.Errorf("renewed: %+v", found.Hits[0])
	}
}

// Wordings are ranked beside each other. What fails in one of them fails for the caller alone, and
// the index can be used afterwards.
func TestAFailureInAWordingIsTheCallers(t *testing.T) {
	x := New()
	x.Put(corpus(300)...)
	asked := queries()
	find := func() (failure any) {
		defer func() { failure = recover() }()
		x.Find(Query{Text: asked[0], Also: asked[1:5]}, View{Keep: func(_, _, _ string) bool { panic("of the caller") }})
		return nil
	}
	for range 20 { // whichever of them is the first
		if failure := find(); failure != "of the caller" {
			t.Fatalf("the caller got %v", failure)
		}
	}
	x.Put(Doc{ID: "later", Title: "Paint the garden gate"})
	if hits := x.Search(Query{Text: "paint the garden gate", Also: asked[1:5]}); hits[0].ID != "later" {
		t.Errorf("found %v", hits[0])
	}
}
