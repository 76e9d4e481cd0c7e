package store

import "sync"

// Recent is a small cache that never holds an outdated value: readers fill it, the one who
// changes things replaces, and what a reader saw before a change is not taken. It keeps what
// was used last, under a bound: two maps, of which the older one is dropped when the newer one
// is full. It is safe for concurrent use.
type Recent[K comparable, V any] struct {
	limit int          // of each map
	fits  func(V) bool // whether a value is small enough to keep

	mu         sync.Mutex
	newer      map[K]V
	older      map[K]V
	generation uint64 // counts the calls of Replace, Remove and Clear
}

// NewRecent makes a cache that keeps limit values or up to twice as many. Values that do not fit
// are never kept; nil: all fit.
func NewRecent[K comparable, V any](limit int, fits func(V) bool) *Recent[K, V] {
	return &Recent[K, V]{limit: limit, fits: fits, newer: map[K]V{}}
}

// Pick looks keys up and writes what it finds into values, at the same places. It returns
// the places of those that are missing, and the generation to hand to [Recent.Fill] with
// them.
func (r *Recent[K, V]) Pick(keys []K, values []V) (missing []int, generation uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, k := range keys {
		v, ok := r.newer[k]
		if !ok {
			if v, ok = r.older[k]; !ok {
				missing = append(missing, i)
				continue
			}
			r.keep(k, v)
		}
		values[i] = v
	}
	return missing, r.generation
}

// Fill keeps what a reader has looked up elsewhere, unless something was replaced since
// the generation: the reader may have seen the state before.
func (r *Recent[K, V]) Fill(generation uint64, values map[K]V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if generation != r.generation {
		return
	}
	for k, v := range values {
		r.keep(k, v)
	}
}

// Replace puts a new value in the place of an old one.
func (r *Recent[K, V]) Replace(k K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.generation++
	r.keep(k, v)
}

// Remove forgets a value that has gone.
func (r *Recent[K, V]) Remove(k K) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.generation++
	r.forget(k)
}

// Clear forgets all values, after a change that touched more of them than are worth naming.
func (r *Recent[K, V]) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.generation++
	r.newer, r.older = map[K]V{}, nil
}

func (r *Recent[K, V]) forget(k K) {
	delete(r.newer, k)
	delete(r.older, k)
}

func (r *Recent[K, V]) keep(k K, v V) {
	if r.fits != nil && !r.fits(v) {
		r.forget(k)
		return
	}
	if len(r.newer) >= r.limit {
		r.older, r.newer = r.newer, make(map[K]V, r.limit)
	}
	r.newer[k] = v
}
