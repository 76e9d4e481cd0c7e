package store

import (
	"context"
	"slices"
)

// recentThreads is how many threads at least are kept in memory: more than any list shows.
const recentThreads = 1000

// maxRecent is the most text of a thread that is kept in memory: a thread may have fifty
// long attempts, and a thousand of those would be hundreds of megabytes.
const maxRecent = 16 << 10

func isSlim(t Thread) bool {
	size := len(t.Summary) + len(t.body())
	for _, a := range t.Tried {
		size += len(a.What) + len(a.WhyNot)
	}
	return size <= maxRecent
}

// threadsByID returns those of the threads that exist, in the order of their ids. Most
// come from memory: the writer puts every thread it saves there, so a list after a change
// reads one index and no row. The values are shared; nobody may change what they point to.
func (s *Store) threadsByID(ctx context.Context, ids []string, now Time) ([]Thread, error) {
	list := make([]Thread, len(ids))
	missing, generation := s.threads.Pick(ids, list)
	if len(missing) > 0 {
		if err := s.readMissing(ctx, ids, missing, generation, list); err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(t Thread) bool { return t.ID == "" }) // gone meanwhile
	}
	for i := range list {
		list[i].Lease = list[i].lease.live(now)
	}
	return list, nil
}

// readMissing reads the threads that were not in memory into their places of list, and
// keeps them.
func (s *Store) readMissing(ctx context.Context, ids []string, missing []int, generation uint64, list []Thread) error {
	places := make(map[string]int, len(missing))
	wanted := make([]string, len(missing))
	for i, at := range missing {
		places[ids[at]], wanted[i] = at, ids[at]
	}
	text, err := jsonText(wanted)
	if err != nil {
		return err
	}
	threads, err := collect(ctx, s, func(r rowScanner) (Thread, error) { return scanThread(r, Time{}) },
		`SELECT `+threadColumns+` FROM threads WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`, text)
	if err != nil {
		return err
	}
	read := make(map[string]Thread, len(threads))
	for _, t := range threads {
		read[t.ID], list[places[t.ID]] = t, t
	}
	s.threads.Fill(generation, read)
	return nil
}
