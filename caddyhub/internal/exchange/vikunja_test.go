package exchange

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestVikunja(t *testing.T) {
	got, err := readBytes(t, Options{Zone: berlin(t)}, sample(t, "vikunja"))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != Vikunja || counts(got) != "3 4 1 5" {
		t.Fatalf("%s: %s", got.Source, counts(got))
	}
	var projects []string
	for _, p := range in.Projects {
		projects = append(projects, fmt.Sprintf("%s %v %s", p.Slug, p.Archived, p.Description))
	}
	if want := []string{"inbox false ", "home-server false Everything that runs in the **cupboard**", "garden true Part of: Home server"}; !slices.Equal(projects, want) {
		t.Errorf("%q", projects)
	}
	keys := threadOf(t, in, "11")
	if keys.Goal != "Backups can be read with the *new* key only.\n\n- [x] ask Mara\n\nLabels: backup\nPriority: 4 of 5\nDone so far: 50 %\nAssignees: Mara\nBucket: Doing\nAttachments: disk.jpg\n"+
		"Starts: 2025-12-01 09:00\nIn Vikunja: HS-1\nRelated: Water the plants (13)\n\nMore: [[imports/vikunja/11]]" {
		t.Errorf("%q", keys.Goal)
	}
	if !slices.Equal(keys.DependsOn, []string{"12"}) || keys.CreatedAt != moment(t, "2025-02-02T10:00:00Z") || keys.LastActivityAt != moment(t, "2025-11-02T10:00:00Z") {
		t.Errorf("%+v", keys)
	}
	if page := pageOf(t, in, "imports/vikunja/11").Markdown; !strings.Contains(page, "## Comments\n\n**jo 2025-03-01T08:00:00Z**\n\nThe disk is there.\n") {
		t.Error(page)
	}
	if done := threadOf(t, in, "12"); done.Status != store.StatusDone || done.CompletedAt != moment(t, "2025-02-10T12:00:00Z") {
		t.Errorf("%+v", done)
	}
	var reminders []string
	for _, m := range in.Reminders {
		reminders = append(reminders, fmt.Sprintf("%s %s %s %s %s", m.Thread, m.Kind, m.DueAt, m.RRule, m.Text))
	}
	if want := []string{
		"11 rrule 2025-12-31T08:00:00.000Z FREQ=MONTHLY;BYMONTHDAY=-1 Rotate the backup keys",
		"11 rrule 2025-12-30T08:00:00.000Z FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1 Rotate the backup keys",
		"13 rrule 2025-05-01T06:00:00.000Z FREQ=DAILY;INTERVAL=2 Water the plants",
		"14 once 2025-06-01T06:00:00.000Z  Cut the hedge (repeats 1 week after it is done)",
		"14 once 2025-05-31T06:00:00.000Z  Cut the hedge (repeats 1 week after it is done)",
	}; !slices.Equal(reminders, want) {
		t.Errorf("%s", strings.Join(reminders, "\n"))
	}
	if said := leftOut(got); said != "filters.json: saved filters: there is no such thing here" {
		t.Error(said)
	}
}

// vikunjaTasks are that many tasks of a project.
func vikunjaTasks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,{"id":%d,"title":"Task %d","done":%v,"done_at":"2025-03-01T00:00:00Z","due_date":"2025-05-01T06:00:00Z","repeat_after":%d,"created":"2025-01-%02dT10:00:00Z","updated":"2025-02-01T10:00:00Z","related_tasks":{"blocked":[{"id":%d}]}}`, i+1, i+1, i%3 == 0, i%4*43200, i%28+1, i)
	}
	return `[{"id":1,"title":"House","created":"2025-01-01T00:00:00Z","tasks":[` + b.String()[1:] + `]}]`
}

func TestVikunjaForms(t *testing.T) {
	for name, tc := range map[string]struct{ text, counts string }{
		"many":                       {vikunjaTasks(300), "1 300 0 300"},
		"in namespaces, before 0.21": {`[{"id":1,"title":"mine","projects":[{"id":4,"title":"House","tasks":[{"id":1,"title":"One"}]}]}]`, "1 1 0 0"},
		"in lists, earlier still":    {`[{"id":1,"title":"mine","lists":[{"id":4,"title":"House","tasks":[{"id":1,"title":"One"}]}]}]`, "1 1 0 0"},
		"of one name":                {`[{"id":1,"title":"House","tasks":[{"id":1,"title":"One"}]},{"id":2,"title":"House","tasks":[]}]`, "2 1 0 0"},
		"below another":              {`[{"id":1,"title":"House","child_projects":[{"id":2,"title":"Garden","tasks":[{"id":1,"title":"One"}]}]}]`, "2 1 0 0"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := mustRead(t, Options{}, tc.text); got.Source != Vikunja || counts(got) != tc.counts {
				t.Errorf("%s: %s", got.Source, counts(got))
			}
		})
	}
}

func TestBrokenVikunja(t *testing.T) {
	for name, tc := range map[string]struct{ text, says string }{
		"cut off":         {vikunjaTasks(3)[:200], "cut off"},
		"twice":           {`[{"id":1,"title":"House","tasks":[{"id":1,"title":"One"},{"id":1,"title":"Two"}]}]`, "(1): its id is there twice"},
		"no title":        {`[{"id":1,"title":"House","tasks":[{"id":1,"title":""}]}]`, "it has no title"},
		"no time":         {`[{"id":1,"title":"House","tasks":[{"id":7,"title":"One","due_date":"soon"}]}]`, "data.json (7): due_date is no time"},
		"a wrong kind":    {`[{"id":1,"title":"House","tasks":[{"id":7,"title":"One","done":"yes"}]}]`, "project 1, task 1): done is of the wrong kind"},
		"another program": {`{"projects":[]}`, "wrong kind"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(t, Options{Source: Vikunja, Name: "data.json"}, []byte(tc.text))
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
		})
	}
}

func TestMarkdownOfHTML(t *testing.T) {
	for name, tc := range map[string]struct{ in, out string }{
		"no HTML":    {"a < b", "a < b"},
		"paragraphs": {"<p>One &amp; two</p><p>Three<br>four</p>", "One & two\n\nThree\nfour"},
		"lists":      {"<ul><li><p>a</p><ol><li>b</li><li>c</li></ol></li><li>d</li></ul><p>e</p>", "- a\n  1. b\n  2. c\n- d\n\ne"},
		"code":       {"<pre><code>x &lt; y\n  z</code></pre><p>and <code>w</code></p>", "```\nx < y\n  z\n```\n\nand `w`"},
		"links":      {`<p><a href="https://example.org/a_(b)">here</a> <img src="x.png" alt="y"></p>`, "[here](https://example.org/a_(b%29) ![y](x.png)"},
		"headings":   {"<h2>Title</h2><blockquote><p>said</p></blockquote>", "## Title\n\n> \n\nsaid"},
		"never ends": {"<p>" + strings.Repeat("<ul><li>", 50) + "x", ""},
		"scripts":    {"<p>a<script>alert(1)</script>b</p>", "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := markdownOf(tc.in); got != tc.out && tc.out != "" {
				t.Errorf("%q", got)
			}
		})
	}
}
