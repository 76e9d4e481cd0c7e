package backup

import (
	"context"
	"fmt"
	"maps"
	"os"

	"github.com/progresshub/progresshub/store"
)

// maxNamed is how many damaged rows a manifest names.
const maxNamed = 1000

// settingsTable is the only one whose damaged rows are in no backup: a hub can't leave them out
// as it does an item, and would not work with them.
const settingsTable = "settings"

// copyDatabase writes a copy of the store's database that can be restored to a new file, and
// notes in the manifest its version and what of it can't be read.
func (m *Manifest) copyDatabase(ctx context.Context, s *store.Store, file string) error {
	if err := s.Snapshot(ctx, file); err != nil {
		return err
	}
	version, damaged, err := store.CheckDatabase(ctx, file)
	if err != nil {
		return err
	}
	var names []string
	for _, d := range damaged {
		if d.Table == settingsTable {
			names = append(names, d.ID)
			m.LeftOut = append(m.LeftOut, d)
		}
	}
	if len(names) > 0 {
		if err := os.Remove(file); err != nil {
			return err
		}
		if err := s.Snapshot(ctx, file, names...); err != nil {
			return err
		}
		if version, damaged, err = store.CheckDatabase(ctx, file); err != nil {
			return err
		}
	}
	m.SchemaVersion = version
	m.nameDamage(damaged)
	return m.checkDamage(damaged)
}

// nameDamage names the rows that can't be read, and counts those that are too many to name.
func (m *Manifest) nameDamage(damaged []store.DamagedRow) {
	m.Damaged = damaged[:min(len(damaged), maxNamed)]
	for _, d := range damaged[len(m.Damaged):] {
		if m.DamagedMore == nil {
			m.DamagedMore = map[string]int{}
		}
		m.DamagedMore[d.Table]++
	}
}

// checkDamage refuses what can't be read and was not so when the backup was made, and any
// setting.
func (m *Manifest) checkDamage(found []store.DamagedRow) error {
	named := make(map[store.DamagedRow]bool, len(m.Damaged))
	for _, d := range m.Damaged {
		named[d] = true
	}
	more := maps.Clone(m.DamagedMore)
	for _, d := range found {
		switch {
		case d.Table == settingsTable:
			return fmt.Errorf("a setting is damaged: %w", d)
		case named[d]:
		case more[d.Table] > 0:
			more[d.Table]--
		default:
			return d
		}
	}
	return nil
}
