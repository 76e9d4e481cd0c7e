package store

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Actor is the kind of person or program behind a change.
type Actor string

// The two kinds of actor: the owner in a browser, and a program with the access token.
const (
	Owner Actor = "owner"
	Agent Actor = "agent"
)

// By says who makes a change. Every change writes it into its event.
type By struct {
	Actor Actor
	// SourceTool names the agent, such as "claude-code"; empty for the owner.
	SourceTool string
	// Also are further names that the agent's program goes by. An agent says SourceTool in some
	// calls only: what was signed with the name of its program is its own as well.
	Also []string
	// Token is the id of the token with a name that the change came with, which, unlike
	// SourceTool, was checked; empty: the owner's session or the access token.
	Token string
	// Via is what that token is called: for people, who may call another one so later.
	Via string
	// Hub says that it is the hub itself: nobody else signs with one of its names.
	Hub bool
	// Receipt, when set, remembers the answer to this change in the same transaction, so
	// that a retry of the request can be answered without doing it again.
	Receipt *Receipt
}

// hubNames are what the hub itself signs with.
var hubNames = []string{"forge", "notification"}

// ClientName is the name of a program other than the hub. One that calls itself as the hub does
// is marked: what the hub did is not that program's own.
func ClientName(name string) string {
	if slices.ContainsFunc(hubNames, func(own string) bool { return strings.EqualFold(own, name) }) {
		return name + " (client)"
	}
	return name
}

// maxSourceTool bounds the name of an agent, in bytes: it comes from a header.
const maxSourceTool = 200

// clean makes the agent's names fit to be stored, whatever a client calls itself.
func (b By) clean() By {
	b.SourceTool = b.cleanName(b.SourceTool)
	also := make([]string, len(b.Also))
	for i, name := range b.Also {
		also[i] = b.cleanName(name)
	}
	b.Also = also
	return b
}

func (b By) cleanName(name string) string {
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "")
	for len(name) > maxSourceTool {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name = strings.TrimSpace(name); b.Hub {
		return name
	}
	return ClientName(name)
}

// names are all that this author's changes may be signed with.
func (b By) names() []string {
	return slices.DeleteFunc(append([]string{b.SourceTool}, b.Also...), func(name string) bool { return name == "" })
}

// made reports whether an event of a tool, over a token, is this author's own: an agent may take
// another's name, and the agents of one machine may share its token.
func (b By) made(tool, token *string) bool {
	return textOf(tool) != "" && slices.Contains(b.names(), *tool) && textOf(token) == b.Token
}

// What would show a change to be the agent's own, for whom it waits for the owner without it.
const (
	ProofLease = "lease_id"    // that of its claim
	ProofName  = "source_tool" // the name under which it did it
)

// ownership is whether a change was the doing of the agent that asks for it to be taken back.
type ownership struct {
	mine  bool
	proof string // what could show so, if it is not; empty: nothing
}

// owns tells the ownership of an event of a tool, over a token.
func (b By) owns(tool, token *string) ownership {
	switch {
	case b.made(tool, token):
		return ownership{mine: true}
	case textOf(tool) != "" && textOf(token) == b.Token:
		return ownership{proof: ProofName}
	}
	return ownership{}
}

// unproven says why a change is not taken back as the caller's own: by another, as long as nothing
// could show that it is.
func (o ownership) unproven(byAnother string) string {
	switch o.proof {
	case ProofLease:
		return "nothing shows that this was your own doing, which the lease_id of your claim would"
	case ProofName:
		return "this was done with your token, but under another name than the one in your User-Agent, and only both show that it was your own doing"
	}
	return byAnother
}

// Written is a changed item together with the event that recorded the change. EventID
// is empty when nothing had to change.
type Written[T any] struct {
	Item    T
	EventID string
	Created bool // of a document: there was none at this address
	// LeftOut is why the project of a thread did not learn the place that it was named together
	// with, in a sentence; empty: it knows all of it, or no place was named.
	LeftOut string
	// Freed are the threads that waited for one that is finished now, and for nothing else.
	Freed []Dependency
	// Noted says of a thread that was finished once more that only the note was added.
	Noted bool
}

// Receipt remembers the answer to a request that carried an Idempotency-Key.
type Receipt struct {
	Scope   string // method and path
	Key     string // the client's key
	Request []byte // digest of the request's body: the same key with another body is a conflict
	// Answer turns the result of the change, a Written[...], into what a retry will get.
	// It runs on the writer, inside the transaction.
	Answer func(written any) ([]byte, error)
}
