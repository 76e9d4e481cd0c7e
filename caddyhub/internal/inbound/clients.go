package inbound

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// The protocols that programs speak.
const (
	REST = "rest"
	MCP  = "mcp"
)

// How many are remembered. One more makes the one forgotten that was away for the longest.
// Who was refused has places of its own, few of them: a stranger can neither push out a
// client nor fill the list.
const (
	mostClients = 60
	mostRefused = 4
	mostTokens  = 16 // of one client
)

// maxText bounds each text, in characters: all of them come from outside.
const maxText = 200

// Call is one call that was answered.
type Call struct {
	Client string // what it calls itself; empty: unknown
	Kind   string // [REST] or [MCP]
	Token  string // the name of the token it came with; empty: none with a name
	What   string // the route, the tool or the method
	Failed string // why it was refused; empty for a success. It must not hold a secret.
	// Introduced is the User-Agent under which the client told its name with this call, where
	// its later calls will not repeat the name; else empty.
	Introduced string
}

// Client is a program that has used the hub, or was refused for want of a credential.
type Client struct {
	Name        string
	Refused     bool   // it never got in under this entry
	Kind        string // the protocol of its last call
	Calls       int    // since the hub started
	MCPCalls    int    // those of them that came over MCP and succeeded
	LastCall    string
	LastAt      time.Time
	TokensAt    map[string]time.Time // when it last called with each token, by its name; empty: without one that has a name
	LastError   string               // of the last call that failed; empty: none did
	LastErrorAt time.Time

	agent string // the User-Agent it introduced itself under; empty: it did not
}

// Clients remembers which programs have used the hub lately, so that the owner sees whether an
// agent is connected and why it fails. It is lost when the hub stops; a nil one remembers
// nobody. Its methods may be called from any number of goroutines.
type Clients struct {
	now func() time.Time

	mu      sync.Mutex
	known   map[string]*Client
	refused map[string]*Client
}

// NewClients makes an empty registry on a clock.
func NewClients(now func() time.Time) *Clients {
	return &Clients{now: now, known: map[string]*Client{}, refused: map[string]*Client{}}
}

// Record counts a call of a program that showed the hub's credential.
func (r *Clients) Record(call Call) {
	if r == nil {
		return
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	c := place(r.known, mostClients, call.Client)
	c.note(call, now)
	if call.Introduced != "" {
		c.agent = clean(call.Introduced)
	}
}

// Refuse counts a call that came without the hub's credential, so that the owner can tell
// a program that never arrives from one that arrives without its token.
func (r *Clients) Refuse(call Call) {
	if r == nil {
		return
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	c := place(r.refused, mostRefused, call.Client)
	c.Refused = true
	c.note(call, now)
}

// Introduced is the name of the client that introduced itself under a User-Agent, or empty
// when none did, or more than one.
func (r *Clients) Introduced(agent string) (name string) {
	if r == nil || agent == "" {
		return ""
	}
	agent = clean(agent)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.known {
		switch {
		case c.agent != agent:
		case name != "":
			return ""
		default:
			name = c.Name
		}
	}
	return name
}

func (c *Client) note(call Call, now time.Time) {
	c.Calls++
	if call.Kind == MCP && call.Failed == "" && !c.Refused {
		c.MCPCalls++
	}
	if !c.Refused {
		c.noteToken(call.Token, now)
	}
	c.Kind, c.LastAt = call.Kind, now
	if call.What != c.LastCall {
		c.LastCall = clean(call.What)
	}
	if call.Failed != "" {
		c.LastError, c.LastErrorAt = clean(call.Failed), now
	}
}

// noteToken notes a call with a token. One more than there is room for makes the one forgotten that
// was away for the longest.
func (c *Client) noteToken(name string, now time.Time) {
	if c.TokensAt == nil {
		c.TokensAt = map[string]time.Time{}
	}
	c.TokensAt[name] = now
	if len(c.TokensAt) <= mostTokens {
		return
	}
	longest := name
	for other, at := range c.TokensAt {
		if at.Before(c.TokensAt[longest]) {
			longest = other
		}
	}
	delete(c.TokensAt, longest)
}

// place is the client of a name, a new one if need be.
func place(list map[string]*Client, places int, name string) *Client {
	if c := list[name]; c != nil {
		return c
	}
	name = cmp.Or(clean(name), "unknown")
	if c := list[name]; c != nil {
		return c
	}
	if len(list) >= places {
		delete(list, oldest(list))
	}
	c := &Client{Name: name}
	list[name] = c
	return c
}

// oldest is the name of the client that was away for the longest.
func oldest(list map[string]*Client) string {
	var longest *Client
	for _, c := range list {
		if longest == nil || c.LastAt.Before(longest.LastAt) {
			longest = c
		}
	}
	return longest.Name
}

// List is all clients, the last one to call first; those that were refused stand at the
// end.
func (r *Clients) List() []Client {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return append(sorted(r.known), sorted(r.refused)...)
}

func sorted(clients map[string]*Client) []Client {
	list := make([]Client, 0, len(clients))
	for _, c := range clients {
		shown := *c
		shown.TokensAt = maps.Clone(c.TokensAt)
		list = append(list, shown)
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
