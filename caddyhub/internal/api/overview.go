package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
)

// Overview is the whole hub in numbers, and what of it is failing.
type Overview struct {
	store.Overview
	HubID    string            `json:"hub_id" example:"cxy99bbg25ng" doc:"Random, and the same for as long as the data: tells this hub from another one at the same address. Empty while it can't be written"`
	Problems []OverviewProblem `json:"problems" nullable:"false" doc:"What the owner set up and fails right now; empty while all is well"`
	Demo     bool              `json:"demo" doc:"Whether the data is made up, as in hub serve --demo"`
}

// OverviewProblem is something the owner set up that is failing.
type OverviewProblem struct {
	Area  string     `json:"area" example:"backup"`
	Since store.Time `json:"since" format:"date-time" doc:"When it began"`
	Text  string     `json:"text" doc:"What is wrong, in a sentence or two for the owner" example:"Backups fail: the folder /mnt/disk/hub is missing."`
	Said
	URL string `json:"url" doc:"The page on which it is mended" example:"https://hub.example.org/ui/settings/data"`
}

// TransformSchema names the areas, of which there is one list.
func (OverviewProblem) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for _, area := range health.Areas {
		s.Properties["area"].Enum = append(s.Properties["area"].Enum, area)
	}
	return s
}

var overview = operation{id: "get-overview", summary: "The whole hub in numbers, and what of it is failing"}

func (a *API) overview(ctx context.Context, _ *struct{}) (*result[Overview], error) {
	o, err := a.Store.Overview(ctx, a.Policy)
	if err != nil {
		return nil, err
	}
	id, err := a.Store.HubID(ctx)
	if err != nil {
		a.Logger.Debug("the hub has no id yet", zap.Error(err)) // the numbers are true without it
	}
	out := Overview{Overview: o, HubID: id, Problems: []OverviewProblem{}, Demo: a.Demo}
	for _, p := range a.Health.Problems() {
		out.Problems = append(out.Problems, OverviewProblem{p.Area, store.At(p.Since), p.Text.String(), saidOf(p.Text), a.link(ctx, p.Page)})
	}
	return show(out).until(o.FreshUntil), nil
}
