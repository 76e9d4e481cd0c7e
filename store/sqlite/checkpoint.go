package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A commit goes to the write-ahead log, from where a checkpoint moves it into the database. The
// more commits a checkpoint moves, the fewer pages it writes: most of them are changed again and
// again. So it is left until there are many, and then done beside the writer. What the log holds
// by then is on disk all the same; after a crash it is read once, at the next start.
const (
	// maxLogFrames is at how many pages of log the writer does a checkpoint itself, which lets the
	// log begin anew: 32 MB.
	maxLogFrames = 8_000
	// logFrames is how many pages are moved at once while changes come in.
	logFrames = 4_000
	// quietLogFrames is how many may stay when none have come for some time.
	quietLogFrames = 1_000
	quietTime      = time.Second
)

// checkpointer moves what was committed from the log into the database, on a connection of its
// own: neither changes nor readers wait for it.
type checkpointer struct {
	db    *DB
	pool  *sql.DB
	wake  chan struct{}
	moved int64 // frames of the present log
	ended chan struct{}
}

func openCheckpointer(ctx context.Context, db *DB) (*checkpointer, error) {
	pool, err := sql.Open("sqlite", dataSource(db.path(), "_pragma=synchronous(FULL)"))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	pool.SetMaxOpenConns(1)
	// Opened now and kept: later the name may lead to another file.
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(Wrap("open the database", err), pool.Close())
	}
	return &checkpointer{db: db, pool: pool, wake: make(chan struct{}, 1), ended: make(chan struct{})}, nil
}

// committed is called after each commit.
func (c *checkpointer) committed() {
	select {
	case c.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

func (c *checkpointer) run(done <-chan struct{}) {
	defer close(c.ended)
	quiet := time.NewTimer(quietTime)
	defer quiet.Stop()
	for {
		select {
		case <-c.wake:
			c.checkpoint(logFrames)
			quiet.Reset(quietTime)
		case <-quiet.C:
			c.checkpoint(quietLogFrames)
		case <-done:
			return
		}
	}
}

// checkpoint moves what is in the log, if that is enough. One that fails is followed by the next:
// the log keeps everything until one succeeds, and a full disk is noticed by the changes.
func (c *checkpointer) checkpoint(enough int64) {
	if c.db.logKept.Load() {
		return
	}
	index, ok := c.db.index.read()
	if index.frames < c.moved { // it has begun anew
		c.moved = 0
	}
	if !ok || index.frames-c.moved < enough || c.db.takesChanges() != nil {
		return
	}
	var busy, frames, moved int64
	err := c.pool.QueryRow("PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &moved)
	if err == nil {
		c.moved = moved
	}
	c.db.noteDamage(err)
}

// close waits for the checkpoint under way; run has been told to end.
func (c *checkpointer) close() error {
	<-c.ended
	return c.pool.Close()
}
