package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/progresshub/progresshub/store/phrase"
)

// The states of a request.
const (
	ApprovalPending  = "pending"
	ApprovalApproved = "approved"
	ApprovalRejected = "rejected"
)

// maxPending is how many requests may wait for the owner at a time.
const maxPending = 100

// Approval is a change that an agent asked for and only the owner makes.
type Approval struct {
	ID         string            `json:"id" example:"0k3x5p9q2abc"`
	Kind       string            `json:"kind" doc:"rename_project, delete_project, merge_threads, delete_page, reopen_thread or undo" example:"rename_project"`
	Payload    map[string]string `json:"payload" doc:"What the change is about" example:"{\"new_slug\":\"shop\",\"slug\":\"web-shop\"}"`
	Reason     *string           `json:"reason" doc:"The agent's" example:"Both names stand for one repository"`
	SourceTool *string           `json:"source_tool" doc:"Who asked" example:"claude-code"`
	State      string            `json:"state" enum:"pending,approved,rejected"`
	Effect     string            `json:"effect" doc:"What approving it does; once it is decided, what it was about" example:"Renames the project web-shop to shop; its former address goes on leading to it, and an undo takes it back"`
	Outdated   bool              `json:"outdated" doc:"Whether it waits, though what it speaks of is gone: it can only be rejected"`
	CreatedAt  Time              `json:"created_at" format:"date-time"`
	DecidedAt  *Time             `json:"decided_at" format:"date-time"`
	EventID    *string           `json:"event_id" doc:"Of the change that approving it made"`
	said       phrase.Phrase     // what Effect says
	// Proof is what would have shown to whom asks that it takes back its own doing: [ProofLease],
	// [ProofName] or, where nothing would, empty.
	Proof string `json:"-"`
	// Rejected is when the owner last rejected the same, for whom asks; nil: never.
	Rejected *Time `json:"-"`
}

// ApprovalURI is the subject of a request's events.
func ApprovalURI(id string) string { return "hub://approvals/" + id }

func (a *Approval) subject() subject { return subject{itemKey(kindApproval, a.ID), ApprovalURI(a.ID)} }

// RequestChange asks the owner for a change. A request that waits already is returned as it
// is, and so is one that was rejected for the same reason. What takes back the agent's own
// doing is made at once. A [ConflictError] says that too many wait.
func (s *Store) RequestChange(ctx context.Context, by By, kind string, payload json.RawMessage, reason string) (Written[Approval], error) {
	out, err := answer(ctx, s, "ask for a change", by, func(tx *tx) (out Written[Approval], err error) {
		out.Item, out.EventID, err = tx.requestChange(kind, payload, reason)
		return out, err
	})
	if missing := new(NotFoundError); errors.As(err, &missing) && missing.Kind == kindPage {
		err = s.withClosestPage(ctx, err, missing.ID)
	}
	return out, err
}

