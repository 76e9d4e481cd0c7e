// Package clients remembers which programs have used the hub lately, so that the owner sees
// whether an agent is connected and why it fails. It imports nothing of ours, so that every
// door can use it.
package clients

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// The doors that programs come through.
const (
	REST = "rest"
	MCP  = "mcp"
)

// most is how many clients are remembered. One more makes the one forgotten that was away
// for the longest.
const most = 64

// maxText bounds each text, in characters: all of them come from outside.
const maxText = 200

// Call is one call that was answered.
type Call struct {
	Client string // what it calls itself; empty: unknown
	Kind   string // [REST] or [MCP]
	What   string // the route or the tool
	Failed string // why it was refused; empty for a success. It must not hold a secret.
}

// Client is a program that has used the hub.
type Client struct {
	Name      string
	Kind      string // the door of its last call
	Calls     int    // since the hub started
	LastCall  string
	LastAt    time.Time
	LastError string // of the last call that failed; empty: none did
}

// Registry is the memory of clients. It is lost when the hub stops; a nil one remembers
// nobody. Its methods may be called from any number of goroutines.
type Registry struct {
	now func() time.Time

	mu     sync.Mutex
	byName map[string]*Client
}

// New makes an empty registry on a clock.
func New(now func() time.Time) *Registry {
	return &Registry{now: now, byName: map[string]*Client{}}
}

// Record counts a call.
func (r *Registry) Record(call Call) {
	if r == nil {
		return
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.byName[call.Client]
	if c == nil {
		c = r.named(cmp.Or(clean(call.Client), "unknown"))
	}
	c.Calls++
	c.Kind, c.LastAt = call.Kind, now
	if call.What != c.LastCall {
		c.LastCall = clean(call.What)
	}
	if call.Failed != "" {
		c.LastError = clean(call.Failed)
	}
}

// named is the client of a name, a new one if need be.
func (r *Registry) named(name string) *Client {
	if c := r.byName[name]; c != nil {
		return c
	}
	if len(r.byName) >= most {
		delete(r.byName, r.oldest())
	}
	c := &Client{Name: name}
	r.byName[name] = c
	return c
}

// oldest is the name of the client that was away for the longest.
func (r *Registry) oldest() string {
	var oldest *Client
	for _, c := range r.byName {
		if oldest == nil || c.LastAt.Before(oldest.LastAt) {
			oldest = c
		}
	}
	return oldest.Name
}

// List is all clients, the last one to call first.
func (r *Registry) List() []Client {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]Client, 0, len(r.byName))
	for _, c := range r.byName {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Client) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// clean makes a text from outside one line of bounded length.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) && r != unicode.ReplacementChar {
			return r
		}
		return ' '
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxText {
		text = string(runes[:maxText])
	}
	return text
}
