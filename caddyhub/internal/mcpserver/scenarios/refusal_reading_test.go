package scenarios

// What any tool refuses of its arguments.
var wrongArguments = []mistake{
	{
		"one is missing", "check_overlap",
		args{},
		says(`argument "query" (a string) is missing`, "the work in a few words"),
		step{"check_overlap", args{"query": "fix the redirect"}},
	},
	{
		"null is none", "read",
		args{"uri": nil},
		says(`argument "uri" (a string) is missing`, "hub://threads/{id}"),
		step{"read", args{"uri": "hub://threads/$open"}},
	},
	{
		"a blank one", "check_overlap",
		args{"query": " \n"},
		says(`argument "query" is empty`),
		step{"check_overlap", args{"query": "fix the redirect"}},
	},
	{
		"a misspelt one", "list_threads",
		args{"projct": "alpha"},
		says(`unknown argument "projct"; closest: project`),
		step{"list_threads", args{"project": "alpha"}},
	},
	{
		"one that the tool does not have", "list_threads",
		args{"colour": "red"},
		says(`unknown argument "colour"; it takes project, status, stale, ready, limit, cursor`),
		step{"list_threads", args{"status": "open"}},
	},
	{
		"one in capitals", "list_threads",
		args{"Project": "alpha"},
		says(`unknown argument "Project"; closest: project`),
		step{"list_threads", args{"project": "alpha"}},
	},
	{
		"a number as text", "list_threads",
		args{"limit": "5"},
		says(`argument "limit" must be an integer, not a string`),
		step{"list_threads", args{"limit": 5}},
	},
	{
		"a fraction", "list_threads",
		args{"limit": 1.5},
		says(`argument "limit" must be an integer, not a fraction`),
		step{"list_threads", args{"limit": 2}},
	},
	{
		"too large a number", "search",
		args{"query": "dns", "limit": 500},
		says(`argument "limit" must be between 1 and 100`),
		step{"search", args{"query": "dns", "limit": 100}},
	},
	{
		"a number for a text", "check_overlap",
		args{"query": 12},
		says(`argument "query" must be a string, not a number`),
		step{"check_overlap", args{"query": "12"}},
	},
	{
		"a word for a flag", "list_threads",
		args{"stale": "yes"},
		says(`argument "stale" must be true or false, not a string`),
		step{"list_threads", args{"stale": true}},
	},
	{
		"a text for a list", "check_overlap",
		args{"query": "sign in", "also": "log in"},
		says(`argument "also" must be a list of strings, not a string`),
		step{"check_overlap", args{"query": "sign in", "also": []string{"log in"}}},
	},
	{
		"too many wordings", "check_overlap",
		args{"query": "sign in", "also": []string{"a", "b", "c", "d", "e"}},
		says("also must have at most 4 items, not 5"),
		step{"check_overlap", args{"query": "sign in", "also": []string{"a", "b", "c", "d"}}},
	},
	{
		"a state that is none", "list_threads",
		args{"status": "closed"},
		says(`argument "status" must be one of open, blocked, done, dismissed`),
		step{"list_threads", args{"status": "done"}},
	},
	{
		"a kind that is none", "search",
		args{"query": "dns", "kinds": []string{"threads"}},
		says(`argument "kinds" must be a list of thread, project, progress, page, reminder, session`),
		step{"search", args{"query": "dns", "kinds": []string{"thread"}}},
	},
	{
		"all at once", "check_overlap",
		args{"limit": "x", "projct": "alpha"},
		says(`"limit" must be an integer`, `"projct"; closest: project`, `"query" (a string) is missing`),
		step{"check_overlap", args{"query": "dns", "limit": 5, "project": "alpha"}},
	},
}

// What is read that is not there.
var wrongReading = []mistake{
	{
		"a project misspelt", "session_digest",
		args{"project": "alhpa"},
		says(`project "alhpa" not found; closest: alpha`),
		step{"session_digest", args{"project": "alpha"}},
	},
	{
		"a project like no other", "session_digest",
		args{"project": "garden"},
		says(`project "garden" not found`, "list_projects shows the slugs"),
		step{"list_projects", args{}},
	},
	{
		"a thread that is none", "read",
		args{"uri": "hub://threads/zzz"},
		says(`thread "zzz" not found`, "list_threads and check_overlap show the ids"),
		step{"list_threads", args{}},
	},
	{
		"an address of the wrong kind", "read",
		args{"uri": "hub://thread/$open"},
		says("nothing is stored under", "hub://threads/{id}"),
		step{"read", args{"uri": "hub://threads/$open"}},
	},
	{
		"a file", "read",
		args{"uri": "file:///etc/hosts"},
		says("nothing is stored under", "read takes hub://threads/{id}"),
		step{"read", args{"uri": "hub://wiki"}},
	},
	{
		"a page misspelt", "read",
		args{"uri": "decisions/dsn"},
		says(`page "decisions/dsn" not found; closest: decisions/dns`),
		step{"read", args{"uri": "decisions/dns"}},
	},
	{
		"a section that is none", "read",
		args{"uri": "decisions/dns", "section": "Hosting"},
		says(`no section is called "Hosting"`, `"Why one"`),
		step{"read", args{"uri": "decisions/dns", "section": "Why one"}},
	},
	{
		"a section of two", "read",
		args{"uri": "decisions/dns", "section": "why"},
		says("2 sections", "name one in full", `"Why one", "Why two"`),
		step{"read", args{"uri": "decisions/dns", "section": "Why two"}},
	},
	{
		"a cursor of another text", "read",
		args{"uri": "decisions/dns", "cursor": "12-00000000"},
		says("the cursor is not one of this item", "read it again without a cursor"),
		step{"read", args{"uri": "decisions/dns"}},
	},
	{
		"a cursor of another search", "search",
		args{"query": "dns", "cursor": "1-00000000"},
		says("the cursor is not one of this search", "search again without a cursor"),
		step{"search", args{"query": "dns"}},
	},
	{
		"a cursor of another list", "list_threads",
		args{"cursor": "abc"},
		says("cursor is not one of this list", "next_cursor of the page before"),
		step{"list_threads", args{}},
	},
	{
		"the progress file of no project", "read",
		args{"uri": "hub://projects/alhpa/progress"},
		says(`project "alhpa" not found; closest: alpha`),
		step{"read", args{"uri": "hub://projects/alpha/progress"}},
	},
	{
		"a reminder that is none", "read",
		args{"uri": "hub://reminders/zzz"},
		says(`reminder "zzz" not found`, "hub://reminders"),
		step{"read", args{"uri": "hub://reminders"}},
	},
	{
		"a request that is none", "read",
		args{"uri": "hub://requests/zzz"},
		says(`request "zzz" not found`, "hub://requests"),
		step{"read", args{"uri": "hub://requests"}},
	},
	{
		"a session that is none", "read",
		args{"uri": "hub://sessions/zzz"},
		says(`session "zzz" not found`, `search with kinds ["session"]`),
		step{"search", args{"query": "login", "kinds": []string{"session"}}},
	},
}
