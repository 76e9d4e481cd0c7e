package demo

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// page is a page of the wiki, written from wiki/<path>.md.
type page struct {
	path   string
	at, by string
	added  []entry // to its end, later
}

var pages = []page{
	{path: "homelab", at: "27 20:00"},
	{path: "homelab/nas", at: "27 20:10", added: []entry{{"5 21:10", claude, "\n2021 is the next year to copy.\n"}}},
	{path: "homelab/backups", at: "25 20:20", by: claude, added: []entry{{"23 20:12", claude, "\n## Restore\n\n`restic restore latest --include /srv/photos/2019 --target /srv/trial` took 4 minutes.\n"}}},
	{path: "homelab/network", at: "24 19:00"},
	{path: "homelab/certificates", at: "18 21:31", by: claude},
	{path: "homelab/power-cut", at: "4 21:00", by: claude},
	{path: "homelab/sensors", at: "19 21:00", by: codex},
	{path: "shop/release", at: "26 10:00", added: []entry{{"15 12:25", claude, "- [ ] Look at one invoice of a customer in another zone\n"}}},
	{path: "shop/webhooks", at: "24 11:20", by: codex, added: []entry{{"11 15:35", claude, "\n## Order of the move\n\n1. verifySignature\n2. The replay of a day\n3. The provider's address\n"}}},
	{path: "shop/on-call", at: "23 09:30"},
	{path: "shop/prices", at: "8 11:00", by: gemini},
	{path: "shop/search", at: "9 11:55", by: claude},
	{path: "shop/accessibility", at: "22 11:25", by: cursor},
	{path: "shop/people", at: "26 10:30"},
	{path: "recipe-box/units", at: "23 21:25", by: codex},
	{path: "recipe-box/offline", at: "10 21:35", by: cursor},
	{path: "home/move", at: "21 12:00"},
	{path: "home/electricity", at: "5 12:55", by: gemini},
	{path: "home/papers", at: "22 18:00"},
	{path: "home/passports", at: "25 12:20"},
	{path: "statistics/formulas", at: "17 20:00"},
	{path: "statistics/trains", at: "12 20:40", by: claude},
	{path: "garden/beds", at: "19 11:00"},
	{path: "garden/watering", at: "11 10:45", by: codex},
	{path: "reading-list", at: "20 22:00", added: []entry{{"3 22:10", "", "- The design of everyday things, chapter 4\n"}}},
}

func pageActs() []act {
	var acts []act
	for _, p := range pages {
		acts = append(acts, act{at: p.at, by: p.by, what: p.path, do: p.write})
		for _, e := range p.added {
			acts = append(acts, act{at: e.at, by: e.by, what: p.path, do: func(ctx context.Context, s *store.Store, by store.By) error {
				_, err := s.AppendPage(ctx, by, p.path, store.AnyRev, e.text)
				return err
			}})
		}
	}
	return acts
}

func (p page) write(ctx context.Context, s *store.Store, by store.By) error {
	markdown, err := text("wiki/" + p.path + ".md")
	if err != nil {
		return err
	}
	_, err = s.PutPage(ctx, by, p.path, store.NoRev, markdown)
	return err
}
