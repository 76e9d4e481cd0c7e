package scenarios

import (
	"strings"

	"github.com/progresshub/progresshub/store"
)

var fence = args{"intent": "Paint the fence", "source_tool": "codex"}

// What start_work refuses.
var wrongStarting = []mistake{
	{
		"nobody's name", "start_work",
		args{"intent": "Paint the fence"},
		says(`argument "source_tool" (a string) is missing: your name`),
		step{"start_work", fence},
	},
	{
		"no words", "start_work", with(fence, args{"intent": "!!"}),
		says(`"intent" has no words`, "say the work in a sentence"),
		step{"start_work", fence},
	},
	{
		"too many words", "start_work", with(fence, args{"intent": strings.Repeat("Paint the fence. ", 200)}),
		says("intent must have at most 2000 characters, not 3399", "wiki page"),
		step{"start_work", fence},
	},
	{
		"a project misspelt", "start_work", with(fence, args{"project": "alhpa"}),
		says(`project "alhpa" not found; closest: alpha`, "save_thread with create_project: true"),
		step{"start_work", with(fence, args{"project": "alpha"})},
	},
	{
		"a project that is not there yet", "start_work", with(fence, args{"project": "garden"}),
		says(`project "garden" not found`, "if this project is new, save_thread with create_project: true begins it"),
		step{"save_thread", args{"summary": "Paint the fence", "source_tool": "codex", "project": "garden", "create_project": true}},
	},
	{
		"a thread that is none", "start_work", with(fence, args{"thread_id": "zzz"}),
		says(`thread "zzz" not found`, "list_threads and check_overlap show the ids"),
		step{"start_work", with(fence, args{"thread_id": "$open"})},
	},
	{
		"a finished thread", "start_work", with(fence, args{"thread_id": "$done"}),
		says("cannot claim a thread that is done", "start_work begins a new one"),
		step{"start_work", fence},
	},
	{
		"the lease of nothing", "start_work", with(fence, args{"lease_id": "zzz"}),
		says("lease_id is of no thread about this work", "leave it out"),
		step{"start_work", fence},
	},
	{
		"an empty lease", "start_work", with(fence, args{"lease_id": " "}),
		says(`"lease_id" is empty`, "leave it out"),
		step{"start_work", fence},
	},
	{
		"for too short a time", "start_work", with(fence, args{"ttl_minutes": 1}),
		says(`"ttl_minutes" must be between 5 and 480`),
		step{"start_work", with(fence, args{"ttl_minutes": 5})},
	},
	{
		"for days", "start_work", with(fence, args{"ttl_minutes": 2880}),
		says(`"ttl_minutes" must be between 5 and 480`),
		step{"start_work", with(fence, args{"ttl_minutes": 480})},
	},
	{
		"new and not new", "start_work", with(fence, args{"new": true, "thread_id": "$open"}),
		says("new must not come with thread_id"),
		step{"start_work", with(fence, args{"thread_id": "$open"})},
	},
	{
		"instead of something, but what", "start_work", with(fence, args{"instead_of": "$mine"}),
		says("thread_id is required: the thread that is about the work", "lease_id is required"),
		step{"start_work", with(fence, args{"thread_id": "$open"})},
	},
	{
		"instead of what the owner made", "start_work", with(fence, args{"thread_id": "$open", "instead_of": "$mine", "lease_id": "$lease"}),
		says("thread $mine can't be replaced: somebody else made it", "request_change", "merge_threads"),
		step{"request_change", args{"kind": "merge_threads", "payload": args{"thread_id": "$mine", "into": "$open"}}},
	},
	{
		"instead of what another holds", "start_work", with(fence, args{"thread_id": "$open", "instead_of": "$theirs", "lease_id": "$lease"}),
		says("thread $theirs can't be replaced: lease_id is not that of its claim", "request_change", "merge_threads"),
		step{"request_change", args{"kind": "merge_threads", "payload": args{"thread_id": "$theirs", "into": "$open"}}},
	},
}

