package exchange

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// monday is a day to read dates on.
var monday = time.Date(2025, 11, 24, 10, 0, 0, 0, time.UTC)

func TestTodoist(t *testing.T) {
	o := Options{Name: "Home server [2203306141].csv", Now: monday, Zone: berlin(t)}
	got, err := readBytes(t, o, sample(t, "todoist/Home server [2203306141].csv"))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != Todoist || counts(got) != "1 4 1 3" || in.Projects[0].Slug != "home-server" || in.Projects[0].Title != "Home server" {
		t.Fatalf("%s: %s, %+v", got.Source, counts(got), in.Projects)
	}
	keys := in.Threads[0]
	at := "imports/todoist/" + strings.ReplaceAll(keys.Ref, "/", "-")
	if keys.Summary != "Rotate the backup keys" || keys.Goal != "Backups can be read with the new key only.\n\nLabels: backup, security\nPriority: p1\nResponsible: jo (2)\nDuration: 30 minute\n\nMore: [["+at+"]]" {
		t.Errorf("%+v", keys)
	}
	if !slices.Equal(keys.NextSteps, []string{"Order the disk (hardware)", "› Compare prices"}) || pageOf(t, in, at).Markdown != "# Rotate the backup keys\n\n## Comments\n\nThe disk is there.\n" {
		t.Errorf("%q, %+v", keys.NextSteps, in.Pages)
	}
	if logs := in.Threads[1]; logs.Summary != "Look at the logs of the server" || logs.Goal != "Look at the **logs** of [the server](https://example.org/logs)\n\nSection: Every week" {
		t.Errorf("%+v", logs)
	}
	if th := in.Threads[3]; th.Goal != "Priority: p3\nSection: Every week\nDate: jeden Monat" || th.Status != store.StatusOpen {
		t.Errorf("%+v", th)
	}
	var reminders []string
	for _, m := range in.Reminders {
		reminders = append(reminders, fmt.Sprintf("%s %s %s %s", m.Kind, m.DueAt, m.RRule, m.Text))
	}
	if want := []string{
		"once 2025-12-01T08:00:00.000Z  Rotate the backup keys",
		"once 2025-11-20T17:30:00.000Z  Order the disk",
		"rrule 2025-11-24T08:30:00.000Z FREQ=WEEKLY;BYDAY=MO,TH Look at the logs of the server",
	}; !slices.Equal(reminders, want) {
		t.Errorf("%q", reminders)
	}
	if said := leftOut(got); strings.Count(said, "is not understood: the words stand in the goal") != 2 {
		t.Error(said)
	}
	again, err := readBytes(t, o, sample(t, "todoist/Home server [2203306141].csv"))
	if err != nil || again.Incoming.Threads[2].Ref != in.Threads[2].Ref {
		t.Errorf("another reference the second time: %v", err)
	}
}

