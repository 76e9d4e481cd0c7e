package api

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/calendar"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// feedPattern is where calendars are read: the address itself is the credential.
const feedPattern = "GET /api/calendar/{file}"

// FeedBody is the calendar feed.
type FeedBody struct {
	Active     bool        `json:"active" doc:"Whether there is an address"`
	CreatedAt  *store.Time `json:"created_at" format:"date-time"`
	LastUsedAt *store.Time `json:"last_used_at" format:"date-time" doc:"null: nobody has read it"`
}

// MadeFeed is the calendar feed with its address, which is told this once.
type MadeFeed struct {
	FeedBody
	URL string `json:"url" doc:"For a program that subscribes to calendars; it is shown only here" example:"https://hub.example.org/api/calendar/hubf_….ics"`
}

func (a *API) feedBody() FeedBody {
	feed, active := a.Auth.Tokens().Feed()
	return FeedBody{active, timeOrNull(feed.CreatedAt), timeOrNull(feed.LastUsedAt)}
}

var getFeed = operation{id: "get-calendar", owner: true, summary: "Whether reminders can be read as a calendar, and when they were last"}

func (a *API) getFeed(context.Context, *struct{}) (*result[FeedBody], error) {
	return show(a.feedBody()), nil
}

var makeFeed = operation{id: "make-calendar", owner: true, secret: true, summary: "Make the address of the calendar; the one before ends"}

func (a *API) makeFeed(ctx context.Context, _ *struct{}) (*result[MadeFeed], error) {
	if refusal := a.Auth.NeedsPrivate(); refusal != nil {
		return nil, refusal
	}
	text, err := a.Auth.Tokens().MakeFeed()
	if err != nil {
		return nil, err
	}
	a.Logger.Info("an address of the calendar was made")
	base := a.PublicURL
	if base == "" {
		info := inbound.From(ctx)
		base = info.Origin() + info.Prefix
	}
	return show(MadeFeed{a.feedBody(), base + "/api/calendar/" + text + ".ics"}).created(a.way(ctx, "/api/calendar")).secret(), nil
}

var endFeed = operation{id: "end-calendar", owner: true, summary: "End the address of the calendar at once"}

func (a *API) endFeed(context.Context, *struct{}) (*result[none], error) {
	if err := a.Auth.Tokens().EndFeed(); err != nil {
		return nil, err
	}
	a.Logger.Info("the address of the calendar has ended")
	return gone(store.Written[none]{}), nil
}

// calendarFile serves the calendar. Every address that is not its own is as absent as any.
func (a *API) calendarFile(w http.ResponseWriter, r *http.Request) {
	token, isFile := strings.CutSuffix(r.PathValue("file"), ".ics")
	if !isFile || !a.Auth.Tokens().OpensFeed(token) {
		noAddress().Write(w)
		return
	}
	entries, err := a.Store.Calendar(r.Context(), a.Policy)
	if err != nil {
		a.problemOf(r.Context(), err, "path").Write(w)
		return
	}
	link := func(m store.Reminder) string {
		if a.PublicURL == "" { // no address would lead there from everywhere
			return ""
		}
		return a.PublicURL + store.DashboardPath(store.ReminderURI(m.ID))
	}
	var body bytes.Buffer
	if err := calendar.Write(&body, entries, link); err != nil {
		a.internal(r.Context(), err).Write(w)
		return
	}
	file := encoded[none](body.Bytes()).tagged().answer()
	file.ContentType = "text/calendar; charset=utf-8"
	file.prepare().write(w, r)
}
