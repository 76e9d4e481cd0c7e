package mcpserver

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"github.com/progresshub/progresshub/store"
)

// failure is a JSON-RPC error in our words. mcp-go would give every error of a handler the
// code of an internal one, and say what it can't decode in the words of the decoder.
type failure struct {
	code     int
	status   int // of HTTP
	sentence string
}

// protocolError is mcp-go's hook for whatever it would answer with an error: ours are put
// into words here, and into the code that each protocol era has for them.
func (s *server) protocolError(ctx context.Context, _ any, method mcp.MCPMethod, request any, err error) {
	v := exchangeOf(ctx)
	for _, served := range []error{mcpgo.ErrUnsupported, mcpgo.ErrRemovedInProtocolVersion, mcpgo.ErrRequiresModernProtocol} {
		if errors.Is(err, served) { // mcp-go says it well
			v.problem = fmt.Sprintf("%s is not served here", method)
			return
		}
	}
	f := failure{code: mcp.INVALID_PARAMS, status: http.StatusOK, sentence: cmp.Or(s.unnamed(request, err), inWords(err))}
	if f.sentence == "" {
		f.code, f.sentence = mcp.INTERNAL_ERROR, s.explain(ctx, string(method), err)
	}
	switch {
	case f.code == mcp.INTERNAL_ERROR:
	case mcp.IsModernProtocol(mcpgo.RequestProtocolVersion(ctx)):
		f.status = http.StatusBadRequest
	case method == mcp.MethodResourcesRead:
		f.code = mcp.RESOURCE_NOT_FOUND
	}
	v.fail(f)
}

// unnamed is the sentence about a name that mcp-go does not know, or a cursor it can't
// read; empty for other errors.
func (s *server) unnamed(request any, err error) string {
	if errors.As(err, new(base64.CorruptInputError)) {
		return "the cursor is not one of this list: ask again without it"
	}
	switch r := request.(type) {
	case *mcp.CallToolRequest:
		if errors.Is(err, mcpgo.ErrToolNotFound) {
			return unknownName("tool", r.Params.Name, names(s.tools(), func(t tool) string { return t.name }))
		}
	case *mcp.GetPromptRequest:
		if errors.Is(err, mcpgo.ErrPromptNotFound) {
			return unknownName("prompt", r.Params.Name, names(s.prompts(), func(p prompt) string { return p.name }))
		}
	case *mcp.ReadResourceRequest:
		if errors.Is(err, mcpgo.ErrResourceNotFound) {
			return fmt.Sprintf("no resource has the address %s; there are %s", quoteCut(r.Params.URI, 100), resourceAddresses)
		}
	}
	return ""
}

// names are those of some things.
func names[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = name(v)
	}
	return out
}

// unknownName says that a thing does not exist, and which does.
func unknownName(kind, name string, known []string) string {
	sentence := fmt.Sprintf("%s %s not found", kind, quoteCut(name, 60))
	if near := store.Closest(cutRunes(name, 60), known); near != "" {
		return sentence + "; closest: " + near
	}
	return sentence + "; there are " + strings.Join(known, ", ")
}
