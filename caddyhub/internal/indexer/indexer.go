// Package indexer tells a hub what the agents on this machine did: it reads the transcripts
// that their tools keep, and sends one session record for each. The transcripts themselves
// stay where they are, and what looks like a credential stays with them.
//
// A run reads what is new since the last one and sends what changed. What the hub has
// taken is noted batch by batch, so that a run may end at any moment.
package indexer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/store"
)

// The size of a batch. Small ones lose little when a run is stopped, and pass any proxy.
const (
	maxBatchItems = 100
	maxBatchBytes = 256 << 10
)

// Options are the parts of a run.
type Options struct {
	Config      Config
	Environment transcript.Environment
	Client      *http.Client
	Agent       string           // the User-Agent
	Now         func() time.Time // the clock
	// Sleep waits between tries.
	Sleep func(context.Context, time.Duration) error
	// Warn hears of what was left out; Show, now and then, how far the run is. These and
	// Would may be nil.
	Warn func(string)
	Show func(Progress)

	// Since leaves out transcripts that were not written to after it.
	Since time.Time
	// Full reads and sends all anew.
	Full bool
	// DryRun sends nothing and notes nothing; Would hears of each record instead.
	DryRun bool
	Would  func(transcript.Record)
}

// Progress is how far a run is.
type Progress struct {
	Done, Total int64 // bytes
	Sessions    int
}

// Summary is what a run did.
type Summary struct {
	HubURL      string         `json:"hub_url"`
	DryRun      bool           `json:"dry_run"`
	Transcripts int            `json:"transcripts"`  // found
	Unchanged   int            `json:"unchanged"`    // of them, as the last run left them
	Older       int            `json:"older"`        // of them, left out by Since
	Unreadable  int            `json:"unreadable"`   // files and folders
	Bytes       int64          `json:"bytes"`        // read
	LongLines   int            `json:"long_lines"`   // passed over
	BrokenLines int            `json:"broken_lines"` // passed over
	Sent        int            `json:"sent"`         // records that the hub took
	Created     int            `json:"created"`      // of them, new to the hub
	Updated     int            `json:"updated"`
	Refused     int            `json:"refused"` // by the hub; the next run sends them again
	Tools       map[string]int `json:"tools"`   // records by tool
	Seconds     float64        `json:"seconds"`
}

// run is one run.
type run struct {
	o     Options
	sum   Summary
	state *state
	hub   *hub
	total int64 // bytes to read

	body  bytes.Buffer // the records of the batch
	batch []pending
}

// pending is a record that the hub has not taken yet.
type pending struct {
	key   string
	known known
}

// Run reads and sends. An error means that it could not be done to the end; what the hub
// took before is noted.
func Run(ctx context.Context, o Options) (sum Summary, err error) {
	began := o.Now()
	r := &run{o: o, sum: Summary{DryRun: o.DryRun, Tools: map[string]int{}}}
	defer func() {
		r.sum.Seconds = o.Now().Sub(began).Round(time.Millisecond).Seconds()
		sum = r.sum
	}()
	way, err := o.Config.Way()
	if err != nil {
		return sum, err
	}
	r.sum.HubURL = way.Base.String()
	dir := StateDir(o.Environment, way.Base)
	if !o.DryRun {
		lock, err := lockState(dir)
		if err != nil {
			return sum, err
		}
		defer func() { err = errors.Join(err, lock.Release()) }()
		r.hub = &hub{Way: way, o: &r.o}
		if err := r.hub.check(ctx); err != nil {
			return sum, err
		}
	}
	if r.state, err = loadState(dir, way.Base); err != nil {
		r.warn("%s", err)
	}
	if o.Full {
		r.state.Transcripts = map[string]known{}
	}
	return sum, r.index(ctx)
}

// lockState takes the folder of the state for this run.
func lockState(dir string) (*store.Lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for what was sent: %w", err)
	}
	lock, err := store.AcquireLock(dir)
	if held := new(store.LockedError); errors.As(err, &held) {
		return nil, fmt.Errorf("another hub index is running (process %d): wait for it", held.PID)
	}
	return lock, err
}

