package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// bytesPerToken is what a budget counts.
const bytesPerToken = 4

type digestInput struct {
	Project   string `query:"project" doc:"Only this project"`
	Workspace string `query:"workspace_path" doc:"A folder: the project it belongs to. An unknown one narrows nothing"`
	Repo      string `query:"repo_url" doc:"A git remote, in any spelling, for a folder that is not known"`
	Text      string `query:"q" doc:"The work ahead: the threads nearest to it come first"`
	Budget    int    `query:"budget" minimum:"100" maximum:"16000" default:"2000" doc:"The most tokens of the answer, four bytes each; what is left out is still counted"`
}

// DescribedDigest is a digest on the wire. Its lists end where the budget does; the counts
// are of all there is.
type DescribedDigest struct {
	Threads       []ThreadBody          `json:"threads" nullable:"false" doc:"Near the work ahead first, then the stale ones, the oldest first, then the newest"`
	OpenCount     int                   `json:"open_count" doc:"All active threads in question"`
	StaleCount    int                   `json:"stale_count"`
	Reminders     []ReminderBody        `json:"reminders" nullable:"false"`
	ReminderCount int                   `json:"reminder_count"`
	Sessions      []store.SessionRecord `json:"sessions" nullable:"false" doc:"The last ones"`
}

var digest = operation{id: "get-digest", summary: "What to know before work: threads, due reminders, the last sessions"}

func (a *API) digest(ctx context.Context, in *digestInput) (*result[DescribedDigest], error) {
	size := in.Budget * bytesPerToken
	// About 800 bytes a thread as JSON: more are not worth reading.
	found, err := a.Store.Digest(ctx, store.DigestQuery{
		Project: in.Project, At: store.Place{Folder: in.Workspace, Remote: in.Repo}, Text: in.Text, Limit: min(max(5, size/800), 50),
	}, a.Policy)
	if err != nil {
		return nil, err
	}
	body := DescribedDigest{OpenCount: found.OpenCount, StaleCount: found.StaleCount, ReminderCount: found.ReminderCount}
	left := size - len(encode(body)) // with null for each list, which is longer than []
	// What is due must not be crowded out by long threads, nor the other way round.
	room := left / 4
	body.Reminders, room = fit(found.Reminders, room, func(m store.Reminder) ReminderBody { return a.reminderBody(ctx, m) })
	room += left - left/4
	body.Threads, room = fit(found.Threads, room, func(t store.Thread) ThreadBody { return a.threadBody(ctx, t) })
	body.Sessions, _ = fit(found.Sessions, room, func(r store.SessionRecord) store.SessionRecord { return r })
	fresh := found.FreshUntil
	if ranked := a.Store.Now().Add(overlapAge); in.Text != "" && (fresh.IsZero() || ranked.Before(fresh)) {
		fresh = ranked
	}
	return show(body).until(fresh), nil
}

// fit shows the first items of a list that have room, and returns the room that is left. An
// item that has none is left out, and the shorter ones behind it still have their chance.
func fit[T, B any](list []T, room int, show func(T) B) ([]B, int) {
	kept := []B{}
	for _, item := range list {
		shown := show(item)
		if size := len(encode(shown)) + 1; size <= room { // and a comma
			kept = append(kept, shown)
			room -= size
		}
	}
	return kept, room
}
