package store

import (
	"context"
	"errors"
)

// choice is the setting that names the thread to work on now.
type choice struct {
	ThreadID *string `json:"thread_id"`
}

// ChooseThread makes an active thread the one to work on now; nil chooses none.
func (s *Store) ChooseThread(ctx context.Context, by By, id *string) (Written[*Thread], error) {
	return answer(ctx, s, "choose a thread", by, func(tx *tx) (out Written[*Thread], err error) {
		if id != nil {
			t, err := tx.threadNow(*id)
			if err != nil {
				return out, err
			}
			if err := mayWork(&t, "choose"); err != nil {
				return out, err
			}
			out.Item, id = &t, &t.ID
		}
		var was choice
		if err := tx.setting(settingNow, &was); err != nil {
			return out, err
		}
		out.EventID, err = tx.putSetting(settingNow, was, choice{id})
		return out, err
	})
}

// ChosenThread is the thread to work on now, or nil: none was chosen, or the one that was
// is finished or gone. It counts again when that is undone.
func (s *Store) ChosenThread(ctx context.Context) (*Thread, error) {
	now, err := readableSetting[choice](ctx, s, settingNow)
	if err != nil {
		return nil, wrap("read what was chosen", err)
	}
	if now.ThreadID == nil {
		return nil, nil
	}
	t, err := s.ThreadNow(ctx, *now.ThreadID)
	switch {
	case errors.As(err, new(*NotFoundError)):
		return nil, nil
	case err != nil:
		return nil, err
	case !t.Status.Active():
		return nil, nil
	}
	return &t, nil
}