// What save_thread refuses.
var wrongSaving = []mistake{
	{
		"nothing at all", "save_thread",
		args{},
		says(`"thread_id"`, `"summary" and "source_tool"`),
		step{"save_thread", args{"summary": "Paint the fence", "source_tool": "codex"}},
	},
	{
		"no field", "save_thread",
		args{"thread_id": "$open"},
		says("nothing to save", "focus, next_steps, tried or blocked_reason"),
		step{"save_thread", args{"thread_id": "$open", "focus": "The callback"}},
	},
	{
		"a lease without its thread", "save_thread",
		args{"lease_id": "$lease", "focus": "The gate"},
		says(`"thread_id" is missing`, "a lease_id belongs to a thread"),
		step{"save_thread", args{"thread_id": "$mine", "lease_id": "$lease", "focus": "The gate"}},
	},
	{
		"by nobody", "save_thread",
		args{"summary": "Paint the fence"},
		says(`to create one, give "summary" and "source_tool"`),
		step{"save_thread", args{"summary": "Paint the fence", "source_tool": "codex"}},
	},
	{
		"without its lease", "save_thread",
		args{"thread_id": "$mine", "focus": "The gate"},
		says(`"codex" works on this thread until 2026-05-04T11:00:00.000Z`, "lease_id"),
		step{"save_thread", args{"thread_id": "$mine", "lease_id": "$lease", "focus": "The gate"}},
	},
	{
		"what another holds", "save_thread",
		args{"thread_id": "$theirs", "focus": "The cables"},
		says(`"cursor" works on this thread until 2026-05-04T11:00:00.000Z: leave it to them`, "nothing was written", "tried alone and log_progress are always taken"),
		step{"save_thread", args{"thread_id": "$theirs", "tried": []store.Attempt{{What: "rsync"}}}},
	},
	{
		"with another thread's lease", "save_thread",
		args{"thread_id": "$theirs", "lease_id": "$lease", "focus": "The cables"},
		says("lease_id is no lease of this thread", `"cursor" works on it until 2026-05-04T11:00:00.000Z`, "leave it to them"),
		step{"save_thread", args{"thread_id": "$mine", "lease_id": "$lease", "focus": "The cables"}},
	},
	{
		"with a mistyped lease, of what was taken over once", "save_thread",
		args{"thread_id": "$taken", "lease_id": "0000000000zz", "focus": "A4"},
		says("lease_id is no lease of this thread", `"cursor" works on it`, "pass the one that start_work answered with"),
		step{"save_thread", args{"thread_id": "$taken", "tried": []store.Attempt{{What: "A5"}}}},
	},
	{
		"with a made-up lease, of what nobody holds", "save_thread",
		args{"thread_id": "$open", "lease_id": "0000000000zz", "focus": "A4"},
		says("lease_id is no lease of this thread, which nobody holds", "leave it out"),
		step{"save_thread", args{"thread_id": "$open", "focus": "A4"}},
	},
	{
		"what was taken over", "save_thread",
		args{"thread_id": "$taken", "lease_id": "$lost", "focus": "A4"},
		says(`"cursor" took this thread over at 2026-05-04T09:00:00.000Z: stop`), tellUser,
	},
	{
		"what another has had since", "save_thread",
		args{"thread_id": "$left", "lease_id": "$gone", "focus": "A4"},
		says("this lease_id is no longer that of the thread", "2026-05-04T09:00:00.000Z", "Stop", "tell your user"),
		step{"read", args{"uri": "hub://threads/$left"}},
	},
	{
		"a project misspelt", "save_thread",
		args{"thread_id": "$open", "project": "betta"},
		says(`project "betta" not found; closest: beta`),
		step{"save_thread", args{"thread_id": "$open", "project": "beta"}},
	},
	{
		"a new project that is a title", "save_thread",
		args{"summary": "Paint the fence", "source_tool": "codex", "project": "My Garden", "create_project": true},
		says("project must be 1 to 64 lower-case letters", `did you mean "my-garden"?`),
		step{"save_thread", args{"summary": "Paint the fence", "source_tool": "codex", "project": "my-garden", "create_project": true}},
	},
	{
		"four next steps", "save_thread",
		args{"thread_id": "$open", "next_steps": []string{"a", "b", "c", "d"}},
		says("next_steps must have at most 3 items, not 4"),
		step{"save_thread", args{"thread_id": "$open", "next_steps": []string{"a", "b", "c"}}},
	},
	{
		"a summary that is a report", "save_thread",
		args{"summary": long, "source_tool": "codex"},
		says("summary must have at most 500 characters, not 2499", "goal has room for the rest"),
		step{"save_thread", args{"summary": "Paint the fence", "goal": long[:1900], "source_tool": "codex"}},
	},
	{
		"no summary any more", "save_thread",
		args{"thread_id": "$open", "summary": ""},
		says(`"summary" is empty`),
		step{"save_thread", args{"thread_id": "$open", "summary": "Fix the redirect"}},
	},
	{
		"a goal that is a report", "save_thread",
		args{"thread_id": "$open", "goal": long},
		says("goal must have at most 2000 characters, not 2499", "wiki page"),
		step{"write_page", args{"uri": "hub://wiki/login", "markdown": long}},
	},
	{
		"attempts as texts", "save_thread",
		args{"thread_id": "$open", "tried": []string{"rsync"}},
		says(`"tried" must be a list of {what, why_not}`, "item 1"),
		step{"save_thread", args{"thread_id": "$open", "tried": []store.Attempt{{What: "rsync"}}}},
	},
	{
		"the end of a thread", "save_thread",
		args{"thread_id": "$open", "status": "done"},
		says(`unknown argument "status"; finish_thread ends a thread`),
		step{"finish_thread", args{"thread_id": "$open"}},
	},
	{
		"a finished thread", "save_thread",
		args{"thread_id": "$done", "blocked_reason": "No money"},
		says("cannot block a thread that is done", "start_work begins a new one"),
		step{"start_work", args{"intent": "Buy another disk", "source_tool": "codex", "new": true}},
	},
}

