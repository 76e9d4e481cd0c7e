package outline

import (
	"slices"
	"testing"
	"time"
)

func TestState(t *testing.T) {
	appended := "# P\n"
	for _, entry := range []string{"first", "second\nwith more", "third"} {
		appended = AppendLog(appended, entry, time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC))
	}
	for _, c := range []struct {
		name, md  string
		open, log []string
	}{
		{"nothing", "", nil, nil},
		{"tasks wherever they stand", "- [ ] a *b*\n  1. [x] c\n  2. [ ] `d`\n\n> - [ ] e\n", []string{"a b", "d"}, nil},
		{"a task without text", "- [ ] \n- [ ] x\n", []string{"x"}, nil},
		{"the hub's own block does not count", openLine + "- [ ] mine\n" + closeLine + "- [ ] yours\n", []string{"yours"}, nil},
		{"the last entries of the log", "## log\n\n- one\n- two\n\nnot an entry\n\n- three\n\n## Later\n\n- no\n\n## Log\n\n- nor this\n", nil, []string{"two", "three"}},
		{"what was appended", appended, nil, []string{"2026-05-04 09:30 second with more", "2026-05-04 09:30 third"}},
		{"a log of another level", "# Log\n\n- one\n", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ReadState(c.md, 2)
			if !slices.Equal(got.Open, c.open) || !slices.Equal(got.Log, c.log) {
				t.Errorf("open %q, log %q", got.Open, got.Log)
			}
		})
	}
}
