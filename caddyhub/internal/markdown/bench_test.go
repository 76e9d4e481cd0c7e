package markdown

import (
	"strings"
	"testing"
)

// page is a wiki page of 8 KiB, with a bit of everything.
func page() string {
	const section = `## Release 4 of the importer

The importer reads **every file** below ` + "`imports/`" + ` once a night, see [[Ops/On Call]] and
https://example.org/docs/import. What it cannot read is kept for *seven* days, then ~~deleted~~
moved; [the runbook](/ui/wiki/runbook#Moved%20files) says where to.

- [x] Read files in the order of their names
- [ ] Tell the owner when a file is older than a day
  - [ ] by mail to ops@example.org
  - [x] on the dashboard

| Step | Takes | Who |
|:-----|------:|:---:|
| read | 4 min | importer |
| check | 11 s | [[Checker]] |

` + "```go\nfor name := range files {\n\tif err := read(name); err != nil { // <- slow\n\t\treturn err\n\t}\n}\n```" + `

> A file that was read twice counts once.

<!-- reviewed in May -->
`
	return strings.Repeat(section, 8<<10/len(section)+1)[:8<<10]
}

func BenchmarkPage(b *testing.B) {
	r, source := New(), page()
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		r.HTML(source, example())
	}
}

func BenchmarkHostile(b *testing.B) {
	r := New()
	for _, h := range costly {
		source := h.source()
		b.Run(h.name, func(b *testing.B) {
			for b.Loop() {
				r.HTML(source, Links{})
			}
		})
	}
}
