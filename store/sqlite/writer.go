package sqlite

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
)

// maxBatch bounds how many changes share one commit, and with it how long the first of
// them waits.
const maxBatch = 128

// writer runs every change on one connection, in one goroutine. Changes that wait while
// a commit is on its way to the disk go into the next one together (group commit), so
// that synchronous=FULL costs one fsync a batch instead of one a change.
type writer struct {
	db    *DB
	pool  *sql.DB
	conn  *sql.Conn
	stmts statements
	ids   idSource

	mu      sync.RWMutex // held for reading while a change is handed in
	stopped bool
	queue   chan *change
	done    chan struct{}

	committed atomic.Int64 // Unix nanoseconds of the last commit; 0: none
	failed    atomic.Int64 // Unix nanoseconds of the first batch since then that could not be; 0: none
}

// change is one call waiting to be written.
type change struct {
	op     string
	fn     func(*Tx) error
	alone  func() error // in place of fn: see [DB.Between]
	result chan error
	taken  atomic.Bool // by the writer, or back by a caller who stopped waiting
}

func openWriter(ctx context.Context, db *DB) (*writer, error) {
	// What a change that is refused puts back is kept in memory: by default SQLite writes it to a
	// temporary file once it has 64 KiB, which takes time, and a folder for such files.
	pool, err := sql.Open("sqlite", dataSource(db.path(), "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=temp_store(MEMORY)", fmt.Sprintf("_pragma=wal_autocheckpoint(%d)", db.movedAt())))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	pool.SetMaxOpenConns(1)
	fail := func(err error) (*writer, error) {
		_ = pool.Close()
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return fail(Wrap("open the database", err))
	}
	if err := db.schema.migrate(ctx, conn); err != nil {
		return fail(err)
	}
	w := &writer{db: db, pool: pool, conn: conn, queue: make(chan *change, maxBatch), done: make(chan struct{})}
	w.stmts.prepare = conn.PrepareContext
	// Ids go on growing also when the clock has stepped back between two runs.
	if w.ids.last, err = db.schema.lastID(ctx, conn); err != nil {
		return fail(Wrap("read the last id", err))
	}
	go w.run()
	return w, nil
}

// Write makes a change: fn runs on the writer, in a transaction that it may share with other
// changes, behind a savepoint of its own; op names it in the log. Its error, or a panic, takes
// back this change alone. Write waits for the commit. When ctx ends first, the change is
// dropped if it has not begun; one that has begun is waited for, so that the caller always
// learns what became of it.
func (db *DB) Write(ctx context.Context, op string, fn func(*Tx) error) error {
	w := db.writer
	if w == nil {
		return errReadOnly
	}
	return w.wait(ctx, &change{op: op, fn: fn, result: make(chan error, 1)})
}

// wait hands a change in and waits for what becomes of it.
func (w *writer) wait(ctx context.Context, c *change) error {
	if err := w.enqueue(ctx, c); err != nil {
		return err
	}
	select {
	case err := <-c.result:
		return err
	case <-ctx.Done():
		if c.taken.CompareAndSwap(false, true) {
			return ctx.Err() // the writer will find it taken and leave it
		}
		return <-c.result
	}
}

// Waiting is how many changes wait for the writer.
func (db *DB) Waiting() int { return len(db.writer.queue) }

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
		if first.alone != nil {
			w.between(first)
			continue
		}
		batch = append(batch[:0], first)
		// The callers just answered are about to bring their next change: let them run, or
		// the first of them gets a commit of its own.
		runtime.Gosched()
		var next *change // one that shares no commit
	gather:
		for len(batch) < maxBatch {
			select {
			case c, ok := <-w.queue:
				if !ok {
					break gather
				}
				if c.alone != nil {
					next = c
					break gather
				}
				batch = append(batch, c)
			default:
				break gather
			}
		}
		w.commit(batch)
		clear(batch) // a smaller batch would leave these here, with all that their functions hold
		if next != nil {
			w.between(next)
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
	var kept []*change // those that have succeeded
	var txs []*Tx      // of them
	failAll := func(err error) {
		for _, h := range w.db.after {
			w.tellLost(h, txs)
		}
		w.db.noteDamage(err)
		w.failed.CompareAndSwap(0, w.db.now().UnixNano())
		for _, c := range live {
			c.result <- err
		}
	}
	if err := w.db.takesChanges(); err != nil {
		failAll(err)
		return
	}
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		failAll(err)
		return
	}
	before, _ := w.logged()
	for _, c := range live {
		tx := w.begin()
		tx.earlier = txs
		err := w.apply(c, tx)
		if err == nil {
			kept, txs = append(kept, c), append(txs, tx)
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
		live = remove(live, c)
	}
	if len(kept) == 0 {
		_ = w.exec("ROLLBACK")
		return
	}
	err := w.beforeCommit(txs)
	began := w.db.now()
	if err == nil {
		err = w.exec("COMMIT")
	}
	if err != nil {
		_ = w.exec("ROLLBACK")
		failAll(err)
		return
	}
	w.db.checkpoints.committed()
	if after, known := w.logged(); !known || after != before {
		w.committed.Store(began.UnixNano())
	}
	w.failed.Store(0)
	w.afterCommit(txs)
	for _, c := range kept {
		c.result <- nil
	}
}

