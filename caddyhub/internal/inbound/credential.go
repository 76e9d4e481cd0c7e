package inbound

import (
	"fmt"
	"net/http"
)

// Class is how much a route or a tool asks of a credential, and how much a credential gives. Each
// includes those before it.
type Class int

// The classes.
const (
	// Open asks for none: the route takes what it needs by itself.
	Open Class = iota
	// Read is for what changes nothing.
	Read
	// Write is for the work of agents.
	Write
	// Owner is for settings, secrets, backups, approvals and tokens, and for what an agent may
	// only ask for.
	Owner
)

// classes are their names, on the wire and in the document.
var classes = [...]string{"open", "read", "write", "owner"}

func (c Class) String() string { return classes[c] }

// Credential is what a request has shown.
type Credential struct {
	// Token is the id of a token with a name; empty: a session, the access token, or none in
	// development mode. Where it matters whose something is, it decides, and never the name, which
	// another token may have later.
	Token string
	Name  string // of that token, for people
	Class Class  // what it gives
	// ResourceMetadata goes out with a refusal ([Problem.ResourceMetadata]).
	ResourceMetadata string
}

// Refuse says why the credential does not do for a class, or returns nil (RFC 6750 §3.1).
func (c Credential) Refuse(asked Class) *Problem {
	if c.Class >= asked {
		return nil
	}
	p := NewProblem(http.StatusForbidden, fmt.Sprintf("the token %q may only read: make one with the scope write for this", c.Name))
	if asked == Owner {
		p.Detail = OwnerOnly
	}
	p.Scope, p.ResourceMetadata = asked.String(), c.ResourceMetadata
	return p
}

// OwnerOnly says of a request that no token with a name is enough for it.
const OwnerOnly = "this is for the owner alone, in the dashboard or with the access token; an agent may ask for some of it over MCP, by request_change"
