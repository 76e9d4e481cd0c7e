package scenarios

import "strings"

var dns = args{"uri": "hub://wiki/decisions/dns"}

// What write_page and log_progress refuse.
var wrongWriting = []mistake{
	{
		"a title for an address", "write_page",
		args{"uri": "hub://wiki/Decisions/DNS Hosts", "markdown": "x"},
		says("the path in uri must be 1 to 8 slugs", `did you mean "decisions/dns-hosts"?`),
		step{"write_page", args{"uri": "hub://wiki/decisions/dns-hosts", "markdown": "x"}},
	},
	{
		"a thread", "write_page",
		args{"uri": "hub://threads/$open", "markdown": "x"},
		says("nothing can be written under", "hub://wiki/{path} or hub://projects/{slug}/progress"),
		step{"write_page", args{"uri": "hub://projects/alpha/progress", "markdown": "x"}},
	},
	{
		"nothing", "write_page", dns,
		says(`argument "markdown" is missing`, "request_change deletes a page"),
		step{"write_page", with(dns, args{"markdown": "More."})},
	},
	{
		"over a text nobody read", "write_page", with(dns, args{"mode": "replace", "markdown": "# DNS\n"}),
		says("has a text, now at revision 2", "repeat with if_rev: 2, or append"),
		step{"write_page", with(dns, args{"mode": "replace", "markdown": "# DNS\n", "if_rev": 2})},
	},
	{
		"over a newer text", "write_page", with(dns, args{"mode": "replace", "markdown": "# DNS\n", "if_rev": 1}),
		says("has changed since revision 1 and is now at revision 2", "read it", "if_rev: 2"),
		step{"write_page", with(dns, args{"mode": "replace", "markdown": "# DNS\n", "if_rev": 2})},
	},
	{
		"over a revision that never was", "write_page", with(dns, args{"mode": "replace", "markdown": "# DNS\n", "if_rev": 99}),
		says("has no revision 99: it is at revision 2", "if_rev: 2"),
		step{"write_page", with(dns, args{"mode": "replace", "markdown": "# DNS\n", "if_rev": 2})},
	},
	{
		"over nothing", "write_page",
		args{"uri": "hub://wiki/mail", "mode": "replace", "markdown": "# Mail\n", "if_rev": 3},
		says("nothing is written under", "repeat without if_rev"),
		step{"write_page", args{"uri": "hub://wiki/mail", "mode": "replace", "markdown": "# Mail\n"}},
	},
	{
		"a mode that is none", "write_page", with(dns, args{"mode": "overwrite", "markdown": "x"}),
		says(`argument "mode" must be one of append, replace, edit`),
		step{"write_page", with(dns, args{"mode": "append", "markdown": "x"})},
	},
	{
		"an edit of what is not there", "write_page", with(dns, args{"mode": "edit", "find": "The price", "replace": "The cost"}),
		says("find must be in the document exactly once", "0 times", "no line is like it: read"),
		step{"read", with(dns, nil)},
	},
	{
		"an edit of two places", "write_page", with(dns, args{"mode": "edit", "find": "Why", "replace": "Why not"}),
		says("find must be in the document exactly once", "2 times", `"## Why one"`, `"## Why two"`, "take in more"),
		step{"write_page", with(dns, args{"mode": "edit", "find": "Why one", "replace": "Why not one"})},
	},
	{
		"an edit of nothing", "write_page", with(dns, args{"mode": "edit", "find": "", "replace": "x"}),
		says("find is required", "a text that the document has once"),
		step{"write_page", with(dns, args{"mode": "edit", "find": "The cost.", "replace": "x"})},
	},
	{
		"an edit with all of the text", "write_page", with(dns, args{"mode": "edit", "markdown": "# DNS\n"}),
		says(`mode edit takes "find"`, `"replace"`),
		step{"write_page", with(dns, args{"mode": "edit", "find": "The cost.", "replace": "The price."})},
	},
	{
		"an edit without its mode", "write_page", with(dns, args{"find": "The cost.", "replace": "The price."}),
		says(`"find" and "replace" belong to mode edit`),
		step{"write_page", with(dns, args{"mode": "edit", "find": "The cost.", "replace": "The price."})},
	},
	{
		"an edit of no page", "write_page",
		args{"uri": "hub://wiki/decisions/dsn", "mode": "edit", "find": "a", "replace": "b"},
		says(`page "decisions/dsn" not found`, "closest: decisions/dns"),
		step{"write_page", with(dns, args{"mode": "edit", "find": "The cost.", "replace": "The price."})},
	},
	{
		"a book", "write_page", with(dns, args{"markdown": strings.Repeat(long, 106)}),
		says("markdown must have at most 262144 bytes, not 265000"),
		step{"write_page", with(dns, args{"markdown": "See hub://wiki/book"})},
	},
	{
		"the progress file of no project", "write_page",
		args{"uri": "hub://projects/alhpa/progress", "markdown": "x"},
		says(`project "alhpa" not found; closest: alpha`),
		step{"write_page", args{"uri": "hub://projects/alpha/progress", "markdown": "x"}},
	},
	{
		"the log of which project", "log_progress",
		args{"entry": "Moved"},
		says(`argument "project" (a string) is missing: list_projects shows the slugs`),
		step{"log_progress", args{"project": "alpha", "entry": "Moved"}},
	},
	{
		"an entry that is a report", "log_progress",
		args{"project": "alpha", "entry": long},
		says("entry must have at most 2000 characters, not 2499", "wiki page"),
		step{"write_page", args{"uri": "hub://wiki/move", "markdown": long}},
	},
	{
		"a lease without its thread", "log_progress",
		args{"project": "alpha", "entry": "Moved", "lease_id": "$lease"},
		says(`"thread_id" is missing`, "a lease_id belongs to a thread"),
		step{"log_progress", args{"project": "alpha", "entry": "Moved", "lease_id": "$lease", "thread_id": "$mine"}},
	},
	{
		"about a thread of another project", "log_progress",
		args{"project": "beta", "entry": "Moved", "thread_id": "$open"},
		says("thread_id", "of project alpha"),
		step{"log_progress", args{"project": "alpha", "entry": "Moved", "thread_id": "$open"}},
	},
}

