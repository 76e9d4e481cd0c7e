package connect

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// The revisions of the protocol that clients speak: the last one that begins with a handshake, and
// the one in which every message stands alone.
const (
	handshake  = "2025-11-25"
	standalone = "2026-07-28"
)

// hello is the handshake of a client called so.
func hello(name, version string) object {
	return object{{"jsonrpc", mcp.JSONRPC_VERSION}, {"id", 1}, {"method", string(mcp.MethodInitialize)}, {"params", object{
		{"protocolVersion", handshake}, {"capabilities", object{}}, {"clientInfo", object{{"name", name}, {"version", version}}},
	}}}
}

// heard is what is read of an answer.
type heard struct {
	Result struct {
		Version string `json:"protocolVersion"`
		Server  struct {
			Name string `json:"name"`
		} `json:"serverInfo"`
		Tools []struct{} `json:"tools"`
	} `json:"result"`
	Error struct {
		Message string `json:"message"`
	} `json:"error"`
}

// say makes one request at /mcp. text is the answer as it came.
func (d *Doctor) say(ctx context.Context, message object, headers ...string) (h heard, res *http.Response, text []byte, err error) {
	if res, text, err = d.get(ctx, http.MethodPost, "/mcp", string(jsonText(message)), headers...); err == nil {
		_ = json.Unmarshal(text, &h)
	}
	return h, res, text, err
}

// mcp looks whether agents get the tools at all.
func (d *Doctor) mcp(ctx context.Context) bool {
	h, res, text, err := d.say(ctx, object{{"jsonrpc", mcp.JSONRPC_VERSION}, {"id", 1}, {"method", string(mcp.MethodToolsList)}})
	switch {
	case err != nil:
		return d.unreached(err)
	case res.StatusCode == http.StatusForbidden:
		return d.add("mcp", Fail, "the hub refuses this machine at /mcp: "+res.Status, "look at the hub's log")
	case len(h.Result.Tools) == 0:
		return d.add("mcp", Fail, "agents get no tools at /mcp: "+res.Status, "have the proxy hand on POST requests to /mcp")
	}
	return d.add("mcp", OK, fmt.Sprintf("%d tools in %d bytes", len(h.Result.Tools), len(text)), "")
}

// initialize looks at the handshake by which most clients begin.
func (d *Doctor) initialize(ctx context.Context) bool {
	name, version, _ := strings.Cut(d.Agent, "/")
	h, res, _, err := d.say(ctx, hello(name, version))
	switch {
	case err != nil:
		return d.unreached(err)
	case h.Result.Version == "" || h.Result.Server.Name == "":
		return d.add("initialize", Fail, "the handshake of clients is not answered at /mcp: "+said(h, res), "have the proxy hand on what is sent to /mcp as it is")
	}
	return d.add("initialize", OK, "the handshake is answered, in revision "+h.Result.Version, "")
}

// modern looks at a message that stands alone, whose headers repeat what it says.
func (d *Doctor) modern(ctx context.Context) bool {
	name, version, _ := strings.Cut(d.Agent, "/")
	h, res, text, err := d.say(ctx, object{{"jsonrpc", mcp.JSONRPC_VERSION}, {"id", 1}, {"method", string(mcp.MethodToolsList)}, {"params", object{{"_meta", object{
		{mcp.MetaKeyProtocolVersion, standalone}, {mcp.MetaKeyClientInfo, object{{"name", name}, {"version", version}}}, {mcp.MetaKeyClientCapabilities, object{}},
	}}}}}, mcp.HeaderProtocolVersion, standalone, mcp.HeaderMethod, string(mcp.MethodToolsList))
	switch {
	case err != nil:
		return d.unreached(err)
	case len(h.Result.Tools) == 0:
		return d.add("modern", Fail, "clients of revision "+standalone+" get no tools at /mcp: "+said(h, res),
			"have the proxy hand on the headers "+mcp.HeaderMethod+", "+mcp.HeaderName+" and "+mcp.HeaderProtocolVersion+"; a hub from before that revision needs an update")
	}
	return d.add("modern", OK, fmt.Sprintf("revision %s is spoken: %d tools in %d bytes", standalone, len(h.Result.Tools), len(text)), "")
}

// maxSaid bounds what is quoted of another's words, in bytes.
const maxSaid = 200

// said is why there was no result.
func said(h heard, res *http.Response) string {
	if why := h.Error.Message; why != "" {
		return why[:min(len(why), maxSaid)]
	}
	return res.Status
}

// oauth looks whether a client could take the hub for one that wants a sign-in. Only those that
// speak HTTP to it themselves look.
func (d *Doctor) oauth(ctx context.Context) {
	res, _, err := d.get(ctx, http.MethodGet, "/.well-known/oauth-authorization-server", "")
	switch {
	case err != nil || res.StatusCode == http.StatusNotFound:
	case len(d.direct) == 0:
		d.add("oauth", OK, "there is OAuth at this address; no client here would mind", "")
	default:
		d.add("oauth", Warn, "there is OAuth at this address, and clients that speak HTTP to it themselves drop their token: "+strings.Join(d.direct, ", "), "connect them without --http, or by another name of the hub")
	}
}
