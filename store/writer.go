package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"modernc.org/sqlite"
)

// maxBatch bounds how many changes share one commit, and with it how long the first of
// them waits.
const maxBatch = 128

// writer runs every change on one connection, in one goroutine. Changes that wait while
// a commit is on its way to the disk go into the next one together (group commit), so
// that synchronous=FULL costs one fsync a batch instead of one a change.
type writer struct {
	store *Store
	db    *sql.DB
	conn  *sql.Conn
	stmts statements
	ids   idSource

	mu      sync.RWMutex // held for reading while a change is handed in
	stopped bool
	queue   chan *change
	done    chan struct{}

	committed atomic.Int64 // Unix nanoseconds of the last commit
	failed    atomic.Int64 // Unix nanoseconds of the first batch since then that could not be; 0: none
}

// change is one call waiting to be written.
type change struct {
	op      string
	by      By
	fn      func(*tx) error
	settled bool // fn asks the overlap index, so all before it must be committed
	tx      *tx
	result  chan error
	taken   atomic.Bool // by the writer, or back by a caller who stopped waiting
}

func openWriter(ctx context.Context, s *Store, path string) (*writer, error) {
	db, err := sql.Open("sqlite", dataSource(path, "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)"))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	fail := func(err error) (*writer, error) {
		_ = db.Close()
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return fail(wrap("open the database", err))
	}
	if err := migrate(ctx, conn); err != nil {
		return fail(err)
	}
	w := &writer{store: s, db: db, conn: conn, queue: make(chan *change, maxBatch), done: make(chan struct{})}
	w.stmts.prepare = conn.PrepareContext
	if err := w.resumeIDs(ctx); err != nil {
		return fail(err)
	}
	go w.run()
	return w, nil
}

// resumeIDs makes sure that ids go on growing when the clock has stepped back between two
// runs. Every change writes an event, and after its item, so the last event has the
// greatest id.
func (w *writer) resumeIDs(ctx context.Context) error {
	var last string
	err := w.conn.QueryRowContext(ctx, "SELECT id FROM events ORDER BY id DESC LIMIT 1").Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return wrap("read the last event", err)
	}
	w.ids.last, err = decodeID(last)
	return err
}

// write hands a change to the writer and waits for its commit. When ctx ends first, the
// change is dropped if it has not begun; one that has begun is waited for, so that the
// caller always learns what became of it.
func (s *Store) write(ctx context.Context, op string, by By, fn func(*tx) error) error {
	return s.submit(ctx, &change{op: op, by: by, fn: fn})
}

// writeSettled is write for a change that asks the overlap index: it finds there all that
// was written before it, also by the change right in front of it.
func (s *Store) writeSettled(ctx context.Context, op string, by By, fn func(*tx) error) error {
	if err := s.overlap.ready(ctx); err != nil {
		return err
	}
	return s.submit(ctx, &change{op: op, by: by, fn: fn, settled: true})
}

func (s *Store) submit(ctx context.Context, c *change) error {
	w := s.writer
	if w == nil {
		return fmt.Errorf("%s: %w: it is opened for reading only", c.op, ErrUnavailable)
	}
	c.by, c.result = c.by.clean(), make(chan error, 1)
	if err := w.enqueue(ctx, c); err != nil {
		return err
	}
	select {
	case err := <-c.result:
		return wrap(c.op, err)
	case <-ctx.Done():
		if c.taken.CompareAndSwap(false, true) {
			return ctx.Err() // the writer will find it taken and leave it
		}
		return wrap(c.op, <-c.result)
	}
}

// enqueue puts a change into the queue, unless the writer has stopped or ctx ends first.
func (w *writer) enqueue(ctx context.Context, c *change) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.stopped {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case w.queue <- c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) run() {
	defer close(w.done)
	batch := make([]*change, 0, maxBatch)
	for first := range w.queue {
		batch = append(batch[:0], first)
		// The callers just answered are about to bring their next change: let them run, or
		// the first of them gets a commit of its own.
		runtime.Gosched()
	gather:
		for len(batch) < maxBatch {
			select {
			case c, ok := <-w.queue:
				if !ok {
					break gather
				}
				batch = append(batch, c)
			default:
				break gather
			}
		}
		for rest := batch; len(rest) > 0; {
			n := 1
			for n < len(rest) && !rest[n].settled {
				n++
			}
			w.commit(rest[:n])
			rest = rest[n:]
		}
	}
}