// index reads what is new and sends what changed.
func (r *run) index(ctx context.Context) error {
	found, searched := r.find(ctx)
	r.sum.Transcripts = len(found)
	var wanted []source
	for _, s := range found {
		before, seen := r.state.Transcripts[s.key()]
		switch {
		case seen && before.same(s) && !before.Refused:
			r.sum.Unchanged++
		case s.modified.Before(r.o.Since):
			r.sum.Older++
		default:
			wanted = append(wanted, s)
			if r.total += s.size; before.goesOn(s) {
				r.total -= before.Offset
			}
		}
	}
	// The oldest first: the hub lists records in the order in which it learned of them.
	slices.SortStableFunc(wanted, func(a, b source) int { return a.modified.Compare(b.modified) })
	for _, s := range wanted {
		if err := r.take(ctx, s); err != nil {
			return err
		}
	}
	if err := r.send(ctx); err != nil || r.o.DryRun {
		return err
	}
	r.forget(found, searched)
	return r.state.save()
}

// take reads one transcript and puts its record into the batch if it says anything new.
func (r *run) take(ctx context.Context, s source) error {
	before := r.state.Transcripts[s.key()]
	after, err := r.read(ctx, s, before)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.unreadable(s.name(), err)
		return nil
	}
	record, any := after.Session.Record(s.format.Tool, s.modified)
	if !any {
		r.state.keep(s.key(), after, r.o.Now())
		return nil
	}
	text, digest, err := encode(record)
	if err != nil {
		return fmt.Errorf("encode a session record: %w", err)
	}
	if digest == before.Sent {
		r.state.keep(s.key(), after, r.o.Now())
		return nil
	}
	r.sum.Tools[s.format.Tool]++
	if r.o.DryRun {
		r.sum.Sent++
		if r.o.Would != nil {
			r.o.Would(record)
		}
		return nil
	}
	if len(r.batch) == maxBatchItems || len(r.batch) > 0 && r.body.Len()+len(text) > maxBatchBytes {
		if err := r.send(ctx); err != nil {
			return err
		}
	}
	after.Sent = digest
	if len(r.batch) > 0 {
		r.body.WriteByte(',')
	}
	r.body.Write(text)
	r.batch = append(r.batch, pending{s.key(), after})
	return nil
}

// send sends the batch, and notes it once the hub has it.
func (r *run) send(ctx context.Context) error {
	if len(r.batch) == 0 {
		return nil
	}
	results, err := r.hub.save(ctx, slices.Concat([]byte(`{"sessions":[`), r.body.Bytes(), []byte(`]}`)), len(r.batch))
	if err != nil {
		return err
	}
	refused := r.sum.Refused
	for i, p := range r.batch {
		switch results[i].Status {
		case "created":
			r.sum.Created++
		case "updated":
			r.sum.Updated++
		case "invalid":
			r.sum.Refused++
			p.known.Sent, p.known.Refused = "", true
			_, name, _ := strings.Cut(p.key, ":")
			r.warn("the hub refuses the record of %s: %s", name, results[i].why())
		}
		r.state.keep(p.key, p.known, r.o.Now())
	}
	r.sum.Sent += len(r.batch) - (r.sum.Refused - refused)
	r.batch, r.body = r.batch[:0], bytes.Buffer{}
	r.show()
	return r.state.save()
}

// forget drops what is noted of transcripts that are gone from the folders searched. What
// could not be read may hold them still.
func (r *run) forget(found []source, searched []string) {
	if r.sum.Unreadable > 0 {
		return
	}
	there := map[string]bool{}
	for _, s := range found {
		there[s.key()] = true
	}
	for key := range r.state.Transcripts {
		if !there[key] && slices.ContainsFunc(searched, func(root string) bool { return strings.HasPrefix(key, root) }) {
			delete(r.state.Transcripts, key)
		}
	}
}

func (r *run) warn(format string, args ...any) {
	if r.o.Warn != nil {
		r.o.Warn(fmt.Sprintf(format, args...))
	}
}

func (r *run) unreadable(name string, err error) {
	r.sum.Unreadable++
	r.warn("%s is left out: %s", name, plainError(err))
}

func (r *run) show() {
	if r.o.Show != nil {
		r.o.Show(Progress{Done: min(r.sum.Bytes, r.total), Total: r.total, Sessions: r.sum.Sent + len(r.batch)})
	}
}
