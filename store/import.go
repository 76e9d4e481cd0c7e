package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// Import is work that was brought from another tool at one time. It is an item of the history like
// any other: its one event names all that came, and an undo of that takes all of it back.
type Import struct {
	ID        string `json:"id" example:"cxy99bbg25ng"`
	Source    string `json:"source" example:"beads"`
	Projects  int    `json:"projects" doc:"How many it made"`
	Threads   int    `json:"threads" doc:"How many it made"`
	Pages     int    `json:"pages" doc:"How many it made"`
	Reminders int    `json:"reminders" doc:"How many it made"`
	Known     int    `json:"known" doc:"How many came in an import before: they stay as they are here"`
	CreatedAt Time   `json:"created_at" format:"date-time"`

	deletedAt *Time
}

// ImportURI is the subject of an import's event.
func ImportURI(id string) string { return "hub://imports/" + id }

var errOnlyPlanned = errors.New("only planned")

// PlanImport finds out what [Store.Import] would do, and refuses what that would refuse. It writes
// nothing.
func (s *Store) PlanImport(ctx context.Context, by By, in Incoming, p Policy) (Import, error) {
	var planned Import
	err := s.write(ctx, "plan an import", by, func(tx *tx) error {
		made, err := tx.bring(in, p, func(int) {})
		if err != nil {
			return err
		}
		planned = made.Item
		return errOnlyPlanned
	})
	if errors.Is(err, errOnlyPlanned) {
		err = nil
	}
	return planned, err
}

// Import writes what comes from another tool, all of it or nothing, as one change. What an import
// before has brought stays as it is, whether it was edited here since or deleted, unless that import
// was taken back. Times are those of the source; a date that is over shows as due, and makes itself
// not heard. tell is called with how many new items are written, which others see once all are. An
// [InvalidError] names what can't be written.
func (s *Store) Import(ctx context.Context, by By, in Incoming, p Policy, tell func(done int)) (Written[Import], error) {
	return answer(ctx, s, "import", by, func(tx *tx) (Written[Import], error) { return tx.bring(in, p, tell) })
}

func (tx *tx) bring(in Incoming, p Policy, tell func(done int)) (out Written[Import], err error) {
	var v invalid
	in.Source = v.checkRequired("source", in.Source, MaxText)
	if err := v.err(); err != nil {
		return out, err
	}
	m := Import{ID: tx.NewID(), Source: in.Source, CreatedAt: tx.now}
	if err := tx.Exec(`INSERT INTO imports(id, source, projects, threads, pages, reminders, created_at) VALUES (?, ?, 0, 0, 0, 0, ?)`, m.ID, m.Source, m.CreatedAt); err != nil {
		return out, fmt.Errorf("note the import: %w", err)
	}
	b := bringing{tx: tx, policy: p, in: in, made: &m, tell: tell, slugs: map[string]string{}, threads: map[string]string{}, others: map[string]string{}, paths: map[string]string{}, moved: map[string]string{}, taken: map[string]bool{}, wished: map[string]bool{}}
	for _, step := range []func() error{b.recognise, b.settlePages, b.projects, b.pages, b.bringThreads, b.reminders} {
		if err := step(); err != nil {
			return out, err
		}
	}
	out.Item = m
	if len(b.parts) == 0 {
		return out, tx.Exec(`DELETE FROM imports WHERE id = ?`, m.ID)
	}
	if err := tx.Exec(`UPDATE imports SET (projects, threads, pages, reminders) = (?, ?, ?, ?) WHERE id = ?`, m.Projects, m.Threads, m.Pages, m.Reminders, m.ID); err != nil {
		return out, fmt.Errorf("note what came: %w", err)
	}
	out.Created = true
	out.EventID, err = tx.created(kindImport+".created", &m, b.parts...)
	return out, err
}

// bringing is an import under way.
type bringing struct {
	*tx
	policy  Policy
	in      Incoming
	made    *Import
	slugs   map[string]string // of projects: as the source has them, and as they are here
	threads map[string]string // ids by the references of the source
	earlier bool              // what came by the references of earlier versions is the same work
	others  map[string]string // by origin, of items that are not what came from there before: what they are known by
	paths   map[string]string // that new pages get, by reference
	taken   map[string]bool   // the same, as a set
	wished  map[string]bool   // the paths that pages have in the source
	moved   map[string]string // of these, those that lead elsewhere here, and where to
	parts   []part
	tell    func(done int)
}

