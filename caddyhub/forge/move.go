package forge

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/caddyhub/forge/remote"
	"github.com/progresshub/progresshub/store"
)

// move is a file that goes where its project has it now, or into a place that another one
// leaves. It is made with the commit of the pass, or not at all.
type move struct {
	document
	is   change // its text at its new path
	text string // the same, for the index
}

// placed is the progress file of a project, with the place where it lies in the remote when
// that is another.
func (p *pass) placed(project store.Project) document {
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
func (p *pass) taken(d document) bool {
	other := p.owner(d.path)
	return other != "" && other != d.project
}

// wait lets a document that the remote does not have yet go out if its place gets free.
func (p *pass) wait(d document, here local) {
	if here.absent || p.mode != SyncBoth {
		return
	}
	if is, ok := p.written(here, store.ForgeFile{Path: d.path, Project: d.project}); ok {
		p.moves = append(p.moves, move{d, is, here.text})
	}
}

// move settles the file of a project that has another path by now: first where it lies, so
// that nothing of what others wrote there is lost; then it goes along. A file in conflict
// goes as it is, and so does the conflict.
func (p *pass) move(ctx context.Context, d document) error {
	known, met, err := p.Store.ForgeFile(ctx, d.from)
	if err != nil {
		return err
	}
	if p.unfit[d.from] != "" || p.unfit[d.path] != "" {
		return nil // it was said already
	}
	if _, there := p.files[d.from]; !there {
		return p.moved(ctx, d)
	}
	here, err := p.local(ctx, d)
	if err != nil {
		return err
	}
	old := document{path: d.from, project: d.project}
	here, _, agreed, err := p.meet(ctx, old, here, known, met)
	if err != nil || p.mode != SyncBoth {
		return err
	}
	_, there := p.files[d.path]
	switch {
	case !agreed && p.conflicts[old.path] && (!there || p.taken(d)):
		return p.moveAsIs(d, known)
	case !agreed:
		return nil
	case there && !p.taken(d):
		return p.merge(ctx, d, here, known)
	}
	if is, ok := p.written(here, store.ForgeFile{Path: d.path, Project: d.project}); ok {
		p.moves = append(p.moves, move{d, is, here.text})
	}
	return nil
}

// merge settles a file that somebody has made in the place where another one is to go. What
// the hub knows of the old one holds for it as well, as long as it has not met the new one.
func (p *pass) merge(ctx context.Context, d document, here local, old store.ForgeFile) error {
	known, met, err := p.Store.ForgeFile(ctx, d.path)
	if err != nil {
		return err
	}
	if !met {
		known = store.ForgeFile{Path: d.path, Base: old.Base, Hash: old.Hash, Block: old.Block}
	}
	here, common, agreed, err := p.meet(ctx, document{path: d.path, project: d.project}, here, known, true)
	if err != nil || !agreed {
		return err
	}
	common.Project = d.project
	if p.offer(here, common) {
		p.changes = append(p.changes, deletion(d.from))
		p.leave(d.from)
	}
	return nil
}

// moved settles the file of a project that is not where it was: somebody has moved it
// already, or deleted it.
func (p *pass) moved(ctx context.Context, d document) error {
	if p.taken(d) {
		return nil // the next sync finds the place free
	}
	if err := p.Store.MoveForgeFile(ctx, d.from, d.path); err != nil {
		return err
	}
	d.from = ""
	return p.try(ctx, d)
}

// moveAsIs moves a file with the remote's text in it.
func (p *pass) moveAsIs(d document, known store.ForgeFile) error {
	raw, err := p.tree.Read(d.from, maxFile)
	if err != nil {
		return far(err)
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

// makeMoves adds the moves to the changes. One into a place that another project's file
// does not leave waits for that.
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
	written := map[string]bool{}
	for _, m := range p.moves {
		p.changes, p.texts[m.path], written[m.path] = append(p.changes, m.is), m.text, true
	}
	for _, m := range p.moves {
		if m.from != "" && !written[m.from] {
			p.changes = append(p.changes, deletion(m.from))
		}
	}
}
