package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// Edit puts one text of a document in the place of another.
type Edit struct{ Find, Replace string }

// EditPage changes the one place of a wiki page that reads as the edit says. Any other
// number of places is an [InvalidError] that names them, or the lines that are nearest. ifRev is that of [Store.PutPage].
func (s *Store) EditPage(ctx context.Context, by By, path string, ifRev int, e Edit) (Written[Page], error) {
	if _, err := s.Page(ctx, path); err != nil {
		return Written[Page]{}, err
	}
	var missed misfit
	w, err := s.rewritePage(ctx, "edit a wiki page", by, path, ifRev, func(text string) (string, error) { return e.apply(text, &missed) })
	return w, missed.explain(err)
}

// EditProgress is [Store.EditPage] for the progress file of a project. What stands between
// the hub's markers is not there to be edited.
func (s *Store) EditProgress(ctx context.Context, by By, project string, ifRev int, e Edit) (Written[Progress], error) {
	var missed misfit
	w, err := s.rewriteProgress(ctx, "edit a progress file", by, project, ifRev, func(text string) (string, error) {
		text, err := e.apply(text, &missed)
		if err == nil && outline.Blank(text) != text {
			err = &InvalidError{Fields: []FieldError{{"replace", "must leave the hub's block of threads as it is"}}}
		}
		return text, err
	})
	if missed.find != "" && missed.times == 0 {
		if shown, _ := s.Progress(ctx, project); strings.Contains(shown.Markdown, missed.find) {
			return w, missed.err(": it is in the hub's own block, which follows the threads: change the thread itself, such as by finish_thread or save_thread")
		}
	}
	return w, missed.explain(err)
}

// ending gives the texts of an edit the line ends of the document, as appending does: readers see plain
// ones, and writers may send those of Windows.
func (e Edit) ending(document string) Edit {
	end := "\n"
	if strings.Contains(document, "\r\n") {
		end = "\r\n"
	}
	lines := strings.NewReplacer("\r\n", end, "\n", end)
	return Edit{lines.Replace(e.Find), lines.Replace(e.Replace)}
}

// apply makes the change. What it misses goes to missed: to look for what was meant takes long,
// and would hold up all other changes.
func (e Edit) apply(text string, missed *misfit) (string, error) {
	var v invalid
	if e.Find == "" {
		v.add("find", "is required: a text that the document has once")
	}
	v.checkMarkdown("find", e.Find)
	v.checkMarkdown("replace", e.Replace)
	if err := v.err(); err != nil {
		return "", err
	}
	n := strings.Count(text, e.Find)
	if n == 0 || !strings.Contains(e.Find, "\n") {
		e = e.ending(text)
		n = strings.Count(text, e.Find)
	}
	if n != 1 {
		*missed = misfit{text, e.Find, n}
		return "", missed.err("")
	}
	text = strings.Replace(text, e.Find, e.Replace, 1)
	if len(text) > MaxMarkdown {
		return "", &InvalidError{Fields: []FieldError{{"replace", fmt.Sprintf("does not fit: a document has at most %d bytes", MaxMarkdown)}}}
	}
	return text, nil
}
