package exchange

import (
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// frontMatter is the block of YAML at the head of a file of Markdown.
type frontMatter struct {
	raw    string
	values map[string]yaml.Node
	err    error // why the values can't be read
}

// maxFrontMatter bounds what is read as YAML; more than that is text.
const maxFrontMatter = 256 << 10

// cutFrontMatter parts a text from what stands in front of it.
func cutFrontMatter(text string) (m frontMatter, rest string) {
	inner, found := strings.CutPrefix(text, "---\n")
	if !found {
		return m, text
	}
	for _, end := range []string{"\n---\n", "\n...\n"} {
		if raw, body, found := strings.Cut("\n"+inner, end); found {
			return parseFrontMatter(strings.TrimPrefix(raw, "\n")), body
		}
	}
	if raw, found := strings.CutSuffix(inner, "\n---"); found {
		return parseFrontMatter(raw), ""
	}
	return m, text
}

// isName tells a value that begins with the "@" of a person, which YAML keeps for itself and tools
// write all the same.
var isName = regexp.MustCompile(`(?m)^(\s*(?:-|[\w-]+:)\s+)(@[^\n"]*?)\s*$|(\[\s*|,\s*)(@[^\s,\]"']+)`)

func parseFrontMatter(raw string) frontMatter {
	m := frontMatter{raw: raw}
	if len(raw) > maxFrontMatter {
		m.err = fmt.Errorf("its head is larger than %d KiB", maxFrontMatter>>10)
		return m
	}
	if m.err = yaml.Unmarshal([]byte(raw), &m.values); m.err != nil {
		quoted := isName.ReplaceAllString(raw, `$1$3"$2$4"`)
		var values map[string]yaml.Node
		if yaml.Unmarshal([]byte(quoted), &values) == nil {
			m.values, m.err = values, nil
		}
	}
	return m
}

// text is a scalar; empty: there is none under the key.
func (m frontMatter) text(key string) string {
	n := m.values[key]
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// list is a list of scalars, or the only one.
func (m frontMatter) list(key string) []string {
	n := m.values[key]
	if n.Kind != yaml.SequenceNode {
		if text := m.text(key); text != "" {
			return []string{text}
		}
		return nil
	}
	var texts []string
	for _, one := range n.Content {
		if one.Kind == yaml.ScalarNode && one.Tag != "!!null" {
			texts = append(texts, strings.TrimSpace(one.Value))
		}
	}
	return texts
}