// origin is where an item comes from.
func (b *bringing) origin(kind, ref string) string { return b.in.Source + "/" + kind + "/" + ref }

// known is the id of what an import before made of an item, also when it was deleted since; empty: it
// is new, or that import was taken back. was is the item's reference in earlier versions, made when it
// was made in the source; zero: that is not known.
func (b *bringing) known(kind, ref, was string, made Time) (id string, err error) {
	origin := b.origin(kind, ref)
	id, err = b.cameFrom(origin, kind)
	if id == "" && err == nil && b.earlier {
		id, err = b.cameEarlier(kind, ref, was)
	}
	if id != "" && b.in.Numbered && !made.IsZero() {
		var same bool
		if same, err = b.wasMade(kind, id, made); err == nil && !same {
			b.others[origin] = origin + "@" + made.String()
			id, err = b.cameFrom(b.others[origin], kind)
		}
	}
	if id != "" && err == nil {
		b.made.Known++
	}
	return id, err
}

// cameFrom is the id of what came from an origin; empty: nothing did.
func (b *bringing) cameFrom(origin, kind string) (string, error) {
	items, err := b.texts(`SELECT o.item FROM origins o JOIN imports i ON i.id = o.import_id WHERE o.ref = ? AND i.deleted_at IS NULL`, origin)
	if err != nil || len(items) == 0 {
		return "", err
	}
	return items[0][len(itemKey(kind, "")):], nil
}

// wasMade reports whether an item was made at a time, as far as it is still known when.
func (b *bringing) wasMade(kind, id string, at Time) (bool, error) {
	table := map[string]string{kindProject: "projects", kindThread: "threads", kindPage: "wiki_pages", kindReminder: "reminders"}[kind]
	times, err := b.texts(`SELECT created_at FROM `+table+` WHERE id = ?`, id)
	return len(times) == 0 || times[0] == at.String(), err
}

// came notes a new item for the event and for the next import. Of what it is, the event says nothing:
// it is the source's, and may be much.
func (b *bringing) came(kind, ref string, of subject) error {
	b.parts = append(b.parts, part{of, nil, fields{}})
	b.tell(b.made.Projects + b.made.Threads + b.made.Pages + b.made.Reminders)
	return b.noteOrigin(kind, ref, of)
}

// noteOrigin keeps what an item of the source is here.
func (b *bringing) noteOrigin(kind, ref string, of subject) error {
	origin := b.origin(kind, ref)
	if err := b.Exec(`INSERT OR REPLACE INTO origins(ref, item, import_id) VALUES (?, ?, ?)`, cmp.Or(b.others[origin], origin), of.item, b.made.ID); err != nil {
		return fmt.Errorf("note where an item comes from: %w", err)
	}
	return nil
}

// about names the item of the source in what is wrong with it.
func about(err error, kind, ref string) error {
	if wrong := (*InvalidError)(nil); errors.As(err, &wrong) {
		named := &InvalidError{}
		for _, f := range wrong.Fields {
			f.Field = kind + " " + ref + ": " + f.Field
			named.Fields = append(named.Fields, f)
		}
		return named
	}
	return err
}

func (m *Import) subject() subject {
	return subject{itemKey(kindImport, m.ID), ImportURI(m.ID)}
}

func (m *Import) recorded() (fields, error) {
	f, err := fieldsOf(m)
	delete(f, "known")
	return f, err
}

func (m *Import) gone() bool { return m.deletedAt != nil }

func (m *Import) setGone(tx *tx, gone bool) error {
	m.deletedAt = nil
	if gone {
		m.deletedAt = new(tx.now)
	}
	return tx.Exec(`UPDATE imports SET deleted_at = ? WHERE id = ?`, m.deletedAt, m.ID)
}

func (m *Import) restore(*tx, fields) error { return nil } // none of its fields ever changes

// anyImport reads an import, also one that was taken back.
func (tx *tx) anyImport(id string) (m Import, err error) {
	err = tx.Row(`SELECT id, source, projects, threads, pages, reminders, created_at, deleted_at FROM imports WHERE id = ?`, id).
		Scan(&m.ID, &m.Source, &m.Projects, &m.Threads, &m.Pages, &m.Reminders, &m.CreatedAt, &m.deletedAt)
	return m, found(err, kindImport, id)
}
