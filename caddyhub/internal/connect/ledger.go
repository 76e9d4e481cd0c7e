package connect

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/progresshub/progresshub/store"
)

// ledgerName is the file of what hub connect has written, in its folder of state.
const ledgerName = "connect.json"

// Ledger is what hub connect has written into files of clients. With it a file that nobody has
// changed since becomes what it was, byte for byte, also where what is left would not tell:
// whether an empty list stood there, or a line break at the end.
type Ledger struct {
	file  string
	Files map[string]written `json:"files"`
	// Begun are the changes that were about to be written: a run may be interrupted before it notes that one
	// was.
	Begun map[string]written `json:"begun,omitempty"`
	// Places are the folders that a hub knows by hub connect.
	Places map[string]registered `json:"places,omitempty"`
}

// registered is who knows a folder.
type registered struct {
	Hub     string `json:"hub"`
	Project string `json:"project"`
}

// written is one change.
type written struct {
	After   string `json:"after"`             // SHA-256 of the file with it
	At      int    `json:"at"`                // where it begins
	Old     []byte `json:"old"`               // what stood there
	New     []byte `json:"new"`               // what stands there
	Created bool   `json:"created,omitempty"` // the file was not there
	// Again: its owner had changed the file since hub connect had written it, so that what stood
	// there is with an older entry.
	Again bool `json:"again,omitempty"`
	// Block is the SHA-256 of the block of rules in it, whose owner may change that alone.
	Block string `json:"block,omitempty"`
}

// OpenLedger reads the ledger in a folder. One that can't be read is as none: files can be
// edited without it.
func OpenLedger(dir string) *Ledger {
	l := &Ledger{file: filepath.Join(dir, ledgerName)}
	if text, err := os.ReadFile(l.file); err == nil {
		_ = json.Unmarshal(text, l)
	}
	if l.Files == nil {
		l.Files = map[string]written{}
	}
	if l.Begun == nil {
		l.Begun = map[string]written{}
	}
	if l.Places == nil {
		l.Places = map[string]registered{}
	}
	return l
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// of is what is noted of the file.
func (l *Ledger) of(c *Change) (w written, known bool) {
	if w, known = l.interrupted(c); !known {
		w, known = l.Files[c.target]
	}
	return w, known
}

// interrupted is a change that was begun, and written without being noted: the file is as that would leave it.
func (l *Ledger) interrupted(c *Change) (w written, is bool) {
	w, is = l.Begun[c.target]
	return w, is && c.exists && w.After == digest(c.before)
}

// wrote reports whether the file is as hub connect left it.
func (l *Ledger) wrote(c *Change) bool {
	w, known := l.of(c)
	return known && c.exists && w.After == digest(c.before)
}

// changed reports whether the rules that hub connect wrote into the file were changed since: all of it,
// or the block in it.
func (l *Ledger) changed(c *Change, whole bool) bool {
	w, known := l.of(c)
	block := blockIn(c.before)
	switch {
	case !known || !c.exists || l.wrote(c):
		return false
	case whole:
		return true
	case block == nil:
		return false
	case w.Block != "":
		return w.Block != digest(block)
	}
	written := blockIn(w.New) // by an older version
	return written != nil && !bytes.Equal(written, block)
}

// undo has a change make the file what it was before, if it is as hub connect left it. It reports
// whether that is all: an older entry is still to be taken out.
func (l *Ledger) undo(c *Change) bool {
	w, _ := l.of(c)
	if !l.wrote(c) || w.At+len(w.New) > len(c.before) {
		return false
	}
	c.ours = ""
	if c.after = splice(c.before, w.At, w.At+len(w.New), string(w.Old)); w.Created && len(c.after) == 0 {
		c.after = nil
	}
	return !w.Again
}

// Apply writes a change and notes it: before, so that it is known if the run is interrupted, and after.
func (l *Ledger) Apply(c *Change) error {
	copied := l.wrote(c) // there is a copy of what was there before
	w, err := l.begin(c)
	if err == nil {
		err = c.apply(!copied)
	}
	if err != nil {
		return err
	}
	return l.note(func() {
		delete(l.Begun, c.target)
		if c.ours == "" {
			delete(l.Files, c.target)
		} else {
			l.Files[c.target] = w
		}
	})
}

// begin notes a change that is about to be written, unless nothing of the hub's is left by it.
func (l *Ledger) begin(c *Change) (w written, err error) {
	if c.ours == "" {
		return written{}, nil
	}
	was, known := l.of(c)
	ours := l.wrote(c)
	before, created := c.before, !c.exists
	if ours { // a second change on top of the first: from what was there before both
		before, created = splice(c.before, was.At, was.At+len(was.New), string(was.Old)), was.Created
	}
	w = between(before, c.after, created)
	w.Again = known && (!ours || was.Again)
	if block := blockIn(c.after); block != nil {
		w.Block = digest(block)
	}
	return w, l.note(func() {
		if was, is := l.interrupted(c); is {
			l.Files[c.target] = was // should this one be interrupted, too
		}
		l.Begun[c.target] = w
	})
}

// note changes the ledger as it is by now: another run may have written to it since this one began,
// which may have waited for its owner's answer.
func (l *Ledger) note(change func()) error {
	*l = *OpenLedger(filepath.Dir(l.file))
	change()
	return l.save()
}

// between is the one change that makes after of before.
func between(before, after []byte, created bool) written {
	at := 0
	for at < min(len(before), len(after)) && before[at] == after[at] {
		at++
	}
	end := 0
	for end < min(len(before), len(after))-at && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return written{digest(after), at, bytes.Clone(before[at : len(before)-end]), bytes.Clone(after[at : len(after)-end]), created, false, ""}
}

func (l *Ledger) save() error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(l.file), 0o700); err != nil {
		return err
	}
	return store.ReplaceFile(l.file, text)
}
