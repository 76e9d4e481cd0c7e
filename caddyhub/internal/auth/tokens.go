package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

const (
	// maxNamed is how many tokens with a name there may be.
	maxNamed = 64
	// MaxTokenName bounds the name of a token, in characters.
	MaxTokenName = 40
	// maxTokenDays is the longest life of a token that has an end.
	maxTokenDays = 730
	// flushPeriod is how often the times of last use are written down.
	flushPeriod = time.Hour
)

// Tokens are those that the hub has issued: named ones, each for one agent or machine, and that
// of the calendar feed. They lie in a file of the data folder (access.go), never in the database.
type Tokens struct {
	path string
	now  func() time.Time
	// AlsoTaken reports whether something else has a name, which then no token may have. It is set
	// before the first token is made. Default: nothing has.
	AlsoTaken func(name string) bool

	mu      sync.Mutex // of changes; reading takes no lock
	held    atomic.Pointer[holdings]
	unfit   bool          // the file can't be used, nor copied
	ended   chan struct{} // closed when one is revoked, and replaced
	flushed time.Time
}

// holdings are all tokens at a time. They are replaced as a whole.
type holdings struct {
	named map[string]*issued // by id
	feed  *issued            // nil: there is none
	oauth json.RawMessage    // nil: nothing
}

// Token is what the owner sees of a token.
type Token struct {
	ID         string
	Name       string
	Class      inbound.Class
	CreatedAt  time.Time
	ExpiresAt  time.Time // zero: never
	LastUsedAt time.Time // zero: never
}

func (i *issued) token() Token {
	return Token{i.id, i.name, i.class, i.createdAt, i.expiresAt, i.lastUse()}
}

// TokenInput asks for a token.
type TokenInput struct {
	Name  string        // 1 to 40 characters, of no other token
	Class inbound.Class // [inbound.Read] or [inbound.Write]
	Days  int           // how long it holds, 1 to 730; 0: until it is revoked
}

// openTokens reads the tokens of a data folder. After an error there are none; what is written next
// takes the place of the file, which may still be repaired and stays beside it.
func openTokens(dataDir string, now func() time.Time) (*Tokens, error) {
	t := &Tokens{AlsoTaken: func(string) bool { return false }, path: filepath.Join(dataDir, AccessFile), now: now, ended: make(chan struct{}), flushed: now()}
	held, err := readAccess(t.path)
	t.held.Store(held)
	if err != nil {
		t.SetAside()
	}
	return t, err
}

// damagedFile is where the file stays that could not be used.
const damagedFile = AccessFile + ".damaged"

// damaged is where that is.
func (t *Tokens) damaged() string { return filepath.Join(filepath.Dir(t.path), damagedFile) }

