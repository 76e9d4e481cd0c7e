package forge

import (
	"cmp"
	"context"
	"errors"
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

	file document
}

// Scanned is what a scan has found.
type Scanned struct {
	Candidates []Candidate `json:"candidates" nullable:"false"`
	Skipped    []Skipped   `json:"skipped" nullable:"false"`
}

// Imported is what an import has done.
type Imported struct {
	Registered []string  `json:"registered" nullable:"false" doc:"The slugs of the projects that are new" example:"[\"home-server\"]"`
	Pulled     int       `json:"pulled" doc:"Progress files that were taken over" example:"1"`
	Conflicts  int       `json:"conflicts" doc:"Progress files that both sides had changed in the same place"`
	Skipped    []Skipped `json:"skipped" nullable:"false"`
}

// Scan lists the projects of the remote and writes nothing.
func (s *Service) Scan(ctx context.Context) (Scanned, error) {
	var found Scanned
	j, err := s.Worker.start(kindScan, func(ctx context.Context, j *job) error {
		p, err := s.look(ctx, j)
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

// Import registers projects of the remote and takes their progress files over; without
// slugs, all that are new. It registers in by's name, and tells whether it has ended: if
// not, it goes on behind the request.
func (s *Service) Import(ctx context.Context, by store.By, slugs []string) (done Imported, ended bool, err error) {
	result := Imported{Registered: []string{}, Skipped: []Skipped{}}
	j, err := s.Worker.start(kindImport, func(ctx context.Context, j *job) error {
		p, err := s.look(ctx, j)
		if err != nil {
			return err
		}
		return p.take(ctx, by, slugs, &result)
	})
	if err != nil {
		return Imported{}, false, err
	}
	if !j.wait(ctx, s.Patience) {
		return Imported{}, false, nil
	}
	return result, true, s.told(j.err)
}

// told makes of what the remote said a refusal in words for the owner.
func (s *Service) told(err error) error {
	if distant := new(farError); errors.As(err, distant) {
		return &store.ConflictError{Message: distant.Error()}
	}
	return err
}

// look fetches without a word to the remote's files: a pass that only pulls.
func (s *Service) look(ctx context.Context, j *job) (*pass, error) {
	e, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	r, err := s.open(e)
	if err != nil {
		return nil, err
	}
	e.mode = SyncPull
	p := &pass{Service: s, effective: e, layout: layout{e.path}, job: j, remote: r, out: new(lastSync)}
	return p, p.fetch(ctx)
}

// candidates are the projects of the remote, by slug.
func (p *pass) candidates(ctx context.Context) ([]Candidate, error) {
	registered := make(map[string]document, len(p.projects)) // by path
	taken := map[string]string{}                             // slugs that lead to a project
	for _, project := range p.projects {
		d := p.layout.of(project)
		registered[d.path] = d
		for _, name := range append(project.Aliases, project.Slug) {
			taken[name] = project.Slug
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
		case taken[d.project] != "":
			p.out.skip(path, "the project "+taken[d.project]+" has its file elsewhere")
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

// candidate compares one file with what the hub knows of it; without a slug: it can't be
// taken.
func (p *pass) candidate(ctx context.Context, d document, registered bool) (Candidate, error) {
	known, met, err := p.Store.ForgeFile(ctx, d.path)
	if err != nil {
		return Candidate{}, err
	}
	theirs, wrong, err := p.theirs(d, known, met)
	if err != nil {
		return Candidate{}, err
	}
	if wrong != "" {
		p.out.skip(d.path, wrong)
		return Candidate{}, nil
	}
	c := Candidate{Slug: d.project, Title: titleOf(theirs, d.project), State: CandidateNew, file: d}
	if registered {
		here, err := p.local(ctx, d)
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

// take registers what is chosen and pulls it.
func (p *pass) take(ctx context.Context, by store.By, slugs []string, done *Imported) error {
	found, err := p.candidates(ctx)
	if err != nil {
		return err
	}
	chosen := slices.DeleteFunc(found, func(c Candidate) bool {
		if slugs == nil {
			return c.State != CandidateNew
		}
		return !slices.Contains(slugs, c.Slug)
	})
	for _, slug := range slugs {
		if !slices.ContainsFunc(chosen, func(c Candidate) bool { return c.Slug == slug }) {
			p.out.skip(p.layout.progress(slug), "the forge has no such project that can be taken")
		}
	}
	p.job.step("importing projects", len(chosen))
	for _, c := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.register(ctx, by, c, done); err != nil {
			return err
		}
		p.job.tick()
	}
	done.Pulled, done.Conflicts, done.Skipped = p.out.Pulled+p.out.Merged, len(p.conflicts), p.out.Skipped
	return nil
}

func (p *pass) register(ctx context.Context, by store.By, c Candidate, done *Imported) error {
	if c.State == CandidateNew {
		_, err := p.Store.CreateProject(ctx, by, store.ProjectInput{Slug: store.Some(c.Slug), Title: store.Some(c.Title)})
		if refused := new(store.ConflictError); errors.As(err, &refused) {
			p.out.skip(c.file.path, refused.Message)
			return nil
		}
		if errors.As(err, new(*store.InvalidError)) {
			p.out.skip(c.file.path, reason(err))
			return nil
		}
		if err != nil {
			return err
		}
		done.Registered = append(done.Registered, c.Slug)
	}
	return p.settle(ctx, c.file)
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
