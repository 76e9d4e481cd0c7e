package exchange

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"go.yaml.in/yaml/v3"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// writeMarkdown writes a folder for each project, with its PROGRESS.md and a file for each thread,
// the wiki, and a list of the reminders. Links between pages lead from file to file.
func writeMarkdown(z *zipWriter, out Outgoing) error {
	pages := map[string]string{}
	for _, p := range out.Pages {
		pages[p.Path] = "wiki/" + p.Path + ".md"
	}
	for _, p := range out.Projects {
		progress := p.Progress
		if progress == "" {
			progress = join("# "+oneLine(p.Title), said(p.Description)) + "\n"
		}
		name := "projects/" + p.Slug + "/PROGRESS.md"
		if err := z.file(name, relinked(progress, name, pages), p.UpdatedAt); err != nil {
			return err
		}
	}
	files := map[string]string{}
	for _, t := range out.Threads {
		files[t.ID] = "projects/" + t.ProjectSlug + "/threads/" + fileName(t.Summary, "thread") + "-" + t.ID + ".md"
	}
	for _, t := range out.Threads {
		text, err := threadFile(t, out, files)
		if err != nil {
			return err
		}
		if err := z.file(files[t.ID], relinked(text, files[t.ID], pages), t.LastActivityAt); err != nil {
			return err
		}
	}
	for _, p := range out.Pages {
		if err := z.file(pages[p.Path], relinked(p.Markdown, pages[p.Path], pages), p.UpdatedAt); err != nil {
			return err
		}
	}
	if text := remindersList(out); text != "" {
		return z.file("reminders.md", text, store.Time{})
	}
	return nil
}

// threadFile is a thread as a document.
func threadFile(t store.Thread, out Outgoing, files map[string]string) (string, error) {
	head, err := yaml.Marshal(struct {
		ID        string       `yaml:"id"`
		Status    store.Status `yaml:"status"`
		Project   string       `yaml:"project"`
		Energy    string       `yaml:"energy,omitempty"`
		Tool      string       `yaml:"source_tool,omitempty"`
		Created   store.Time   `yaml:"created"`
		Worked    store.Time   `yaml:"last_activity"`
		Completed store.Time   `yaml:"completed,omitempty"`
		Paused    store.Time   `yaml:"paused,omitempty"`
	}{t.ID, t.Status, t.ProjectSlug, ownOf(t).Energy, said(t.SourceTool), t.CreatedAt, t.LastActivityAt, at(t.CompletedAt), at(t.PausedAt)})
	if err != nil {
		return "", err
	}
	parts := []section{
		{Title: "Goal", Text: said(t.Goal)},
		{Title: "Focus", Text: said(t.Focus)},
		{Title: "Next steps", Text: stepsOf(t)},
		{Title: "Blocked", Text: said(t.BlockedReason)},
		{Title: "Resume with", Text: said(t.ResumeStep)},
		{Title: "Tried without success", Text: tried(t)},
		{Title: "Also known as", Text: list(t.AlsoKnown)},
		{Title: "Folder", Text: said(t.WorkspacePath)},
	}
	var after []string
	for _, id := range t.DependsOn {
		if before := out.byID[id]; before != nil {
			label := strings.NewReplacer("[", "(", "]", ")").Replace(oneLine(before.Summary))
			after = append(after, fmt.Sprintf("[%s](%s)", label, relative(files[t.ID], files[id])))
		}
	}
	parts = append(parts, section{Title: "After", Text: list(after)})
	return "---\n" + string(head) + "---\n\n" + document(t.Summary, parts), nil
}

// relative is the way from one file to another.
func relative(from, to string) string {
	way, err := filepath.Rel(path.Dir(from), to)
	if err != nil {
		return to
	}
	return strings.ReplaceAll(filepath.ToSlash(way), " ", "%20")
}

// relinked is a document of the hub whose links to pages lead to their files.
func relinked(md, from string, pages map[string]string) string {
	if len(md) > store.MaxMarkdown {
		return md
	}
	source := []byte(md)
	var cuts []cut
	_ = ast.Walk(outline.NewParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, is := n.(*outline.WikiLink)
		if !is || !entering || pages[link.Path] == "" {
			return ast.WalkContinue, nil
		}
		start, length := strings.LastIndex(md[:link.Target.Start], "[["), strings.Index(md[link.Target.Stop:], "]]")
		if start >= 0 && length >= 0 {
			to := relative(from, pages[link.Path])
			if link.Fragment != "" {
				to += "#" + outline.Slug(link.Fragment)
			}
			cuts = append(cuts, cut{start, link.Target.Stop + length + len("]]"), "[" + link.Label + "](" + to + ")"})
		}
		return ast.WalkContinue, nil
	})
	return replace(md, cuts)
}
