package store

import (
	"maps"
	"slices"
)

// textSteps are the steps of an undo that are about texts. Where it takes back several changes of
// one document's text, only the oldest of them gives a text back, as one new revision: to write
// those between would need revisions that may be gone by now, and push out the ones that the later
// steps need. The events are those of the changes undone one by one, except that a step passed over
// names the revision that had its text already.
type textSteps struct {
	passed map[textStep]bool
	shown  map[string]fields // of each document what the last step passed over has told
}

type textStep struct{ event, item string }

// ofText are the fields that a document's text brings with it.
var ofText = []string{"rev", "title", "percent"}

// textStepsOf finds the steps that an undo of changes, the newest first, passes over: an older one
// gives another text back. In between the document neither goes nor comes: a deletion that is still
// in effect is its last change, and a creation its first.
func textStepsOf(changes []pastChange) textSteps {
	steps := textSteps{map[textStep]bool{}, map[string]fields{}}
	older := map[string]bool{}
	for _, past := range slices.Backward(changes) {
		for _, p := range past.parts {
			if _, ok := p.before["rev"]; ok { // only documents have one
				steps.passed[textStep{past.ID, p.of.item}] = older[p.of.item]
				older[p.of.item] = true
			}
		}
	}
	return steps
}

// restore gives an item the fields it had before a change, and returns what that changed.
func (s textSteps) restore(tx *tx, it tracked, event string, p part, now fields) (part, error) {
	earlier := p.earlier(now)
	maps.Copy(now, s.shown[p.of.item])
	passed := s.passed[textStep{event, p.of.item}]
	switch _, text := earlier["rev"]; {
	case passed:
		s.pass(p.of.item, earlier)
	case text:
		delete(s.shown, p.of.item)
	}
	if !passed || len(earlier) > 0 {
		if err := it.restore(tx, earlier); err != nil {
			return part{}, err
		}
	}
	then, err := it.recorded()
	if err != nil {
		return part{}, err
	}
	maps.Copy(then, s.shown[p.of.item])
	difference(now, then)
	return part{it.subject(), now, then}, nil
}

// pass takes what goes with the text out of the fields to give back: it is shown, and no more.
func (s textSteps) pass(item string, earlier fields) {
	shown := s.shown[item]
	if shown == nil {
		shown = fields{}
		s.shown[item] = shown
	}
	for _, name := range ofText {
		if value, ok := earlier[name]; ok {
			shown[name] = value
			delete(earlier, name)
		}
	}
}
