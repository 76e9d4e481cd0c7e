package store

import (
	"context"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/sqlite"
)

// The pieces of text that thread_grams knows a thread by: every three characters that follow
// each other in it, every two of a script without spaces, whose words are as short, and a word
// each for its tool, its energy and its project. A text that holds another holds all of its pieces, so the
// threads that have those of a filter are all that can match; which of them do, the rows say.
const (
	gramRunes     = 3
	maxQueryGrams = 16 // of one filter: as many tell it from any other

	toolMark, energyMark, projectMark = "\ue080", "\ue081", "\ue082"
)

// gramsOf are the pieces of a folded text as words of thread_grams.
func gramsOf(text string) []string {
	runes := []rune(text)
	for i, r := range runes {
		runes[i] = gramRune(r)
	}
	seen := make(map[string]bool, len(runes))
	var grams []string
	add := func(from, to int) {
		if gram := string(runes[from:to]); !seen[gram] {
			seen[gram] = true
			grams = append(grams, gram)
		}
	}
	for i := range runes {
		if i+gramRunes <= len(runes) {
			add(i, i+gramRunes)
		}
		if i+1 < len(runes) && isDense(runes[i]) && isDense(runes[i+1]) {
			add(i, i+2)
		}
	}
	return grams
}

// tellingGrams are pieces that cover a text, side by side: the others say little more, and each
// costs a look at all threads that have it.
func tellingGrams(text string) []string {
	runes := []rune(text)
	if len(runes) < gramRunes {
		return gramsOf(text)
	}
	var grams []string
	for i := 0; i < len(runes) && len(grams) < maxQueryGrams; i += gramRunes {
		i := min(i, len(runes)-gramRunes) // the last one ends where the text does
		grams = append(grams, gramsOf(string(runes[i : i+gramRunes]))[0])
	}
	return grams
}

// gramRune is what stands for a character in a word of thread_grams: itself, or one for
// private use if the table would take it for the end of the word.
func gramRune(r rune) rune {
	const private = 0xe000
	if r <= unicode.MaxASCII && !('a' <= r && r <= 'z' || '0' <= r && r <= '9') {
		return private + r
	}
	return r
}

// isDense tells the scripts in which two characters are a word.
func isDense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// gramMark is the word that a thread with a value of a field has.
func gramMark(mark, value string) string {
	return mark + strings.Map(gramRune, strings.ToLower(value))
}

// words are what thread_grams has of a thread.
func (g grammed) words() string {
	return strings.Join(append(gramsOf(g.folded), gramMark(energyMark, g.energy), gramMark(toolMark, g.tool), gramMark(projectMark, g.project)), " ")
}

// grams is the question to thread_grams that finds all that may match the filter, of the
// project with an id if there is one; empty when it can't tell any from the others.
func (f ThreadFilter) grams(project string) string {
	var words []string
	for _, word := range f.words() {
		words = append(words, tellingGrams(word)...)
	}
	words = words[:min(len(words), maxQueryGrams)]
	if f.SourceTool != "" {
		words = append(words, gramMark(toolMark, f.SourceTool))
	}
	if f.Energy != "" {
		words = append(words, gramMark(energyMark, f.Energy))
	}
	if len(words) == 0 {
		return ""
	}
	if project != "" {
		words = append(words, gramMark(projectMark, project))
	}
	return `"` + strings.Join(words, `" AND "`) + `"`
}

const (
	// gramBatch is how many changed threads wait until they are written to thread_grams: until
	// then each list with such a filter reads them one by one. One step writes as many, or as
	// many as hold gramBytes of text.
	gramBatch = 256
	gramBytes = 64 << 10
	// gramQuiet is how long nobody must have changed a thread before a batch is written, and
	// maxGramsDue how many may wait for that: while many changes come, they go first.
	gramQuiet   = 100 * time.Millisecond
	maxGramsDue = 64 * gramBatch
	// gramRest is how long a step lets others at the writer, in times of what it took.
	gramRest = 1
)

// gramWriter keeps thread_grams up to date behind the changes.
type gramWriter struct {
	store   *Store
	waiting atomic.Int64  // about how many threads have changed since the last step
	changes atomic.Uint64 // how many commits changed threads
	wake    chan struct{} // holds one
	stop    context.CancelFunc
	done    chan struct{}
}

