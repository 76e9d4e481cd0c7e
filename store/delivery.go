package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// The kinds of deliveries.
const (
	DeliverDigest   = "digest"   // stale threads
	DeliverReview   = "review"   // what was finished since the one before, and what went stale
	DeliverReminder = "reminder" // a reminder whose time has come
	DeliverReady    = "ready"    // threads that can start, as what they waited for is finished
	DeliverApproval = "approval" // a change that an agent asks for
	DeliverConflict = "conflict" // texts that differ here and in the forge
	DeliverAlarm    = "alarm"    // something of the hub's own fails
	DeliverTest     = "test"     // asked for by the owner
)

// DeliveryKinds are all kinds of deliveries.
var DeliveryKinds = []string{DeliverDigest, DeliverReview, DeliverReminder, DeliverReady, DeliverApproval, DeliverConflict, DeliverAlarm, DeliverTest}

// The states of a delivery.
const (
	DeliveryQueued = "queued"
	DeliverySent   = "sent"
	DeliveryFailed = "failed"
)

// Delivery is one message to the owner on its way through a channel. Its id is the key
// by which the receiver tells a repetition from a new message.
type Delivery struct {
	ID            string          `json:"id" example:"cxy99bbg25ng"`
	Kind          string          `json:"kind" enum:"digest,review,reminder,ready,approval,conflict,alarm,test"`
	Channel       string          `json:"channel" enum:"gateway,push,ntfy,mail,webhook"`
	Device        string          `json:"device" doc:"Of push: which device; else empty" example:""`
	Slot          string          `json:"slot" doc:"What is said once: the time of a digest, the occurrence of a reminder" example:"digest/2026-05-04T09:00:00.000Z"`
	Payload       json.RawMessage `json:"payload" doc:"The body as it was sent last, without what is secret of it; null before the first attempt" example:"{\"text\":\"2 threads are quiet\",\"mode\":\"now\"}"`
	State         string          `json:"state" enum:"queued,sent,failed"`
	Attempts      int             `json:"attempts" example:"1"`
	NextAttemptAt *Time           `json:"next_attempt_at" format:"date-time" doc:"Of a queued one"`
	LastError     *string         `json:"last_error" example:"the gateway answered 503"`
	SentAt        *Time           `json:"sent_at" format:"date-time"`
	CreatedAt     Time            `json:"created_at" format:"date-time"`
	Notice        *Notice         `json:"notice" doc:"What it says to people; null in a message of an older hub"`

	Text          string `json:"-"` // what it says to an agent gateway
	Answers       int    `json:"-"` // attempts that reached the receiver
	FirstAnswerAt *Time  `json:"-"`
	DueAt         Time   `json:"-"` // from when on it may be sent

	threads    []string // those that it names
	attempting bool
}

const deliveryColumns = `id, kind, slot, channel, device, payload, state, attempts, next_attempt_at, last_error, sent_at, created_at, due_at, notice, text, answers, first_answer_at, threads, attempting`

func scanDelivery(r rowScanner) (d Delivery, err error) {
	var payload, notice sql.NullString
	var threads string
	if err := r.Scan(&d.ID, &d.Kind, &d.Slot, &d.Channel, &d.Device, &payload, &d.State, &d.Attempts, &d.NextAttemptAt, &d.LastError, &d.SentAt, &d.CreatedAt, &d.DueAt,
		&notice, &d.Text, &d.Answers, &d.FirstAnswerAt, &threads, &d.attempting); err != nil {
		return d, err
	}
	if payload.Valid {
		d.Payload = json.RawMessage(payload.String)
	}
	if payload.Valid {
		if err := checkRaw(&payload.String, "delivery", d.ID, "payload"); err != nil {
			return d, err
		}
	}
	if notice.Valid {
		if err := decodes[Notice]([]byte(notice.String)); err != nil {
			return d, damaged(err, "delivery", d.ID, "notice")
		}
		d.Notice = new(Notice)
		_ = json.Unmarshal([]byte(notice.String), d.Notice) // it was checked
	}
	return d, damaged(json.Unmarshal([]byte(threads), &d.threads), "delivery", d.ID, "threads")
}

