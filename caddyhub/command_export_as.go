package caddyhub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/exchange"
	"github.com/progresshub/progresshub/store"
)

// exportAs writes the work in a form that another tool reads. It is no backup: what that form can't
// hold stands in it for people, and the history stays.
func exportAs(cmd *cobra.Command, form exchange.Form, file string, force, asJSON bool) error {
	if !slices.Contains(exchange.Forms, form) {
		return usageError{fmt.Errorf("--as takes backlog, beads or markdown, not %q", form)}
	}
	if cmd.Flags().Changed("passphrase") {
		return usageError{errors.New("--passphrase is for a backup: what other tools read is not encrypted")}
	}
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	s, err := store.Open(cmd.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("open the data folder %s: %w", dir, err)
	}
	defer s.Close()
	work, err := outgoing(cmd.Context(), s)
	if err != nil {
		return err
	}
	if file == "-" {
		return exchange.Write(cmd.OutOrStdout(), form, work)
	}
	if file, err = exportPath(s, file, force); err != nil {
		return err
	}
	var written bytes.Buffer
	if err := exchange.Write(&written, form, work); err != nil {
		return err
	}
	if err := store.ReplaceFile(file, written.Bytes()); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), exported{File: file, Bytes: int64(written.Len())})
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s (%d bytes): %s\n", file, written.Len(), counted(len(work.Threads), "thread"))
	return err
}

// outgoing is all the work of a store.
func outgoing(ctx context.Context, s *store.Store) (out exchange.Outgoing, err error) {
	out.Zone, out.Now = s.Effective(store.Policy{Zone: time.Local}).Zone, s.Now()
	projects, err := s.Projects(ctx)
	if err != nil {
		return out, err
	}
	for _, p := range projects {
		text, err := s.Progress(ctx, p.Slug)
		if err != nil {
			return out, err
		}
		out.Projects = append(out.Projects, exchange.OutgoingProject{Project: p, Progress: text.Markdown})
	}
	err = allPages(func(cursor string) (string, error) {
		page, err := s.Threads(ctx, store.ThreadFilter{Statuses: store.Statuses, Limit: store.MaxLimit, Cursor: cursor}, store.Policy{})
		out.Threads = append(out.Threads, page.Threads...)
		return page.Next, err
	})
	if err != nil {
		return out, err
	}
	err = allPages(func(cursor string) (string, error) {
		list, err := s.Pages(ctx, store.PageFilter{Limit: store.MaxLimit, Cursor: cursor})
		for _, info := range list.Pages {
			page, err := s.Page(ctx, info.Path)
			if err != nil {
				return "", err
			}
			out.Pages = append(out.Pages, page)
		}
		return list.Next, err
	})
	if err != nil {
		return out, err
	}
	return out, allPages(func(cursor string) (string, error) {
		page, err := s.Reminders(ctx, store.ReminderFilter{State: store.ReminderAll, Limit: store.MaxLimit, Cursor: cursor})
		out.Reminders = append(out.Reminders, page.Reminders...)
		return page.Next, err
	})
}

// allPages reads a list to its end.
func allPages(read func(cursor string) (next string, err error)) error {
	for cursor := ""; ; {
		next, err := read(cursor)
		if err != nil || next == "" {
			return err
		}
		cursor = next
	}
}