// commit writes a batch in one transaction and answers each of its changes. A change that
// fails by a rule takes only itself back; a failing disk takes back the batch.
func (w *writer) commit(batch []*change) {
	live := batch[:0:0]
	for _, c := range batch {
		if c.taken.CompareAndSwap(false, true) {
			live = append(live, c)
		}
	}
	if len(live) == 0 {
		return
	}
	failAll := func(err error) {
		w.store.noteDamage(err)
		w.failed.CompareAndSwap(0, w.store.now().UnixNano())
		for _, c := range live {
			c.result <- err
		}
	}
	if err := w.store.takesChanges(); err != nil {
		failAll(err)
		return
	}
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		failAll(err)
		return
	}
	kept := live[:0:0]
	for _, c := range live {
		err := w.apply(c)
		if err == nil {
			kept = append(kept, c)
			continue
		}
		if undone := w.takeBack(); undone != nil || isDiskError(err) {
			// The whole transaction is lost: SQLite may have ended it by itself.
			_ = w.exec("ROLLBACK")
			if undone != nil && !isDiskError(err) {
				err = undone // what the change itself did wrong is not its neighbours' error
			}
			failAll(err)
			return
		}
		c.result <- err
		c.tx = nil
		live = remove(live, c)
	}
	if len(kept) == 0 {
		_ = w.exec("ROLLBACK")
		return
	}
	err := w.spell(kept)
	if err == nil {
		err = w.exec("COMMIT")
	}
	if err != nil {
		_ = w.exec("ROLLBACK")
		failAll(err)
		return
	}
	w.committed.Store(w.store.now().UnixNano())
	w.failed.Store(0)
	w.store.publish(kept)
	for _, c := range kept {
		c.result <- nil
	}
}

// apply runs one change behind a savepoint of its own. A panic in a rule is an error of
// that change alone.
func (w *writer) apply(c *change) (err error) {
	if err := w.exec("SAVEPOINT change"); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			w.store.log.Error("panic in a change", zap.String("operation", c.op), zap.String("type", fmt.Sprintf("%T", p)), zap.ByteString("stack", debug.Stack()))
			err = errors.New("internal error")
		}
	}()
	c.tx = &tx{writer: w, by: c.by, now: At(w.store.now())}
	if err := c.fn(c.tx); err != nil {
		return err
	}
	if err := c.tx.saveReceipt(); err != nil {
		return err
	}
	return w.exec("RELEASE change")
}

// takeBack undoes the change that just failed, and it alone.
func (w *writer) takeBack() error {
	if err := w.exec("ROLLBACK TO change"); err != nil {
		return err
	}
	return w.exec("RELEASE change")
}

func (w *writer) exec(query string, args ...any) error {
	stmt, err := w.stmts.get(context.Background(), query)
	if err != nil {
		return err
	}
	_, err = stmt.Exec(args...)
	return err
}

func (w *writer) lastCommit() time.Time { return time.Unix(0, w.committed.Load()) }

// failedSince is when commits began to fail; zero: the last one succeeded, or none was tried.
func (w *writer) failedSince() time.Time {
	if at := w.failed.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

func (w *writer) isStopped() bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.stopped
}

// stop refuses new changes and waits for those handed in.
func (w *writer) stop() error {
	w.mu.Lock()
	if !w.stopped {
		w.stopped = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.done
	return nil
}

// close moves the log into the database and closes it. It runs after the readers have
// gone, which would keep the log from being emptied. When the files are no longer those that
// were opened, or they are damaged, they are left as they are: the log may hold the only copy of the last changes,
// and emptying it into what stands in the database's place would lose them.
func (w *writer) close() error {
	w.stmts.close()
	if w.store.takesChanges() != nil {
		return w.db.Close() // but not its connection, which ends with the process
	}
	_, err := w.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	return errors.Join(err, w.conn.Close(), w.db.Close())
}

func isDiskError(err error) bool {
	var se *sqlite.Error
	return errors.As(err, &se) && isOutage(se.Code())
}

func remove(list []*change, c *change) []*change {
	for i := range list {
		if list[i] == c {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}
