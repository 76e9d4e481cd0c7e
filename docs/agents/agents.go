// Package agents holds what agents are told of the hub, in the forms that their programs read.
// Its files are also copied by hand, from docs/agents.md.
package agents

import _ "embed"

// Block is the rules as Markdown, for a file such as AGENTS.md that has other rules, too.
//
//go:embed AGENTS-block.md
var Block string

// CursorRule is the same as a rule of Cursor.
//
//go:embed progress-hub.mdc
var CursorRule string

// Skill is the same as a skill.
//
//go:embed progress-hub/SKILL.md
var Skill string
