package store

import (
	"context"

	"github.com/progresshub/progresshub/store/sqlite"
)

const settingHub = "hub"

// identity is what tells one hub's data from another's.
type identity struct {
	ID string `json:"id"`
}

// HubID tells this hub from any other one that may stand at the same address: a random id that
// is given when it is first asked for, and goes with the data into backups and replicas. An
// error means that there is none yet, and that none can be written now.
func (s *Store) HubID(ctx context.Context) (string, error) {
	const op = "name the hub"
	if known := s.hubID.Load(); known != nil {
		return *known, nil
	}
	var known identity
	if err := s.setting(ctx, settingHub, &known); err != nil {
		return "", wrap(op, err)
	}
	if known.ID == "" {
		err := s.write(ctx, op, By{}, func(tx *tx) error {
			if err := tx.setting(settingHub, &known); err != nil || known.ID != "" {
				return err
			}
			known.ID = sqlite.RandomID()
			return tx.saveSetting(settingHub, known)
		})
		if err != nil {
			return "", err
		}
	}
	s.hubID.Store(&known.ID)
	return known.ID, nil
}
