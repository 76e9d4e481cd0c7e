package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// namedThreads are the fields of items that name threads, by their ids.
type namedThreads struct {
	MergedInto *string  `json:"merged_into"`
	ThreadID   *string  `json:"thread_id"`
	DependsOn  []string `json:"depends_on"`
}

func (f namedThreads) ids() []string {
	ids := f.DependsOn
	for _, id := range []*string{f.MergedInto, f.ThreadID} {
		if id != nil {
			ids = append(ids, *id)
		}
	}
	return ids
}

// naming is a change whose fields may name threads, and where what these are called belongs.
type naming struct {
	before, after json.RawMessage
	threads       *map[string]string
}

// nameThreads fills in what the threads that changes name are called now, also deleted ones.
func (s *Store) nameThreads(ctx context.Context, changes []naming) error {
	ids := make([][]string, len(changes))
	var all []string
	for i, c := range changes {
		for _, side := range []json.RawMessage{c.before, c.after} {
			if !bytes.Contains(side, []byte(`"merged_into"`)) && !bytes.Contains(side, []byte(`"thread_id"`)) && !bytes.Contains(side, []byte(`"depends_on"`)) {
				continue // most changes
			}
			var f namedThreads
			if err := json.Unmarshal(side, &f); err != nil {
				continue // fields of another item that only look like these
			}
			ids[i] = append(ids[i], f.ids()...)
		}
		all = append(all, ids[i]...)
	}
	if len(all) == 0 {
		return nil
	}
	text, err := jsonText(all)
	if err != nil {
		return err
	}
	type thread struct{ id, summary string }
	threads, err := collect(ctx, s, func(r rowScanner) (t thread, err error) {
		err = r.Scan(&t.id, &t.summary)
		return t, err
	}, `SELECT id, summary FROM threads WHERE id IN (SELECT value FROM json_each(?))`, text)
	if err != nil {
		return fmt.Errorf("name threads: %w", err)
	}
	summaries := make(map[string]string, len(threads))
	for _, t := range threads {
		summaries[t.id] = t.summary
	}
	for i, c := range changes {
		for _, id := range ids[i] {
			summary, ok := summaries[id]
			if !ok {
				continue
			}
			if *c.threads == nil {
				*c.threads = map[string]string{}
			}
			(*c.threads)[id] = summary
		}
	}
	return nil
}
