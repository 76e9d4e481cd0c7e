package connect

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/bridge"
)

// guardName is the folder, in that of the state, of the sessions that were told once.
const guardName = "guarded"

// guardMemory is how long it is remembered that a session was told: longer than one lasts.
const guardMemory = 30 * 24 * time.Hour

// stopping is what a client tells a hook when its agent stops.
type stopping struct {
	Folder       string   `json:"cwd"`
	Roots        []string `json:"workspace_roots"` // as Cursor tells it
	Session      string   `json:"session_id"`
	Conversation string   `json:"conversation_id"`  // as Cursor tells it
	Active       bool     `json:"stop_hook_active"` // it goes on for want of an earlier answer
	Loops        int      `json:"loop_count"`       // as Cursor tells it
	Status       string   `json:"status"`           // as Cursor tells it
}

// stopAnswer reminds an agent that stops of the threads that it holds, once a session.
func (h Hooked) stopAnswer() string {
	var told stopping
	if json.NewDecoder(io.LimitReader(h.In, maxHookInput)).Decode(&told) != nil {
		return nothing
	}
	session := cmp.Or(told.Session, told.Conversation)
	if session == "" || h.State == "" || told.Active || told.Loops > 0 || told.Status != "" && told.Status != "completed" {
		return nothing
	}
	now := h.Now()
	held := h.held(append(told.Roots, told.Folder), now)
	if len(held) == 0 || !h.first(session, now) {
		return nothing
	}
	text := "Progress Hub: claimed in this folder, and neither paused nor finished:\n" + strings.Join(held, "\n") +
		"\nIf this session claimed it and stops now, call pause_thread with the lease_id from start_work and the one resume_step to begin by next time," +
		" or finish_thread if it is done. If it only waits for an answer, or the claim is another session's, change nothing and stop. You are told this once."
	switch h.Client {
	case cursor.ID:
		return string(jsonText(map[string]string{"followup_message": text})) + "\n"
	case geminiCLI.ID:
		return string(jsonText(object{{"decision", "deny"}, {"reason", text}})) + "\n"
	case claudeCode.ID, codex.ID:
		return string(jsonText(object{{"decision", "block"}, {"reason", text}})) + "\n"
	}
	return nothing // its form is not known
}

// maxHeld and maxSummary bound what is said of them: rows, and runes of a summary.
const (
	maxHeld    = 5
	maxSummary = 120
)

// held are the threads that sessions of the client hold in one of the folders, a line each.
func (h Hooked) held(folders []string, now time.Time) []string {
	var list []string
	for _, s := range bridge.Sessions(h.State, now) {
		if another(s.Client, h.Client) {
			continue
		}
		for _, id := range slices.Sorted(maps.Keys(s.Claims)) {
			c := s.Claims[id]
			if !slices.ContainsFunc(folders, func(folder string) bool { return about(folder, s.Folder, c.Folder) }) {
				continue
			}
			// The summary was written by others: one line in quotes, which it can't leave.
			if r := []rune(c.Summary); len(r) > maxSummary {
				c.Summary = string(r[:maxSummary]) + "…"
			}
			list = append(list, fmt.Sprintf("- thread %s: %q", Shown(id), c.Summary))
		}
	}
	return list[:min(len(list), maxHeld)]
}

// another reports whether a session calls itself by the name of another client than the one that
// stops: an editor and the agent in its terminal share a folder. A name that tells nothing counts
// as its own.
func another(session, client string) bool {
	of := func(id string) bool {
		word, _, _ := strings.Cut(id, "-")
		return strings.Contains(strings.ToLower(session), word)
	}
	return !of(client) && slices.ContainsFunc(slices.Collect(maps.Keys(hookFiles)), of)
}

// about reports whether a folder is that of a claim: the one that the agent named, or one below
// it, or the one that its client was started in. That one alone decides for all that is below it
// only where the agent named none: an editor may start all of its bridges in one folder.
func about(folder, session, named string) bool {
	if within(folder, named) || named == "" && within(folder, session) {
		return true
	}
	return within(folder, session) && within(session, folder)
}

// within reports whether a folder is another, or below it. A root is above all and tells nothing.
func within(folder, other string) bool {
	if folder == "" || other == "" {
		return false
	}
	if real, err := resolved(folder); err == nil {
		folder = real
	}
	if real, err := resolved(other); err == nil {
		other = real
	}
	rel, err := filepath.Rel(other, folder)
	return err == nil && filepath.IsLocal(rel) && filepath.Dir(other) != other
}

// first notes that a session was told and reports whether it had not been. What can't be noted is
// not said: it would be said again and again.
func (h Hooked) first(session string, now time.Time) bool {
	dir := filepath.Join(h.State, guardName)
	if os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > guardMemory {
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
	f, err := os.OpenFile(filepath.Join(dir, digest([]byte(h.Client+" "+session))), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	return f.Close() == nil
}
