package store

import "github.com/progresshub/progresshub/store/phrase"

// pageField is the field of a payload that the hub adds: which page it is, whatever its path is
// by the time the owner decides.
const pageField = "page_id"

func normalizePage(tx *tx, p map[string]string) error {
	addressed(p, "path", PageURI(""))
	if err := CheckPath("payload.path", p["path"]); err != nil {
		return err
	}
	page, err := requestedPage(tx.Row, p)
	p[pageField] = page.id
	return err
}

// requestedPage is the page that a request is about. One from before pages were told apart names
// its path only.
func requestedPage(look lookup, p map[string]string) (Page, error) {
	where, named := livePage, p["path"]
	if id := p[pageField]; id != "" {
		where, named = `WHERE w.id = ? AND w.deleted_at IS NULL`, id
	}
	page, err := scanPage(look(pageQuery+where, named))
	return page, found(err, kindPage, p["path"])
}

func effectOfPageDeletion(look lookup, p map[string]string) (phrase.Phrase, error) {
	page, err := requestedPage(look, p)
	if err != nil {
		return phrase.Phrase{}, err
	}
	p["path"] = page.Path
	return phrase.EffectDeletePage(page.Path, clip(page.Title)), nil
}

func carryOutPageDeletion(tx *tx, a *Approval, _ Guard) (string, error) {
	page, err := requestedPage(tx.Row, a.Payload)
	if err != nil {
		return "", err
	}
	return tx.deletePage(&page)
}
