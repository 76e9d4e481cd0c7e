package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

// What the pages take of the OpenAPI document.
type (
	apiDocument struct {
		Paths      map[string]map[string]apiOperation
		Components struct{ Schemas map[string]*apiSchema }
	}
	apiOperation struct {
		OperationID, Summary, Description string
		Tags                              []string
		Parameters                        []apiParameter
		RequestBody                       *apiBody
		Responses                         map[string]apiBody
	}
	apiParameter struct {
		Name, In, Description string
		Required              bool
		Schema                *apiSchema
	}
	apiBody struct {
		Required bool
		Content  map[string]struct{ Schema *apiSchema }
	}
)

// restPages makes the pages of all routes: a page for each chapter, with the objects in it.
type restPages struct {
	apiDocument
	classes map[string]inbound.Class
	uses    map[string]int    // how often an object is spoken of
	homes   map[string]string // the chapter that an object stands in: the first that speaks of it; empty: the overview
	chapter string            // the one that is written now; empty: the overview
}

// TestReferencePages keeps the pages of all routes.
func TestReferencePages(t *testing.T) {
	const folder = "docs/reference/rest"
	h := newHub(t)
	p := restPages{apiDocument: decode[apiDocument](h.get("/api/openapi.json")), classes: h.api.mux.classes, uses: map[string]int{}, homes: map[string]string{}}
	p.settle()
	var files []string
	overview := "# REST: every route\n\nWhat each takes and answers, as `GET /api/openapi.json` says it to programs. [REST](../rest.md) tells how they work\ntogether: signing in, paging, errors, asking again.\n"
	for _, g := range groups {
		p.chapter = g.name
		var rows [][]string
		sections := ""
		for _, route := range p.routes(g.name) {
			op := p.of(route)
			rows = append(rows, []string{fmt.Sprintf("[`%s`](rest/%s#%s)", route, fileOf(g.name), anchor(route)), reference.Prose(op.Summary)})
			sections += p.section(route, op)
		}
		if rows == nil {
			t.Errorf("no route is in the chapter %s", g.name)
		}
		overview += fmt.Sprintf("\n## %s\n\n%s\n\n%s", g.name, g.about, reference.Table([]string{"Route", ""}, rows))
		file := folder + "/" + fileOf(g.name)
		files = append(files, file)
		reference.Page(t, *update, file, fmt.Sprintf("# REST: %s\n\n%s [The guide](../../rest.md#%s) tells how to use them.\n%s%s", lowerFirst(g.name), g.about, anchor(g.name), sections, p.objectChapter()))
	}
	p.chapter = ""
	overview += "\n## Errors\n\nEvery route answers an error with a [Problem](#problem). [The guide](../rest.md#errors) tells which there are.\n" + p.objects()
	reference.Page(t, *update, "docs/reference/rest.md", overview)
	reference.Only(t, *update, folder, files)
	for path := range p.Paths {
		if groupOf(path) == "" {
			t.Errorf("%s is in no chapter: name its beginning in group.go", path)
		}
	}
}

// fileOf is the file of a chapter.
func fileOf(chapter string) string { return anchor(chapter) + ".md" }

// anchor is the address of a heading.
func anchor(heading string) string {
	plain := regexp.MustCompile(`[^a-z0-9_ -]`).ReplaceAllString(strings.ToLower(heading), "")
	return strings.ReplaceAll(plain, " ", "-")
}

func lowerFirst(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// routes are those of a chapter, by path, in the order in which a thing lives.
func (p *restPages) routes(chapter string) (routes []string) {
	for _, path := range slices.SortedFunc(maps.Keys(p.Paths), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	}) {
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			if op, is := p.Paths[path][method]; is && op.Tags[0] == chapter {
				routes = append(routes, strings.ToUpper(method)+" "+path)
			}
		}
	}
	return routes
}

func (p *restPages) of(route string) apiOperation {
	method, path, _ := strings.Cut(route, " ")
	return p.Paths[path][strings.ToLower(method)]
}

// settle gives each object that is answered a chapter, and counts who speaks of it.
func (p *restPages) settle() {
	p.find("", &apiSchema{Ref: "#/components/schemas/Problem"})
	for _, g := range groups { // what is answered as a whole stands with the routes that answer it
		for _, route := range p.routes(g.name) {
			for status, response := range p.of(route).Responses {
				for _, content := range response.Content {
					if status == "default" || content.Schema == nil {
						continue
					}
					if name := cmp.Or(nameOf(content.Schema), nameOf(cmp.Or(content.Schema.Items, content.Schema))); p.homes[name] == "" && name != "" {
						p.homes[name] = g.name
					}
				}
			}
		}
	}
	for _, g := range groups {
		for _, route := range p.routes(g.name) {
			op := p.of(route)
			for status, response := range op.Responses {
				for _, content := range response.Content {
					if status != "default" {
						p.find(g.name, content.Schema)
					}
				}
			}
			if op.RequestBody == nil {
				continue
			}
			for _, content := range op.RequestBody.Content {
				for _, field := range p.object(content.Schema).Properties {
					p.find(g.name, field) // the fields themselves stand with the route
				}
			}
		}
	}
}

