package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/store"
)

const (
	// maxValues is the most that the protocol lets one completion have.
	maxValues = 100
	// maxOptions is how many wiki pages a completion looks at.
	maxOptions = 1000
)

// option is a value that an argument may have, and what else it is known by.
type option struct{ value, text string }

// CompletePromptArgument completes an argument of a prompt.
func (s *server) CompletePromptArgument(ctx context.Context, name string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	prompts := s.prompts()
	i := slices.IndexFunc(prompts, func(p prompt) bool { return p.name == name })
	if i < 0 {
		return nil, refuse("%s", unknownName("prompt", name, names(prompts, func(p prompt) string { return p.name })))
	}
	return s.complete(ctx, argument, names(prompts[i].params, func(p param) string { return p.name }))
}

// CompleteResourceArgument completes the argument of a resource template, which goes by its
// own text as an address.
func (s *server) CompleteResourceArgument(ctx context.Context, uri string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	i := slices.IndexFunc(templates, func(t template) bool { return t.uri == uri })
	if i < 0 {
		return nil, refuse("%s", unknownName("resource template", uri, names(templates, func(t template) string { return t.uri })))
	}
	return s.complete(ctx, argument, []string{templates[i].argument})
}

// complete answers with the options of one of the known arguments.
func (s *server) complete(ctx context.Context, argument mcp.CompleteArgument, known []string) (*mcp.Completion, error) {
	if !slices.Contains(known, argument.Name) {
		return nil, refuse("%s", unknownName("argument", argument.Name, known))
	}
	var options []option
	var more bool
	var err error
	switch argument.Name {
	case "project", "slug":
		options, err = s.projectOptions(ctx)
	case "id":
		options, more, err = s.threadOptions(ctx)
	case "path":
		options, more, err = s.pageOptions(ctx, argument.Value)
	}
	if err != nil {
		return nil, fmt.Errorf("complete %s: %w", argument.Name, err)
	}
	return fitting(argument.Value, options, more), nil
}

// fitting are the options that begin with what was typed so far, then those that hold it
// somewhere, also in what they are known by. With more options than were looked at nobody
// knows how many there are in all.
func fitting(typed string, options []option, more bool) *mcp.Completion {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var begin, hold []string
	for _, o := range options {
		switch {
		case strings.HasPrefix(o.value, typed):
			begin = append(begin, o.value)
		case strings.Contains(o.value, typed), strings.Contains(strings.ToLower(o.text), typed):
			hold = append(hold, o.value)
		}
	}
	values := append(begin, hold...)
	c := &mcp.Completion{Values: values[:min(len(values), maxValues)], HasMore: more || len(values) > maxValues}
	if !more {
		c.Total = len(values)
	}
	return c
}

func (s *server) projectOptions(ctx context.Context) ([]option, error) {
	all, err := s.Store.Projects(ctx)
	options := make([]option, len(all))
	for i, p := range all {
		options[i] = option{p.Slug, p.Title}
	}
	return options, err
}

// threadOptions are the newest threads that are open or blocked.
func (s *server) threadOptions(ctx context.Context) (options []option, more bool, err error) {
	page, err := s.Store.Threads(ctx, store.ThreadFilter{Limit: store.MaxLimit}, s.Policy)
	for _, t := range page.Threads {
		options = append(options, option{t.ID, t.Summary})
	}
	return options, page.Next != "", err
}

// pageOptions are the wiki pages by path; of a large wiki the first ones and those that
// begin with what was typed.
func (s *server) pageOptions(ctx context.Context, typed string) (options []option, more bool, err error) {
	filter := store.PageFilter{Limit: store.MaxLimit}
	for len(options) < maxOptions {
		page, err := s.Store.Pages(ctx, filter)
		if err != nil {
			return nil, false, err
		}
		for _, p := range page.Pages {
			options = append(options, option{p.Path, p.Title})
		}
		if page.Next == "" {
			return options, false, nil
		}
		filter.Cursor = page.Next
	}
	page, err := s.Store.Pages(ctx, store.PageFilter{Prefix: strings.TrimSpace(typed), Limit: store.MaxLimit})
	for _, p := range page.Pages {
		if p.Path > filter.Cursor { // not among the first
			options = append(options, option{p.Path, p.Title})
		}
	}
	return options, true, err
}
