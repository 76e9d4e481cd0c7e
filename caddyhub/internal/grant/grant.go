// Package grant lets programs in at the owner's word: it is an authorization server of OAuth 2.1 for
// one resource, the hub's MCP endpoint, and one owner. Assistants that run elsewhere add a server by
// its address and take nothing else.
//
//	service.go    one configuration: its addresses, and what is served at them
//	metadata.go   where clients find what (RFC 9728, RFC 8414)
//	authorize.go  a program asks; request.go: the owner decides
//	token.go      codes and refresh tokens are exchanged (RFC 6749); revoke.go ends them (RFC 7009)
//	client.go     programs that ask; register.go: those that make themselves known (RFC 7591);
//	              document.go: those that publish who they are
//	redirect.go   where a program may be sent back to
//	outside.go    whether the hub can be reached from elsewhere
//	state.go      what outlives a configuration: grants.go what the owner has allowed, file.go its form
//	              on the disk
//
// The names of its paths at the root of the origin, the long life of access tokens and the repeated
// answer to a refresh token come from what clients do (docs/connectors.md).
package grant

import (
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// The kinds of secrets begin their texts, as those of package auth do.
const (
	accessPrefix  = "huba_" // opens /mcp
	refreshPrefix = "hubr_" // is exchanged for the next pair
	codePrefix    = "hubc_" // is exchanged for the first one
)

// The limits.
const (
	// DefaultAccessTTL is how long an access token holds: long, since some clients never ask for a
	// second one. What is revoked ends with the next request.
	DefaultAccessTTL = 30 * 24 * time.Hour
	// refreshTTL is how long a grant holds that nobody uses.
	refreshTTL = 180 * 24 * time.Hour
	// codeTTL is how long a code may be exchanged, and codeMemory how long one is known that was: a
	// second use ends what the first one made.
	codeTTL    = time.Minute
	codeMemory = 10 * time.Minute
	// grace is how long a refresh token is answered as before once it was exchanged: the answer may
	// have got lost, or several windows of one program ask at once.
	grace = 2 * time.Minute
	// maxRotated is how many exchanged refresh tokens of a grant are answered, and so how many exchanges
	// there may be within the grace.
	maxRotated = 8
	// maxLine is how far a token is followed through its successors, to find that it is an old one.
	maxLine = 4096
	// maxAccess is how many access tokens of a grant hold at a time.
	maxAccess = 8
	// maxGrants is how many programs may be connected.
	maxGrants = 32
	// maxRequests is how many programs may ask at a time, ownRequests how many of one address, and
	// requestTTL for how long.
	maxRequests = 128
	ownRequests = 4
	requestTTL  = 10 * time.Minute
	// maxClients is how many programs may be known that have registered; unusedTTL is how long one is
	// that the owner has not let in.
	maxClients = 64
	unusedTTL  = 24 * time.Hour
	// maxName bounds a program's name, in characters.
	maxName = 60
	// maxURIs is how many redirect URIs a program has, and maxURIBytes how long they are together.
	maxURIs     = 8
	maxURIBytes = 1000
	// maxState bounds the text that goes back to a program as it came, in bytes.
	maxState = 2048
)

// The scopes.
const (
	ScopeRead  = "read"
	ScopeWrite = "write" // includes read
)

// scopeOf says a class as programs are told.
func scopeOf(c inbound.Class) string {
	if c == inbound.Read {
		return ScopeRead
	}
	return ScopeRead + " " + ScopeWrite
}
