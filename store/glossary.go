package store

import (
	"context"
	"database/sql"
	"errors"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/match"
)

// glossaryPage is the path of the wiki page on which the owner sets words equal, for overlap
// and search.
const glossaryPage = "glossary"

// GlossaryUnread names the lines of a wiki page that a reader of the glossary makes nothing of, by
// their numbers; only the glossary has such.
func GlossaryUnread(p Page) []int {
	if p.Path != glossaryPage {
		return nil
	}
	return match.NotUnderstood(p.Markdown)
}

// glossary is what that page said at a generation.
type glossary struct {
	generation uint64
	rev        int // 0: there is no page
	words      *match.Glossary
}

// glossary returns the words the owner has set equal. The page is looked at again only when
// something has changed, and read only when it has. Words that can't be read are told in the
// log and are none: they must not keep anybody from searching.
func (x *overlapIndex) glossary(ctx context.Context) *match.Glossary {
	s := x.store
	generation := s.generation.Load()
	last := x.words.Load()
	if last != nil && last.generation == generation {
		return last.words
	}
	next := glossary{generation: generation}
	err := s.db.Row(ctx, `SELECT rev FROM wiki_pages WHERE path = ? AND deleted_at IS NULL`, glossaryPage).Scan(&next.rev)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return s.withoutGlossary(ctx, last, err)
	case last != nil && last.rev == next.rev:
		next.words = last.words
	default:
		p, err := s.page(ctx, glossaryPage)
		if err != nil {
			return s.withoutGlossary(ctx, last, err)
		}
		next.words = match.ParseGlossary(p.Markdown)
	}
	x.words.Store(&next)
	return next.words
}

func (s *Store) withoutGlossary(ctx context.Context, last *glossary, err error) *match.Glossary {
	if ctx.Err() == nil {
		s.log.Warn("read the wiki page of equal words; overlap and search go on without what is new in it", zap.Error(err))
	}
	if last == nil {
		return nil
	}
	return last.words
}