// What pause_thread and finish_thread refuse.
var wrongStopping = []mistake{
	{
		"which thread", "pause_thread",
		args{"resume_step": "Paint the gate"},
		says(`argument "thread_id" (a string) is missing`, "list_threads"),
		step{"pause_thread", args{"thread_id": "$open", "resume_step": "Paint the gate"}},
	},
	{
		"without a step", "pause_thread",
		args{"thread_id": "$open"},
		says(`give "resume_step", the first action next time`),
		step{"pause_thread", args{"thread_id": "$open", "resume_step": "Open callback.go"}},
	},
	{
		"with too long a step", "pause_thread",
		args{"thread_id": "$mine", "lease_id": "$lease", "resume_step": long},
		says("resume_step must have at most 2000 characters, not 2499", "wiki page"),
		step{"pause_thread", args{"thread_id": "$mine", "lease_id": "$lease", "resume_step": "Read hub://wiki/yard"}},
	},
	{
		"what another holds", "pause_thread",
		args{"thread_id": "$theirs", "resume_step": "Pull the plug"},
		says(`"cursor" works on this thread`, "leave it to them"),
		step{"log_progress", args{"project": "alpha", "thread_id": "$theirs", "entry": "The plug is behind the shelf"}},
	},
	{
		"what was taken over", "pause_thread",
		args{"thread_id": "$taken", "lease_id": "$lost"},
		says(`"cursor" took this thread over`, "stop"), tellUser,
	},
	{
		"giving back, and a dead end", "pause_thread",
		args{"thread_id": "$mine", "lease_id": "$lease", "tried": []store.Attempt{{What: "a rake"}}},
		says(`"tried" needs "resume_step" here`, "save_thread adds it without"),
		step{"save_thread", args{"thread_id": "$mine", "lease_id": "$lease", "tried": []store.Attempt{{What: "a rake"}}}},
	},
	{
		"a finished thread", "pause_thread",
		args{"thread_id": "$done", "resume_step": "Sell the old one"},
		says("cannot pause a thread that is done", "start_work begins a new one"),
		step{"start_work", args{"intent": "Sell the old disk", "source_tool": "codex", "new": true}},
	},
	{
		"an end that is none", "finish_thread",
		args{"thread_id": "$open", "outcome": "closed"},
		says(`argument "outcome" must be one of done, dismissed`),
		step{"finish_thread", args{"thread_id": "$open", "outcome": "done"}},
	},
	{
		"the end of another's work", "finish_thread",
		args{"thread_id": "$theirs"},
		says(`"cursor" works on this thread`, "leave it to them"),
		step{"save_thread", args{"thread_id": "$theirs", "tried": []store.Attempt{{What: "rsync"}}}},
	},
	{
		"another end", "finish_thread",
		args{"thread_id": "$done", "outcome": "dismissed"},
		says("cannot go from done to dismissed", "request_change with reopen_thread reopens it"),
		step{"request_change", args{"kind": "reopen_thread", "payload": args{"thread_id": "$done"}, "source_tool": "codex"}},
	},
	{
		"a note that is a report", "finish_thread",
		args{"thread_id": "$open", "note": long},
		says("note must have at most 2000 characters, not 2499", "wiki page"),
		step{"finish_thread", args{"thread_id": "$open", "note": "See hub://wiki/login"}},
	},
}
