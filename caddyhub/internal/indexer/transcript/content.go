package transcript

import (
	"encoding/json"
	"slices"
	"strings"
)

// content is what a message says, as all tools but for details write it: a text, one
// block, or a list of blocks and texts.
type content []block

// block is one piece of a message: a text, a tool call, what a tool answered.
type block struct {
	Type      string `json:"type"`
	Text      string `json:"text"`
	ID        string `json:"id"` // of a call
	Name      string `json:"name"`
	Input     raw    `json:"input"`
	ToolUseID string `json:"tool_use_id"` // of an answer
	Content   raw    `json:"content"`
}

// raw is JSON that is not looked into yet. It is good while the line is.
type raw []byte

func (r *raw) UnmarshalJSON(b []byte) error {
	*r = b
	return nil
}

func (c *content) UnmarshalJSON(b []byte) error {
	*c = nil
	switch b[0] {
	case '"':
		var text string
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
		*c = content{{Type: "text", Text: text}}
		return nil
	case '{':
		*c = make(content, 1)
		return json.Unmarshal(b, &(*c)[0])
	case '[':
		list := []block{}
		if json.Unmarshal(b, &list) == nil {
			*c = list
			return nil
		}
		// Not blocks alone.
		var mixed []raw
		if err := json.Unmarshal(b, &mixed); err != nil {
			return err
		}
		for _, piece := range mixed {
			var one content
			if (piece[0] == '"' || piece[0] == '{') && one.UnmarshalJSON(piece) == nil {
				*c = append(*c, one...)
			}
		}
	}
	return nil
}

// text is what the blocks of these kinds say; none named: all.
func (c content) text(kinds ...string) string {
	var parts []string
	for _, b := range c {
		if b.Text != "" && (len(kinds) == 0 || slices.Contains(kinds, b.Type)) {
			parts = append(parts, b.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// todo is an entry of a to-do list in any of the tools' spellings.
type todo struct {
	ID          ident  `json:"id"`
	Content     string `json:"content"`     // Claude Code, Cursor
	Description string `json:"description"` // Gemini CLI
	Step        string `json:"step"`        // Codex
	Status      string `json:"status"`
}

func (t todo) item() Item {
	text := t.Content
	for _, other := range []string{t.Description, t.Step} {
		if text == "" {
			text = other
		}
	}
	return Item{ID: string(t.ID), Text: text, Done: finished(t.Status)}
}

func items(list []todo) []Item {
	var out []Item
	for _, t := range list {
		out = append(out, t.item())
	}
	return out
}

// ident is an id, which agents write as a text or as a number.
type ident string

func (i *ident) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) != nil {
		text = string(b)
	}
	*i = ident(text)
	return nil
}
