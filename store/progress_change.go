package store

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// PutProgress replaces the text of a project's progress file; the first one makes it. What
// stands between the hub's markers is not kept. ifRev, unless 0, is the revision the text
// was made against, or [NoRev]; if there is another by now, that is a [VersionError]. An
// unknown project is a [NotFoundError] that names the closest.
func (s *Store) PutProgress(ctx context.Context, by By, project string, ifRev int, markdown string) (Written[Progress], error) {
	text := outline.Blank(markdown)
	var v invalid
	v.checkMarkdown("markdown", text)
	if err := v.err(); err != nil {
		return Written[Progress]{}, err
	}
	return s.rewriteProgress(ctx, "write a progress file", by, project, ifRev, func(string) (string, error) { return text, nil })
}

// rewriteProgress gives a progress file the text that edit makes of the stored one.
func (s *Store) rewriteProgress(ctx context.Context, op string, by By, project string, ifRev int, edit func(string) (string, error)) (Written[Progress], error) {
	return s.changeProgress(ctx, op, by, project, false, func(tx *tx, p *Progress) (string, error) {
		if err := checkRev(ifRev, p.Rev); err != nil {
			return "", err
		}
		text, err := edit(p.stored)
		if err != nil {
			return "", err
		}
		return tx.rewriteProgress(p, text)
	})
}

func (tx *tx) rewriteProgress(p *Progress, text string) (event string, err error) {
	if text == p.stored {
		return "", nil
	}
	changed, err := tx.amend(p, func() error { return p.rewrite(tx, text) })
	if err != nil {
		return "", err
	}
	return tx.record("progress.updated", changed)
}

// LogEntry is what [Store.LogProgress] adds to the log of a progress file.
type LogEntry struct {
	Text     string // required: a decision, a blocker, a result
	ThreadID string // of the work it is about, if any: a thread of the same project, or one merged into it
	LeaseID  string // of that thread, renewed
	Bare     bool   // the file is returned as [Store.BareProgress] does
}

// LogProgress adds an entry to the log of a project's progress file, with the time in the
// owner's zone. An entry about a thread links to it and counts as work on it. One that
// equals the last entry of the log is not added again, and no event is written.
func (s *Store) LogProgress(ctx context.Context, by By, project string, entry LogEntry, policy Policy) (Written[Progress], error) {
	var v invalid
	text := v.checkText("entry", entry.Text, MaxText)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) {
		v.say("entry", phrase.FieldRequired)
	}
	if err := v.err(); err != nil {
		return Written[Progress]{}, err
	}
	zone := s.Effective(policy).Zone
	return s.changeProgress(ctx, "log progress", by, project, entry.Bare, func(tx *tx, p *Progress) (string, error) {
		return tx.logProgress(p, text, entry, zone)
	})
}

func (tx *tx) logProgress(p *Progress, text string, entry LogEntry, zone *time.Location) (string, error) {
	item, about, err := tx.logItem(p, text, entry)
	if err != nil {
		return "", err
	}
	if lastLogged(p.stored, item) {
		if about != nil && entry.LeaseID != "" {
			_, err = tx.noteWork(about, entry.LeaseID) // the claim lives on
			tx.touch()
		}
		return "", err
	}
	longer := outline.AppendLog(p.stored, item, tx.now.In(zone))
	if len(longer) > MaxMarkdown {
		return "", &InvalidError{Fields: []FieldError{{"entry", fmt.Sprintf("does not fit: a progress file has at most %d bytes", MaxMarkdown)}}}
	}
	changed, err := tx.amend(p, func() error { return p.rewrite(tx, longer) })
	if err != nil {
		return "", err
	}
	if changed.after["entry"], err = rawString(text); err != nil {
		return "", err
	}
	if about == nil {
		return tx.record("progress.logged", changed)
	}
	worked, err := tx.noteWork(about, entry.LeaseID)
	if err != nil {
		return "", err
	}
	return tx.record("progress.logged", changed, worked)
}

// logItem is an entry as it stands in the log, and the thread it is about, if any.
func (tx *tx) logItem(p *Progress, text string, entry LogEntry) (string, *Thread, error) {
	if entry.ThreadID == "" {
		return text, nil, nil
	}
	t, err := tx.thread(entry.ThreadID)
	if err != nil {
		return "", nil, err
	}
	if t, err = tx.follow(t, &Guard{}); err != nil {
		return "", nil, err
	}
	if t.ProjectSlug != p.ProjectSlug {
		return "", nil, &InvalidError{Fields: []FieldError{{"thread_id", fmt.Sprintf("must be a thread of this project; that one is of project %s", t.ProjectSlug)}}}
	}
	return text + mention(t.ID, text), &t, nil
}

// mention is what an entry about a thread ends with. One of several lines may end with
// code, which the link must not become a part of.
func mention(id, entry string) string {
	if strings.Contains(entry, "\n") {
		return "\n" + "(" + threadLink(id, id) + ")"
	}
	return " (" + threadLink(id, id) + ")"
}

// stamp is what each item of a log begins with.
var stamp = regexp.MustCompile(`^- \d{4}-\d\d-\d\d \d\d:\d\d $`)

// lastLogged reports whether the last item of a document's log has this text.
func lastLogged(md, text string) bool {
	// The last item is what a further one would stand behind, written as that would be.
	const probe = "one more"
	var never time.Time
	lead, _, _ := strings.Cut(outline.AppendLog("", probe, never), probe)
	next := lead[strings.LastIndexByte(lead, '\n')+1:]
	item := strings.TrimSpace(strings.TrimPrefix(outline.AppendLog("", text, never), lead))
	if begin, _, _ := strings.Cut(item, "\n"); !strings.Contains(md, begin) {
		return false // most entries are new: no need to parse the document
	}
	before, _, _ := strings.Cut(outline.AppendLog(md, probe, never), next+probe)
	before = strings.TrimSpace(strings.ReplaceAll(before, "\r\n", "\n"))
	rest, same := strings.CutSuffix(before, item)
	return same && stamp.MatchString(rest[strings.LastIndexByte(rest, '\n')+1:])
}

// changeProgress runs a change of one progress file and shows the file as it is then, or
// leaves it bare.
func (s *Store) changeProgress(ctx context.Context, op string, by By, project string, bare bool, do func(*tx, *Progress) (event string, err error)) (Written[Progress], error) {
	return answer(ctx, s, op, by, func(tx *tx) (out Written[Progress], err error) {
		if out.Item, err = tx.progress(project); err != nil {
			return out, err
		}
		missing := out.Item.Rev == 0
		if out.EventID, err = do(tx, &out.Item); err != nil {
			return out, err
		}
		out.Created = missing && out.EventID != ""
		if bare {
			out.Item.Markdown = out.Item.stored
			return out, nil
		}
		err = out.Item.show(tx.Query)
		return out, err
	})
}

// noteWork notes work on a thread that changed nothing else of it.
func (tx *tx) noteWork(t *Thread, leaseID string) (part, error) {
	p, old := part{t.subject(), fields{}, fields{}}, t.doc()
	if err := tx.protect(*t, Guard{LeaseID: leaseID}, true); err != nil {
		return p, err
	}
	if t.lease.is(leaseID) {
		t.renew(tx.now)
	}
	if err := p.work(t, tx.now); err != nil {
		return p, err
	}
	if err := tx.saveThread(t); err != nil {
		return p, err
	}
	return p, tx.index(t.doc(), &old)
}
