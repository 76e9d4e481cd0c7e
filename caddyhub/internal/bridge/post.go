package bridge

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

// waits are those before each further try to reach the hub, and connect the longest that all
// of them take together.
var waits = []time.Duration{300 * time.Millisecond, 900 * time.Millisecond, 1800 * time.Millisecond}

const connect = 5 * time.Second

// answer asks the hub, and is what the client is told: nil for nothing.
func (b *bridge) answer(ctx context.Context, m message) []byte {
	b.mu.Lock()
	broken := b.wayErr != nil
	b.mu.Unlock()
	if broken {
		b.find(indexer.Way{}) // it may have been repaired
	} else {
		b.look()
	}
	text, way, err := b.ask(ctx, m)
	if (errors.Is(err, errRefused) || errors.Is(err, errUnsent) && ctx.Err() == nil) && b.find(way) {
		text, way, err = b.ask(ctx, m)
	}
	b.mu.Lock()
	answers, claims, client := b.answers, b.claims, b.client
	if way.Base != nil && way.Base.String() != b.way.Base.String() {
		answers, claims = nil, nil // another call has found the hub elsewhere meanwhile
	}
	b.mu.Unlock()
	key := m.cacheKey()
	if err != nil {
		if kept := answers.get(key); kept != nil && m.id != nil {
			b.learn(m, kept)
			return reply(m.id, "result", json.RawMessage(kept))
		}
		return unable(m, err.Error())
	}
	if m.id == nil {
		return nil
	}
	if claiming[m.tool()] {
		claims.learn(m, cmp.Or(m.clientName(), client), text, b.Now())
	}
	var said struct {
		Result json.RawMessage `json:"result"`
	}
	if key != "" {
		_ = json.Unmarshal(text, &said)
	}
	if said.Result != nil {
		b.learn(m, said.Result)
		answers.put(key, said.Result)
	}
	return text
}

// learn takes the version of the protocol from the answer to the handshake.
func (b *bridge) learn(m message, result json.RawMessage) {
	if m.method != string(mcp.MethodInitialize) {
		return
	}
	var r struct {
		Version string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(result, &r)
	b.mu.Lock()
	b.version = r.Version
	b.mu.Unlock()
}

// errRefused is that the hub does not take the token.
var errRefused = errors.New("the hub refuses the token")

// refusal is errRefused with the sentence for the user.
type refusal struct{ error }

func (refusal) Is(target error) bool { return target == errRefused }

// errUnsent is that the hub never had the message.
var errUnsent = errors.New("the message was not sent")

// unsent is errUnsent with the sentence for the user.
type unsent struct{ error }

func (unsent) Is(target error) bool { return target == errUnsent }

// ask sends a message, again as long as nobody can have had it. The hub need not be waited for
// where an older answer will do. way is the one that it went.
func (b *bridge) ask(ctx context.Context, m message) (text []byte, way indexer.Way, err error) {
	b.mu.Lock()
	way, err, answers := b.way, b.wayErr, b.answers
	b.mu.Unlock()
	if err != nil {
		return nil, way, err
	}
	patience := waits
	if answers.get(m.cacheKey()) != nil || m.id == nil {
		patience = nil
	}
	end := time.Now().Add(connect)
	for try := 0; ; try++ {
		text, sent, err := b.post(ctx, way, m, time.Until(end))
		var passing *indexer.Passing
		if err == nil || sent {
			return text, way, err
		}
		if ctx.Err() != nil || try >= len(patience) || !errors.As(err, &passing) || b.Sleep(ctx, patience[try]) != nil || time.Until(end) <= 0 {
			return nil, way, unsent{err}
		}
	}
}

// post sends a message once. sent tells that the hub may have had it.
func (b *bridge) post(ctx context.Context, way indexer.Way, m message, within time.Duration) (text []byte, sent bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var late atomic.Bool
	timer := time.AfterFunc(within, func() { late.Store(true); cancel() })
	defer timer.Stop()
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		timer.Stop()
		connected.Store(true)
	}})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, way.Base.String()+"/mcp", bytes.NewReader(m.line))
	if err != nil {
		return nil, false, errors.New("auth_token or hub_url holds a character that can't be sent")
	}
	b.head(req.Header, way, m)
	res, err := b.Client.Do(req)
	if err == nil {
		defer res.Body.Close()
		text, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	}
	switch {
	case err != nil && late.Load():
		return nil, false, way.Unreached(fmt.Errorf("no connection within %s", connect))
	case err != nil && connected.Load():
		return nil, true, fmt.Errorf("the hub at %s ended the connection before it answered: what was asked may be done, so look before you repeat it", way.Base)
	case err != nil:
		return nil, false, way.Unreached(err)
	case len(text) > maxAnswer:
		return nil, true, fmt.Errorf("the answer has more than %d bytes: ask for less of it", maxAnswer)
	case m.id == nil && res.StatusCode == http.StatusAccepted:
		return nil, true, nil
	}
	if line := oneLine(text); line != nil {
		return line, true, nil
	}
	if res.StatusCode == http.StatusOK {
		return nil, true, way.NoHub("it answers with something else")
	}
	err = way.Refused(res, text, b.Now())
	if res.StatusCode == http.StatusUnauthorized {
		err = refusal{err}
	}
	return nil, true, err
}

// head sets what a message needs of headers.
func (b *bridge) head(h http.Header, way indexer.Way, m message) {
	b.mu.Lock()
	client, version := b.client, b.version
	b.mu.Unlock()
	agent := b.Agent
	if client = cmp.Or(m.clientName(), client); client != "" {
		agent += " (" + client + ")"
	}
	h.Set("User-Agent", agent)
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json, text/event-stream")
	if way.Token != "" {
		h.Set("Authorization", "Bearer "+way.Token)
	}
	if m.method == string(mcp.MethodInitialize) {
		version = "" // it is about to be agreed on
	}
	if version = cmp.Or(m.version(), version); version != "" {
		set(h, mcp.HeaderProtocolVersion, version)
	}
	if mcp.RequiresStandardHeaders(m.version()) {
		set(h, mcp.HeaderMethod, m.method)
		if name, has := mcp.ExtractHeaderName(mcp.MCPMethod(m.method), m.params); has {
			set(h, mcp.HeaderName, name)
		}
	}
}

// set sets a header to a text from the client, in the encoding of the protocol's revision.
func set(h http.Header, name, value string) {
	if text, ok := mcp.EncodeHeaderValue(value); ok {
		h.Set(name, text)
	}
}

// oneLine is a JSON-RPC message as a line of its own; nil: it is none.
func oneLine(text []byte) []byte {
	var m struct {
		Version string `json:"jsonrpc"`
	}
	if json.Unmarshal(text, &m) != nil || m.Version != mcp.JSONRPC_VERSION {
		return nil
	}
	if text = bytes.TrimSpace(text); !bytes.ContainsAny(text, "\r\n") {
		return text
	}
	var line bytes.Buffer
	if json.Compact(&line, text) != nil {
		return nil
	}
	return line.Bytes()
}
