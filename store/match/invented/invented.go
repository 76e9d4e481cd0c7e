// Package invented makes up work threads and wiki pages for tests and measurements.
package invented

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Work is a made-up piece of work.
type Work struct {
	ID, Project, Title string
	Body               string        // about 200 bytes for every third work, else empty
	Age                time.Duration // since its last activity, less than 400 days
}

// Page is a made-up wiki page.
type Page struct{ ID, Title, Body string }

// Works makes n pieces of work whose titles read like summaries: a common verb, a part of a
// system, a complaint, a place; now and then a rare name or a ticket number. The same n
// gives the same works.
func Works(n int) []Work {
	w := newWriter(n)
	works := make([]Work, n)
	for i := range works {
		words := []string{w.pick(verbs), w.clause(), w.pick(places), w.pick(parts)}
		switch w.rng.IntN(4) {
		case 0:
			words = append(words, fmt.Sprintf("%s-%d", strings.ToUpper(w.pick(parts)[:3]), w.rng.IntN(5000)))
		case 1, 2:
			words = append(words, "for", w.pick(w.names))
		}
		works[i] = Work{
			ID: fmt.Sprintf("t%011d", i), Project: w.pick(parts), Title: strings.Join(words, " "),
			Age: time.Duration(w.rng.IntN(400*24)) * time.Hour,
		}
		if i%3 == 0 {
			works[i].Body = w.note()
		}
	}
	return works
}

// Pages makes n pages with bodies of size bytes about the same matters as the works. The
// same n and size give the same pages.
func Pages(n, size int) []Page {
	w := newWriter(n)
	pages := make([]Page, n)
	for i := range pages {
		var body strings.Builder
		for body.Len() < size {
			body.WriteString(w.note() + "\n\n")
		}
		pages[i] = Page{ID: fmt.Sprintf("p%011d", i), Title: w.pick(parts) + " " + w.pick(parts), Body: body.String()[:size]}
	}
	return pages
}

// writer makes up text, always the same for a number of texts.
type writer struct {
	rng   *rand.Rand
	names []string
}

func newWriter(n int) *writer {
	w := &writer{rng: rand.New(rand.NewPCG(7, uint64(n))), names: make([]string, 4000+n/8)}
	for i := range w.names {
		w.names[i] = w.name()
	}
	return w
}

// pick takes a word of a list, the first ones most often, as in real text.
func (w *writer) pick(list []string) string {
	return list[int(float64(len(list))*w.rng.Float64()*w.rng.Float64())]
}

func (w *writer) clause() string {
	return w.pick(parts) + " " + w.pick(parts) + " " + w.pick(complaints)
}

// note is a few sentences as they stand in the body of a work.
func (w *writer) note() string {
	return fmt.Sprintf("Goal: %s. Tried to %s %s in %s, next %s the %s and tell %s. %s",
		w.clause(), w.pick(verbs), w.clause(), w.pick(w.names), w.pick(verbs), w.clause(), w.pick(w.names), w.clause())
}

// name is a name of two to four syllables.
func (w *writer) name() string {
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
