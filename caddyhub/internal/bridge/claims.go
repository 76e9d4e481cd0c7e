package bridge

import (
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/progresshub/progresshub/store"
)

// claimsName is the folder, in that of a hub, of what the sessions on this machine have claimed.
const claimsName = "claims"

// maxSession bounds the file of one session, in bytes. Nobody works on that many threads.
const maxSession = 64 << 10

// Session is what an agent that speaks through a bridge has claimed and not given back. Each
// bridge keeps it in a file of its own, so that they need no lock, and removes it at its end. That
// of a bridge that was killed counts until its last claim has expired.
type Session struct {
	Client string           `json:"client,omitempty"` // what the client calls itself
	Folder string           `json:"folder"`           // in which it started the bridge
	Claims map[string]Claim `json:"claims"`           // by the id of the thread
}

// Claim is a thread that is held.
type Claim struct {
	Summary string    `json:"summary"`
	Holder  string    `json:"holder"`
	Folder  string    `json:"folder,omitempty"` // that the agent named with it
	Expires time.Time `json:"expires"`

	lease  string        // its id
	length time.Duration // that it is renewed by
}

// Sessions are those with claims at a time, from the folder of state of all hubs. What can't be
// read counts as nothing.
func Sessions(state string, now time.Time) []Session {
	files, _ := filepath.Glob(filepath.Join(state, "*", claimsName, "*.json"))
	var list []Session
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.Size() > maxSession || outlived(info, now) {
			continue
		}
		var s Session
		text, err := os.ReadFile(file)
		if err != nil || json.Unmarshal(text, &s) != nil {
			continue
		}
		for id, c := range s.Claims {
			if !c.Expires.After(now) {
				delete(s.Claims, id)
			}
		}
		if len(s.Claims) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// outlived reports whether a file is older than any claim in it can be.
func outlived(info os.FileInfo, now time.Time) bool {
	return now.Sub(info.ModTime()) > store.MaxLease
}

// claims notes the claims of the bridge's own session.
type claims struct {
	mu    sync.Mutex
	file  string // empty: nothing is noted any more
	is    Session
	swept bool
}

// openClaims begins a session whose file is made with its first claim.
func openClaims(dir, folder string) *claims {
	return &claims{file: filepath.Join(dir, claimsName, rand.Text()+".json"), is: Session{Folder: folder, Claims: map[string]Claim{}}}
}

// close forgets the session. A nil one has nothing to forget.
func (c *claims) close() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.is.Claims) > 0 {
		_ = os.Remove(c.file)
	}
	c.file = ""
}

// claiming are the tools after which an agent holds a thread, for how long, or holds it no more.
var claiming = map[string]bool{"start_work": true, "save_thread": true, "pause_thread": true, "finish_thread": true, "log_progress": true}

// learn takes from a call and its answer what the agent holds now. A nil one learns nothing.
func (c *claims) learn(m message, client string, answer []byte, now time.Time) {
	var asked struct {
		Arguments struct {
			InsteadOf string `json:"instead_of"`
			Folder    string `json:"workspace_path"`
			Lease     string `json:"lease_id"`
		} `json:"arguments"`
	}
	var said struct {
		Result struct {
			IsError bool `json:"isError"`
			Data    struct {
				Claimed  bool   `json:"claimed"`
				ThreadID string `json:"thread_id"`
				Thread   struct {
					ID      string     `json:"id"`
					Summary string     `json:"summary"`
					Lease   *leaseData `json:"lease"`
				} `json:"thread"`
				Lease *leaseData `json:"lease"`
			} `json:"structuredContent"`
		} `json:"result"`
	}
	if c == nil || json.Unmarshal(answer, &said) != nil || said.Result.IsError {
		return
	}
	_ = json.Unmarshal(m.params, &asked)
	thread, own := said.Result.Data.Thread, said.Result.Data.Lease
	c.mu.Lock()
	defer c.mu.Unlock()
	held, known := c.is.Claims[thread.ID]
	switch tool := m.tool(); {
	case tool == "start_work" && said.Result.Data.Claimed && own != nil && thread.ID != "":
		delete(c.is.Claims, strings.TrimPrefix(asked.Arguments.InsteadOf, store.ThreadURI("")))
		c.is.Claims[thread.ID] = Claim{thread.Summary, own.Holder, asked.Arguments.Folder, own.Expires, own.ID, own.Expires.Sub(now)}
	case tool == "log_progress": // its answer does not say until when the lease is renewed
		if held, known = c.is.Claims[said.Result.Data.ThreadID]; !known || asked.Arguments.Lease != held.lease {
			return
		}
		held.Expires = now.Add(held.length)
		c.is.Claims[said.Result.Data.ThreadID] = held
	case tool == "start_work" || !known:
		return
	case tool == "save_thread" && thread.Lease != nil && thread.Lease.Holder == held.Holder:
		held.Expires = thread.Lease.Expires
		c.is.Claims[thread.ID] = held
	default: // paused, finished, given back, expired or taken over
		delete(c.is.Claims, thread.ID)
	}
	c.is.Client = client
	c.save(now)
}

type leaseData struct {
	ID      string    `json:"id"`
	Holder  string    `json:"holder"`
	Expires time.Time `json:"expires_at"`
}

// save writes the file. That it can't be written is no reason to fail a call.
func (c *claims) save(now time.Time) {
	if c.file == "" {
		return
	}
	if len(c.is.Claims) == 0 {
		_ = os.Remove(c.file)
		return
	}
	text, err := json.Marshal(c.is)
	if err != nil || os.MkdirAll(filepath.Dir(c.file), 0o700) != nil {
		return
	}
	if !c.swept {
		c.swept = true
		sweep(filepath.Dir(c.file), now)
	}
	_ = store.ReplaceFile(c.file, text)
}

// sweep removes what killed bridges have left.
func sweep(dir string, now time.Time) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && outlived(info, now) {
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}
