package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// What every fixture of a schema holds, in words that the test looks for.
const (
	filledTitle   = "Renew the certificate of the mail server"
	filledRenamed = "Renew the certificate of the mail server before May"
	filledPage    = "# Mail\n\nThe server is in the cellar."
	filledPageNow = "# Mail\n\nThe server is in the attic."
	filledLog     = "The new certificate works"
	filledText    = "Look at the certificate"
	filledWaits   = "Tell everybody about the certificate"
	filledMessage = "One thread has been quiet for a while"
)

// fillSchema does in an empty store what makes rows of every kind. It uses only what the store had
// from its first schemas on, so that it could be run at the commits of all of them.
func fillSchema(ctx context.Context, s *Store, tick func()) (err error) {
	step := func(what string, do func() error) {
		if err == nil {
			if tick(); true {
				err = do()
			}
			if err != nil {
				err = fmt.Errorf("%s: %w", what, err)
			}
		}
	}
	thread := func(id *string, in ThreadInput) func() error {
		return func() error {
			w, err := s.CreateThread(ctx, agent, "claude-code", in, true)
			*id = w.Item.ID
			return err
		}
	}
	var first, blocked, done, left, paused, twin, gone, held string
	step("project", func() error {
		_, err := s.CreateProject(ctx, owner, ProjectInput{
			Slug: Some("mail"), Title: Some("Mail"), Description: Some("The server in the cellar"), Pinned: Some(true),
			RepoURL: Some("https://git.example.org/me/mail.git"), WorkspacePaths: Some([]string{"/home/me/mail"}),
		})
		return err
	})
	step("thread", thread(&first, ThreadInput{
		Summary: Some(filledTitle), ProjectSlug: Some("mail"), Energy: Some("low"), Goal: Some("No warning in any client"),
		Focus: Some("the chain"), NextSteps: Some([]string{"ask the authority", "install it"}), WorkspacePath: Some("/home/me/mail"),
		Tried: Some([]Attempt{{What: "the old key", WhyNot: "too short"}}),
	}))
	step("blocked", thread(&blocked, ThreadInput{Summary: Some("Move the mailing list"), ProjectSlug: Some("mail")}))
	step("block", func() error { _, err := s.Block(ctx, agent, blocked, Guard{}, "the provider must answer"); return err })
	step("done", thread(&done, ThreadInput{Summary: Some("Set up greylisting"), ProjectSlug: Some("mail")}))
	step("finish", func() error {
		_, err := s.Finish(ctx, agent, done, Guard{}, "done", "twenty a day fewer")
		return err
	})
	step("left", thread(&left, ThreadInput{Summary: Some("Write a filter in Perl")}))
	step("dismiss", func() error { _, err := s.Finish(ctx, owner, left, Guard{}, "dismissed", ""); return err })
	step("paused", thread(&paused, ThreadInput{Summary: Some("Die Warteschlange läuft über"), ProjectSlug: Some("mail")}))
	step("pause", func() error {
		_, err := s.Pause(ctx, agent, paused, Guard{}, "read the log of postfix", []Attempt{{What: "flush it", WhyNot: "comes back"}})
		return err
	})
	step("held", thread(&held, ThreadInput{Summary: Some("メールの転送を直す"), ProjectSlug: Some("mail")}))
	step("claim", func() error {
		_, err := s.Claim(ctx, agent, held, ClaimInput{Holder: "claude-code on laptop"})
		return err
	})
	step("rename", func() error {
		_, err := s.UpdateThread(ctx, agent, first, Guard{}, ThreadInput{Summary: Some(filledRenamed)}, false)
		return err
	})
	// The first schema has threads and projects alone.
	step("page", func() error { _, err := s.PutPage(ctx, owner, "mail", 0, filledPage); return err })
	step("page again", func() error { _, err := s.PutPage(ctx, agent, "mail", 1, filledPageNow); return err })
	step("page to move", func() error {
		_, err := s.PutPage(ctx, agent, "old/notes", 0, "# Notes\n\nSee [[mail]]. #server")
		return err
	})
	step("move", func() error { _, err := s.MovePages(ctx, owner, "old/notes", "notes"); return err })
	step("progress", func() error {
		_, err := s.PutProgress(ctx, owner, "mail", 0, "# Mail\n\nIt runs.\n")
		return err
	})
	step("log", func() error {
		_, err := s.LogProgress(ctx, agent, "mail", LogEntry{Text: filledLog, ThreadID: first}, Policy{Zone: time.UTC})
		return err
	})
	var reminder string
	step("reminder", func() error {
		w, err := s.CreateReminder(ctx, owner, ReminderInput{Text: Some(filledText), DueAt: Some("2030-03-04T09:00:00Z"), ThreadID: Some(first)}, Policy{Zone: time.UTC})
		reminder = w.Item.ID
		return err
	})
	step("finished reminder", func() error { _, err := s.FinishReminder(ctx, owner, reminder, Policy{Zone: time.UTC}); return err })
	step("recurring reminder", func() error {
		_, err := s.CreateReminder(ctx, agent, ReminderInput{Text: Some(filledText), RRule: Some("FREQ=MONTHLY"), DueAt: Some("2030-03-04T09:00:00Z")}, Policy{Zone: time.UTC})
		return err
	})
	step("session", func() error {
		_, err := s.SaveSessions(ctx, agent, []SessionInput{{
			Tool: "claude-code", SessionRef: "3f1c", WorkspacePath: Some("/home/me/mail"), Title: Some("Why mail is late"),
			Summary: Some("The queue"), OpenItems: Some([]string{"watch the queue"}), Messages: Some(12),
		}})
		return err
	})
	step("preferences", func() error {
		_, err := s.UpdatePreferences(ctx, owner, PreferencesInput{Timezone: Some("Europe/Vienna"), StaleDays: Some(5)}, Policy{})
		return err
	})
	step("twin", thread(&twin, ThreadInput{Summary: Some("Renew the mail certificate"), ProjectSlug: Some("mail")}))
	step("merge", func() error { _, err := s.MergeThread(ctx, owner, twin, first, Guard{}); return err })
	step("gone", thread(&gone, ThreadInput{Summary: Some("Try another mail server")}))
	step("delete", func() error { _, err := s.DeleteThread(ctx, owner, gone, Guard{}); return err })
	step("request", func() error {
		_, err := s.RequestChange(ctx, agent, "delete_page", []byte(`{"path":"notes"}`), "nobody reads it")
		return err
	})
	return err
}

