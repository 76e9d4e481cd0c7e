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

func isSlim(t Thread) bool { return t.size() <= maxRecent }

// size is about how many bytes of text a thread holds.
func (t *Thread) size() int {
	size := len(t.Summary)
	for _, p := range []*string{t.Goal, t.Focus, t.ResumeStep, t.BlockedReason} {
		if p != nil {
			size += len(*p)
		}
	}
	for _, step := range t.NextSteps {
		size += len(step)
	}
	for _, a := range t.Tried {
		size += len(a.What) + len(a.WhyNot)
	}
	return size
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

// maxPageBytes is about how much text a page holds: one of fat threads ends sooner than by
// its number of rows.
const maxPageBytes = 4 << 20

// pageRead are the threads at the first places of a page.
type pageRead struct {
	threads []Thread
	places  int
}

// readPage reads the threads of a page, as many as fit.
func (s *Store) readPage(ctx context.Context, rows []place, now Time) (read pageRead, err error) {
	size := 0
	for chunk := range slices.Chunk(rows, DefaultLimit) {
		ids := make([]string, len(chunk))
		for i, r := range chunk {
			ids[i] = r.id
		}
		threads, err := s.threadsByID(ctx, ids, now)
		if err != nil {
			return read, err
		}
		read.places += len(chunk)
		for i := range threads {
			if size += threads[i].size(); size > maxPageBytes && len(read.threads)+i > 0 {
				read.places += slices.Index(ids, threads[i].ID) - len(chunk)
				read.threads = append(read.threads, threads[:i]...)
				return read, nil
			}
		}
		read.threads = append(read.threads, threads...)
	}
	if read.threads == nil {
		read.threads = []Thread{}
	}
	return read, nil
}
