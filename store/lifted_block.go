package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// BlockByAnother returns who blocked a thread that is blocked, when that was somebody else than
// the one who asks: by, or the holder of the lease. Who lifts the block must hear whose it
// was. Else it is nil.
func (s *Store) BlockByAnother(ctx context.Context, by By, id, leaseID string) (*Meanwhile, error) {
	t, err := s.ThreadNow(ctx, id)
	if err != nil || t.Status != StatusBlocked {
		return nil, err
	}
	mine := by.clean().names()
	if t.lease.is(leaseID) {
		mine = append(mine, leaseName(t.lease))
	}
	m := Meanwhile{What: "blocked"}
	err = s.db.Row(ctx, `SELECT actor, coalesce(source_tool, ''), at FROM events WHERE item = ? AND kind = 'thread.blocked' ORDER BY id DESC LIMIT 1`,
		itemKey(kindThread, t.ID)).Scan(&m.Actor, &m.Who, &m.At)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && m.Actor == Agent && slices.Contains(mine, m.Who): // begun blocked, or its own
		return nil, nil
	case err != nil:
		return nil, wrap("read who blocked a thread", err)
	case t.BlockedReason != nil:
		m.Reason = *t.BlockedReason
	}
	return &m, nil
}
