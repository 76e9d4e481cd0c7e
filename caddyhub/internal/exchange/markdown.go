package exchange

import (
	"path"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// readMarkdown takes notes of any program, such as Obsidian or Logseq, as wiki pages. What is to do
// in them stays where it is.
func readMarkdown(r *reader, f *folder) error {
	var pages []*file
	for _, one := range f.files {
		if isMarkdown(one.name) || f.single {
			pages = append(pages, one)
		} else {
			f.others++
		}
	}
	if len(pages) == 0 {
		return refuse(f.name, "has no Markdown in it")
	}
	prefix, was, folder := r.Project, "", Called(f.name)
	if f.single {
		folder = path.Dir(folder)
	} else if name := telling(f.name); name != "" {
		was = name + "/"
		folder = path.Join(path.Dir(folder), name)
		if prefix == "" {
			prefix = outline.Slug(name)
		}
	} else if !strings.Contains(folder, "/") {
		folder = "" // every folder of its kind is called so
	}
	ref := path.Join(r.Project, folder) + "/"
	r.markdown(pages, prefix, strings.TrimPrefix(strings.TrimPrefix(ref, "./"), "/"), was)
	if f.others > 0 {
		r.leave(f.shown(), plural(f.others, "file"), "they are no Markdown: the text that shows them came along")
	}
	return nil
}

// note is a file of Markdown on its way to be a page.
type note struct {
	*file
	path string // of the page
	text string
	meta frontMatter
}

// markdown takes in files as pages below a path, by references that begin with ref; in earlier versions
// they began with was. Links among them lead from page to page.
func (r *reader) markdown(files []*file, prefix, ref, was string) {
	var notes []*note
	for _, one := range files {
		text, err := one.text()
		if err == nil && strings.ContainsRune(text, 0) {
			err = refuse(one.name, "has characters in it that no text has")
		}
		if err != nil {
			r.spoil(BrokenError{File: one.name, What: whyOf(err)})
			continue
		}
		n := &note{file: one, path: r.paths.take(notePath(prefix, one.name))}
		n.meta, n.text = cutFrontMatter(text)
		notes = append(notes, n)
	}
	links := newLinks(notes)
	for _, n := range notes {
		created := n.meta.time(r.Zone, "created", "date", "created_date", "created_at")
		if created.IsZero() {
			created = n.modified()
		}
		text := n.page(links)
		r.addPage(store.IncomingPage{Ref: ref + n.name, Was: was + n.name, Path: n.path, Markdown: text, CreatedAt: created})
		r.mapped("notes", "wiki pages")
	}
}

// notePath is the path of the page that a file becomes. Logseq writes a slash in a name as three
// underscores.
func notePath(prefix, name string) string {
	name = strings.TrimSuffix(name, path.Ext(name))
	name = strings.NewReplacer("___", "/", "%2F", "/").Replace(name)
	var parts []string
	for part := range strings.SplitSeq(prefix+"/"+name, "/") {
		if !outline.ValidSlug(part) {
			part = outline.Slug(part)
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	switch n := len(parts); {
	case n == 0:
		return "page"
	case n > outline.MaxSegments:
		last := outline.Slug(strings.Join(parts[outline.MaxSegments-1:], "-"))
		parts = append(parts[:outline.MaxSegments-1], last)
	}
	return strings.Join(parts, "/")
}

// page is the text of the page: with its name as the title where it has none, what stood in front
// of it as a block of code, and its links.
func (n *note) page(links links) string {
	body := links.rewrite(n)
	base := strings.TrimSuffix(path.Base(n.name), path.Ext(n.name))
	title := ""
	if len(n.text) <= store.MaxMarkdown && outline.Read(n.text).Title == "" {
		if title = oneLine(n.meta.text("title")); title == "" && !outline.ValidSlug(base) {
			title = oneLine(strings.NewReplacer("___", "/", "%2F", "/").Replace(base))
		}
		if !outline.IsBlank(title) {
			title = "# " + clip(title, outline.MaxTitle)
		}
	}
	if n.meta.raw == "" && title == "" {
		return body
	}
	fence := "```"
	for strings.Contains(n.meta.raw, fence) {
		fence += "`"
	}
	block := ""
	if n.meta.raw != "" {
		block = fence + "yaml\n" + n.meta.raw + "\n" + fence
	}
	return join(title, block, strings.TrimLeft(body, "\n"))
}

// modified is when the file was written last; zero: nobody knows. A zip whose maker had no clock
// says 1980.
func (f *file) modified() store.Time {
	if y := f.at.Year(); y <= 1980 || y > 9999 {
		return store.Time{}
	}
	return store.At(f.at)
}

// time is the first of the keys that holds a time.
func (m frontMatter) time(zone *time.Location, keys ...string) store.Time {
	for _, key := range keys {
		if at, err := store.ParseTime(m.text(key), zone); err == nil && at.Year() > 1 {
			return at
		}
	}
	return store.Time{}
}