var call = args{"text": "Call the registrar", "due": "2026-05-05T09:00"}

// What set_reminder refuses.
var wrongReminders = []mistake{
	{
		"of what", "set_reminder",
		args{"due": "2026-05-05T09:00"},
		says(`give "text" and "due"`, "2026-05-04T09:30", "FREQ=WEEKLY;BYDAY=MO"),
		step{"set_reminder", call},
	},
	{
		"when", "set_reminder",
		args{"text": "Call the registrar"},
		says(`give "text" and "due"`),
		step{"set_reminder", call},
	},
	{
		"tomorrow", "set_reminder", with(call, args{"due": "tomorrow at nine"}),
		says(`"due" must be a time: 2026-05-04T09:30 on the owner's clock`, "it is now Mon 2026-05-04T09:00"),
		step{"set_reminder", call},
	},
	{
		"a date as people write it", "set_reminder", with(call, args{"due": "05.05.2026 09:00"}),
		says(`"due" must be a time: 2026-05-04T09:30 on the owner's clock`),
		step{"set_reminder", call},
	},
	{
		"a day that no month has", "set_reminder", with(call, args{"due": "2026-02-30T09:00"}),
		says(`"due" must be a time`),
		step{"set_reminder", with(call, args{"due": "2026-06-01T09:00"})},
	},
	{
		"a rule in words", "set_reminder",
		args{"text": "Call the registrar", "rrule": "every monday"},
		says("rrule must be a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO"),
		step{"set_reminder", args{"text": "Call the registrar", "rrule": "FREQ=WEEKLY;BYDAY=MO"}},
	},
	{
		"a rule that is over", "set_reminder",
		args{"text": "Call the registrar", "rrule": "FREQ=DAILY;UNTIL=20200101T000000Z"},
		says("rrule must still come at least once: it is over, or there is no such day"),
		step{"set_reminder", args{"text": "Call the registrar", "rrule": "FREQ=DAILY;UNTIL=20270101T000000Z"}},
	},
	{
		"one that is none", "set_reminder",
		args{"reminder_id": "zzz", "done": true},
		says(`reminder "zzz" not found`, "hub://reminders"),
		step{"read", args{"uri": "hub://reminders"}},
	},
	{
		"no change", "set_reminder",
		args{"reminder_id": "$reminder"},
		says("nothing to change", "done: true"),
		step{"set_reminder", args{"reminder_id": "$reminder", "done": true}},
	},
	{
		"an end and a change", "set_reminder",
		args{"reminder_id": "$reminder", "done": true, "text": "Called"},
		says(`"done" ends a reminder as it is`),
		step{"set_reminder", args{"reminder_id": "$reminder", "done": true}},
	},
	{
		"the end of which", "set_reminder",
		args{"done": true},
		says(`argument "reminder_id" is missing`, "session_digest and search show the ids"),
		step{"set_reminder", args{"reminder_id": "$reminder", "done": true}},
	},
	{
		"about no thread", "set_reminder", with(call, args{"thread_id": "zzz"}),
		says(`thread "zzz" not found`, "list_threads"),
		step{"set_reminder", with(call, args{"thread_id": "$open"})},
	},
	{
		"about no project", "set_reminder", with(call, args{"project": "alhpa"}),
		says(`project "alhpa" not found; closest: alpha`),
		step{"set_reminder", with(call, args{"project": "alpha"})},
	},
}

