package forge

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// The states of a candidate.
const (
	CandidateNew        = "new"        // no project of the hub
	CandidateRegistered = "registered" // a project that knows the file as it is
	CandidateChanged    = "changed"    // a project that does not know this text of it yet
)

// Candidate is a project of the remote.
type Candidate struct {
	Slug  string `json:"slug" example:"home-server"`
	Title string `json:"title" doc:"The first level-one heading, else the slug" example:"Home server"`
	State string `json:"state" enum:"new,registered,changed"`

	file trackedFile
}

// Scanned is what a scan has found.
type Scanned struct {
	Candidates []Candidate `json:"candidates" nullable:"false"`
	Skipped    []Skipped   `json:"skipped" nullable:"false"`
}

// Scan lists the projects of the remote and writes nothing.
func (s *Service) Scan(ctx context.Context) (Scanned, error) {
	var found Scanned
	j, err := s.Worker.start(kindScan, func(ctx context.Context, j *job) error {
		e, err := s.load(ctx)
		if err != nil {
			return err
		}
		p, err := s.look(ctx, j, e)
		if err != nil {
			return err
		}
		found.Candidates, err = p.candidates(ctx)
		found.Skipped = p.out.Skipped
		return err
	})
	if err != nil {
		return Scanned{}, err
	}
	select {
	case <-j.over:
		return found, s.told(j.err)
	case <-ctx.Done():
		j.cancel()
		<-j.over
		return Scanned{}, ctx.Err()
	}
}

// look fetches without a word to the remote's files: a pass that only pulls.
func (s *Service) look(ctx context.Context, j *job, e effective) (*pass, error) {
	r, err := s.open(e)
	if err != nil {
		return nil, err
	}
	p := &pass{Service: s, effective: e, syncs: e.Sync, layout: layout{e.Path}, job: j, remote: r, out: new(lastSync)}
	p.Values.Sync = SyncPull
	return p, p.fetch(ctx)
}

// candidates are the projects of the remote, by slug.
func (p *pass) candidates(ctx context.Context) ([]Candidate, error) {
	registered := make(map[string]trackedFile, len(p.projects)) // by where their files lie
	taken := map[string]trackedFile{}                           // by slugs that lead to a project
	for _, project := range p.projects {
		d := p.placed(project)
		registered[p.lies(d)] = d
		for _, name := range append(project.Aliases, project.Slug) {
			taken[name] = d
		}
	}
	list := []Candidate{}
	p.job.step("reading files", 0)
	for _, path := range slices.Sorted(maps.Keys(p.files)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, wrong := p.layout.read(path)
		own, isOwn := registered[path]
		switch {
		case isOwn:
			d = own
		case wrong != "":
			p.out.skip(path, wrong)
			continue
		case d.project == "":
			continue
		case taken[d.project].path != "":
			p.out.skip(path, p.elsewhere(path, taken[d.project]))
			continue
		case len(list) >= maxProjects:
			p.out.skip(path, "there are more than 2000 projects")
			continue
		}
		c, err := p.candidate(ctx, d, isOwn)
		if err != nil {
			return nil, err
		}
		if c.Slug != "" {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b Candidate) int { return cmp.Compare(a.Slug, b.Slug) })
	return list, nil
}

// lies is where the file of a project is: somebody may have moved it already.
func (p *pass) lies(d trackedFile) string {
	_, there := p.files[d.at()]
	if _, moved := p.files[d.path]; moved && !there {
		return d.path
	}
	return d.at()
}

// elsewhere says why a file that is called like one of a project's is none of its own.
func (p *pass) elsewhere(path string, d trackedFile) string {
	switch {
	case path != d.path:
		return fmt.Sprintf("the project %s has its file at %s", d.project, d.at())
	case p.syncs == SyncBoth:
		return fmt.Sprintf("the file of the project %s is still at %s: the next sync brings the two together here", d.project, d.from)
	}
	return fmt.Sprintf("the file of the project %s is still at %s: it moves here when sync is both", d.project, d.from)
}

// candidate compares one file with what the hub knows of it; without a slug: it can't be
// taken.
func (p *pass) candidate(ctx context.Context, d trackedFile, registered bool) (Candidate, error) {
	known, met, err := p.common(ctx, trackedFile{path: d.at(), project: d.project})
	if err != nil {
		return Candidate{}, err
	}
	there := d
	there.from = p.lies(d)
	theirs, wrong, err := p.theirs(there, known, met)
	if err != nil {
		return Candidate{}, err
	}
	if wrong != "" {
		p.out.skip(there.from, wrong)
		return Candidate{}, nil
	}
	c := Candidate{Slug: d.project, Title: titleOf(theirs, d.project), State: CandidateNew, file: d}
	if registered {
		here, err := p.hubSide(ctx, d)
		if err != nil {
			return Candidate{}, err
		}
		c.State = CandidateChanged
		if theirs == here.text && !here.absent || met && theirs == known.Base {
			c.State = CandidateRegistered
		}
	}
	return c, nil
}

// titleOf is the first level-one heading of a text, fit to be a project's title.
func titleOf(text, other string) string {
	title := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, outline.Read(text).Title)), " ")
	if runes := []rune(title); len(runes) > store.MaxSummary {
		title = string(runes[:store.MaxSummary])
	}
	return cmp.Or(title, other)
}