// find notes the objects that a schema leads to.
func (p *restPages) find(chapter string, s *apiSchema) {
	if s == nil {
		return
	}
	if name := nameOf(s); name != "" {
		if p.uses[name]++; p.uses[name] > 1 {
			return
		}
		if _, settled := p.homes[name]; !settled {
			p.homes[name] = chapter
		}
		s = p.Components.Schemas[name]
	}
	p.find(chapter, s.Items)
	for _, one := range s.AnyOf {
		p.find(chapter, one)
	}
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		p.find(chapter, s.Properties[field])
	}
	p.find(chapter, s.more())
}

// section tells of one route.
func (p *restPages) section(route string, op apiOperation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n%s. %s.\n", route, strings.TrimSuffix(reference.Prose(op.Summary), "."), p.asks(route))
	part := func(text string) {
		if text != "" {
			b.WriteString("\n" + text)
		}
	}
	if op.Description != "" {
		part(reference.Prose(op.Description) + "\n")
	}
	var rows [][]string
	for _, parameter := range op.Parameters {
		if parameter.In == "path" && parameter.Description == "" && parameter.Schema.Enum == nil {
			continue // an id or a slug
		}
		kind := p.kind(parameter.Schema)
		if parameter.Required && parameter.In != "path" {
			kind += ", required"
		}
		rows = append(rows, []string{reference.Code(parameter.Name), parameter.In, kind, reference.Prose(parameter.Description)})
	}
	part(reference.Table([]string{"Parameter", "In", "Type", ""}, rows))
	if op.RequestBody != nil {
		for media, content := range op.RequestBody.Content {
			if media != jsonType {
				part("The body is a file.\n")
				continue
			}
			fields := p.fields("Field", p.object(content.Schema), true)
			if fields == "" {
				continue // it takes an empty object for the sake of clients that always send one
			}
			optional := ""
			if !op.RequestBody.Required {
				optional = ", which may be left out"
			}
			part("The body" + optional + ":\n\n" + fields)
			if text, _ := json.MarshalIndent(requests[op.OperationID], "", "  "); len(text) > len("null") {
				part(reference.Block("json", string(text)))
			}
		}
	}
	part(p.answers(op) + "\n")
	return b.String()
}

// asks is what a route asks of a credential.
func (p *restPages) asks(route string) string {
	class, known := p.classes[route]
	if !known {
		class = p.classes[strings.TrimSuffix(route, "}")+"...}"]
	}
	switch class {
	case inbound.Read:
		return "Any token will do"
	case inbound.Write:
		return "It needs a token that may write"
	case inbound.Owner:
		return "It is for the owner alone"
	}
	return "It needs no token"
}

// answers says what a route answers with.
func (p *restPages) answers(op apiOperation) string {
	var parts []string
	last := ""
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		if status == "default" {
			continue
		}
		var kinds []string
		for _, media := range slices.Sorted(maps.Keys(op.Responses[status].Content)) {
			schema := op.Responses[status].Content[media].Schema
			switch {
			case media != jsonType:
				kinds = append(kinds, reference.Code(media))
			case schema.Items != nil:
				kinds = append(kinds, "a "+p.kind(schema))
			default:
				kinds = append(kinds, p.kind(schema))
			}
		}
		with := ""
		if kinds != nil {
			with = " with " + strings.Join(kinds, " or ")
		}
		if n := len(parts); n > 0 && with == last {
			parts[n-1] = strings.TrimSuffix(parts[n-1], with)
		}
		last = with
		parts = append(parts, reference.Code(status)+with)
	}
	return "It answers " + strings.Join(parts, " or ") + "."
}

// objectChapter is the end of a chapter.
func (p *restPages) objectChapter() string {
	text := p.objects()
	if text == "" {
		return ""
	}
	return "\n## Objects\n" + text
}

// objects tells of the objects that stand in the present chapter.
func (p *restPages) objects() (text string) {
	for _, name := range slices.Sorted(maps.Keys(p.homes)) {
		if p.homes[name] != p.chapter {
			continue
		}
		is, like := p.Components.Schemas[name], ""
		if of := p.like(name); of != "" {
			like = "As " + p.kind(&apiSchema{Ref: of}) + ", but:\n\n"
			is = is.without(p.Components.Schemas[of])
		}
		text += fmt.Sprintf("\n### %s\n\n%s%s", name, like, p.fields("Field", is, false))
	}
	return text
}
