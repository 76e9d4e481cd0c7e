package store

import (
	"testing"

	"github.com/progresshub/progresshub/store/match"
)

// What search knows after a restart is what it knew before: the kinds that come from the
// tables, with their texts as they are now.
func TestSearchKnowsEveryKindAfterARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := newClock()
	s := openStore(t, dir, Options{Now: c.Now})
	createProject(t, s, ProjectInput{Slug: Some("shop")})
	m := remind(t, s, ReminderInput{Text: Some("renew the passport"), Kind: Some("session"), ProjectSlug: Some("shop")})
	gone := remind(t, s, ReminderInput{Text: Some("water the orchids"), Kind: Some("session")})
	if _, err := s.UpdateReminder(t.Context(), agent, m.ID, ReminderInput{Text: Some("renew the certificate")}, Policy{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.DeleteReminder(t.Context(), agent, gone.ID); err != nil {
		t.Fatal(err)
	}
	record := session("r", func(in *SessionInput) {
		in.Title, in.Summary, in.OpenItems, in.ProjectSlug = Some("payment webhook"), Some("idempotent retries"), Some([]string{"dead letter queue"}), Some("shop")
	})
	id := saveSessions(t, s, record).Item[0].ID
	for _, when := range []string{"before", "after"} {
		for text, want := range map[string]match.Hit{
			"certificate":       {ID: m.ID, Kind: kindReminder, Project: "shop"},
			"payment webhook":   {ID: id, Kind: kindSession, Project: "shop"},
			"idempotent":        {ID: id, Kind: kindSession, Project: "shop"},
			"dead letter queue": {ID: id, Kind: kindSession, Project: "shop"},
			"passport":          {},
			"orchids":           {},
		} {
			var got match.Hit
			if hits := s.overlap.index.Search(match.Query{Text: text}); len(hits) > 0 && hits[0].Score > 0 {
				got = match.Hit{ID: hits[0].ID, Kind: hits[0].Kind, Project: hits[0].Project}
			}
			rows := number(t, s, `SELECT count(*) FROM search_index WHERE search_index MATCH ?`, `"`+text+`"`)
			if got.ID != want.ID || got.Kind != want.Kind || got.Project != want.Project || (rows == 1) != (want.ID != "") {
				t.Errorf("%s the restart, %q: %+v and %d rows, want %+v", when, text, got, rows, want)
			}
		}
		if when == "before" {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = openStore(t, dir, Options{Now: c.Now})
		}
	}
}
