package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The names of the settings that are kept in the database. What is secret is kept in files of
// the data folder, so that no backup holds it.
const (
	settingPreferences = "preferences"
	settingNow         = "now"
)

// ownersSettings are those that only the owner may read: an address among them can be as good as a
// secret.
var ownersSettings = []string{settingForge, settingGateway, settingNotify}

// SettingURI is the subject of a setting's events.
func SettingURI(name string) string { return "hub://settings/" + name }

// Redacted is the event as all but the owner may read it: without the values of a setting that only
// the owner may read.
func (e Event) Redacted() Event {
	if name, ok := strings.CutPrefix(e.Subject, SettingURI("")); ok && slices.Contains(ownersSettings, name) {
		e.Before, e.After = json.RawMessage("{}"), json.RawMessage("{}")
	}
	return e
}

// readSetting fills value with a stored setting; one that was never stored leaves it alone. One
// that can't be read is a [*DamagedError].
func readSetting(row *sql.Row, name string, value any) error {
	var text string
	err := row.Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if text == "null" { // which leaves any value alone
		text = ""
	}
	return damaged(json.Unmarshal([]byte(text), value), kindSetting, name, "value")
}

const settingQuery = "SELECT value FROM settings WHERE name = ?"

func (s *Store) setting(ctx context.Context, name string, value any) error {
	err := readSetting(s.db.Row(ctx, settingQuery, name), name, value)
	s.leaveOut(err) // notes it, for the owner
	return err
}

// readableSetting is a stored setting, or none when its row is damaged: the hub goes on by its
// defaults, names the row among what is damaged, and leaves it as it is.
func readableSetting[T any](ctx context.Context, s *Store, name string) (value T, err error) {
	if err := s.setting(ctx, name, &value); err != nil {
		var none T
		if s.leaveOut(err) {
			err = nil
		}
		return none, err
	}
	return value, nil
}

func (tx *tx) setting(name string, value any) error {
	return readSetting(tx.Row(settingQuery, name), name, value)
}

// putSetting stores a setting and records what changed of it. It returns an empty id when
// nothing did.
func (tx *tx) putSetting(name string, was, is any) (string, error) {
	before, err := fieldsOf(was)
	if err != nil {
		return "", err
	}
	after, err := fieldsOf(is)
	if err != nil {
		return "", err
	}
	difference(before, after)
	if len(before)+len(after) == 0 {
		return "", nil
	}
	if err := tx.saveSetting(name, is); err != nil {
		return "", err
	}
	return tx.record("settings.updated", part{subject{itemKey(kindSettings, name), SettingURI(name)}, before, after})
}

// saveSetting stores a setting without a word in the history.
func (tx *tx) saveSetting(name string, value any) error {
	text, err := jsonText(value)
	if err != nil {
		return err
	}
	if err := tx.Exec("INSERT OR REPLACE INTO settings(name, value, updated_at) VALUES (?, ?, ?)", name, text, tx.now); err != nil {
		return fmt.Errorf("save a setting: %w", err)
	}
	return nil
}

// changeSetting lets change alter a setting; its error keeps everything as it was. When it
// returns a schedule, the job of the slot begins under that now: what would have been done
// before is not made up for.
func changeSetting[T any](ctx context.Context, s *Store, action string, by By, name, slot string, change func(*T) (begins string, err error)) (Written[T], error) {
	return answer(ctx, s, action, by, func(tx *tx) (out Written[T], err error) {
		var was T
		if err := tx.setting(name, &was); err != nil {
			return out, err
		}
		out.Item = was
		begins, err := change(&out.Item)
		if err != nil {
			return out, err
		}
		if begins != "" {
			if err := tx.passSlot(slot, begins, tx.now.Time); err != nil {
				return out, err
			}
		}
		out.EventID, err = tx.putSetting(name, was, out.Item)
		return out, err
	})
}
