package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store"
)

// session is a record of an agent's session, as the indexer on the PC sends it.
type session struct {
	at, tool       string // when it ended
	minutes        int
	project, title string
	summary        string
	open           []string
	messages       int
}

var sessions = []session{
	{"24 11:32", codex, 140, "shop-backend", "Split the payment webhook", "Who calls verifySignature, and what does the provider retry?", []string{"Draft the route table"}, 86},
	{"23 20:15", claude, 40, "homelab", "Try a restore", "Restore one folder of 2019 as a trial", nil, 31},
	{"21 10:02", cursor, 55, "shop-web", "Checkout by keyboard", "Label the card fields", nil, 44},
	{"18 14:41", codex, 70, "shop-backend", "Linter and generated files", "Match the header wherever it stands", nil, 52},
	{"15 12:22", claude, 170, "shop-backend", "Orders at midnight", "Repair the rows of last week", nil, 118},
	{"13 21:21", cursor, 80, "recipe-box", "Shopping list by aisle", "Let the aisles be dragged", nil, 63},
	{"12 20:46", claude, 65, "statistics", "Trains", "Join arrivals with the timetable", []string{"Leave out replaced trains", "Group by weekday"}, 47},
	{"9 17:11", cursor, 50, "shop-backend", "Retry loops", "Replace the loop of the mailer", []string{"mail/send.go sleeps without a limit"}, 39},
	{"8 11:12", gemini, 90, "shop-backend", "Price list in XML", "How do discount groups nest?", []string{"Map discount groups"}, 58},
	{"4 21:11", claude, 60, "homelab", "After a power cut", "Write the page for the wiki", nil, 35},
	{"2 11:21", gemini, 75, "shop-backend", "Price list in XML", "Compare with the old list", []string{"Three articles have no group"}, 49},
	{"1 21:01", cursor, 45, "recipe-box", "Timers", "What do phones allow while a page is closed?", []string{"Keep the end time with the recipe"}, 28},
}

func sessionActs() []act {
	acts := make([]act, 0, len(sessions))
	for i, r := range sessions {
		acts = append(acts, act{at: r.at, by: r.tool, what: r.title, do: func(ctx context.Context, s *store.Store, by store.By) error {
			end := s.Now()
			in := store.SessionInput{
				Tool: r.tool, SessionRef: fmt.Sprintf("%s-%02d", r.tool, i), ProjectSlug: store.Some(r.project),
				Title: store.Some(r.title), Summary: store.Some(r.summary), Messages: store.Some(r.messages),
				StartedAt: store.Some(store.At(end.Add(-time.Duration(r.minutes) * time.Minute))), EndedAt: store.Some(store.At(end)),
			}
			if r.open != nil {
				in.OpenItems = store.Some(r.open)
			}
			_, err := s.SaveSessions(ctx, by, []store.SessionInput{in})
			return err
		}})
	}
	return acts
}
