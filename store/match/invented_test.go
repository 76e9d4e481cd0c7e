package match

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// InventedWork is a made-up piece of work.
type InventedWork struct {
	ID, Project, Title string
	Body               string        // about 200 bytes for every third work, else empty
	Age                time.Duration // since its last activity, less than 400 days
}

// InventedPage is a made-up wiki page.
type InventedPage struct{ ID, Title, Body string }

// InventedWorks makes n pieces of work whose titles read like summaries: a common verb, a part of a
// system, a complaint, a place; now and then a rare name or a ticket number. The same n
// gives the same works.
func InventedWorks(n int) []InventedWork {
	w := newInventor(n)
	works := make([]InventedWork, n)
	for i := range works {
		words := []string{w.pick(verbs), w.clause(), w.pick(wheres), w.pick(parts)}
		switch w.rng.IntN(4) {
		case 0:
			words = append(words, fmt.Sprintf("%s-%d", strings.ToUpper(w.pick(parts)[:3]), w.rng.IntN(5000)))
		case 1, 2:
			words = append(words, "for", w.pick(w.names))
		}
		works[i] = InventedWork{
			ID: fmt.Sprintf("t%011d", i), Project: w.pick(parts), Title: strings.Join(words, " "),
			Age: time.Duration(w.rng.IntN(400*24)) * time.Hour,
		}
		if i%3 == 0 {
			works[i].Body = w.note()
		}
	}
	return works
}

// InventedPages makes n pages with bodies of size bytes about the same matters as the works. The
// same n and size give the same pages.
func InventedPages(n, size int) []InventedPage {
	w := newInventor(n)
	pages := make([]InventedPage, n)
	for i := range pages {
		var body strings.Builder
		for body.Len() < size {
			body.WriteString(w.note() + "\n\n")
		}
		pages[i] = InventedPage{ID: fmt.Sprintf("p%011d", i), Title: w.pick(parts) + " " + w.pick(parts), Body: body.String()[:size]}
	}
	return pages
}

// inventor makes up text, always the same for a number of texts.
type inventor struct {
	rng   *rand.Rand
	names []string
}

func newInventor(n int) *inventor {
	w := &inventor{rng: rand.New(rand.NewPCG(7, uint64(n))), names: make([]string, 4000+n/8)}
	for i := range w.names {
		w.names[i] = w.name()
	}
	return w
}

// pick takes a word of a list, the first ones most often, as in real text.
func (w *inventor) pick(list []string) string {
	return list[int(float64(len(list))*w.rng.Float64()*w.rng.Float64())]
}

func (w *inventor) clause() string {
	return w.pick(parts) + " " + w.pick(parts) + " " + w.pick(complaints)
}

// note is a few sentences as they stand in the body of a work.
func (w *inventor) note() string {
	return fmt.Sprintf("Goal: %s. Tried to %s %s in %s, next %s the %s and tell %s. %s",
		w.clause(), w.pick(verbs), w.clause(), w.pick(w.names), w.pick(verbs), w.clause(), w.pick(w.names), w.clause())
}

// name is a name of two to four syllables.
func (w *inventor) name() string {
	const consonants, vowels = "bcdfghjklmnprstvwz", "aeiou"
	var name strings.Builder
	for range 2 + w.rng.IntN(3) {
		name.WriteByte(consonants[w.rng.IntN(len(consonants))])
		name.WriteByte(vowels[w.rng.IntN(len(vowels))])
		if w.rng.IntN(3) == 0 {
			name.WriteByte(consonants[w.rng.IntN(len(consonants))])
		}
	}
	return name.String()
}

func TestInventedIsTheSameEveryTime(t *testing.T) {
	if !reflect.DeepEqual(InventedWorks(50), InventedWorks(50)) || !reflect.DeepEqual(InventedPages(5, 500), InventedPages(5, 500)) {
		t.Error("two calls differ")
	}
}

func TestInventedTextsDiffer(t *testing.T) {
	titles, bodies := map[string]bool{}, map[string]bool{}
	for _, w := range InventedWorks(500) {
		titles[w.Title] = true
	}
	if len(titles) < 450 {
		t.Errorf("%d titles of 500 works", len(titles))
	}
	for _, p := range InventedPages(20, 4096) {
		if len(p.Body) != 4096 || p.Title == "" {
			t.Errorf("page %q has %d bytes", p.Title, len(p.Body))
		}
		bodies[p.Body] = true
	}
	if len(bodies) != 20 {
		t.Errorf("%d bodies of 20 pages", len(bodies))
	}
}
