package api

import (
	"maps"
	"slices"

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
			media.Example = exampleOf(schemas, media.Schema, 0)
		}
	}
}

// maxExample bounds how deep an example goes.
const maxExample = 8

// exampleOf is a value that a schema allows: its own example, else one made of its parts.
func exampleOf(schemas huma.Registry, s *huma.Schema, depth int) any {
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
			out[name] = exampleOf(schemas, field, depth+1)
		}
		if more, ok := s.AdditionalProperties.(*huma.Schema); ok {
			out["open"] = exampleOf(schemas, more, depth+1)
		}
		return out
	case huma.TypeArray:
		return []any{exampleOf(schemas, s.Items, depth+1)}
	case huma.TypeBoolean:
		return false
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	}
	switch {
	case s.Nullable:
		return nil
	case s.Format == "date-time":
		return "2026-05-04T09:30:00.000Z"
	}
	return "text"
}
