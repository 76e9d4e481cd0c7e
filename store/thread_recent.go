package store

import (
	"context"
	"encoding/json"
)

// recentThreads is how many threads at least are kept in memory: more than any list shows.
const recentThreads = 1000

// threadsByID returns those of the threads that exist, in the order of their ids. Most
// come from memory: the writer puts every thread it saves there, so a list after a change
// reads one index and no row. The values are shared; nobody may change what they point to.
func (s *Store) threadsByID(ctx context.Context, ids []string, now Time) ([]Thread, error) {
	found, generation := s.threads.Pick(ids)
	if err := s.readMissing(ctx, ids, found, generation); err != nil {
		return nil, err
	}
	list := make([]Thread, 0, len(ids))
	for _, id := range ids {
		if t, ok := found[id]; ok {
			t.Lease = t.lease.live(now)
			list = append(list, t)
		}
	}
	return list, nil
}

// readMissing adds to found the threads that were not in memory, and keeps them there.
func (s *Store) readMissing(ctx context.Context, ids []string, found map[string]Thread, generation uint64) error {
	var missing []string
	for _, id := range ids {
		if _, ok := found[id]; !ok {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	list, err := json.Marshal(missing)
	if err != nil {
		return err
	}
	threads, err := collect(ctx, s, func(r rowScanner) (Thread, error) { return scanThread(r, Time{}) },
		`SELECT `+threadColumns+` FROM threads WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`, string(list))
	if err != nil {
		return err
	}
	read := make(map[string]Thread, len(threads))
	for _, t := range threads {
		read[t.ID], found[t.ID] = t, t
	}
	s.threads.Fill(generation, read)
	return nil
}
