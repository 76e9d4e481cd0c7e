package forge

import (
	"cmp"
	"path"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// Bounds of what is taken from a remote (security.md): what is beyond them is left alone
// and said so.
const (
	maxProjects = 2000
	maxPages    = 10_000
	maxFile     = store.MaxMarkdown
)

// indexName is the file that lists the others.
const indexName = "INDEX.md"

const progressName = "PROGRESS.md"

// trackedFile is a text of the hub that the remote may hold as a file.
type trackedFile struct {
	path    string // inside the repository
	from    string // where a file lies that is to move to path; empty: it does not move
	project string // of a progress file
	page    string // of a wiki page
}

// at is where the file lies.
func (d trackedFile) at() string { return cmp.Or(d.from, d.path) }

// item is the hub:// address of a document.
func (d trackedFile) item() string {
	if d.page != "" {
		return store.PageURI(d.page)
	}
	return store.ProgressURI(d.project)
}

// layout says which file of the repository is which document, below a folder.
type layout struct{ folder string }

func (l layout) progress(slug string) string {
	return path.Join(l.folder, "projects", slug, progressName)
}

func (l layout) page(at string) string { return path.Join(l.folder, "wiki", at+".md") }

func (l layout) index() string { return path.Join(l.folder, indexName) }

// within is the path below the folder; false: it is not there.
func (l layout) within(file string) (string, bool) {
	if l.folder == "" {
		return file, true
	}
	return strings.CutPrefix(file, l.folder+"/")
}

// read tells what a file of the repository is. One that only looks like a document comes
// with what is wrong with it; any other is neither.
func (l layout) read(file string) (d trackedFile, wrong string) {
	rest, ok := l.within(file)
	if !ok {
		return trackedFile{}, ""
	}
	d.path = file
	if dir, ok := strings.CutPrefix(rest, "projects/"); ok {
		name, ok := strings.CutSuffix(dir, "/"+progressName)
		if !ok || strings.Contains(name, "/") {
			return trackedFile{}, ""
		}
		if err := store.CheckSlug("the folder", name); err != nil {
			return d, reason(err)
		}
		d.project = name
		return d, ""
	}
	if name, ok := strings.CutPrefix(rest, "wiki/"); ok {
		at, ok := strings.CutSuffix(name, ".md")
		if !ok {
			return trackedFile{}, ""
		}
		if err := store.CheckPath("the name", at); err != nil {
			return d, reason(err)
		}
		d.page = at
		return d, ""
	}
	return trackedFile{}, ""
}

// of is the progress file of a project.
func (l layout) of(project store.Project) trackedFile {
	d := trackedFile{path: l.progress(project.Slug), project: project.Slug}
	if project.ForgePath != nil {
		d.path = *project.ForgePath
	}
	return d
}

func pathParts(file string) []string { return strings.Split(file, "/") }
