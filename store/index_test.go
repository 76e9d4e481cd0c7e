package store

import "testing"

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
		for text, want := range map[string]string{
			"certificate":       ReminderURI(m.ID),
			"payment webhook":   SessionURI(id),
			"idempotent":        SessionURI(id),
			"dead letter queue": SessionURI(id),
			"passport":          "",
			"orchids":           "",
		} {
			bothWays(t, s, func(way string) {
				got := ""
				if hits := find(t, s, SearchQuery{Text: text, Project: "shop"}); len(hits) > 0 {
					got = hits[0].URI
				}
				if got != want {
					t.Errorf("%s the restart, %s, %q finds %q, want %q", when, way, text, got, want)
				}
			})
		}
		if when == "before" {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = openStore(t, dir, Options{Now: c.Now})
		}
	}
}