// What request_change refuses.
var wrongRequests = []mistake{
	{
		"a kind that is none", "request_change",
		args{"kind": "close_thread", "payload": args{"thread_id": "$open"}},
		says(`argument "kind" must be one of delete_page, delete_project, merge_threads, rename_project, reopen_thread, undo`),
		step{"finish_thread", args{"thread_id": "$open"}},
	},
	{
		"about what", "request_change",
		args{"kind": "delete_page"},
		says(`argument "payload" (an object) is missing`, "delete_page {path}"),
		step{"request_change", args{"kind": "delete_page", "payload": args{"path": "decisions/dns"}}},
	},
	{
		"a text for an object", "request_change",
		args{"kind": "delete_page", "payload": "decisions/dns"},
		says(`argument "payload" must be an object, not a string`),
		step{"request_change", args{"kind": "delete_page", "payload": args{"path": "decisions/dns"}}},
	},
	{
		"a field that is none", "request_change",
		args{"kind": "delete_page", "payload": args{"page": "decisions/dns"}},
		says("payload.path is required", "payload must hold nothing but path"),
		step{"request_change", args{"kind": "delete_page", "payload": args{"path": "decisions/dns"}}},
	},
	{
		"a page misspelt", "request_change",
		args{"kind": "delete_page", "payload": args{"path": "decisions/dsn"}},
		says(`page "decisions/dsn" not found`, "closest: decisions/dns"),
		step{"request_change", args{"kind": "delete_page", "payload": args{"path": "decisions/dns"}}},
	},
	{
		"a name that is taken", "request_change",
		args{"kind": "rename_project", "payload": args{"slug": "alpha", "new_slug": "beta"}},
		says(`project "beta" exists already`, "another new_slug"),
		step{"request_change", args{"kind": "rename_project", "payload": args{"slug": "alpha", "new_slug": "alpha-two"}}},
	},
	{
		"a name that it has", "request_change",
		args{"kind": "rename_project", "payload": args{"slug": "alpha", "new_slug": "alpha"}},
		says("this project already has that name"),
		step{"session_digest", args{"project": "alpha"}},
	},
	{
		"a title for a name", "request_change",
		args{"kind": "rename_project", "payload": args{"slug": "alpha", "new_slug": "My Garden"}},
		says("payload.new_slug must be 1 to 64 lower-case letters", `did you mean "my-garden"?`),
		step{"request_change", args{"kind": "rename_project", "payload": args{"slug": "alpha", "new_slug": "my-garden", "title": "My Garden"}}},
	},
	{
		"a project that is none", "request_change",
		args{"kind": "delete_project", "payload": args{"slug": "alhpa"}},
		says(`project "alhpa" not found; closest: alpha`),
		step{"request_change", args{"kind": "delete_project", "payload": args{"slug": "alpha"}}},
	},
	{
		"a thread into itself", "request_change",
		args{"kind": "merge_threads", "payload": args{"thread_id": "$open", "into": "$open"}},
		says("payload.into must be another thread"),
		step{"request_change", args{"kind": "merge_threads", "payload": args{"thread_id": "$open", "into": "$other"}}},
	},
	{
		"into no thread", "request_change",
		args{"kind": "merge_threads", "payload": args{"thread_id": "$open", "into": "zzz"}},
		says("payload.into must be the id of a thread", "list_threads"),
		step{"request_change", args{"kind": "merge_threads", "payload": args{"thread_id": "$open", "into": "$other"}}},
	},
	{
		"the undo of no event", "request_change",
		args{"kind": "undo", "payload": args{"event_id": "zzz"}},
		says(`event "zzz" not found`, "hub://changes"),
		step{"read", args{"uri": "hub://changes"}},
	},
	{
		"what is open already", "request_change",
		args{"kind": "reopen_thread", "payload": args{"thread_id": "$open"}},
		says("this thread is open already"),
		step{"start_work", args{"intent": "Fix the login redirect", "source_tool": "codex", "thread_id": "$open"}},
	},
	{
		"a reason that is a report", "request_change",
		args{"kind": "delete_page", "payload": args{"path": "decisions/dns"}, "reason": long},
		says("reason must have at most 2000 characters, not 2499", "wiki page"),
		step{"request_change", args{"kind": "delete_page", "payload": args{"path": "decisions/dns"}, "reason": "It moved"}},
	},
}
