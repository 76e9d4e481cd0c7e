package forge

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/store"
)

// pass is one attempt to bring both sides together: from what the remote has now to one
// commit onto it.
type pass struct {
	*Service
	effective
	layout layout
	job    *job
	remote *remote.Remote
	out    *lastSync
	syncs  string // which way syncs go, when this pass is none

	decision store.ForgeDecision // of the owner, about what decided shows
	decided  *Diverged

	projects  []store.Project
	pages     map[string]bool   // the hub's, by their paths
	trails    map[string]string // where the files of pages lie that have moved since others changed them there
	known     []store.ForgeFile // without their texts
	places    map[string]string // where the files of projects lie in the remote, as far as that is known
	owners    map[string]string // the projects of these files, by their paths
	tree      *remote.Tree
	tip       string // the last known commit
	restored  bool   // as a copy of the database knows it
	leads     bool   // it leads to the tree's
	files     map[string]remote.File
	unfit     map[string]string // files that are there and can't be taken, and why
	changes   []change
	claimed   map[string]bool // the paths of files that go out, true, and of the folders above them, false
	moves     []move
	left      []string          // old places whose files have become one with those at the new ones
	texts     map[string]string // of the documents that the remote will have
	conflicts map[string]bool   // by path: found in this pass
}

// change is what goes to the remote, and what both sides have in common then; without a
// path that is nothing.
type change struct {
	remote.Change
	common store.ForgeChange
}

// fetch reads the newest state of the remote.
func (p *pass) fetch(ctx context.Context) (err error) {
	p.job.step("fetching", 0)
	if p.tree, err = p.remote.Fetch(ctx); err != nil {
		return far(err)
	}
	p.texts, p.conflicts, p.claimed = map[string]string{}, map[string]bool{}, map[string]bool{}
	p.out.Held, p.out.Skipped = []Held{}, []Skipped{}
	p.out.Commit = p.tree.Commit
	if err := p.Store.MeetForge(ctx, p.effective.remote()); err != nil {
		return err
	}
	state, err := p.Store.Forge(ctx)
	if err != nil {
		return err
	}
	if p.projects, err = p.Store.Projects(ctx); err != nil {
		return err
	}
	if err := p.learn(ctx); err != nil {
		return err
	}
	if err := p.readTree(); err != nil {
		return err
	}
	p.tip, p.restored = state.Tip, state.Restored
	if err := p.recognise(ctx); err != nil {
		return err
	}
	return p.learn(ctx)
}

// learn reads what is known of the remote's files.
func (p *pass) learn(ctx context.Context) (err error) {
	if p.known, err = p.Store.ForgeFiles(ctx); err != nil {
		return err
	}
	live := make(map[string]bool, len(p.projects))
	for _, project := range p.projects {
		live[project.Slug] = true
	}
	p.places, p.owners = map[string]string{}, map[string]string{}
	for _, f := range p.known {
		if live[f.Project] && !f.Claimed {
			p.places[f.Project], p.owners[f.Path] = f.Path, f.Project
		}
	}
	return nil
}

// readTree lists what the remote has.
func (p *pass) readTree() error {
	below := p.layout.folder
	look := func(path string) {
		if _, within := p.layout.within(path); !within {
			below = ""
		}
	}
	for _, project := range p.projects {
		look(p.layout.of(project).path)
	}
	for _, f := range p.known {
		look(f.Path)
	}
	list, err := p.tree.Files(below)
	if err != nil {
		return far(err)
	}
	skipped, err := p.tree.Skipped(below)
	if err != nil {
		return far(err)
	}
	p.files = make(map[string]remote.File, len(list))
	for _, f := range list {
		p.files[f.Path] = f
	}
	p.unfit = make(map[string]string, len(skipped))
	for _, f := range skipped {
		p.unfit[f.Path] = f.Reason
		if rest, ok := p.layout.within(f.Path); ok && (strings.HasPrefix(rest, "projects/") || strings.HasPrefix(rest, "wiki/")) {
			p.out.skip(f.Path, f.Reason)
		}
	}
	return nil
}

// bars says why the remote can't have a document at a path; empty: it can, or has it there.
func (p *pass) bars(path string) string { return cmp.Or(p.unfit[path], p.tree.Unfit(path)) }

