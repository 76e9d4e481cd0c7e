package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// recentRows is how many encoded threads at least are kept: a list after a change then
// encodes only what has changed. Encoding all of them takes it from 0.21 to 0.16 of the limit
// in docs/quality.md, whose target is 0.20.
const recentRows = 1000

// maxRow is the longest row that is kept: a thread may have fifty long attempts.
const maxRow = 16 << 10

// row is a thread as JSON, and what says whether it is still that thread.
type row struct {
	stamp stamp
	json  []byte
}

func (r row) isShort() bool { return len(r.json) <= maxRow }

// stamp differs whenever anything a reader sees of a thread does: the version moves with
// every change but those of the lease, which show in the other fields.
type stamp struct {
	version, activity, leaseEnds int64
	project, holder              string
}

func stampOf(t *store.Thread) stamp {
	s := stamp{version: int64(t.Version), activity: t.LastActivityAt.UnixMilli(), project: t.ProjectSlug}
	if t.Lease != nil {
		s.holder, s.leaseEnds = t.Lease.Holder, t.Lease.ExpiresAt.UnixMilli()
	}
	return s
}

// encodeThreads is the JSON array of threads as [ThreadBody].
func (a *API) encodeThreads(ctx context.Context, threads []store.Thread) []byte {
	keys := make([]string, len(threads))
	for i, t := range threads {
		keys[i] = a.link(ctx, t.ID) // links differ by the prefix the request came under
	}
	rows := make([]row, len(threads))
	_, generation := a.rows.Pick(keys, rows)
	fresh := map[string]row{}
	size := 2
	for i := range threads {
		// A missing row has the stamp of no thread.
		if s := stampOf(&threads[i]); rows[i].stamp != s {
			rows[i] = row{s, encode(a.threadBody(ctx, threads[i]))}
			fresh[keys[i]] = rows[i]
		}
		size += len(rows[i].json) + 1
	}
	a.rows.Fill(generation, fresh)
	list := append(make([]byte, 0, size), '[')
	for i, r := range rows {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, r.json...)
	}
	return append(list, ']')
}
