package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// names are the slugs that lead to a project: none once it was deleted.
func (p *Project) names() []string {
	if p.deletedAt != nil {
		return nil
	}
	return append([]string{p.Slug}, p.Aliases...)
}

// takeNames gives a project that comes back the names it had when it was deleted, but for
// earlier ones that lead to another project by now.
func (tx *tx) takeNames(p *Project) error {
	var aliases *string
	err := tx.Row(`SELECT before ->> '$.slug', before -> '$.aliases' FROM (
			SELECT id, before FROM events WHERE item = ?1 AND after IS NULL
			UNION ALL SELECT event_id, before FROM event_parts WHERE item = ?1 AND after IS NULL)
		ORDER BY id DESC LIMIT 1`, itemKey(kindProject, p.id)).Scan(&p.Slug, &aliases)
	if err != nil {
		return err
	}
	had := slices.Clone(p.Aliases)
	if aliases != nil {
		if err := json.Unmarshal([]byte(*aliases), &had); err != nil {
			return fmt.Errorf("read the earlier names of a project: %w", err)
		}
	}
	p.Aliases, err = tx.ownAliases(had, "")
	return err
}

// ownAliases are those of a project's earlier names that lead to no other project by now; slug is what
// it is called, empty if it is deleted.
func (tx *tx) ownAliases(names []string, slug string) ([]string, error) {
	own := []string{}
	for _, name := range names {
		owner, err := tx.owner(name)
		if err != nil {
			return nil, err
		}
		if owner == "" || owner == slug {
			own = append(own, name)
		}
	}
	return own, nil
}

// takeAlias takes an earlier name from every project but one.
func (tx *tx) takeAlias(alias, but string) error {
	holder, err := scanProgress(tx.Row(progressQuery+`JOIN project_aliases a ON a.project_slug = p.slug WHERE a.alias = ? AND p.deleted_at IS NULL AND p.slug <> ?`, alias, but))
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return err
	case holder.id != "":
		if err := tx.leaveRevision(ProgressURI(alias), holder.Rev); err != nil {
			return err
		}
	}
	if err := tx.Exec("DELETE FROM project_aliases WHERE alias = ? AND project_slug <> ?", alias, but); err != nil {
		return fmt.Errorf("take an alias back: %w", err)
	}
	return nil
}

// readdressProgress lets the progress file of a project follow its names: each is an address of
// the file. Where other files that were there have counted as far, its text becomes a revision
// once more, so that nobody overwrites it with the tag of one of those.
func (tx *tx) readdressProgress(p, old *Project) error {
	now, before := p.names(), old.names()
	if slices.Equal(now, before) {
		return nil
	}
	f, err := scanProgress(tx.Row(progressQuery+`WHERE p.slug = ?`, p.Slug))
	if err != nil || f.id == "" {
		return err
	}
	var came []string
	for _, name := range now {
		if !slices.Contains(before, name) {
			came = append(came, ProgressURI(name))
		}
	}
	left, err := tx.leftRevision(came...)
	if err != nil {
		return err
	}
	for _, name := range before {
		if !slices.Contains(now, name) {
			if err := tx.leaveRevision(ProgressURI(name), f.Rev); err != nil {
				return err
			}
		}
	}
	// What comes back from its deletion finds its own number there.
	if left < f.Rev || left == f.Rev && old.deletedAt != nil || len(came) == 0 {
		return nil
	}
	if _, err := tx.keepRevision(f.subject().item, left+1, f.stored); err != nil {
		return err
	}
	return tx.Exec("UPDATE progress_files SET rev = ? WHERE id = ?", left+1, f.id)
}

// leftProgress is [tx.leftRevision] for the progress file of a project, under all its names.
func (tx *tx) leftProgress(slug string) (int, error) {
	p, err := tx.project(slug)
	if err != nil {
		return 0, err
	}
	var addresses []string
	for _, name := range p.names() {
		addresses = append(addresses, ProgressURI(name))
	}
	return tx.leftRevision(addresses...)
}
