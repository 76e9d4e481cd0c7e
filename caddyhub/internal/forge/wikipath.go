package forge

import (
	"context"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// OldFolder is where hubs of old kept their files in the repository. Now the root is the
// default, with projects/ and wiki/ in it.
const OldFolder = "adhd-hub/wiki"

// WikiPath is a setting that names the old folder.
type WikiPath struct {
	Setting string `json:"setting"`           // "path", or "forge_path" of a project
	Project string `json:"project,omitempty"` // its slug
	From    string `json:"from"`
	To      string `json:"to"`                 // empty: the root
	FixedBy string `json:"fixed_by,omitempty"` // the part of the configuration that sets it; only that can change it
}

// moved is a path of the repository without the old folder; false: it is not in there.
func moved(path string) (string, bool) {
	if path == OldFolder {
		return "", true
	}
	return strings.CutPrefix(path, OldFolder+"/")
}

// WikiPaths lists the settings that name the old folder. configured is the folder that the
// configuration sets, if any.
func WikiPaths(ctx context.Context, s *store.Store, configured setting.Value) ([]WikiPath, error) {
	list := []WikiPath{}
	if to, ok := moved(configured.Text); ok {
		list = append(list, WikiPath{Setting: "path", From: configured.Text, To: to, FixedBy: configured.Source})
	}
	stored, err := s.ForgeSettings(ctx)
	if err != nil {
		return nil, err
	}
	if stored.Path != nil {
		if to, ok := moved(*stored.Path); ok {
			list = append(list, WikiPath{Setting: "path", From: *stored.Path, To: to})
		}
	}
	projects, err := s.Projects(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range projects {
		if p.ForgePath == nil {
			continue
		}
		if to, ok := moved(*p.ForgePath); ok {
			list = append(list, WikiPath{Setting: "forge_path", Project: p.Slug, From: *p.ForgePath, To: to})
		}
	}
	return list, nil
}

// MoveWikiPaths writes the new values of the settings that are not fixed. The files in the
// repository stay where they are: the owner moves them there.
func MoveWikiPaths(ctx context.Context, s *store.Store, list []WikiPath) error {
	by := store.By{Actor: store.Owner}
	for _, w := range list {
		var to *string // nil: the root
		if w.To != "" {
			to = &w.To
		}
		if w.FixedBy != "" {
			continue
		}
		if w.Project == "" {
			if _, err := s.UpdateForgeSettings(ctx, by, func(f *store.ForgeSettings) (string, error) {
				f.Path = to
				return "", nil
			}); err != nil {
				return err
			}
			continue
		}
		if _, err := s.UpdateProject(ctx, by, w.Project, store.ProjectInput{ForgePath: store.Opt[string]{Set: true, Value: to}}); err != nil {
			return err
		}
	}
	return nil
}
