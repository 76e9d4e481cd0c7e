package store

import (
	"context"

	"github.com/progresshub/progresshub/store/match"
)

// outlook is what one search found around a text, for all that an answer tells of it.
type outlook struct {
	query match.Query
	views []match.View
	found *match.Found
	inbox string // its slug by then, for the view of twins
}

// Views of an outlook.
const (
	hitView  = iota // what holds the same work: threads, session records, pages
	ownView         // active threads of the project, or all if none is asked about
	elseView        // and of others
	twinView        // of a change alone: threads that may be the work itself
)

// look searches around a text, for at most limit hits, and what more views show.
func (s *Store) look(ctx context.Context, text string, also []string, project string, limit int, more ...match.View) (outlook, error) {
	if err := s.overlap.prepareActive(ctx, project); err != nil {
		return outlook{}, err
	}
	active := func(own bool) match.View {
		return match.View{Limit: mostShown, Few: mostShown, Keep: func(kind, in, status string) bool {
			return kind == kindThread && Status(status).Active() && (project == "" || in == project) == own
		}}
	}
	views := []match.View{hitView: {Limit: limit, Keep: isWorkItem}, ownView: active(true), elseView: active(false)}
	o := outlook{query: match.Query{Text: text, Also: also, Project: project, Now: s.now()}, views: append(views, more...)}
	var err error
	o.found, err = s.overlap.search(ctx, o.query, o.views...)
	return o, err
}

// lookBeside searches again for a view, without what is shown already.
func (s *Store) lookBeside(ctx context.Context, o outlook, view int, others func(id string) bool) ([]match.Hit, error) {
	v := o.views[view]
	v.KeepID = others
	found, err := s.overlap.search(ctx, o.query, v)
	if err != nil {
		return nil, err
	}
	return found.Hits[0], nil
}

// isAbout reports whether an outlook is that around a text, in a project.
func (o outlook) isAbout(text, project string) bool {
	return o.found != nil && o.query.Text == text && o.query.Project == project
}

func (o outlook) hits(view int) []match.Hit { return o.found.Hits[view] }

// isWorkItem keeps what may hold the same work as a question.
func isWorkItem(kind, _, _ string) bool {
	return kind == kindThread || kind == kindSession || kind == kindPage
}
