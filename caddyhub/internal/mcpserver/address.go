package mcpserver

import (
	"context"
	"errors"
	"strings"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// dashboard begins the paths of the dashboard's pages.
const dashboard = "/ui/"

// address is the hub:// address of what the caller names: by that, by a link to the
// dashboard, or by an id, a wiki path or a slug alone.
func (s *server) address(ctx context.Context, given string) (string, error) {
	given = strings.TrimSuffix(given, "/")
	if id, ok := strings.CutPrefix(given, store.ApprovalURI("")); ok {
		return requestURI(id), nil // as the history calls a request
	}
	if strings.HasPrefix(given, "hub://") {
		return given, nil
	}
	if before, place, ok := strings.Cut(given, dashboard); ok && leadsToHub(before) {
		return linked(place), nil
	}
	if strings.Contains(given, "://") {
		return given, nil // read says that nothing is there
	}
	given = strings.Trim(given, "/")
	if path, ok := strings.CutPrefix(given, "wiki/"); ok {
		// A page may begin like that itself.
		err := s.findPage(ctx, given)
		if err == nil {
			return store.PageURI(given), nil
		}
		if !errors.As(err, new(*store.NotFoundError)) {
			return "", err
		}
		given = path
	}
	for _, kind := range []struct {
		uri  func(id string) string
		find func(ctx context.Context, id string) error
	}{
		{store.ThreadURI, finding(s.Store.Thread)},
		{store.PageURI, s.findPage},
		{store.ProjectURI, finding(s.Store.Project)},
		{store.ReminderURI, finding(s.Store.Reminder)},
		{store.SessionURI, finding(s.Store.Session)},
		{requestURI, finding(s.Store.Approval)},
		{changeURI, finding(s.Store.Event)},
	} {
		err := kind.find(ctx, given)
		if err == nil {
			return kind.uri(given), nil
		}
		if !errors.As(err, new(*store.NotFoundError)) {
			return "", err
		}
	}
	if strings.Contains(given, "/") && outline.ValidWikiPath(given) {
		return store.PageURI(given), nil // whose error names the closest page
	}
	return given, nil
}

// leadsToHub reports whether a text in front of the dashboard's path makes it a link: it is nothing, a
// prefix of the path, or the name of a host. A page may have a part "ui" as well.
func leadsToHub(before string) bool {
	return before == "" || strings.HasPrefix(before, "/") || before == "localhost" || strings.ContainsAny(before, ".:")
}

// finding reads an item to see whether it is there.
func finding[T any](read func(ctx context.Context, id string) (T, error)) func(context.Context, string) error {
	return func(ctx context.Context, id string) error {
		_, err := read(ctx, id)
		return err
	}
}

func (s *server) findPage(ctx context.Context, path string) error {
	if !outline.ValidWikiPath(path) {
		return &store.NotFoundError{}
	}
	_, err := s.Store.Page(ctx, path)
	return err
}

// linked is the address of what a page of the dashboard shows; see [store.DashboardPath].
func linked(place string) string {
	place, _, _ = strings.Cut(place, "#")
	place, query, _ := strings.Cut(place, "?")
	if id, ok := strings.CutPrefix(query, "session="); ok && place == "search" {
		return store.SessionURI(id)
	}
	if place = strings.TrimSuffix(place, "/"); place == "approvals" {
		return requestsURI
	}
	return "hub://" + place
}
