package mcpserver

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store"
)

func (s *server) startTool() tool {
	return tool{
		name:        "start_work",
		title:       "Start work",
		description: "Before any work: claims its thread or creates one, and briefs you. claimed false: it says why. Give also: it in three other wordings, one as its author may have put it.",
		hints:       writes,
		params: []param{
			{name: "intent", required: true, hint: "the work in a sentence"},
			{name: "also", kind: textsArg},
			{name: "source_tool", required: true, hint: "your name"},
			{name: "project"},
			{name: "workspace_path", doc: "absolute"},
			{name: "repo_url"},
			{name: "thread_id"},
			{name: "new", kind: flagArg},
			{name: "instead_of"},
			{name: "lease_id", doc: "renews your claim"},
			{name: "take_over", kind: flagArg, doc: "its holder is gone"},
			{name: "ttl_minutes", kind: numberArg, min: int(store.MinLease.Minutes()), max: int(store.MaxLease.Minutes())},
			{name: "budget", kind: numberArg, doc: "tokens"},
		},
		run: s.start,
	}
}

// startData is what start_work answers.
type startData struct {
	Claimed   bool          `json:"claimed"`
	Created   bool          `json:"created"`
	Thread    *threadView   `json:"thread,omitempty"`
	Lease     *ownLeaseView `json:"lease,omitempty"`      // the caller's claim
	Holder    string        `json:"holder,omitempty"`     // who has the thread instead
	ExpiresAt string        `json:"expires_at,omitempty"` // and until when
	Hits      []hitView     `json:"hits,omitempty"`       // what else is near; without a thread: which one is meant?
	Free      []threadView  `json:"free,omitempty"`       // other work, when this is taken
	changeData
}

// ownLeaseView is a lease as its holder sees it.
type ownLeaseView struct {
	ID string `json:"id"`
	leaseView
}

func (s *server) start(ctx context.Context, c call) (toolResult, error) {
	in, hint, err := s.startInput(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	started, err := s.Store.Start(ctx, c.by, in)
	if err != nil {
		return toolResult{}, renamed(err, map[string]string{"summary": "intent", "goal": "intent", "holder": "source_tool"})
	}
	b := briefing{server: s, base: c.base, builder: newTextBuilder(c.textSize(usualText))}
	switch {
	case started.Unsaid:
		err = b.which(ctx, in)
	case len(started.Choices) > 0:
		b.choose(started.Choices, started.Unsure)
		b.nearest(started)
	case started.Claimed:
		b.begin(ctx, started, in, hint, s.leftOut(ctx, c, *in.ProjectSlug.Value))
	default:
		err = b.leave(ctx, started, in, c.by.SourceTool)
	}
	return toolResult{b.builder.String(), b.data}, err
}

// startInput is the call as the store takes it. An intent too long for a summary is the
// goal of the thread as well.
func (s *server) startInput(ctx context.Context, c call) (in store.StartInput, hint string, err error) {
	intent := c.text("intent")
	if !strings.ContainsFunc(intent, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return in, "", refuse(`argument "intent" has no words: say the work in a sentence`)
	}
	id := c.threadID()
	if id == "" {
		if id, err = s.namedThread(ctx, "intent", intent); err != nil {
			return in, "", err
		}
		if id != "" && c.flag("new") {
			return in, "", refuse("intent names a thread that is there, and new begins another one: say the work in a sentence, or leave new out")
		}
	}
	if c.has("lease_id") && c.text("lease_id") == "" {
		return in, "", refuse(`argument "lease_id" is empty: leave it out, or pass that of your claim`)
	}
	home, err := s.home(ctx, c, "save_thread with create_project: true begins it")
	if err != nil {
		return in, "", err
	}
	in = store.StartInput{
		NewThread: store.NewThread{SourceTool: c.by.SourceTool, Place: home.place, ThreadInput: store.ThreadInput{
			Summary:       store.Some(cutRunes(oneLine(intent), store.MaxSummary)),
			ProjectSlug:   store.Some(home.project),
			WorkspacePath: change[string](c.args, "workspace_path"),
		}},
		Also: c.texts("also"), ThreadID: id, New: c.flag("new"), InsteadOf: strings.TrimPrefix(c.text("instead_of"), store.ThreadURI("")),
		Claim: store.ClaimInput{
			Holder: c.by.SourceTool, LeaseID: c.text("lease_id"), TakeOver: c.flag("take_over"),
			Length: time.Duration(c.number("ttl_minutes")) * time.Minute,
		},
		Hits: nearHits,
	}
	if c.threadID() != id {
		in.Summary = store.Opt[string]{} // it says which thread, and nothing of the work
	}
	if utf8.RuneCountInString(intent) > store.MaxSummary {
		in.Goal = store.Some(intent)
	}
	return in, home.hint, nil
}