func newGramWriter(s *Store) *gramWriter {
	return &gramWriter{store: s, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// start begins with what an earlier process has left.
func (w *gramWriter) start() {
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	if w.store.db.ReadOnly() {
		close(w.done)
		return
	}
	w.waiting.Store(gramBatch)
	w.wake <- struct{}{}
	go w.run(ctx)
}

func (w *gramWriter) close() {
	w.stop()
	<-w.done
}

// follow notes the threads of a commit.
func (w *gramWriter) follow(saved []*Thread) {
	w.changes.Add(1)
	if w.waiting.Add(int64(len(saved))) < gramBatch {
		return
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *gramWriter) run(ctx context.Context) {
	defer close(w.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		}
		if err := w.catchUp(ctx); err != nil && ctx.Err() == nil {
			w.store.log.Error("write what the filters of the thread list look for; they read every thread instead", zap.Error(err))
		}
	}
}

// catchUp writes until fewer threads than a batch are left.
func (w *gramWriter) catchUp(ctx context.Context) error {
	for {
		due, err := w.store.gramsDue(ctx, maxGramsDue)
		if err != nil {
			return err
		}
		w.waiting.Store(int64(due))
		if due < gramBatch {
			return nil
		}
		if err := w.quiet(ctx); err != nil {
			return err
		}
		began := time.Now()
		if err := w.store.writeGrams(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(gramRest * time.Since(began)):
		}
	}
}

// quiet waits until nobody changes threads, or too many wait to be written.
func (w *gramWriter) quiet(ctx context.Context) error {
	for seen := w.changes.Load(); w.waiting.Load() < maxGramsDue; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(gramQuiet):
		}
		now := w.changes.Load()
		if now == seen {
			return nil
		}
		seen = now
	}
	return nil
}

// gramsDue chooses the threads that thread_grams does not know as they are: changed ones, then
// new ones in the order of their ids.
const gramsDue = `SELECT thread_id AS id FROM gram_due
	UNION ALL SELECT id FROM (SELECT id FROM threads WHERE id > (SELECT thread_id FROM gram_end) ORDER BY id)`

// gramsDue counts them, up to a number.
func (s *Store) gramsDue(ctx context.Context, most int) (n int, err error) {
	err = s.db.Row(ctx, `SELECT count(*) FROM (`+gramsDue+` LIMIT ?)`, most).Scan(&n)
	return n, err
}

// grammed is a thread as thread_grams knows it.
type grammed struct {
	id, folded, tool, energy string
	project                  string // its id, which outlives a new name
	isNew                    bool   // it comes after all that are known
}

func scanGrammed(r rowScanner) (g grammed, err error) {
	err = r.Scan(&g.id, &g.folded, &g.tool, &g.energy, &g.project, &g.isNew)
	return g, err
}

// writeGrams writes a batch of those threads. What a change has taken out of a text may stay
// behind: it only makes the thread one that may match.
func (s *Store) writeGrams(ctx context.Context) error {
	return s.write(ctx, "write grams", By{}, func(tx *tx) error {
		threads, err := txCollect(tx, scanGrammed, `SELECT d.id, ifnull(t.folded, ''), ifnull(t.source_tool, ''), ifnull(t.energy, ''), ifnull(p.id, ''), d.id > (SELECT thread_id FROM gram_end)
			FROM (`+gramsDue+` LIMIT ?) d LEFT JOIN threads t ON t.id = d.id LEFT JOIN projects p ON p.slug = t.project_slug`, gramBatch)
		if err != nil {
			return err
		}
		bytes := 0
		for _, g := range threads {
			row, err := sqlite.DecodeID(g.id)
			if err != nil {
				return err
			}
			if err := tx.Exec(`INSERT OR REPLACE INTO thread_grams(rowid, grams) VALUES (?, ?)`, int64(row), g.words()); err != nil {
				return err
			}
			done := `DELETE FROM gram_due WHERE thread_id = ?`
			if g.isNew {
				done = `UPDATE gram_end SET thread_id = ?`
			}
			if err := tx.Exec(done, g.id); err != nil {
				return err
			}
			if bytes += len(g.folded); bytes > gramBytes {
				break
			}
		}
		return nil
	})
}
