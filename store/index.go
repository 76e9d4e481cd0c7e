package store

import (
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/sqlite"
)

// fullText is the table that holds the words of a kind.
func fullText(kind string) string {
	switch kind {
	case kindPage, kindProgress, kindSession:
		return "text_index"
	}
	return "search_index"
}

// spelling is what full text learns of an item: its words, or that it has gone.
type spelling struct {
	match.Doc
	gone bool
}

// spell writes the full text of what the changes of a batch have indexed. That is done once
// for all of them, at the end of their transaction: within the savepoint of each change,
// FTS5 would write out its pages again and again.
func spell(tx *sqlite.Tx, notes []spelling) error {
	last := map[string]spelling{}
	var ids []string
	for _, doc := range notes {
		if _, again := last[doc.ID]; !again {
			ids = append(ids, doc.ID)
		}
		last[doc.ID] = doc
	}
	for _, id := range ids {
		doc := last[id]
		row, err := sqlite.DecodeID(id)
		if err != nil {
			return err
		}
		table := fullText(doc.Kind)
		if doc.gone {
			err = tx.Exec("DELETE FROM "+table+" WHERE rowid = ?", int64(row))
		} else {
			err = tx.Exec("INSERT OR REPLACE INTO "+table+"(rowid, title, body) VALUES (?, ?, ?)", int64(row), match.Spell(doc.Title), match.Spell(strings.Join(append([]string{doc.Body}, doc.Also...), "\n")))
		}
		if err != nil {
			return fmt.Errorf("write the full text: %w", err)
		}
	}
	return nil
}
