package caddyhub

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What other servers of memories for agents were told of in public. Each test is named for the
// hole.

// Whoever registers must not be able to give itself tokens (mcp-memory-service, GHSA-6mvm-q4j3-27qg):
// registration was open there, and client_credentials made of it write tokens for strangers.
func TestAdvisoryOpenRegistrationWithClientCredentials(t *testing.T) {
	p := newPublic(t)
	var made map[string]any
	p.read(&made, 201, "POST", "/register", `{"redirect_uris":["https://app.example/"],"grant_types":["client_credentials"],"token_endpoint_auth_method":"client_secret_post","scope":"write"}`)
	if made["client_secret"] != nil {
		t.Errorf("a secret was issued: %v", made)
	}
	id, _ := made["client_id"].(string)
	for _, form := range []url.Values{
		{"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {"x"}, "scope": {"write"}},
		{"grant_type": {"client_credentials"}, "client_id": {id}},
		{"grant_type": {"password"}, "client_id": {id}, "username": {"owner"}, "password": {"x"}},
		{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "client_id": {id}, "assertion": {"x"}},
	} {
		status, _, text := p.send("POST", "127.0.0.1", "/token", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		if status != http.StatusBadRequest || strings.Contains(text, "access_token") {
			t.Errorf("%v: %d %s", form, status, text)
		}
	}
}

// No stream, and nothing else, may be open to whoever does not show a credential: there, events could be read
// along without one.
func TestAdvisoryEventStreamWithoutACredential(t *testing.T) {
	p := newPublic(t)
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/api/events/stream", 401},
		{"GET", "/mcp", 405},
		{"GET", "/mcp/", 405},
		{"GET", "/sse", 418},
		{"GET", "/mcp/sse", 418},
		{"POST", "/mcp", 401},
		{"GET", "/api/events", 401},
		{"GET", "/api/threads", 401},
		{"GET", "/api/openapi.json", 401},
	} {
		for _, host := range []string{"127.0.0.1", "localhost"} {
			status, header, text := p.send(c.method, host, c.path, "", "Accept", "text/event-stream")
			if status != c.want || strings.HasPrefix(header.Get("Content-Type"), "text/event-stream") {
				t.Errorf("%s %s at %s: %d, want %d: %s", c.method, c.path, host, status, c.want, text)
			}
		}
	}
}

// A path that an agent gives is a name, and never read: there, tools took paths and handed out files.
func TestAdvisoryToolsThatTakePaths(t *testing.T) {
	p := newPublic(t)
	const canary = "canary-of-a-file-on-the-disk"
	file := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(file, []byte(canary), 0o600); err != nil {
		t.Fatal(err)
	}
	access, _, _ := p.connect("write")
	var list struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema struct {
					Properties map[string]struct {
						Type any
					}
					Required []string
				}
			}
		}
	}
	headers := []string{"Authorization", "Bearer " + access, "Accept", "application/json, text/event-stream"}
	p.read(&list, 200, "POST", "/mcp", listTools, headers...)
	tried := 0
	for _, tool := range list.Result.Tools {
		for name := range tool.InputSchema.Properties {
			for _, path := range []string{file, "../../../../../../../../.." + file, "file://" + file, "/proc/self/environ", "/etc/passwd"} {
				arguments := map[string]any{name: path}
				for _, other := range tool.InputSchema.Required {
					if other != name {
						arguments[other] = "x"
					}
				}
				status, _, text := p.send("POST", "127.0.0.1", "/mcp", callTool(t, tool.Name, arguments), headers...)
				if strings.Contains(text, canary) || strings.Contains(text, "root:") || strings.Contains(text, privateToken) {
					t.Errorf("%s reads %s by %s: %d %s", tool.Name, path, name, status, text)
				}
				tried++
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d calls were tried", tried)
	}
}
