package store

import "github.com/progresshub/progresshub/store/phrase"

// projectField is the field of a payload that the hub adds: which project it is, whatever its slug
// is, or leads to, by the time the owner decides.
const projectField = "project_id"

func normalizeProject(tx *tx, p map[string]string) error {
	_, err := tx.nameProject(p)
	return err
}

// nameProject finds the project that a new request names, and writes down which it is.
func (tx *tx) nameProject(p map[string]string) (Project, error) {
	addressed(p, "slug", ProjectURI(""))
	project, err := tx.project(p["slug"])
	p["slug"], p[projectField] = project.Slug, project.id
	return project, err
}

// requestedProject is the project that a request is about. One from before projects were told
// apart names its slug only.
func requestedProject(look lookup, p map[string]string) (Project, error) {
	where, named := `WHERE p.slug = `+currentSlug, p["slug"]
	if id := p[projectField]; id != "" {
		where, named = `WHERE p.id = ? AND p.deleted_at IS NULL`, id
	}
	project, err := scanProject(look(projectQuery+where, named))
	return project, found(err, kindProject, p["slug"])
}

func normalizeRename(tx *tx, p map[string]string) error {
	var v invalid
	v.checkSlug("payload.new_slug", p["new_slug"])
	if err := v.err(); err != nil {
		return err
	}
	project, err := tx.nameProject(p)
	if err != nil {
		return err
	}
	if project.Slug == p["new_slug"] && (p["title"] == "" || p["title"] == project.Title) {
		return &ConflictError{Message: "this project already has that name"}
	}
	renamed := Project{Slug: p["new_slug"]}
	return advise(tx.checkSlugFree(&renamed, project.id), "ask for another new_slug")
}

func effectOfRename(look lookup, p map[string]string) (phrase.Phrase, error) {
	project, err := requestedProject(look, p)
	if err != nil {
		return phrase.Phrase{}, err
	}
	p["slug"] = project.Slug
	if p["title"] != "" {
		return phrase.EffectRenameAndTitle(project.Slug, p["new_slug"], clip(p["title"])), nil
	}
	return phrase.EffectRename(project.Slug, p["new_slug"]), nil
}

func carryOutRename(tx *tx, a *Approval, _ Guard) (string, error) {
	project, err := requestedProject(tx.Row, a.Payload)
	if err != nil {
		return "", err
	}
	in := ProjectInput{Slug: Some(a.Payload["new_slug"])}
	if a.Payload["title"] != "" {
		in.Title = Some(a.Payload["title"])
	}
	_, event, err := tx.updateProject(project.Slug, in)
	return event, err
}

func effectOfDeletion(look lookup, p map[string]string) (phrase.Phrase, error) {
	project, err := requestedProject(look, p)
	if err != nil {
		return phrase.Phrase{}, err
	}
	p["slug"] = project.Slug
	var threads, reminders int
	err = look(`SELECT (SELECT coalesce(sum(n), 0) FROM thread_counts WHERE project_slug = ?1),
		(SELECT count(*) FROM reminders WHERE deleted_at IS NULL AND (project_slug = ?1 OR
			thread_id IN (SELECT id FROM threads WHERE deleted_at IS NULL AND threads.project_slug = ?1)))`, project.Slug).Scan(&threads, &reminders)
	return phrase.EffectDeleteProject(project.Slug, threads, reminders), err
}

func carryOutDeletion(tx *tx, a *Approval, _ Guard) (string, error) {
	project, err := requestedProject(tx.Row, a.Payload)
	if err != nil {
		return "", err
	}
	_, event, err := tx.deleteProject(project.Slug, Guard{})
	return event, err
}
