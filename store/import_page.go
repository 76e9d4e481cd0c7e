package store

import (
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/outline"
)

// settlePages finds out where every page is or will be, before anything with links to them is written.
func (b *bringing) settlePages() error {
	for _, in := range b.in.Pages {
		if _, err := b.settlePage(in); err != nil {
			return about(err, kindPage, in.Ref)
		}
	}
	return nil
}

// settlePage finds out where a page that came before is now, and a path for a new one: where another is
// at the one it has in the source, one beside it.
func (b *bringing) settlePage(in IncomingPage) (at string, err error) {
	var v invalid
	v.checkPath("path", in.Path)
	if err := v.err(); err != nil {
		return "", err
	}
	if at, twice := b.paths[in.Ref]; twice {
		b.made.Known++
		return at, nil
	}
	known, err := b.known(kindPage, in.Ref, in.Was, in.CreatedAt)
	if err != nil {
		return "", err
	}
	at = in.Path
	if known == "" {
		if at, err = b.freePath(in.Path); err != nil {
			return "", err
		}
		b.paths[in.Ref], b.taken[at] = at, true
	} else if paths, err := b.texts(`SELECT path FROM wiki_pages WHERE id = ?`, known); err != nil {
		return "", err
	} else if len(paths) > 0 {
		at = paths[0]
	}
	if at != in.Path && !b.wished[in.Path] {
		b.moved[in.Path] = at
	}
	b.wished[in.Path] = true
	return at, nil
}

// freePath is a path, or where that is taken, the same with a number.
func (b *bringing) freePath(wish string) (string, error) {
	folder, name := path.Split(wish)
	at := wish
	for n := 2; ; n++ {
		if !b.taken[at] {
			err := b.checkPageFree(&Page{}, at)
			if err == nil || !errors.As(err, new(*ConflictError)) {
				return at, err
			}
		}
		at = folder + numbered(name, n)
	}
}

// pages writes those that are new.
func (b *bringing) pages() error {
	for _, in := range b.in.Pages {
		if err := b.page(in); err != nil {
			return about(err, kindPage, in.Ref)
		}
	}
	return nil
}

// page writes one at the path that was found for it, if it is new.
func (b *bringing) page(in IncomingPage) error {
	at, isNew := b.paths[in.Ref]
	if !isNew {
		return nil
	}
	delete(b.paths, in.Ref)
	var v invalid
	v.checkMarkdown("markdown", in.Markdown)
	if err := v.err(); err != nil {
		return err
	}
	p := Page{PageInfo: PageInfo{Path: at, CreatedAt: orTime(in.CreatedAt, b.now)}, id: b.NewID()}
	if err := p.rewrite(b.tx, b.relinked(in.Markdown)); err != nil {
		return err
	}
	b.made.Pages++
	return b.came(kindPage, in.Ref, p.subject())
}

// relinked is a document whose links lead to where its pages are here, if there is room for that.
func (b *bringing) relinked(text string) string {
	if len(b.moved) == 0 || len(text) > MaxMarkdown || !strings.Contains(text, "[[") {
		return text
	}
	to, _ := outline.RenameLinks(text, func(path string) (string, bool) {
		at, moved := b.moved[path]
		return at, moved
	})
	if len(to) > MaxMarkdown {
		return text
	}
	return to
}

// relinkedField is the same of a field.
func (b *bringing) relinkedField(text string) string {
	to := b.relinked(text)
	if utf8.RuneCountInString(to) > MaxText {
		return text
	}
	return to
}