// SetAside keeps a copy of the file as it is, before a change takes its place: what is damaged may still be
// repaired. What can't be copied is moved there by that change.
func (t *Tokens) SetAside() {
	text, err := store.ReadPlainFile(t.path, maxAccess)
	if err == nil {
		err = store.ReplaceFile(t.damaged(), text)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unfit = err != nil
}

// wrongToken is said of what is no token at all.
const wrongToken = "the Authorization header does not hold this hub's access token"

// find is the credential of a token, as text, and why it is none.
func (t *Tokens) find(text string) (inbound.Credential, string) {
	id, secret, ok := Split(text, namedPrefix)
	if !ok {
		return inbound.Credential{}, wrongToken
	}
	token := t.held.Load().named[id]
	if !token.holds(secret) {
		return inbound.Credential{}, "this hub does not know the token of the Authorization header: it was revoked, or it is another hub's"
	}
	now := t.now()
	if token.expired(now) {
		return inbound.Credential{}, "the token of the Authorization header has expired: make a new one in the dashboard, under Settings, Agents"
	}
	token.use(now)
	return inbound.Credential{Token: token.id, Name: token.name, Class: token.class}, ""
}

// List is all tokens with a name, the newest first.
func (t *Tokens) List() []Token {
	list := []Token{}
	for _, token := range t.held.Load().named {
		list = append(list, token.token())
	}
	slices.SortFunc(list, func(a, b Token) int {
		if order := b.CreatedAt.Compare(a.CreatedAt); order != 0 {
			return order
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// HasLike reports whether a token has a name, or one that looks like it.
func (t *Tokens) HasLike(name string) bool {
	held := t.held.Load()
	return held.find(name) != nil || held.lookalike(name) != nil
}

// Named is the token of a name, if there is one.
func (t *Tokens) Named(name string) (Token, bool) {
	token := t.held.Load().find(name)
	if token == nil {
		return Token{}, false
	}
	return token.token(), true
}

// find is the token of a name; nil: there is none. Names that differ only in case are one.
func (h *holdings) find(name string) *issued {
	for _, token := range h.named {
		if strings.EqualFold(token.name, name) {
			return token
		}
	}
	return nil
}

// lookalike is a token of another name that is taken for this one at a glance; nil: there is none.
func (h *holdings) lookalike(name string) *issued {
	for _, token := range h.named {
		if !strings.EqualFold(token.name, name) && outline.LookAlike(token.name, name) {
			return token
		}
	}
	return nil
}

// unmistakable is an error if a name would be taken for that of another token.
func (h *holdings) unmistakable(name string) error {
	if other := h.lookalike(name); other != nil {
		return &store.ConflictError{Message: phrase.TokenAlike(other.name).String()}
	}
	return nil
}

// Create makes a token and returns its text, which is shown this once. What is wrong with the
// input is a [*store.InvalidError], a name that is taken, or looks like one that is, a
// [*store.ConflictError], and a disk that refuses the file [store.ErrUnavailable]: then there is no
// token.
func (t *Tokens) Create(asked TokenInput) (made Token, text string, err error) {
	return t.create(asked, "")
}

// create may take the place of the token that has the name, if it is that one.
func (t *Tokens) create(asked TokenInput, replaces string) (made Token, text string, err error) {
	if err := asked.check(); err != nil {
		return Token{}, "", err
	}
	if t.AlsoTaken(asked.Name) {
		return Token{}, "", &store.ConflictError{Message: phrase.TokenExists.String()}
	}
	now := t.now().UTC().Truncate(time.Millisecond)
	var expires time.Time
	if asked.Days > 0 {
		expires = now.AddDate(0, 0, asked.Days)
	}
	token, text := issue(namedPrefix, asked.Name, asked.Class, now, expires)
	err = t.change(func(h *holdings) error {
		if old := h.find(asked.Name); old != nil {
			if old.id != replaces {
				return &store.ConflictError{Message: phrase.TokenExists.String()}
			}
			delete(h.named, old.id)
		}
		if err := h.unmistakable(asked.Name); err != nil {
			return err
		}
		if len(h.named) >= maxNamed {
			return &store.ConflictError{Message: phrase.TokensFull(maxNamed).String()}
		}
		h.named[token.id] = token
		return nil
	})
	if err != nil {
		return Token{}, "", err
	}
	if replaces != "" {
		t.end()
	}
	return token.token(), text, nil
}

// CheckName takes the name of a token or a connector. What is wrong with it is a
// [*store.InvalidError].
func CheckName(name string) (string, error) {
	name = strings.TrimSpace(name)
	wrong := ""
	switch length := utf8.RuneCountInString(name); {
	case length < 1 || length > MaxTokenName:
		wrong = phrase.FieldNameLength(MaxTokenName).String()
	case !outline.IsName(name):
		wrong = phrase.FieldName.String()
	}
	if wrong != "" {
		return "", &store.InvalidError{Fields: []store.FieldError{{Field: "name", Message: wrong}}}
	}
	return name, nil
}

func (n *TokenInput) check() error {
	var wrong []store.FieldError
	name, err := CheckName(n.Name)
	if invalid := new(store.InvalidError); errors.As(err, &invalid) {
		wrong = invalid.Fields
	} else {
		n.Name = name
	}
	if n.Class != inbound.Read && n.Class != inbound.Write {
		wrong = append(wrong, store.FieldError{Field: "scope", Message: "must be read or write"})
	}
	if n.Days < 0 || n.Days > maxTokenDays {
		wrong = append(wrong, store.FieldError{Field: "expires_in_days", Message: fmt.Sprintf("must be 1 to %d, or null for a token without an end", maxTokenDays)})
	}
	if wrong != nil {
		return &store.InvalidError{Fields: wrong}
	}
	return nil
}

// Revoke ends a token at once, and returns what it was. One that is not there is a
// [*store.NotFoundError].
func (t *Tokens) Revoke(id string) (revoked Token, err error) {
	err = t.change(func(h *holdings) error {
		token := h.named[id]
		if token == nil {
			return &store.NotFoundError{Kind: "token", ID: id}
		}
		revoked = token.token()
		delete(h.named, id)
		return nil
	})
	if err == nil {
		t.end()
	}
	return revoked, err
}

// end wakes whoever goes on only while a token holds.
func (t *Tokens) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.ended)
	t.ended = make(chan struct{})
}

// Ended is closed when a token is revoked next.
func (t *Tokens) Ended() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended
}

// change runs a change of a copy, and puts it in place once it is on the disk.
func (t *Tokens) change(do func(*holdings) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.held.Load()
	changed := &holdings{named: maps.Clone(now.named), feed: now.feed, oauth: now.oauth}
	if err := do(changed); err != nil {
		return err
	}
	return t.write(changed)
}

// write keeps the tokens; the lock is held.
func (t *Tokens) write(h *holdings) error {
	if t.unfit {
		if err := os.Rename(t.path, t.damaged()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: keep %s as it is: %w", store.ErrUnavailable, AccessFile, err)
		}
		t.unfit = false
	}
	if err := writeAccess(t.path, h); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	t.held.Store(h)
	t.flushed = t.now()
	return nil
}

// OAuth is what package grant keeps in the file; nil: nothing.
func (t *Tokens) OAuth() json.RawMessage { return t.held.Load().oauth }

// KeepOAuth replaces that. A disk that refuses the file is [store.ErrUnavailable]: then all is as it was.
func (t *Tokens) KeepOAuth(section json.RawMessage) error {
	return t.change(func(h *holdings) error { h.oauth = section; return nil })
}

// Due is when the times of last use are to be written down: an hour after the last writing, when
// there are any new ones.
func (t *Tokens) Due(context.Context) (time.Time, bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.flushed.Add(flushPeriod), true, nil
}

// Flush writes the times of last use down, when there are new ones. They live in memory meanwhile:
// a request costs no writing.
func (t *Tokens) Flush(context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.held.Load()
	fresh := func(token *issued) bool {
		return token != nil && !token.lastUse().Before(t.flushed.Truncate(time.Millisecond))
	}
	if !fresh(h.feed) && !slices.ContainsFunc(slices.Collect(maps.Values(h.named)), fresh) {
		t.flushed = t.now()
		return nil
	}
	err := t.write(h)
	if err != nil {
		t.flushed = t.now() // and again in an hour
		return errors.New("the times at which tokens were used last can't be written: " + err.Error())
	}
	return nil
}
