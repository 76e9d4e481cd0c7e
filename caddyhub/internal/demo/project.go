package demo

import (
	"context"
	"embed"
	"fmt"

	"github.com/progresshub/progresshub/store"
)

// project is one of the month's projects. Its progress file is progress/<slug>.md.
type project struct {
	slug, title, description string
	repo, folder             string
	pinned                   bool
	log                      []entry
}

// entry is a line in the log of a progress file.
type entry struct{ at, by, text string }

var projects = []project{
	{
		slug: "shop-backend", title: "Shop backend", description: "Orders, payments and prices", pinned: true,
		repo: "https://git.example.org/shop/backend", folder: "/home/kim/src/shop-backend",
		log: []entry{
			{"24 11:31", codex, "The webhook moves in three steps, so that each can be taken back"},
			{"15 12:21", claude, "Orders keep the zone of their address"},
			{"12 10:36", codex, "Search answers 429 above 30 a minute and address"},
			{"4 11:01", claude, "The old machine runs no jobs any more"},
		},
	},
	{
		slug: "shop-web", title: "Shop web", description: "What customers see",
		repo: "https://git.example.org/shop/web", folder: "/home/kim/src/shop-web",
		log: []entry{
			{"21 10:01", cursor, "The checkout works by keyboard"},
			{"9 12:01", claude, "Suggestions use trigrams: 83 % of misspelled words in 4 ms"},
			{"3 11:11", codex, "The date picker is the browser's own"},
		},
	},
	{
		slug: "homelab", title: "Homelab", description: "Two machines in the cupboard, one of them new", pinned: true,
		repo: "https://git.example.org/kim/homelab", folder: "/home/kim/src/homelab",
		log: []entry{
			{"23 20:11", claude, "Backups go to the box at my sister's, a restore took 4 minutes"},
			{"5 21:06", claude, "Photos of 2019 and 2020 are compared"},
		},
	},
	{
		slug: "recipe-box", title: "Recipe box", description: "The family's recipes on the tablet in the kitchen",
		repo: "https://git.example.org/kim/recipe-box", folder: "/home/kim/src/recipe-box",
		log: []entry{{"16 21:16", codex, "Eggs are never cut"}, {"6 21:01", gemini, "118 recipes are in"}},
	},
	{slug: "home", title: "Home", description: "The move, papers, people"},
	{slug: "statistics", title: "Statistics course", description: "Evening course until February"},
	{slug: "garden", title: "Garden"},
}

//go:embed progress wiki
var texts embed.FS

func text(name string) (string, error) {
	b, err := texts.ReadFile(name)
	return string(b), err
}

func projectActs() []act {
	acts := []act{{at: "27 08:55", what: "preferences", do: choose}}
	for i, p := range projects {
		acts = append(
			acts,
			act{at: fmt.Sprintf("27 09:%02d", i), what: p.title, do: p.create},
			act{at: fmt.Sprintf("27 09:%02d", 10+i), what: p.title, do: p.begin},
		)
		for _, e := range p.log {
			acts = append(acts, act{at: e.at, by: e.by, what: e.text, do: func(ctx context.Context, s *store.Store, by store.By) error {
				_, err := s.LogProgress(ctx, by, p.slug, store.LogEntry{Text: e.text}, store.Policy{})
				return err
			}})
		}
	}
	return acts
}

// choose makes the owner's choices: the first steps are long done.
func choose(ctx context.Context, s *store.Store, by store.By) error {
	_, err := s.UpdatePreferences(ctx, by, store.PreferencesInput{StaleDays: store.Some(6), FirstSteps: store.Some(store.FirstSteps)}, store.Policy{})
	return err
}

func (p project) create(ctx context.Context, s *store.Store, by store.By) error {
	in := store.ProjectInput{
		Slug: store.Some(p.slug), Title: store.Some(p.title), Description: store.Some(p.description), Pinned: store.Some(p.pinned),
	}
	if p.repo != "" {
		in.RepoURL, in.WorkspacePaths = store.Some(p.repo), store.Some([]string{p.folder})
	}
	_, err := s.CreateProject(ctx, by, in)
	return err
}

// begin writes the project's progress file.
func (p project) begin(ctx context.Context, s *store.Store, by store.By) error {
	markdown, err := text("progress/" + p.slug + ".md")
	if err != nil {
		return err
	}
	_, err = s.PutProgress(ctx, by, p.slug, store.NoRev, markdown)
	return err
}
