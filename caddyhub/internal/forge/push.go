package forge

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// push makes one commit of all that the hub has to say, if there is anything. The remote
// takes it only if its branch has not moved since the pass began.
func (p *pass) push(ctx context.Context) error {
	if err := ctx.Err(); err != nil || len(p.changes) == 0 {
		return err
	}
	p.job.step("pushing", 0)
	changes := make([]remote.Change, len(p.changes))
	for i, c := range p.changes {
		changes[i] = c.Change
	}
	var common []store.ForgeChange
	for _, c := range p.changes {
		if c.common.Path != "" {
			common = append(common, c.common)
		}
	}
	if err := p.send(ctx, changes, common); err != nil {
		return err
	}
	for _, c := range common {
		d, _ := p.layout.read(c.Path)
		switch {
		case !c.Deleted:
			p.out.Pushed++
		case d.page != "": // any other has moved
			p.out.Deleted++
		}
	}
	return nil
}

// message is that of the commit.
func (p *pass) message(changes []remote.Change) string {
	const most = 20
	var b strings.Builder
	does := "hub: "
	if p.decision == store.ForgeRestore {
		does += "restore "
	}
	if len(changes) == 1 {
		fmt.Fprintf(&b, "%s%s\n", does, changes[0].Path)
		return b.String()
	}
	fmt.Fprintf(&b, "%s%d files\n\n", does, len(changes))
	for i, c := range changes {
		if i == most {
			fmt.Fprintf(&b, "and %d more\n", len(changes)-most)
			break
		}
		b.WriteString(c.Path + "\n")
	}
	return b.String()
}

// The lines between which the hub writes into the index.
const (
	indexOpens  = "<!-- hub:index -->\n"
	indexCloses = "<!-- /hub:index -->\n"
)

// list brings the index into step with what the remote will have. It depends on that
// alone, so that two hubs write the same. An index without the hub's markers is somebody
// else's, and so is what is no file; a project may have its file there.
func (p *pass) list() error {
	at := p.layout.index()
	old := "# Index\n\n" + indexOpens + indexCloses
	own := slices.ContainsFunc(p.projects, func(project store.Project) bool { return p.layout.of(project).path == at })
	if own || p.owners[at] != "" || p.tree.Unfit(at) != "" {
		return nil
	}
	// By its very name: among the files is only one of those that differ in capitals.
	raw, err := p.tree.Read(at, maxFile)
	there := !errors.Is(err, fs.ErrNotExist)
	switch {
	case there && err != nil:
		p.out.skip(at, "it can't be read")
		return nil
	case there:
		old = string(raw)
	}
	before, rest, opens := strings.Cut(old, indexOpens)
	_, after, closes := strings.Cut(rest, indexCloses)
	if !opens || !closes {
		return nil
	}
	lines, err := p.lines()
	if err != nil {
		return err
	}
	text := before + indexOpens + lines + indexCloses + after
	if there && text == old || !there && lines == "" || p.hold(at, text) || p.claim(at) != "" {
		return nil
	}
	p.changes = append(p.changes, change{Change: remote.Change{Path: at, Content: []byte(text)}})
	return nil
}

// lines are what stands between the markers of the index.
func (p *pass) lines() (string, error) {
	if err := p.readOthers(); err != nil {
		return "", err
	}
	var projects, pages strings.Builder
	for _, file := range slices.Sorted(maps.Keys(p.texts)) {
		d, _ := p.layout.read(file)
		rest, _ := p.layout.within(file)
		to, name := &projects, d.project
		switch {
		case d.page != "":
			to, name = &pages, path.Base(d.page)
		case d.project == "":
			continue // a file in a place of its own
		}
		if title := outline.Read(p.texts[file]).Title; title != "" {
			name = title
		}
		fmt.Fprintf(to, "- [%s](%s)\n", store.Inline(name), rest)
	}
	var b strings.Builder
	for _, part := range []struct{ heading, lines string }{{"Projects", projects.String()}, {"Wiki", pages.String()}} {
		if part.lines != "" {
			b.WriteString("\n## " + part.heading + "\n\n" + part.lines)
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// readOthers reads the progress files of projects that this hub does not know.
func (p *pass) readOthers() error {
	others := 0
	for _, file := range slices.Sorted(maps.Keys(p.files)) {
		d, wrong := p.layout.read(file)
		if _, known := p.texts[file]; known || wrong != "" || d.project == "" {
			continue
		}
		if others++; others > maxProjects {
			return nil
		}
		text, wrong, err := p.theirs(d, store.ForgeFile{}, false)
		if err != nil {
			return err
		}
		if wrong == "" {
			p.texts[file] = text
		}
	}
	return nil
}
