package match

import "sync"

// Index holds documents and ranks them. It is safe for concurrent use: many
// searches run side by side, and a change keeps them waiting only for the
// moment one document takes.
type Index struct {
	writing sync.Mutex   // held by the one writer, through compaction too
	mu      sync.RWMutex // guards st and all it reaches
	st      *state
	spare   sync.Pool // *scratch, so that a search allocates next to nothing
}

// New returns an empty index.
func New() *Index {
	return &Index{st: newState(), spare: sync.Pool{New: func() any { return new(scratch) }}}
}

// Put adds documents, replacing those with the same ID.
func (x *Index) Put(docs ...Doc) {
	x.writing.Lock()
	defer x.writing.Unlock()
	for _, d := range docs {
		x.replace(d)
		x.compact()
	}
}

func (x *Index) replace(d Doc) {
	title, body := terms(d)
	x.mu.Lock()
	defer x.mu.Unlock() // also when something panics
	x.st.remove(d.ID)
	x.st.put(d, title, body)
	for _, name := range d.names() {
		title, body := terms(name)
		x.st.put(name, title, body)
	}
}

// Remove takes documents out. IDs the index does not hold are ignored.
func (x *Index) Remove(ids ...string) {
	x.writing.Lock()
	defer x.writing.Unlock()
	for _, id := range ids {
		x.mu.Lock()
		x.st.remove(id)
		x.mu.Unlock()
		x.compact()
	}
}

// Len returns the number of documents held.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.st.live - x.st.names
}

// compact rewrites the index once removed documents outnumber half the live
// ones, beside the readers: they wait only for the swap.
func (x *Index) compact() {
	const fewEnough = 1000
	if removed := len(x.st.docs) - x.st.live; removed < fewEnough || removed < x.st.live/2 {
		return
	}
	fresh := x.st.compacted()
	x.mu.Lock()
	x.st = fresh
	x.mu.Unlock()
}

// terms returns the words that count as the title and those that count as the
// body of a document.
func terms(d Doc) (title, body []string) {
	head := words(nil, cut(d.Title, maxQueryBytes), maxTerms)
	rest := words(nil, cut(d.Title, maxTitleBytes), maxTitleBytes)
	rest = rest[min(len(head), len(rest)):]
	rest = words(rest, cut(d.Body, maxBodyBytes), maxBodyBytes)
	return texts(head), texts(rest)
}

func texts(words []word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return texts
}
