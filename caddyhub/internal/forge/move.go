package forge

import (
	"context"
	"fmt"
	"slices"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/store"
)

// move is a file that goes where its project has it now, or into a place that another one
// leaves. It is made with the commit of the pass, or not at all.
type move struct {
	trackedFile
	is   change // its text at its new path
	text string // the same, for the index
}

// placed is the progress file of a project, with the place where it lies in the remote when
// that is another.
func (p *pass) placed(project store.Project) trackedFile {
	d := p.layout.of(project)
	if at := p.places[project.Slug]; at != d.path {
		d.from = at
	}
	return d
}

// owner is the project whose file the remote has at a path, as far as that is known.
func (p *pass) owner(path string) (slug string) {
	if _, there := p.files[path]; !there {
		return ""
	}
	return p.owners[path]
}

// taken reports whether what the remote has at the path of a document is the file of
// another project, which has its own elsewhere by now.
func (p *pass) taken(d trackedFile) bool {
	other := p.owner(d.path)
	return other != "" && other != d.project
}

// wait lets a document that the remote does not have yet go out if its place gets free.
func (p *pass) wait(d trackedFile, here hubSide) {
	if here.absent || p.Values.Sync != SyncBoth {
		return
	}
	if is, ok := p.written(here, store.ForgeFile{Path: d.path, Project: d.project}); ok {
		p.moves = append(p.moves, move{d, is, here.text})
	}
}

// trail finds the pages that have moved while others changed their files at the old path. A
// page whose file nobody has changed leaves no trail: there it is deleted, and new here.
func (p *pass) trail(ctx context.Context) error {
	p.trails = map[string]string{}
	for _, f := range p.known {
		d, _ := p.layout.read(f.Path)
		file, there := p.files[f.Path]
		if d.page == "" || p.pages[d.page] || !there || file.Hash == f.Hash || p.owners[f.Path] != "" {
			continue
		}
		to, err := p.Store.MovedPage(ctx, d.page)
		if err != nil {
			return err
		}
		if p.pages[to] && p.trails[to] == "" {
			p.trails[to] = f.Path
		}
	}
	return nil
}

// move synchronises the file of a document that has another path by now: first where it lies, so
// that nothing of what others wrote there is lost; then it goes along. The file of a project
// in conflict goes as it is, and so does the conflict; that of a page waits for the decision.
func (p *pass) move(ctx context.Context, d trackedFile) error {
	known, met, err := p.Store.ForgeFile(ctx, d.from)
	if err != nil {
		return err
	}
	for _, at := range []string{d.from, d.path} {
		if reason := p.bars(at); reason != "" {
			p.out.skip(at, reason)
			return nil
		}
	}
	if _, there := p.files[d.from]; !there {
		return p.moved(ctx, d)
	}
	here, err := p.hubSide(ctx, d)
	if err != nil {
		return err
	}
	old := trackedFile{path: d.from, project: d.project, page: d.page}
	here, _, agreed, err := p.pullOrMerge(ctx, old, here, known, met)
	if err != nil {
		return err
	}
	_, there := p.files[d.path]
	if p.Values.Sync != SyncBoth {
		return p.rest(ctx, d)
	}
	switch {
	case !agreed && d.page == "" && p.conflicts[old.path] && (!there || p.taken(d)):
		return p.moveAsIs(d, known)
	case !agreed:
		return nil
	case there && !p.taken(d):
		return p.merge(ctx, d, here)
	}
	if is, ok := p.written(here, store.ForgeFile{Path: d.path, Project: d.project}); ok {
		p.moves = append(p.moves, move{d, is, here.text})
	}
	return nil
}

// merge takes in a file that somebody has made in the place where another one is to go. What
// both sides have in common of the old one says nothing about it. The old one goes with the
// commit that brings the project's text here.
func (p *pass) merge(ctx context.Context, d trackedFile, here hubSide) error {
	to := trackedFile{path: d.path, project: d.project, page: d.page}
	known, met, err := p.common(ctx, to)
	if err != nil {
		return err
	}
	here, common, agreed, err := p.pullOrMerge(ctx, to, here, known, met)
	if err != nil || !agreed {
		return err
	}
	if p.queuePush(here, common) {
		p.left = append(p.left, d.from)
		p.leave(d.from)
	}
	return nil
}