// Delivery returns one delivery.
func (s *Store) Delivery(ctx context.Context, id string) (Delivery, error) {
	d, err := scanDelivery(s.db.Row(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE id = ?`, id))
	return d, wrap("read a delivery", found(err, "delivery", id))
}

// DeliveryPage is one page of the outbox, the newest first.
type DeliveryPage struct {
	Deliveries []Delivery
	Next       string // cursor of the next page; empty at the end
	Total      int    // over all pages
}

// DeliveryFilter chooses deliveries.
type DeliveryFilter struct {
	Kind, State, Channel, Device string
	Limit                        int // 0: DefaultLimit
	Cursor                       string
}

// Deliveries lists what was sent, what failed and what waits.
func (s *Store) Deliveries(ctx context.Context, f DeliveryFilter) (DeliveryPage, error) {
	const op = "list deliveries"
	var v invalid
	limit := v.page(f.Limit, f.Cursor)
	if f.Kind != "" {
		v.oneOf("kind", f.Kind, DeliveryKinds)
	}
	if f.State != "" {
		v.oneOf("state", f.State, []string{DeliveryQueued, DeliverySent, DeliveryFailed})
	}
	if f.Channel != "" {
		v.oneOf("channel", f.Channel, Channels)
	}
	if err := v.err(); err != nil {
		return DeliveryPage{}, err
	}
	c := conditions{parts: []string{"TRUE"}}
	for _, e := range []struct{ column, value string }{{"kind", f.Kind}, {"state", f.State}, {"channel", f.Channel}, {"device", f.Device}} {
		if e.value != "" {
			c.add(e.column+" = ?", e.value)
		}
	}
	var page DeliveryPage
	if err := s.db.Row(ctx, `SELECT count(*) FROM deliveries WHERE `+c.text(), c.args...).Scan(&page.Total); err != nil {
		return page, wrap(op, err)
	}
	if f.Cursor != "" {
		c.add("id < ?", f.Cursor)
	}
	list, rows, err := collectPage(ctx, s, scanDelivery, `SELECT `+deliveryColumns+` FROM deliveries WHERE `+c.text()+` ORDER BY id DESC LIMIT ?`, append(c.args, limit+1)...)
	page.Deliveries, page.Next = cutPage(list, rows, limit, func(d Delivery) string { return d.ID })
	return page, wrap(op, err)
}

// NextDelivery is the queued delivery of a channel that is to be tried next, also if its time has
// not come yet; false: none is queued. A damaged one is left out: it must not hold up the rest. One
// whose time a wrong clock has set comes first; a reminder may wait for its own as long as it takes.
func (s *Store) NextDelivery(ctx context.Context, channel string) (Delivery, bool, error) {
	next, err := firstOf(s, 1, s.reads(ctx), scanDelivery, `SELECT `+deliveryColumns+` FROM deliveries WHERE state = 'queued' AND channel = ?
		ORDER BY CASE WHEN next_attempt_at > ? AND slot NOT LIKE '%/' || next_attempt_at THEN '' ELSE next_attempt_at END, id`, channel, At(s.now().Add(FarAhead)))
	if err != nil || len(next) == 0 {
		return Delivery{}, false, wrap("read the next delivery", err)
	}
	return next[0], true, nil
}

// BeginAttempt records that a delivery is about to be sent, its body, and what its buttons allow.
// Once it has returned, a hub that dies knows that the message may have arrived.
func (s *Store) BeginAttempt(ctx context.Context, id string, payload json.RawMessage, buttons ...Button) (Delivery, error) {
	return s.changeDelivery(ctx, "begin to deliver", id, func(tx *tx, d *Delivery) error {
		d.Payload, d.attempting = payload, true
		d.Attempts++
		if d.DueAt.After(tx.now.Time) { // quiet hours were taken away, or a clock that was ahead is set right
			d.DueAt = tx.now
		}
		return tx.mint(d, buttons)
	})
}

// Urgent reports whether a delivery goes out in quiet hours too. A test does: its owner waits for it.
func (d *Delivery) Urgent() bool {
	return d.Kind == DeliverTest || d.Notice != nil && d.Notice.Urgent
}

// Occurrence is the time of the reminder that a delivery speaks of; false: it speaks of something else.
func (d *Delivery) Occurrence() (at Time, ok bool) {
	if d.Kind != DeliverReminder {
		return at, false
	}
	_, text := d.occurrence()
	return at, at.UnmarshalText([]byte(text)) == nil
}

// Area is what fails, of an alarm; empty of another delivery.
func (d *Delivery) Area() string {
	if d.Kind != DeliverAlarm {
		return ""
	}
	area, _ := d.occurrence()
	return area
}

// PutOffDelivery has a delivery wait for a time. The hub's patience with it rests meanwhile.
func (s *Store) PutOffDelivery(ctx context.Context, id string, until time.Time) (Delivery, error) {
	return s.changeDelivery(ctx, "put off a delivery", id, func(tx *tx, d *Delivery) error {
		wait := until.Sub(tx.now.Time)
		d.NextAttemptAt, d.DueAt = new(At(until)), At(d.DueAt.Add(wait))
		if d.FirstAnswerAt != nil {
			d.FirstAnswerAt = new(At(d.FirstAnswerAt.Add(wait)))
		}
		return nil
	})
}

// Outcome is what became of an attempt.
type Outcome struct {
	Sent    bool
	Reached bool   // the receiver was there, whatever it said
	Error   string // why it is not sent, in words for the owner
	// RetryAt is when to try again; nil: not any more.
	RetryAt *time.Time
	Rested  time.Duration // how long before the attempt nobody tried, for which the hub's patience rests
}

// EndAttempt records what became of an attempt. The threads of a digest count as nudged
// once it is sent.
func (s *Store) EndAttempt(ctx context.Context, id string, out Outcome) (Delivery, error) {
	return s.changeDelivery(ctx, "end a delivery", id, func(tx *tx, d *Delivery) error {
		d.attempting, d.NextAttemptAt, d.LastError = false, nil, nil
		if out.Reached {
			if d.Answers++; d.FirstAnswerAt == nil {
				d.FirstAnswerAt = &tx.now
			}
		}
		switch {
		case out.Sent:
			d.State, d.SentAt = DeliverySent, &tx.now
			if d.Kind == DeliverDigest {
				return tx.nudged(d)
			}
			return nil
		case out.RetryAt != nil:
			d.NextAttemptAt, d.DueAt = new(At(*out.RetryAt)), At(d.DueAt.Add(out.Rested))
		default:
			d.State = DeliveryFailed
		}
		d.LastError = &out.Error
		return nil
	})
}

func (s *Store) changeDelivery(ctx context.Context, op, id string, change func(*tx, *Delivery) error) (Delivery, error) {
	var d Delivery
	err := s.write(ctx, op, By{Actor: Owner}, func(tx *tx) (err error) {
		if d, err = scanDelivery(tx.Row(`SELECT `+deliveryColumns+` FROM deliveries WHERE id = ? AND state = 'queued'`, id)); err != nil {
			return found(err, "delivery", id)
		}
		if err := change(tx, &d); err != nil {
			return err
		}
		return tx.saveDelivery(&d)
	})
	return d, err
}

func (tx *tx) saveDelivery(d *Delivery) error {
	tx.touch()
	if err := tx.Exec(`UPDATE deliveries SET payload = ?, state = ?, attempts = ?, attempting = ?, answers = ?, first_answer_at = ?, next_attempt_at = ?, due_at = ?, last_error = ?, sent_at = ? WHERE id = ?`,
		textOrNull(d.Payload), d.State, d.Attempts, d.attempting, d.Answers, d.FirstAnswerAt, d.NextAttemptAt, d.DueAt, d.LastError, d.SentAt, d.ID); err != nil {
		return fmt.Errorf("save the delivery: %w", err)
	}
	return nil
}

// SaidOnce reports whether messages of a kind are not worth saying twice: nobody repeats one that may
// have arrived.
func SaidOnce(kind string) bool { return kind == DeliverDigest || kind == DeliverReview }

// ResumeDeliveries decides the attempts that a hub which died left open. What is said once has
// failed, and the threads of a digest count as not nudged. What must not be missed is sent again,
// under the same id.
func (s *Store) ResumeDeliveries(ctx context.Context) error {
	return s.write(ctx, "resume the deliveries", By{Actor: Owner}, func(tx *tx) error {
		open, err := txCollect(tx, scanDelivery, `SELECT `+deliveryColumns+` FROM deliveries WHERE state = 'queued' AND attempting`)
		if err != nil {
			return err
		}
		for _, d := range open {
			d.attempting = false
			if SaidOnce(d.Kind) {
				d.State, d.NextAttemptAt, d.LastError = DeliveryFailed, nil, new(interrupted)
			}
			if err := tx.saveDelivery(&d); err != nil {
				return err
			}
		}
		return nil
	})
}

// nudged notes that the owner has been told of threads in a digest on its channel. Its slot counts: the
// answer came a little later, and in three days the same hour is three days later.
func (tx *tx) nudged(d *Delivery) error {
	_, slot, _ := strings.Cut(d.Slot, "/")
	for _, id := range d.threads {
		if err := tx.Exec(`INSERT OR REPLACE INTO nudges(thread_id, channel, at) SELECT id, ?, ? FROM threads WHERE id = ?`, d.Channel, slot, id); err != nil {
			return fmt.Errorf("note a nudge: %w", err)
		}
	}
	return nil
}