func (tx *tx) requestChange(kind string, payload json.RawMessage, reason string) (a Approval, event string, err error) {
	var v invalid
	a = Approval{Kind: kind, Reason: v.optional("reason", &reason, MaxText), State: ApprovalPending, CreatedAt: tx.now}
	if err := v.err(); err != nil {
		return a, "", err
	}
	var g Guard
	if a.Payload, g, err = tx.checkRequest(kind, payload); err != nil {
		return a, "", err
	}
	text, err := jsonText(a.Payload)
	if err != nil {
		return a, "", err
	}
	same, err := txCollect(tx, scanApproval, `SELECT `+approvalColumns+` FROM approvals WHERE kind = ? AND payload = ?
		AND (state = 'pending' OR state = 'rejected' AND reason IS ?) ORDER BY id DESC LIMIT 1`, kind, text, a.Reason)
	if err != nil {
		return a, "", err
	}
	if a.Rejected, err = tx.lastRejected(kind, text); err != nil {
		return a, "", err
	}
	if len(same) > 0 {
		same[0].Rejected = a.Rejected
		return tx.askedBefore(same[0], g)
	}
	own, err := tx.isOwn(a, g)
	if err != nil {
		return a, "", err
	}
	if a.Proof = own.proof; !own.mine {
		if err := tx.checkRoom(); err != nil {
			return a, "", err
		}
	}
	a.ID = tx.NewID()
	if tx.by.SourceTool != "" {
		a.SourceTool = new(tx.by.SourceTool)
	}
	if err := tx.Exec(`INSERT INTO approvals(id, kind, payload, reason, source_tool, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
		a.ID, a.Kind, text, a.Reason, a.SourceTool, a.CreatedAt); err != nil {
		return a, "", fmt.Errorf("save the request: %w", err)
	}
	if err := a.describe(tx.Row); err != nil {
		return a, "", err
	}
	after, err := fieldsOf(a)
	if err != nil {
		return a, "", err
	}
	if event, err = tx.record("approval.requested", part{a.subject(), nil, after}); err != nil {
		return a, "", err
	}
	if !own.mine {
		return a, event, nil
	}
	return tx.decide(a.ID, ApprovalApproved, carryOut(g))
}

// askedBefore answers a request that is there already, unless it turns out now to take back the
// agent's own doing: it may not have said its name before.
func (tx *tx) askedBefore(a Approval, g Guard) (Approval, string, error) {
	own, err := tx.isOwn(a, g)
	a.Proof = own.proof
	switch {
	case err != nil:
		return a, "", err
	case own.mine && a.State == ApprovalPending:
		return tx.decide(a.ID, ApprovalApproved, carryOut(g))
	}
	return a, "", a.describe(tx.Row)
}

// lastRejected is when the owner last rejected a request, for whatever reason it was made.
func (tx *tx) lastRejected(kind, payload string) (at *Time, err error) {
	err = tx.Row(`SELECT max(decided_at) FROM approvals WHERE kind = ? AND payload = ? AND state = 'rejected'`, kind, payload).Scan(&at)
	return at, err
}

// isOwn reports whether a request takes back what the agent that asks did itself.
func (tx *tx) isOwn(a Approval, g Guard) (ownership, error) {
	own := changeRequests[a.Kind].own
	if own == nil {
		return ownership{}, nil
	}
	return own(tx, a.Payload, g)
}

// checkRoom keeps an agent from burying the owner in requests.
func (tx *tx) checkRoom() error {
	var waiting int
	err := tx.Row(`SELECT count(*) FROM approvals WHERE state = 'pending'`).Scan(&waiting)
	if err == nil && waiting >= maxPending {
		return &ConflictError{Message: fmt.Sprintf("%d requests wait for the owner already: wait until some are decided", waiting)}
	}
	return err
}

// Approve makes the change that was asked for. What the change conflicts with leaves the
// request waiting. The event is the change's own, by which it can be undone. Approving
// twice changes nothing.
func (s *Store) Approve(ctx context.Context, by By, id string) (Written[Approval], error) {
	return s.decide(ctx, by, id, ApprovalApproved, carryOut(Guard{}))
}

// carryOut makes the change that a request asks for.
func carryOut(g Guard) func(*tx, *Approval) error {
	return func(tx *tx, a *Approval) error {
		event, err := changeRequests[a.Kind].carryOut(tx, a, g)
		if gone := new(NotFoundError); errors.As(err, &gone) {
			return &ConflictError{Message: gone.Error() + ": it is gone since this was asked for"}
		}
		if event != "" {
			a.EventID = &event
		}
		return err
	}
}

// Reject turns a request down. Rejecting twice changes nothing.
func (s *Store) Reject(ctx context.Context, by By, id string) (Written[Approval], error) {
	return s.decide(ctx, by, id, ApprovalRejected, func(*tx, *Approval) error { return nil })
}

func (s *Store) decide(ctx context.Context, by By, id, state string, act func(*tx, *Approval) error) (Written[Approval], error) {
	return answer(ctx, s, "decide on a request", by, func(tx *tx) (out Written[Approval], err error) {
		out.Item, out.EventID, err = tx.decide(id, state, act)
		return out, err
	})
}

func (tx *tx) decide(id, state string, act func(*tx, *Approval) error) (a Approval, event string, err error) {
	a, err = scanApproval(tx.Row(`SELECT `+approvalColumns+` FROM approvals WHERE id = ?`, id))
	if err := found(err, kindApproval, id); err != nil || a.State == state {
		return a, "", err
	}
	if a.State != ApprovalPending {
		return a, "", &ConflictError{Message: fmt.Sprintf("this request is %s already and can't be %s any more", a.State, state)}
	}
	if err := a.describe(tx.Row); err != nil {
		return a, "", err
	}
	before, err := fieldsOf(a)
	if err != nil {
		return a, "", err
	}
	if err := act(tx, &a); err != nil {
		return a, "", err
	}
	a.State, a.DecidedAt = state, new(tx.now)
	if err := tx.Exec(`UPDATE approvals SET (state, effect, decided_at, event_id) = (?, ?, ?, ?) WHERE id = ?`,
		a.State, a.Effect, a.DecidedAt, a.EventID, a.ID); err != nil {
		return a, "", fmt.Errorf("save the decision: %w", err)
	}
	after, err := fieldsOf(a)
	if err != nil {
		return a, "", err
	}
	difference(before, after)
	event, err = tx.record("approval."+state, part{a.subject(), before, after})
	if a.EventID != nil {
		event = *a.EventID
	}
	return a, event, err
}

// ApprovalFilter chooses requests.
type ApprovalFilter struct {
	State  string // one of the states, or "all"; empty: pending
	Limit  int    // 0: DefaultLimit
	Cursor string
}

// ApprovalPage is one page of requests, the newest first.
type ApprovalPage struct {
	Approvals []Approval
	Next      string // cursor of the next page; empty at the end
	Total     int    // over all pages
}

// Approvals lists what agents asked for.
func (s *Store) Approvals(ctx context.Context, f ApprovalFilter) (ApprovalPage, error) {
	const op = "list requests"
	var v invalid
	f.State = cmp.Or(f.State, ApprovalPending)
	v.oneOf("state", f.State, []string{ApprovalPending, ApprovalApproved, ApprovalRejected, "all"})
	limit := v.page(f.Limit, f.Cursor)
	if err := v.err(); err != nil {
		return ApprovalPage{}, err
	}
	var c conditions
	c.add("? IN (state, 'all')", f.State)
	var page ApprovalPage
	if err := s.db.Row(ctx, `SELECT count(*) FROM approvals WHERE `+c.text(), c.args...).Scan(&page.Total); err != nil {
		return ApprovalPage{}, wrap(op, err)
	}
	if f.Cursor != "" {
		c.add("id < ?", f.Cursor)
	}
	list, rows, err := collectPage(ctx, s, scanApproval, `SELECT `+approvalColumns+` FROM approvals WHERE `+c.text()+` ORDER BY id DESC LIMIT ?`, append(c.args, limit+1)...)
	if err != nil {
		return ApprovalPage{}, wrap(op, err)
	}
	page.Approvals, page.Next = cutPage(list, rows, limit, func(a Approval) string { return a.ID })
	kept := page.Approvals[:0]
	for _, a := range page.Approvals {
		err := a.describe(s.lookup(ctx))
		if err != nil && s.leaveOut(err) { // what it is about is damaged
			continue
		}
		if err != nil {
			return ApprovalPage{}, wrap(op, err)
		}
		kept = append(kept, a)
	}
	page.Approvals = kept
	return page, nil
}

const approvalColumns = `id, kind, payload, reason, source_tool, state, coalesce(effect, ''), created_at, decided_at, event_id`

func scanApproval(r rowScanner) (a Approval, err error) {
	var payload string
	if err := r.Scan(&a.ID, &a.Kind, &payload, &a.Reason, &a.SourceTool, &a.State, &a.Effect, &a.CreatedAt, &a.DecidedAt, &a.EventID); err != nil {
		return a, err
	}
	return a, damaged(json.Unmarshal([]byte(payload), &a.Payload), kindApproval, a.ID, "payload")
}

// describe writes down the effect of a request that still waits; of one that is decided, it is kept
// as text.
func (a *Approval) describe(look lookup) (err error) {
	if a.State != ApprovalPending {
		a.said = phrase.Find("effect", a.Effect)
		return nil
	}
	a.said, err = changeRequests[a.Kind].effect(look, a.Payload)
	if gone := new(NotFoundError); errors.As(err, &gone) {
		a.said, a.Outdated, err = phrase.EffectNone(phrase.Of(gone)), true, nil
	}
	a.Effect = a.said.String()
	return err
}

// EffectSaid is the effect under its code, for people.
func (a *Approval) EffectSaid() phrase.Phrase { return a.said }
