package match

import (
	"iter"
	"slices"
	"time"
)

// compaction copies the live documents of an index into a new state, without what removed ones
// left behind. Searches and changes go on meanwhile: it looks at few documents at a time, and what
// is put in behind its back has a higher number than what it has seen.
type compaction struct {
	from, to *state
	next     uint32   // the first document that is not copied yet
	gone     []string // documents removed since the last step
	words    []uint32 // the numbers in to of the words of from; none: it has no use for them yet
	title    []uint32 // room for the words of one document
	body     []uint32
	ended    chan struct{} // closed when the copy is in use, or given up
	panicked any
}

func newCompaction(from *state) *compaction {
	return &compaction{from: from, to: newState(), ended: make(chan struct{})}
}

const (
	// fewRemoved are not worth a compaction.
	fewRemoved = 1000
	// compactionShare is how many live documents there are for each removed one that is kept.
	compactionShare = 4
	// compactionStep is how many documents are copied before others have their turn: they wait for
	// a millisecond at most.
	compactionStep = 25
)

// compact begins a compaction once there are many removed documents. The caller holds writing.
func (x *Index) compact() {
	if c := x.copying; c != nil {
		if p := c.panicked; p != nil {
			c.panicked = nil // told once; another compaction would come to the same end
			panic(p)
		}
		return
	}
	if removed := len(x.st.docs) - x.st.live; removed < fewRemoved || removed < x.st.live/compactionShare {
		return
	}
	c := newCompaction(x.st)
	x.mu.Lock()
	x.copying = c
	x.mu.Unlock()
	go x.finish(c)
}

// finish carries out a compaction. A panic is left to the next change, which tells of it: the
// index stays as it is.
func (x *Index) finish(c *compaction) {
	defer close(c.ended)
	defer func() {
		if p := recover(); p != nil {
			x.writing.Lock()
			c.panicked = p
			x.writing.Unlock()
		}
	}()
	for x.step(c) {
	}
	x.writing.Lock()
	defer x.writing.Unlock()
	for x.step(c) { // what came since
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.st == c.from { // it was not read from a file meanwhile
		x.st = c.to
	}
	x.copying = nil
}

// step copies a few documents and reports whether there are more.
func (x *Index) step(c *compaction) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.st == c.from && c.step()
}

func (c *compaction) step() bool {
	for _, id := range c.gone {
		c.to.remove(id) // before whatever replaces it
	}
	c.gone = c.gone[:0]
	for len(c.words) < len(c.from.words) {
		c.words = append(c.words, none)
	}
	end := min(c.next+compactionStep, uint32(len(c.from.docs)))
	for ; c.next < end; c.next++ {
		if c.from.sizes[c.next].words > 0 {
			c.copy(c.next)
		}
	}
	return int(end) < len(c.from.docs)
}

func (c *compaction) copy(n uint32) {
	d, r := c.from.docs[n], c.from.record(n)
	l := c.from.labels[d.label]
	c.title, c.body = c.move(c.title[:0], r.titleWords()), c.move(c.body[:0], r.bodyWords())
	c.to.insert(Doc{
		ID: r.ID(), Kind: l.kind, Project: l.project, Status: l.status, At: time.Unix(int64(d.at), 0),
	}, titleOf(c.title, []role(r.rolesOfTitle())), c.body, slices.Collect(r.conceptsOfTitle()), r.versionsOfTitle())
}

// move adds the numbers that words have in the copy.
func (c *compaction) move(dst []uint32, words iter.Seq[uint32]) []uint32 {
	for w := range words {
		if c.words[w] == none {
			c.words[w] = c.to.intern(c.from.words[w].text)
		}
		dst = append(dst, c.words[w])
	}
	return dst
}
