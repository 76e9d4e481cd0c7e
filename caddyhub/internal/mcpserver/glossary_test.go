package mcpserver

import "testing"

// What the glossary has and the hub makes nothing of is named where it is written.
func TestAGlossaryLineThatIsNotUnderstoodIsNamed(t *testing.T) {
	h := newHub(t)
	r := h.call("write_page", map[string]any{"uri": "hub://wiki/glossary", "markdown": "# Glossary\n\nOurs:\n\n- board = dashboard, cockpit\n- exporter means lion\n- alone =\n"})
	contains(t, r.text(), `Not understood, so without effect: line 6, 7; an item sets words equal, as "- board = dashboard, cockpit".`)
	r = h.call("write_page", map[string]any{"uri": "hub://wiki/glossary", "mode": "edit", "find": "exporter means lion\n- alone =", "replace": "exporter = lion"})
	absent(t, r.text(), "Not understood")
	absent(t, h.call("write_page", map[string]any{"uri": "hub://wiki/list", "markdown": "- milk\n"}).text(), "Not understood")
}
