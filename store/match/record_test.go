package match

import (
	"slices"
	"testing"
)

func TestRecordReadsBack(t *testing.T) {
	for name, c := range map[string]struct {
		title, body, concepts []uint32
		roles                 []byte
		versions              string
	}{
		"nothing":           {},
		"a title":           {title: []uint32{1, 1, 300}},
		"a body alone":      {body: []uint32{7}},
		"concepts alone":    {concepts: []uint32{2, 9}},
		"a version alone":   {versions: "2.1"},
		"without a body":    {title: []uint32{0}, concepts: []uint32{2}},
		"all there can be":  {[]uint32{1, 2}, []uint32{3}, []uint32{4, 5}, []byte{0, 2}, "2.1 3"},
		"no title, and all": {nil, []uint32{3}, []uint32{4}, nil, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			const id, more = "cxy99bbg25ng", "the next one"
			r := readRecord(string(appendRecord(nil, id, c.title, c.body, c.concepts, c.roles, c.versions)) + more)
			if r.ID() != id || !slices.Equal(slices.Collect(r.titleWords()), c.title) || !slices.Equal(slices.Collect(r.bodyWords()), c.body) ||
				!slices.Equal(slices.Collect(r.conceptsOfTitle()), c.concepts) || r.rolesOfTitle() != string(c.roles) || r.versionsOfTitle() != c.versions {
				t.Errorf("read back %q %v %v %v %q %q", r.ID(), slices.Collect(r.titleWords()), slices.Collect(r.bodyWords()), slices.Collect(r.conceptsOfTitle()), r.rolesOfTitle(), r.versionsOfTitle())
			}
		})
	}
}
