package api

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// illustrate gives every body of the document an example, put together from those of its
// fields: one place says what a field looks like, wherever it stands.
func illustrate(o *huma.OpenAPI) {
	schemas := o.Components.Schemas
	for _, path := range o.Paths {
		for _, op := range []*huma.Operation{path.Get, path.Put, path.Post, path.Patch, path.Delete} {
			if op == nil {
				continue
			}
			if op.RequestBody != nil {
				if given, ok := requests[op.OperationID]; ok {
					op.RequestBody.Content[jsonType].Example = given
				}
				illustrateAll(schemas, op.RequestBody.Content)
			}
			for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
				if status != "default" { // the problem document describes itself
					illustrateAll(schemas, op.Responses[status].Content)
				}
			}
		}
	}
}

func illustrateAll(schemas huma.Registry, content map[string]*huma.MediaType) {
	for _, media := range content {
		if media.Example == nil && media.Schema != nil {
			media.Example = exampleOf(schemas, "", media.Schema, 0)
		}
	}
}

// requests are the examples of those requests whose fields do not all go together.
var requests = map[string]any{
	"create-thread":   map[string]any{"summary": "Rotate the backup keys", "project_slug": "home-server", "source_tool": "my-script", "next_steps": []string{"List the old keys"}},
	"update-thread":   map[string]any{"focus": "The restore test", "next_steps": []string{"Run it with the new key"}},
	"block-thread":    map[string]any{"blocked_reason": "Waits for the new disk"},
	"finish-thread":   map[string]any{"note": "Done with the old disk"},
	"dismiss-thread":  map[string]any{"note": "Not worth it any more"},
	"reopen-thread":   map[string]any{},
	"snooze-thread":   map[string]any{"until": "2030-05-04T09:30:00Z"},
	"merge-thread":    map[string]any{"into": "cxy99bbg3gpy"},
	"claim-thread":    map[string]any{"holder": "claude-code on the laptop", "ttl_minutes": 120},
	"release-thread":  map[string]any{"holder": "claude-code on the laptop"},
	"create-project":  map[string]any{"title": "Home server", "repo_url": "https://git.example.org/me/home-server", "workspace_paths": []string{"/home/me/src/home-server"}},
	"update-project":  map[string]any{"title": "Home server", "pinned": true},
	"create-reminder": map[string]any{"text": "Water the plants", "kind": "weekly", "due_at": "2030-05-04T09:00"},
	"update-reminder": map[string]any{"text": "Water all plants", "due_at": "2030-05-05T09:00"},
	"snooze-reminder": map[string]any{"for": "tomorrow"},
	"undo-events":     map[string]any{"source_tool": "my-script", "from": "2026-05-04T09:00:00Z", "to": "2026-05-04T10:00:00Z"},
	"log-progress":    map[string]any{"entry": "Chose the new key format: it survives a lost laptop"},
	"put-preferences": map[string]any{"timezone": "Europe/Vienna", "theme": "dark"},
	"put-notify":      map[string]any{"quiet": map[string]any{"from": "22:00", "to": "07:00"}, "ntfy": map[string]any{"url": "https://ntfy.sh", "topic": "hub-0k3x5p9q2abc"}},
	"put-push-device": map[string]any{
		"name": "Firefox on the phone", "endpoint": "https://push.example.com/send/0k3x5p9q2abc",
		"keys": map[string]any{"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
	},
	"put-now":    map[string]any{"thread_id": "cxy99bbg25ng"},
	"move-pages": map[string]any{"from": "howto/backups", "to": "guides/backups"},
}

// maxExample bounds how deep an example goes.
const maxExample = 8

// exampleOf is a value that a schema allows: its own example, else one made of its parts.
func exampleOf(schemas huma.Registry, name string, s *huma.Schema, depth int) any {
	if s.Ref != "" {
		s = schemas.SchemaFromRef(s.Ref)
	}
	switch {
	case len(s.Examples) > 0:
		return s.Examples[0]
	case s.Default != nil:
		return s.Default
	case len(s.Enum) > 0:
		return s.Enum[0]
	case depth > maxExample:
		return nil
	}
	switch s.Type {
	case huma.TypeObject:
		out := map[string]any{}
		for name, field := range s.Properties {
			out[name] = exampleOf(schemas, name, field, depth+1)
		}
		if more, ok := s.AdditionalProperties.(*huma.Schema); ok {
			out["open"] = exampleOf(schemas, "", more, depth+1)
		}
		return out
	case huma.TypeArray:
		return []any{exampleOf(schemas, "", s.Items, depth+1)}
	case huma.TypeBoolean:
		return false
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	}
	switch {
	case s.Nullable:
		return nil
	case s.Format == "date-time" || name == "at" || strings.HasSuffix(name, "_at"):
		return "2026-05-04T09:30:00.000Z"
	}
	return "text"
}