// fillNewer does what the store can since schema 20. What it learns later belongs here, so that the
// next databases have it.
func fillNewer(ctx context.Context, s *Store) error {
	page, err := s.Threads(ctx, ThreadFilter{Text: filledRenamed}, Policy{})
	if err != nil || len(page.Threads) != 1 {
		return fmt.Errorf("find %d threads: %w", len(page.Threads), err)
	}
	by := By{Actor: Agent, SourceTool: "codex", Token: "d3000000token0", Via: "build-server"}
	_, err = s.CreateThread(ctx, by, "codex", ThreadInput{
		Summary: Some(filledWaits), ProjectSlug: Some("mail"), DependsOn: Some([]string{page.Threads[0].ID}), AlsoKnown: Some([]string{"mail certificate announcement"}),
	}, false)
	return err
}

// fillTables writes rows as the outbox and the forge leave them, in the columns that there are: these
// parts of the store have changed since, and migrations rewrite their tables.
func fillTables(ctx context.Context, db *sql.DB) error {
	rows := []struct{ table, columns, values string }{
		{"deliveries", "id, kind, slot, text, threads, payload, state, attempts, answers, next_attempt_at, created_at", `'d2000000queued', 'digest', 'digest/2026-03-02', '` + filledMessage + `', '[]', NULL, 'queued', 0, 0, '2026-03-02T09:00:00.000Z', '2026-03-02T09:00:00.000Z'`},
		{"deliveries", "id, kind, slot, text, threads, payload, state, attempts, answers, sent_at, created_at", `'d1000000sent00', 'digest', 'digest/2026-03-01', '` + filledMessage + `', '[]', '{"mode":"now"}', 'sent', 1, 1, '2026-03-01T09:00:01.000Z', '2026-03-01T09:00:00.000Z'`},
		{"slots", "job, schedule, at", `'digest', '0 9 * * *', '2026-03-02T09:00:00.000Z'`},
		{"nudges", "thread_id, at", `(SELECT min(id) FROM threads), '2026-03-01T09:00:01.000Z'`},
		{"forge", "id, remote, last_sync", `1, 'https://git.example.org/me/notes.git main', '{"state":"ok","commit":"5f0a"}'`},
		{"forge_files", "path, base, hash", `'projects/mail/PROGRESS.md', '# Mail', '5f0a'`},
		{"forge_conflicts", "id, path, item, base, ours, theirs, found_at", `'c1000000000000', 'wiki/mail.md', 'hub://wiki/mail', 'a', 'b', 'c', '2026-03-01T09:00:00.000Z'`},
	}
	for _, r := range rows {
		var there, ofChannels, due bool
		if err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pragma_table_info(?)), EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = 'channel'),
			EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = 'due_at')`, r.table, r.table, r.table).Scan(&there, &ofChannels, &due); err != nil {
			return err
		}
		if !there {
			continue
		}
		verb := "INSERT INTO "
		if ofChannels {
			r.columns, r.values = r.columns+", channel", r.values+", 'gateway'"
		}
		if due {
			r.columns, r.values = r.columns+", due_at", r.values+", '2026-03-01T09:00:00.000Z'"
		}
		if r.table == "forge" || r.table == "slots" {
			verb = "INSERT OR REPLACE INTO "
		}
		if _, err := db.ExecContext(ctx, verb+r.table+"("+r.columns+") VALUES ("+strings.TrimSpace(r.values)+")"); err != nil {
			return fmt.Errorf("%s: %w", r.table, err)
		}
	}
	return nil
}