// moved synchronises the file of a project that is not where it was: somebody has moved it
// already, or deleted it.
func (p *pass) moved(ctx context.Context, d trackedFile) error {
	if p.taken(d) {
		return nil // the next sync finds the place free
	}
	another, err := p.another(ctx, d)
	if err != nil {
		return err
	}
	if another {
		err = p.Store.ForgetForgeFile(ctx, d.from)
	} else {
		err = p.Store.MoveForgeFile(ctx, d.from, d.path)
	}
	if err != nil {
		return err
	}
	delete(p.places, d.project)
	d.from = ""
	return p.syncFileOnce(ctx, d)
}

// another reports whether what the remote has at the new path of a file is known not to be
// that file, moved by somebody: it was there beside it.
func (p *pass) another(ctx context.Context, d trackedFile) (bool, error) {
	if _, there := p.files[d.path]; !there {
		return false, nil
	}
	_, met, err := p.Store.ForgeFile(ctx, d.path)
	if err != nil || met {
		return met, err
	}
	return p.contested(ctx, d)
}

// contested reports whether a conflict about the new path of a file is open.
func (p *pass) contested(ctx context.Context, d trackedFile) (bool, error) {
	open, err := p.Store.ForgeConflicting(ctx)
	return slices.ContainsFunc(open, func(c store.ForgeConflicting) bool { return c.Path == d.path && c.Item == d.item() }), err
}

// rest lets a conflict about the new path of a file stand while nothing moves.
func (p *pass) rest(ctx context.Context, d trackedFile) error {
	open, err := p.contested(ctx, d)
	if open {
		p.conflicts[d.path] = true
	}
	return err
}

// moveAsIs moves a file with the remote's text in it.
func (p *pass) moveAsIs(d trackedFile, known store.ForgeFile) error {
	raw, err := p.tree.Read(d.from, maxFile)
	if err != nil {
		return far(err)
	}
	if reason := p.claim(d.path); reason != "" {
		p.out.skip(d.path, reason)
		return nil
	}
	known.Path, known.Hash, known.Project = d.path, "", d.project
	is := change{remote.Change{Path: d.path, Content: raw}, store.ForgeChange{ForgeFile: known}}
	p.moves = append(p.moves, move{d, is, p.texts[d.from]})
	return nil
}

// leave forgets for the rest of the pass that the remote has a file.
func (p *pass) leave(path string) {
	delete(p.files, path)
	delete(p.texts, path)
}

// makeMoves adds the moves to the changes, and the deletions of what is left where nothing is
// written. One into a place that another project's file does not leave waits for that.
func (p *pass) makeMoves() {
	leaving := map[string]bool{}
	for _, m := range p.moves {
		leaving[m.from] = true
	}
	for again := true; again; {
		again = false
		kept := p.moves[:0]
		for _, m := range p.moves {
			if other := p.owner(m.path); other != "" && other != m.project && !leaving[m.path] {
				p.out.skip(m.path, fmt.Sprintf("the file of the project %s is still there: a later sync goes on when it has moved", other))
				delete(leaving, m.from)
				again = true
				continue
			}
			kept = append(kept, m)
		}
		p.moves = kept
	}
	for _, m := range p.moves {
		if m.from != "" {
			p.leave(m.from)
		}
	}
	for _, m := range p.moves {
		p.changes, p.texts[m.path] = append(p.changes, m.is), m.text
		if m.from != "" {
			p.left = append(p.left, m.from)
		}
	}
	for _, from := range p.left {
		if !slices.ContainsFunc(p.changes, func(c change) bool { return c.Path == from }) {
			p.changes = append(p.changes, deletion(from))
		}
	}
}
