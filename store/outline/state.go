package outline

import (
	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
)

// State is where a document says that the work stands, each item as a reader sees it, on
// one line.
type State struct {
	Open []string // the first unticked items of its task lists
	Log  []string // the last entries of its log, in their order
}

// ReadState returns at most that many open items and log entries of a document.
func ReadState(md string, most int) State {
	d := parse(md)
	var s State
	for task := range all[*extension.TaskCheckBox](d) {
		if len(s.Open) == most {
			break
		}
		if text := plain(task.Parent(), d.source); !task.IsChecked && text != "" {
			s.Open = append(s.Open, text)
		}
	}
	s.Log = d.entries()
	s.Log = s.Log[max(0, len(s.Log)-most):]
	return s
}

// entries are the first paragraphs of all items of the log.
func (d parsed) entries() (list []string) {
	found := false
	for n := range d.blocks() {
		if isSection(n) {
			if found {
				return list
			}
			found = d.isLog(n)
			continue
		}
		items, ok := n.(*ast.List)
		if !found || !ok {
			continue
		}
		for item := items.FirstChild(); item != nil; item = item.NextSibling() {
			if item.HasChildren() {
				list = append(list, plain(item.FirstChild(), d.source))
			}
		}
	}
	return list
}
