package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// AppendPage adds text as further blocks at the end of a wiki page, or makes the page of it.
// Of any number of simultaneous appends each is kept. Where a page was moved away, it is not
// begun anew: that is a [ConflictError] that names its new path. A text that the page ends
// with already is not added again, and no event is written: it was sent twice. ifRev is that
// of [Store.PutPage].
func (s *Store) AppendPage(ctx context.Context, by By, path string, ifRev int, markdown string) (Written[Page], error) {
	var v invalid
	v.checkPath("path", path)
	v.checkAddition("markdown", markdown)
	if err := v.err(); err != nil {
		return Written[Page]{}, err
	}
	return s.changePage(ctx, "append to a wiki page", by, path, ifRev, func(tx *tx, p *Page) (string, error) {
		if p.Rev == 0 {
			if err := tx.checkNotMoved(path); err != nil {
				return "", err
			}
		}
		text, err := fitting(outline.Append(p.Markdown, markdown))
		if err != nil {
			return "", err
		}
		return tx.rewritePage(p, text)
	})
}

// AppendProgress is [Store.AppendPage] for the progress file of a project. What the
// addition has between the hub's markers is not kept, and a log at the end stays there. An
// unknown project is a [NotFoundError] that names the closest.
func (s *Store) AppendProgress(ctx context.Context, by By, project string, ifRev int, markdown string) (Written[Progress], error) {
	added := outline.Blank(markdown)
	var v invalid
	v.checkAddition("markdown", added)
	if err := v.err(); err != nil {
		return Written[Progress]{}, err
	}
	return s.rewriteProgress(ctx, "append to a progress file", by, project, ifRev, func(text string) (string, error) {
		text, err := fitting(outline.AppendAboveLog(text, added))
		if err == nil && outline.Blank(text) != text {
			// The file has an opening marker only. A closing one now would make all between
			// them the hub's, which keeps nothing there.
			err = &InvalidError{Fields: []FieldError{{"markdown", "must not close the hub's block, which the file leaves open"}}}
		}
		return text, err
	})
}

// checkAddition is checkMarkdown for a text that is added to a document.
func (v *invalid) checkAddition(field, text string) {
	v.checkMarkdown(field, text)
	if strings.TrimSpace(text) == "" {
		v.add(field, "is required: what to append")
	}
}

// fitting is a document that has grown, if it is not too long now.
func fitting(text string) (string, error) {
	if len(text) > MaxMarkdown {
		return "", &InvalidError{Fields: []FieldError{{"markdown", fmt.Sprintf("does not fit: a document has at most %d bytes", MaxMarkdown)}}}
	}
	return text, nil
}
