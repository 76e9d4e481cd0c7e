package api

import (
	"context"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// PreferencesBody are the preferences in effect, and where each comes from.
type PreferencesBody struct {
	Timezone     string             `json:"timezone" doc:"A name of the IANA database; Local when only the machine knows" example:"Europe/Vienna"`
	StaleDays    int                `json:"stale_days" doc:"Days without work after which an active thread counts as stale" example:"5"`
	Theme        string             `json:"theme" enum:"system,light,dark"`
	TextSize     string             `json:"text_size" enum:"normal,large,larger"`
	Language     string             `json:"language" enum:"browser,en,de,es,fr,ja" doc:"The language of the dashboard; browser: whichever the browser asks for first"`
	Keys         bool               `json:"keys" doc:"Whether single keys are shortcuts" example:"true"`
	FocusMinutes int                `json:"focus_minutes" enum:"0,15,25,45" doc:"How long the focus timer runs; 0: there is none" example:"25"`
	FirstSteps   []string           `json:"first_steps" nullable:"false" doc:"The first steps that the owner has ticked off: password, agent, thread, backup" example:"[\"agent\"]"`
	Sources      PreferencesSources `json:"sources" doc:"Where each value comes from: default, stored, or the part of the configuration that fixes it"`
}

// PreferencesSources name where each preference comes from.
type PreferencesSources struct {
	Timezone  string `json:"timezone" example:"the environment (HUB_TIMEZONE)"`
	StaleDays string `json:"stale_days" example:"stored"`
	Theme     string `json:"theme" example:"default"`
	TextSize  string `json:"text_size" example:"default"`
	Keys      string `json:"keys" example:"default"`
	Language  string `json:"language" example:"default"`

	FocusMinutes string `json:"focus_minutes" example:"default"`
}

var getPreferences = operation{id: "get-preferences", summary: "The preferences in effect, and where each comes from"}

func (a *API) getPreferences(ctx context.Context, _ *struct{}) (*result[PreferencesBody], error) {
	return a.showPreferences(a.Store.Preferences()).until(never), nil
}

func (a *API) showPreferences(stored store.Preferences) *result[PreferencesBody] {
	policy := a.Store.Effective(a.Policy)
	b := PreferencesBody{Timezone: store.ZoneName(policy.Zone), StaleDays: policy.StaleDays, Keys: true, FocusMinutes: store.DefaultFocusMinutes, FirstSteps: []string{}}
	b.Theme, b.TextSize, b.Language = store.Themes[0], store.TextSizes[0], store.Languages[0]
	if stored.Theme != nil {
		b.Theme = *stored.Theme
	}
	if stored.TextSize != nil {
		b.TextSize = *stored.TextSize
	}
	if stored.Language != nil {
		b.Language = *stored.Language
	}
	if stored.Keys != nil {
		b.Keys = *stored.Keys
	}
	if stored.FocusMinutes != nil {
		b.FocusMinutes = *stored.FocusMinutes
	}
	if stored.FirstSteps != nil {
		b.FirstSteps = *stored.FirstSteps
	}
	b.Sources = PreferencesSources{
		Timezone:  a.source("timezone", stored.Timezone != nil),
		StaleDays: a.source("stale_days", stored.StaleDays != nil),
		Theme:     a.source("theme", stored.Theme != nil),
		TextSize:  a.source("text_size", stored.TextSize != nil),
		Keys:      a.source("keys", stored.Keys != nil),
		Language:  a.source("language", stored.Language != nil),

		FocusMinutes: a.source("focus_minutes", stored.FocusMinutes != nil),
	}
	return show(b).tagged()
}

// source says where the value of a setting comes from.
func (a *API) source(name string, stored bool) string {
	return setting.Source(a.Fixed[name], stored)
}

type putPreferencesInput struct {
	Body struct {
		Timezone     opt[string]   `json:"timezone,omitempty" doc:"A name of the IANA database; null: the machine's" example:"Europe/Vienna"`
		StaleDays    opt[int]      `json:"stale_days,omitempty" doc:"1 to 365; null: 3" example:"5"`
		Theme        opt[string]   `json:"theme,omitempty" doc:"system, light or dark; null: system" example:"dark"`
		TextSize     opt[string]   `json:"text_size,omitempty" doc:"normal, large or larger; null: normal" example:"large"`
		Language     opt[string]   `json:"language,omitempty" doc:"browser, en, de, es, fr or ja; null: browser" example:"de"`
		Keys         opt[bool]     `json:"keys,omitempty" doc:"null: true" example:"true"`
		FocusMinutes opt[int]      `json:"focus_minutes,omitempty" doc:"0, 15, 25 or 45; null: 25" example:"45"`
		FirstSteps   opt[[]string] `json:"first_steps,omitempty" doc:"Replaces the list; of password, agent, thread and backup those to tick off; null: none" example:"[\"agent\"]"`
	}
}

var putPreferences = operation{id: "put-preferences", owner: true, summary: "Change the preferences that the body carries; null takes one back"}

func (a *API) putPreferences(ctx context.Context, in *putPreferencesInput) (*result[PreferencesBody], error) {
	b := &in.Body
	for name, set := range map[string]bool{"timezone": b.Timezone.Set, "stale_days": b.StaleDays.Set} {
		if source := a.Fixed[name]; set && source != "" {
			return nil, &setting.FixedError{Name: name, Source: source}
		}
	}
	return write(ctx, func(by store.By) (store.Written[store.Preferences], error) {
		return a.Store.UpdatePreferences(ctx, by, store.PreferencesInput{
			Timezone: b.Timezone.Opt, StaleDays: b.StaleDays.Opt, Theme: b.Theme.Opt, TextSize: b.TextSize.Opt, Language: b.Language.Opt, Keys: b.Keys.Opt, FocusMinutes: b.FocusMinutes.Opt, FirstSteps: b.FirstSteps.Opt,
		}, a.Policy)
	}, func(w store.Written[store.Preferences]) *result[PreferencesBody] { return a.showPreferences(w.Item) })
}
