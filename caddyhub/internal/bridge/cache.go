package bridge

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/store"
)

// cacheName is the file of the last good answers in the folder of a hub.
const cacheName = "mcp-cache.json"

// maxCache bounds the file, in bytes.
const maxCache = 1 << 20

// kept are the methods whose answers hardly change, and without which a client takes the
// server for broken and never tells its agent why.
var kept = []string{
	string(mcp.MethodInitialize), string(mcp.MethodServerDiscover), string(mcp.MethodToolsList),
	string(mcp.MethodPromptsList), string(mcp.MethodResourcesList), string(mcp.MethodResourcesTemplatesList),
}

// cacheKey is under what the answer to a message is kept; empty: it is not.
func (m message) cacheKey() string {
	var p struct {
		Cursor  string `json:"cursor"`
		Version string `json:"protocolVersion"` // that a handshake proposes
	}
	_ = json.Unmarshal(m.params, &p)
	if m.id == nil || p.Cursor != "" || !slices.Contains(kept, m.method) {
		return ""
	}
	return m.method + " " + p.Version + m.version()
}

// cache are the last good answers of one hub. A nil one is empty.
type cache struct {
	file string

	mu   sync.Mutex
	said answers
}

// answers is the form of the file.
type answers struct {
	Hub     string                     `json:"hub"`
	Results map[string]json.RawMessage `json:"results"`
}

// openCache reads the file in a folder. One that can't be read, or is of another hub, is as
// none.
func openCache(dir, hub string) *cache {
	c := &cache{file: filepath.Join(dir, cacheName)}
	if info, err := os.Stat(c.file); err == nil && info.Size() <= maxCache {
		if text, err := os.ReadFile(c.file); err == nil {
			_ = json.Unmarshal(text, &c.said)
		}
	}
	if c.said.Hub != hub || c.said.Results == nil {
		c.said = answers{Hub: hub, Results: map[string]json.RawMessage{}}
	}
	return c
}

func (c *cache) get(key string) json.RawMessage {
	if c == nil || key == "" {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.said.Results[key]
}

// put keeps a result. That a cache can't be written is no reason to fail.
func (c *cache) put(key string, result json.RawMessage) {
	if c == nil || key == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if bytes.Equal(c.said.Results[key], result) {
		return
	}
	c.said.Results[key] = bytes.Clone(result)
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // else what is read back is not what was kept
	if encoder.Encode(c.said) != nil || text.Len() > maxCache || os.MkdirAll(filepath.Dir(c.file), 0o700) != nil {
		return
	}
	_ = store.ReplaceFile(c.file, text.Bytes())
}
