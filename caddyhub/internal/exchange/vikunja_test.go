package exchange

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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

// The sample was written by Vikunja 2.4, which had been told what is held here over its API.
func TestVikunjaItself(t *testing.T) {
	got, err := readBytes(t, Options{Name: "export.zip", Zone: berlin(t)}, sample(t, "vikunja-made/export.zip"))
	if err != nil || got.Source != Vikunja || counts(got) != "6 203 17 30" {
		t.Fatalf("%v: %s, %s", err, counts(got), leftOut(got))
	}
	in := got.Incoming
	if said := leftOut(got); said != "filters.json: saved filters: there is no such thing here\nexport.zip: 1 file: attachments do not come along; the goals name them" {
		t.Error(said)
	}
	if !slices.Contains(got.Mapped, Mapping{"dependencies", "what starts after what", 21}) {
		t.Error(got.Mapped)
	}
	var projects []string
	for _, p := range in.Projects {
		projects = append(projects, fmt.Sprintf("%s %q %v", p.Slug, p.Description, p.Archived))
	}
	if want := []string{
		`inbox "" false`, `home-server "Everything in the **cupboard**.\n\nZweite Zeile." false`, `garten-hof "" false`,
		`beds "Part of: Garten & Hof 🌱" false`, `last-year "" true`, `beds-2 "another of this name" false`,
	}; !slices.Equal(projects, want) {
		t.Errorf("%q", projects)
	}
	due := map[string][]string{}
	for _, m := range in.Reminders {
		if done := threadOf(t, in, m.Thread).Status == store.StatusDone; done == m.DoneAt.IsZero() {
			t.Errorf("%+v", m)
		}
		due[m.Thread] = append(due[m.Thread], strings.TrimSpace(strings.Join([]string{m.DueAt.String(), m.Kind, m.RRule}, " ")))
	}
	made := moment(t, "2026-11-26T00:15:00Z")
	byTitle := map[string]store.IncomingThread{}
	for _, th := range in.Threads {
		byTitle[th.Summary] = th
		if done := !th.CompletedAt.IsZero(); done != (th.Status == store.StatusDone) || th.CreatedAt.Sub(made.Time).Abs() > time.Minute || th.LastActivityAt.Before(th.CreatedAt.Time) {
			t.Errorf("%+v", th)
		}
	}
	words := []string{"tomatoes", "Kürbis", "豆", "хрен", "🌶 peppers", "carrots & <peas>"}
	for i := 1; i <= 180; i++ {
		th := byTitle[fmt.Sprintf("Bed %d: %s", i, words[i%6])]
		var goal []string
		if i%2 == 1 {
			goal = append(goal, fmt.Sprintf("What bed %d needs.\n", i))
		}
		if i%6 != 0 {
			goal = append(goal, fmt.Sprintf("Priority: %d of 5", i%6))
		}
		status := store.StatusOpen
		if i%5 == 0 {
			status, goal = store.StatusDone, append(goal, "Bucket: Done")
		} else {
			goal = append(goal, "Bucket: To-Do")
		}
		var after, dates []string
		if i >= 20 && i%10 == 0 {
			after = []string{byTitle[fmt.Sprintf("Bed %d: %s", i-10, words[(i-10)%6])].Ref}
		}
		if i%9 == 0 {
			dates = []string{moment(t, fmt.Sprintf("2027-0%d-15T0%d:30:00+02:00", 1+i%8, i%10)).String() + " once"}
		}
		goal = append(goal, "Created by: Mara")
		if i%12 == 7 {
			goal = append(goal, "\nMore: [[imports/vikunja/"+th.Ref+"]]")
			if page := pageOf(t, in, "imports/vikunja/"+th.Ref).Markdown; !strings.HasSuffix(page, fmt.Sprintf("Z**\n\nLooked at bed %d.\n\nIt is *dry*.\n", i)) {
				t.Error(page)
			}
		}
		if th.Goal != strings.Join(goal, "\n") || th.Status != status || th.Project != "beds" || !slices.Equal(th.DependsOn, after) || !slices.Equal(due[th.Ref], dates) {
			t.Errorf("%d: %+v, %q", i, th, due[th.Ref])
		}
	}
	ref := func(title string) string { return byTitle[title].Ref }
	for title, want := range map[string]struct {
		goal  string
		after []string
		dates []string
	}{
		"Rotate the backup keys": {
			"## Why\n\nBackups can be read with the *new* key **only**, see [here](https://example.org/keys).\n\n- [x] ask Mara\n- [ ] ask Jo\n\n```\nkey < new\n  two\n```\n\n> said Jo\n\n" +
				"Labels: backup, urgent\nPriority: 4 of 5\nDone so far: 50 %\nAssignees: jonas\nIn Vikunja: a favorite\nBucket: To-Do\nAttachments: Platte groß.txt\nStarts: 2026-12-01 09:00\nEnds: 2026-12-24 09:00\n" +
				"In Vikunja: HS-1\nRelated: Water the plants (189)\nCreated by: Mara\n\nMore: [[imports/vikunja/187]]",
			[]string{ref("Order the disk"), ref("Bed 1: Kürbis")},
			[]string{"2026-12-31T08:00:00.000Z rrule FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-24T08:00:00.000Z rrule FREQ=MONTHLY", "2026-12-30T08:00:00.000Z rrule FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"},
		},
		"Order the disk":   {"Bucket: Done\nIn Vikunja: HS-2\nDuplicated by: A double (199)\nCreated by: Mara", nil, nil},
		"Water the plants": {"Bucket: Waiting for parts\nIn Vikunja: HS-3\nRelated: Rotate the backup keys (187)\nCreated by: Mara", []string{ref("Order the disk")}, []string{"2026-12-05T06:00:00.000Z rrule FREQ=DAILY;INTERVAL=2"}},
		"Look at the logs": {"Bucket: To-Do\nIn Vikunja: HS-4\nCreated by: Mara", nil, []string{"2026-12-05T06:00:00.000Z daily"}},
		"Restore one file": {"Bucket: To-Do\nIn Vikunja: HS-5\nCreated by: Mara", nil, []string{"2026-12-06T17:00:00.000Z weekly"}},
		"Charge the lamp":  {"Bucket: To-Do\nIn Vikunja: HS-6\nCreated by: Mara", nil, []string{"2026-12-06T17:00:00.000Z rrule FREQ=HOURLY;INTERVAL=6"}},
		"Cut the hedge":    {"Bucket: To-Do\nIn Vikunja: HS-7\nCreated by: Mara", nil, []string{"2026-12-07T09:00:00.000Z once", "2026-12-06T09:00:00.000Z once"}},
		"Sometimes":        {"Bucket: To-Do\nIn Vikunja: HS-8\nRepeats: every 3 days\nCreated by: Mara", nil, nil},
		"Part 2":           {"Bucket: To-Do\nIn Vikunja: HS-10\nPart of: The whole (197)\nCreated by: Mara", nil, nil},
		"The whole":        {"Bucket: To-Do\nIn Vikunja: HS-11\nCopied to: A double (199)\nHas the part: Part 1 (195)\nHas the part: Part 2 (196)\nCreated by: Mara", nil, nil},
		"Later":            {"Bucket: To-Do\nIn Vikunja: HS-12\nCreated by: Mara", []string{ref("The whole")}, nil},
		"A double":         {"Bucket: To-Do\nIn Vikunja: HS-13\nCopied from: The whole (197)\nDuplicate of: Order the disk (188)\nCreated by: Mara", nil, nil},
		"Paid":             {"Bucket: Done\nIn Vikunja: HS-14\nCreated by: Mara", nil, []string{"2026-11-01T10:00:00.000Z once"}},
		"By Jo":            {"Bucket: To-Do\nIn Vikunja: HS-18\nCreated by: jonas", nil, nil},
		"Write \"everything\" down — ünïcödé 日本語 🎉 <b>&amp;</b>": {"plain text, no HTML\n\nsecond < paragraph\n\nBucket: To-Do\nIn Vikunja: HS-15\nCreated by: Mara", nil, nil},
	} {
		t.Run(title, func(t *testing.T) {
			if th := byTitle[title]; th.Goal != want.goal || th.Project != "home-server" || !slices.Equal(th.DependsOn, want.after) || !slices.Equal(due[th.Ref], want.dates) {
				t.Errorf("%q after %q at %q", th.Goal, th.DependsOn, due[th.Ref])
			}
		})
	}
	if page := pageOf(t, in, "imports/vikunja/202").Markdown; strings.Count(page, "A long text.") != 600 || !strings.Contains(page, strings.Repeat("word ", 120)+"end") {
		t.Errorf("%.200s", page)
	}
	if page := pageOf(t, in, "imports/vikunja/187").Markdown; page != "# Rotate the backup keys\n\n## Comments\n\n**2026-11-26T00:15:08Z**\n\nThe disk is **there**.\n\n- one\n- two\n\n**2026-11-26T00:15:09Z**\n\nJo was here.\n" {
		t.Errorf("%q", page)
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
		"headings":   {"<h2>Title</h2><blockquote><p>said</p></blockquote>", "## Title\n\n> said"},
		"quotes":     {"<p>a</p><blockquote><p>b</p><p>c<br>d</p><ul><li><p>e</p></li></ul><blockquote>f</blockquote></blockquote><p>g</p>", "a\n\n> b\n>\n> c\n> d\n>\n> - e\n>\n> > f\n\ng"},
		"an end too": {"<p>a</p></blockquote><blockquote>b", "a\n\n> b"},
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