// logged is how many commits have written to the log so far, by this process and others: a change
// may find that there is nothing to change. known is false when the index of the log can't be read.
func (w *writer) logged() (commits uint32, known bool) {
	index, known := w.db.index.read()
	return index.commits, known
}

// apply runs one change behind a savepoint of its own. A panic in a rule is an error of
// that change alone.
func (w *writer) apply(c *change, tx *Tx) (err error) {
	if err := w.exec("SAVEPOINT change"); err != nil {
		return err
	}
	defer w.recover("panic in a change", c.op, &err)
	if err := c.fn(tx); err != nil {
		return err
	}
	return w.exec("RELEASE change")
}

func (w *writer) begin() *Tx { return &Tx{writer: w, now: w.db.now()} }

func (w *writer) beforeCommit(batch []*Tx) error {
	for _, h := range w.db.before {
		if err := w.tell(h, w.begin(), batch); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) afterCommit(batch []*Tx) {
	for _, h := range w.db.after {
		_ = w.tell(h, nil, batch) // a panic, which was logged
	}
}

func (w *writer) tell(h hook, tx *Tx, batch []*Tx) (err error) {
	defer w.recover("panic in a hook", "commit", &err)
	return h.tell(tx, batch)
}

// tellLost keeps a hook that panics from keeping the others, and the callers, from their answer.
func (w *writer) tellLost(h hook, batch []*Tx) {
	var err error // which was logged
	defer w.recover("panic in a hook", "take back", &err)
	h.tellLost(batch)
}

// recover, when deferred, logs a panic and makes it an error.
func (w *writer) recover(message, op string, err *error) {
	if p := recover(); p != nil {
		w.db.log.Error(message, zap.String("operation", op), zap.String("type", fmt.Sprintf("%T", p)), zap.ByteString("stack", debug.Stack()))
		*err = errors.New("internal error")
	}
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

// LastCommit is when a commit wrote to the log last; zero: none did. It is the beginning of the commit:
// who reads the log as soon as that is in it must not take it for one that came later.
func (db *DB) LastCommit() time.Time { return timeOf(&db.writer.committed) }

// FailedSince is when commits began to fail; zero: the last one succeeded, or none was tried.
func (db *DB) FailedSince() time.Time { return timeOf(&db.writer.failed) }

// timeOf reads Unix nanoseconds; 0 is the zero time.
func timeOf(at *atomic.Int64) time.Time {
	if n := at.Load(); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}

func (w *writer) isStopped() bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.stopped
}

// stop refuses new changes and waits for those handed in.
func (w *writer) stop() {
	w.mu.Lock()
	if !w.stopped {
		w.stopped = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.done
}

// close moves the log into the database and closes it. It runs after the readers have
// gone, which would keep the log from being emptied. When the files are no longer those that
// were opened, or they are damaged, they are left as they are: the log may hold the only copy of the last changes,
// and emptying it into what stands in the database's place would lose them.
func (w *writer) close() error {
	w.stmts.close()
	if w.db.takesChanges() != nil {
		return w.pool.Close() // but not its connection, which ends with the process
	}
	var err error
	if !w.db.logKept.Load() {
		_, err = w.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	}
	return errors.Join(err, w.conn.Close(), w.pool.Close())
}

func remove(list []*change, c *change) []*change {
	for i := range list {
		if list[i] == c {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}