// claim takes a path for a file that goes out, or says why it can't: the remote has no room for it
// there, or another one that goes out is in its way.
func (p *pass) claim(file string) (reason string) {
	if reason = p.tree.Unfit(file); reason != "" {
		return reason
	}
	if isFile, claimed := p.claimed[file]; claimed && !isFile {
		return "other files lie below it"
	}
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if p.claimed[dir] {
			return dir + " is a file, too"
		}
	}
	p.claimed[file] = true
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		p.claimed[dir] = false
	}
	return ""
}

func (p *pass) run(ctx context.Context) error {
	if err := p.fetch(ctx); err != nil {
		return err
	}
	if err := p.listPages(ctx); err != nil {
		return err
	}
	if err := p.stand(ctx); err != nil {
		return err
	}
	if err := p.trail(ctx); err != nil {
		return err
	}
	docs, err := p.documents(ctx)
	if err != nil {
		return err
	}
	p.job.step("comparing files", len(docs))
	for _, path := range slices.Sorted(maps.Keys(docs)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.syncFile(ctx, docs[path]); err != nil {
			return err
		}
		p.job.tick()
	}
	if err := p.closeConflicts(ctx); err != nil {
		return err
	}
	if p.Values.Sync != SyncBoth {
		return nil
	}
	p.makeMoves()
	if err := p.list(); err != nil {
		return err
	}
	return p.push(ctx)
}

// documents are the texts that either side has, by the path of their file.
func (p *pass) documents(ctx context.Context) (map[string]trackedFile, error) {
	docs := p.ofProjects()
	pages := 0
	left := map[string]bool{} // files that are another document's by now
	for _, from := range p.trails {
		left[from] = true
	}
	add := func(d trackedFile) {
		if _, taken := docs[d.path]; taken {
			return // by a progress file that stands among the pages
		}
		if pages++; pages > maxPages {
			p.out.skip(d.path, fmt.Sprintf("there are more than %d pages", maxPages))
			return
		}
		docs[d.path] = d
	}
	for _, page := range slices.Sorted(maps.Keys(p.pages)) {
		add(trackedFile{path: p.layout.page(page), from: p.trails[page], page: page})
	}
	for _, path := range slices.Sorted(maps.Keys(p.files)) {
		d, wrong := p.layout.read(path)
		switch {
		case wrong != "":
			p.out.skip(path, wrong)
		case d.page != "" && docs[path].path == "" && !left[path]:
			add(d)
		}
	}
	// What was met once and is on neither side any more is to be forgotten.
	for _, f := range p.known {
		d, _ := p.layout.read(f.Path)
		_, there := p.files[f.Path]
		switch {
		case docs[f.Path].path != "" || p.owners[f.Path] != "" || left[f.Path]:
		case d.page != "":
			docs[f.Path] = d
		case !there && p.bars(f.Path) == "":
			if err := p.Store.ForgetForgeFile(ctx, f.Path); err != nil {
				return nil, err
			}
		}
	}
	return docs, nil
}

// listPages reads which pages the hub has.
func (p *pass) listPages(ctx context.Context) error {
	p.pages = map[string]bool{}
	for cursor := ""; ; {
		list, err := p.Store.Pages(ctx, store.PageFilter{Limit: store.MaxLimit, Cursor: cursor})
		if err != nil {
			return err
		}
		for _, page := range list.Pages {
			p.pages[page.Path] = true
		}
		if cursor = list.Next; cursor == "" {
			return nil
		}
	}
}

// ofProjects are the progress files of the projects, by the path of their file.
func (p *pass) ofProjects() map[string]trackedFile {
	docs := make(map[string]trackedFile, len(p.projects))
	for _, project := range p.projects {
		d := p.placed(project)
		_, there := p.files[d.at()]
		switch {
		case project.Progress.Rev == 0 && !there:
		case docs[d.path].path != "":
			p.out.skip(d.path, fmt.Sprintf("it is the file of two projects, %s and %s", docs[d.path].project, d.project))
		case slices.ContainsFunc(pathParts(d.path), isGit):
			p.out.skip(d.path, "git keeps this path to itself")
		case len(docs) >= maxProjects:
			p.out.skip(d.path, fmt.Sprintf("there are more than %d projects", maxProjects))
		default:
			docs[d.path] = d
		}
	}
	return docs
}

// closeConflicts ends those that are none any more.
func (p *pass) closeConflicts(ctx context.Context) error {
	known, err := p.Store.ForgeConflicting(ctx)
	if err != nil {
		return err
	}
	var over []string
	for _, c := range known {
		if !p.conflicts[c.Path] {
			over = append(over, c.Path)
		}
	}
	if over == nil {
		return nil
	}
	return p.Store.CloseForgeConflicts(ctx, over)
}
