package match

import "sync"

// Index holds documents and ranks them. It is safe for concurrent use: many
// searches run side by side, and a change keeps them waiting only for the
// moment one document takes.
type Index struct {
	writing sync.Mutex   // held by the one writer
	mu      sync.RWMutex // guards what follows and all it reaches
	st      *state
	copying *compaction // under way; nil: none
	spare   sync.Pool   // *scratch, so that a search allocates next to nothing
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
	x.remove(d.ID)
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
		x.remove(id)
		x.mu.Unlock()
		x.compact()
	}
}

// remove takes a document out, of the copy that is being made too. The caller holds mu.
func (x *Index) remove(id string) {
	x.st.remove(id)
	if x.copying != nil {
		x.copying.gone = append(x.copying.gone, id)
	}
}

// Len returns the number of documents held.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.st.live - x.st.names
}

// terms returns the words that count as the title and those that count as the
// body of a document.
func terms(d Doc) (title []word, body []string) {
	head := words(nil, cut(d.Title, maxQueryBytes), maxTerms)
	rest := words(nil, cut(d.Title, maxTitleBytes), maxTitleBytes)
	rest = rest[min(len(head), len(rest)):]
	rest = words(rest, cut(d.Body, maxBodyBytes), maxBodyBytes)
	return head, texts(rest)
}

func texts(words []word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return texts
}
