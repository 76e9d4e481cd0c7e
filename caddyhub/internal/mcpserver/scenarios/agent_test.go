package scenarios

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// agent is one worker: a connection of its own, under a name.
type agent struct {
	*day
	name         string
	instructions string // what its client shows the model first
	client       *client.Client
}

// agent connects another agent.
func (d *day) agent(name string) *agent {
	d.Helper()
	c, err := client.NewStreamableHttpClient(d.url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	d.must(err)
	d.must(c.Start(d.Context()))
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: name, Version: "1.0"}
	met, err := c.Initialize(d.Context(), hello)
	d.must(err)
	d.Cleanup(func() { _ = c.Close() })
	return &agent{d, name, met.Instructions, c}
}

// args are the arguments of a call.
type args map[string]any

// answer is what a tool answered.
type answer struct {
	agent   *agent
	text    string
	refused bool
	facts
}

// facts are what a program takes from the structured content; the model has the text.
type facts struct {
	Claimed bool `json:"claimed"`
	Created bool `json:"created"`
	Thread  struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	} `json:"thread"`
	Lease struct {
		ID string `json:"id"`
	} `json:"lease"`
	Reminder struct {
		ID string `json:"id"`
	} `json:"reminder"`
	Hits []struct {
		ID string `json:"id"`
	} `json:"hits"`
	ID         string `json:"id"` // of a request
	Rev        int    `json:"rev"`
	NextCursor string `json:"next_cursor"`
}

// tries calls a tool, whatever it answers. What the model writes and reads is added to the
// cost of the day.
func (a *agent) tries(tool string, given args) answer {
	a.Helper()
	request := mcp.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, given
	result, err := a.client.CallTool(a.Context(), request)
	if err != nil {
		a.Fatalf("%s: %v", tool, err)
	}
	got := answer{agent: a, refused: result.IsError}
	for _, content := range result.Content {
		if text, ok := content.(mcp.TextContent); ok {
			got.text += text.Text
		}
	}
	written, err := json.Marshal(given)
	a.must(err)
	data := []byte(got.text) // a refusal has nothing else
	if result.StructuredContent != nil {
		data, err = json.Marshal(result.StructuredContent)
		a.must(err)
		a.must(json.Unmarshal(data, &got.facts))
	}
	a.cost.add(len(tool)+len(written), len(got.text), len(data))
	return got
}

// does calls a tool that must succeed.
func (a *agent) does(tool string, given args) answer {
	a.Helper()
	got := a.tries(tool, given)
	if got.refused {
		a.Fatalf("%s refused %s: %s", tool, a.name, got.text)
	}
	return got
}

// isRefused calls a tool that must refuse.
func (a *agent) isRefused(tool string, given args) answer {
	a.Helper()
	got := a.tries(tool, given)
	if !got.refused {
		a.Fatalf("%s was not refused %s: %s", tool, a.name, got.text)
	}
	return got
}

// starts begins work: start_work in the agent's name.
func (a *agent) starts(intent string, more args) answer {
	a.Helper()
	given := args{"intent": intent, "source_tool": a.name}
	maps.Copy(given, more)
	return a.does("start_work", given)
}

// revision is that of the document which the text says it shows.
func (got answer) revision() (rev int) {
	got.agent.Helper()
	_, rest, _ := strings.Cut(got.text, ", revision ")
	if _, err := fmt.Sscanf(rest, "%d,", &rev); err != nil {
		got.agent.Fatalf("no revision in: %s", got.text)
	}
	return rev
}

// says fails the test unless the text has each of some parts.
func (got answer) says(parts ...string) answer {
	got.agent.Helper()
	for _, p := range parts {
		if !strings.Contains(got.text, p) {
			got.agent.Errorf("%s does not read %q in:\n%s", got.agent.name, p, got.text)
		}
	}
	return got
}

// keepsQuiet fails the test if the text has one of some parts.
func (got answer) keepsQuiet(parts ...string) answer {
	got.agent.Helper()
	for _, p := range parts {
		if strings.Contains(got.text, p) {
			got.agent.Errorf("%s reads %q in:\n%s", got.agent.name, p, got.text)
		}
	}
	return got
}