func TestTodoistDates(t *testing.T) {
	zone := berlin(t)
	for text, want := range map[string]string{
		"2025-12-01":                      "once 2025-12-01 09:00 ",
		"2025-12-01 18:30":                "once 2025-12-01 18:30 ",
		"2025-12-01T18:30:00Z":            "once 2025-12-01 19:30 ",
		"Dec 1":                           "once 2025-12-01 09:00 ",
		"1 Dec 2026":                      "once 2026-12-01 09:00 ",
		"jan 5":                           "once 2026-01-05 09:00 ",
		"today":                           "once 2025-11-24 09:00 ",
		"tomorrow at 8pm":                 "once 2025-11-25 20:00 ",
		"tomorrow 12am":                   "once 2025-11-25 00:00 ",
		"in 3 days":                       "once 2025-11-27 09:00 ",
		"friday":                          "once 2025-11-28 09:00 ",
		"every day":                       "daily 2025-11-24 09:00 ",
		"every day at 7:15":               "daily 2025-11-24 07:15 ",
		"daily":                           "daily 2025-11-24 09:00 ",
		"every week":                      "weekly 2025-11-24 09:00 ",
		"every tuesday":                   "weekly 2025-11-25 09:00 ",
		"every tuesdays":                  "weekly 2025-11-25 09:00 ",
		"every other tue":                 "rrule 2025-11-25 09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
		"every mon, wed and fri at 8am":   "rrule 2025-11-24 08:00 FREQ=WEEKLY;BYDAY=MO,WE,FR",
		"every weekday":                   "rrule 2025-11-24 09:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
		"every 3 days":                    "rrule 2025-11-24 09:00 FREQ=DAILY;INTERVAL=3",
		"every other month":               "rrule 2025-11-24 09:00 FREQ=MONTHLY;INTERVAL=2",
		"every month":                     "rrule 2025-11-24 09:00 FREQ=MONTHLY",
		"every 15th":                      "rrule 2025-12-15 09:00 FREQ=MONTHLY;BYMONTHDAY=15",
		"every last day":                  "rrule 2025-11-24 09:00 FREQ=MONTHLY;BYMONTHDAY=-1",
		"every jan 5":                     "rrule 2026-01-05 09:00 FREQ=YEARLY",
		"every year":                      "rrule 2025-11-24 09:00 FREQ=YEARLY",
		"every day starting 2026-02-01":   "daily 2026-02-01 09:00 ",
		"every 2 weeks starting on jan 5": "rrule 2026-01-05 09:00 FREQ=WEEKLY;INTERVAL=2",
		"every! day":                      "",
		"after 3 days":                    "",
		"every 40th":                      "",
		"every full moon":                 "",
		"jeden Tag":                       "",
		"tomorrow at 25:00":               "",
		"every day starting when I can":   "",
		"every 9999 days":                 "",
	} {
		t.Run(text, func(t *testing.T) {
			first, again, ok := todoistTime(text, monday, zone)
			got := ""
			if ok {
				var m store.IncomingReminder
				again.words = text
				again.set(&m, first, zone)
				got = fmt.Sprintf("%s %s %s", m.Kind, m.DueAt.In(zone).Format("2006-01-02 15:04"), m.RRule)
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestTodoistForms(t *testing.T) {
	head := "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE\n"
	var many strings.Builder
	for i := range 250 {
		fmt.Fprintf(&many, "task,Task %d,,4,%d,every day\n", i/3, i%3+1)
	}
	for name, tc := range map[string]struct {
		o              Options
		text           string
		counts, source string
	}{
		"many":                     {Options{}, head + many.String(), "1 84 0 250", "todoist"},
		"with a byte order mark":   {Options{}, "\ufeff" + head + "task,One,,4,1,\n", "1 1 0 0", "todoist"},
		"of a spreadsheet":         {Options{}, strings.ReplaceAll(head, ",", ";") + "task;One;;4;1;\n", "1 1 0 0", "todoist"},
		"in UTF-16":                {Options{}, utf16Of(head + "task,Größe,,4,1,\n"), "1 1 0 0", "todoist"},
		"the same task twice":      {Options{}, head + "task,One,,4,1,\ntask,One,,4,1,\n", "1 2 0 0", "todoist"},
		"a note of the project":    {Options{}, head + "note,About it,,,,\ntask,One,,4,1,\n", "1 1 0 0", "todoist"},
		"a label and nothing else": {Options{}, head + "task,@errand,,4,1,\n", "1 1 0 0", "todoist"},
		"over several lines":       {Options{}, head + "task,\"One\nmore\",,4,1,\n", "1 1 0 0", "todoist"},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustRead(t, tc.o, tc.text)
			if string(got.Source) != tc.source || counts(got) != tc.counts {
				t.Errorf("%s: %s", got.Source, counts(got))
			}
		})
	}
}

func TestTodoistBackup(t *testing.T) {
	one := "TYPE,CONTENT,PRIORITY,INDENT\ntask,One,4,1\n"
	got, err := readBytes(t, Options{}, zipOf(t, map[string]string{"Inbox [1].csv": one, "House [2].csv": one}))
	if err != nil || counts(got) != "2 2 0 0" || got.Incoming.Threads[0].Ref == got.Incoming.Threads[1].Ref {
		t.Errorf("%v: %s", err, counts(got))
	}
}

func TestBrokenTodoist(t *testing.T) {
	head := "TYPE,CONTENT,PRIORITY,INDENT\n"
	for name, tc := range map[string]struct{ text, says string }{
		"no content":    {head + "task,,4,1\n", "a.csv line 2: it has no CONTENT"},
		"no type":       {head + ",One,4,1\n", "a.csv line 2: it has no TYPE"},
		"another CSV":   {"Name,Due\nOne,\n", "its first line has no TYPE and CONTENT"},
		"an open quote": {head + "task,\"One,4,1\n", "it is no valid CSV"},
		"latin-1":       {head + "task,Gr\xf6\xdfe,4,1\n", "is no UTF-8 text; save it as UTF-8"},
		"a long line":   {head + "task," + strings.Repeat("x", maxLine+1) + ",4,1\n", "longer than 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(t, Options{Source: Todoist, Name: "a.csv"}, []byte(tc.text))
			if said := refused(t, err); !strings.Contains(said, tc.says) {
				t.Errorf("%s\nwant %s", said, tc.says)
			}
		})
	}
}
