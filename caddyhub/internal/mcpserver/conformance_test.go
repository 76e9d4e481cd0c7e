//go:build mcpconformance

package mcpserver

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// TestServeConformance is no test but the server that conformance/run drives: the hub's
// own, to which the tools, resources and prompts are added that the official suite asks
// for by name. It says where it listens and stops when its standard input ends.
func TestServeConformance(t *testing.T) {
	var cfg Config
	h := newHub(t, func(c *Config) { cfg = *c })
	s := &server{Config: cfg}
	protocol := s.protocol(append(s.tools(), plainFixtures()...))
	addTools(protocol)
	addResources(protocol)
	addPrompts(protocol)
	mcpgo.WithPromptCompletionProvider(suiteCompletion{s})(protocol)
	h.serve(&httpHandler{Config: cfg, next: s.overHTTP(protocol)})
	fmt.Printf("Open %s\nToken %s\n", h.url, testToken)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// plainFixtures are tools of the hub's own making: they answer through its one handler.
func plainFixtures() []tool {
	says := func(name, text string) tool {
		return tool{name: name, description: madeFor, run: func(context.Context, call) (toolResult, error) {
			return toolResult{text, struct{}{}}, nil
		}}
	}
	return []tool{
		says("test_simple_text", "This is a simple text response for testing."),
		// These two could ask or log while they run; the hub's tools do neither.
		says("test_streaming_elicitation", "asked nothing"),
		says("test_logging_tool", "logged nothing"),
		{name: "test_error_handling", description: madeFor, run: func(context.Context, call) (toolResult, error) {
			return toolResult{}, refuse("This tool intentionally returns an error for testing")
		}},
	}
}

const madeFor = "made for the conformance suite"

// pixel and silence are the smallest PNG and WAV.
var (
	pixel   = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
	silence = base64.StdEncoding.EncodeToString([]byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00"))
)

// dialect is the schema whose keywords must reach the client untouched.
const dialect = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
	"properties": {
		"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]}, "phone": {"type": "string"}, "email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

// inHeader has a parameter that travels in a header too.
const inHeader = `{"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}`

// addTools adds the tools whose answers the hub's own never have: they are mcp-go's, and
// what is tried is that they pass the checks in both directions.
func addTools(protocol *mcpgo.MCPServer) {
	const none = `{"type": "object"}`
	embedded := func(uri, media, text string) mcp.Content {
		return mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: uri, MIMEType: media, Text: text})
	}
	for _, f := range []struct {
		name, schema string
		content      []mcp.Content
	}{
		{"test_image_content", none, []mcp.Content{mcp.NewImageContent(pixel, "image/png")}},
		{"test_audio_content", none, []mcp.Content{mcp.NewAudioContent(silence, "audio/wav")}},
		{"test_embedded_resource", none, []mcp.Content{embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")}},
		{"test_multiple_content_types", none, []mcp.Content{
			mcp.NewTextContent("Multiple content types test:"),
			mcp.NewImageContent(pixel, "image/png"),
			embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`),
		}},
		{"json_schema_2020_12_tool", dialect, []mcp.Content{mcp.NewTextContent("listed, not called")}},
		{"test_header_parameter", inHeader, []mcp.Content{mcp.NewTextContent("the header is that of the body")}},
	} {
		protocol.AddTool(mcp.NewToolWithRawSchema(f.name, madeFor, json.RawMessage(f.schema)),
			func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: f.content}, nil
			})
	}
}

func addResources(protocol *mcpgo.MCPServer) {
	protocol.AddResource(mcp.NewResource("test://static-text", "Static text", mcp.WithResourceDescription("a text"), mcp.WithMIMEType("text/plain")),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: "test://static-text", MIMEType: "text/plain", Text: "This is the content of the static text resource."}}, nil
		})
	protocol.AddResource(mcp.NewResource("test://static-binary", "Static binary", mcp.WithResourceDescription("a picture"), mcp.WithMIMEType("image/png")),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.BlobResourceContents{URI: "test://static-binary", MIMEType: "image/png", Blob: pixel}}, nil
		})
	protocol.AddResourceTemplate(mcp.NewResourceTemplate("test://template/{id}/data", "Template", mcp.WithTemplateDescription("a text by id"), mcp.WithTemplateMIMEType("application/json")),
		func(_ context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			id, ok := request.Params.Arguments["id"].([]string)
			if !ok || len(id) != 1 {
				return nil, fmt.Errorf("the id of %s is %v", request.Params.URI, request.Params.Arguments["id"])
			}
			text := fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, id[0], id[0])
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: request.Params.URI, MIMEType: "application/json", Text: text}}, nil
		})
}

func addPrompts(protocol *mcpgo.MCPServer) {
	add := func(name string, arguments []string, messages func(map[string]string) []mcp.Content) {
		options := []mcp.PromptOption{mcp.WithPromptDescription(madeFor)}
		for _, a := range arguments {
			options = append(options, mcp.WithArgument(a, mcp.ArgumentDescription("a text"), mcp.RequiredArgument()))
		}
		protocol.AddPrompt(mcp.NewPrompt(name, options...), func(_ context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var said []mcp.PromptMessage
			for _, content := range messages(request.Params.Arguments) {
				said = append(said, mcp.NewPromptMessage(mcp.RoleUser, content))
			}
			return mcp.NewGetPromptResult(name, said), nil
		})
	}
	add("test_simple_prompt", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewTextContent("This is a simple prompt for testing.")}
	})
	add("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewTextContent(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", a["arg1"], a["arg2"]))}
	})
	add("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{
			mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: a["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing."}),
			mcp.NewTextContent("Please process the embedded resource above."),
		}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewImageContent(pixel, "image/png"), mcp.NewTextContent("Please analyze the image above.")}
	})
}

// suiteCompletion completes the suite's prompt like one of the hub's own.
type suiteCompletion struct{ *server }

func (c suiteCompletion) CompletePromptArgument(ctx context.Context, name string, argument mcp.CompleteArgument, known mcp.CompleteContext) (*mcp.Completion, error) {
	if name == "test_prompt_with_arguments" {
		name, argument.Name = "resume_work", "project"
	}
	return c.server.CompletePromptArgument(ctx, name, argument, known)
}
