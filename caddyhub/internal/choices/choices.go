// Package choices holds what the settings of the gateway and the forge have in common: the
// owner's choices, and the configuration that may fix them (contract §2).
package choices

import (
	"fmt"
	"strings"
)

// FixedError is a change of a value that the configuration fixes.
type FixedError struct{ Name, Source string }

func (e *FixedError) Error() string {
	return fmt.Sprintf("%s is set by %s: change it there", e.Name, e.Source)
}

// Source tells where a value comes from: the part of the configuration that fixes it, as
// sources has it by the value's name, else "stored" or "default".
func Source(sources map[string]string, name string, stored bool) string {
	switch {
	case sources[name] != "":
		return sources[name]
	case stored:
		return "stored"
	}
	return "default"
}

// Trimmed is a choice without the space around it; a blank one is none.
func Trimmed(p *string) *string {
	if p == nil || strings.TrimSpace(*p) == "" {
		return nil
	}
	return new(strings.TrimSpace(*p))
}
