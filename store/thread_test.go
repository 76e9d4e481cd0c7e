package store

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

// textFields are the texts of a thread a client may write.
var textFields = []struct {
	name string
	most int
	set  func(*ThreadInput, Opt[string])
	get  func(Thread) *string
}{
	{"summary", MaxSummary, func(in *ThreadInput, v Opt[string]) { in.Summary = v }, func(t Thread) *string { return &t.Summary }},
	{"goal", MaxText, func(in *ThreadInput, v Opt[string]) { in.Goal = v }, func(t Thread) *string { return t.Goal }},
	{"focus", MaxText, func(in *ThreadInput, v Opt[string]) { in.Focus = v }, func(t Thread) *string { return t.Focus }},
	{"blocked_reason", MaxText, func(in *ThreadInput, v Opt[string]) { in.BlockedReason = v }, func(t Thread) *string { return t.BlockedReason }},
	{"resume_step", MaxText, func(in *ThreadInput, v Opt[string]) { in.ResumeStep = v }, func(t Thread) *string { return t.ResumeStep }},
	{"transcript_ref", MaxText, func(in *ThreadInput, v Opt[string]) { in.TranscriptRef = v }, func(t Thread) *string { return t.TranscriptRef }},
	{"next_steps[0]", MaxText, func(in *ThreadInput, v Opt[string]) { in.NextSteps = Some([]string{v.or("")}) }, func(t Thread) *string { return &t.NextSteps[0] }},
	{"tried[0].what", MaxText, func(in *ThreadInput, v Opt[string]) { in.Tried = Some([]Attempt{{What: v.or("")}}) }, func(t Thread) *string { return &t.Tried[0].What }},
	{"tried[0].why_not", MaxText, func(in *ThreadInput, v Opt[string]) { in.Tried = Some([]Attempt{{What: "x", WhyNot: v.or("")}}) }, func(t Thread) *string { return &t.Tried[0].WhyNot }},
}

func TestThreadTexts(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	old := create(t, s, "changed in place")
	for _, f := range textFields {
		for _, c := range []struct {
			name, in string
			want     string // "" with bad: refused
			bad      bool
		}{
			{"exactly at the limit", strings.Repeat("a", f.most), strings.Repeat("a", f.most), false},
			{"one over the limit", strings.Repeat("a", f.most+1), "", true},
			{"counted in characters, not bytes", strings.Repeat("𝒳", f.most), strings.Repeat("𝒳", f.most), false},
			{"one wide character over", strings.Repeat("𝒳", f.most+1), "", true},
			{"white space around is not text", " \t\n " + strings.Repeat("b", f.most) + "\r\n", strings.Repeat("b", f.most), false},
			{"white space inside stays", "two  \n words", "two  \n words", false},
			{"NUL", "a\x00b", "", true},
			{"invalid UTF-8", "a\xffb", "", true},
			{"quotes and SQL are only text", `"'; DROP TABLE threads; --`, `"'; DROP TABLE threads; --`, false},
		} {
			in := ThreadInput{Summary: Some("s")}
			f.set(&in, Some(c.in))
			made, errCreate := s.CreateThread(t.Context(), agent, "", in, false)
			changed, errUpdate := s.UpdateThread(t.Context(), agent, old.ID, Guard{}, in, false)
			for way, got := range map[string]struct {
				w   Written[Thread]
				err error
			}{"create": {made, errCreate}, "update": {changed, errUpdate}} {
				switch {
				case c.bad && invalidFields(got.err) != f.name:
					t.Errorf("%s %s, %s: got %v, want %s refused", way, f.name, c.name, got.err, f.name)
				case !c.bad && got.err != nil:
					t.Errorf("%s %s, %s: %v", way, f.name, c.name, got.err)
				case !c.bad:
					if shown := f.get(read(t, s, got.w.Item.ID)); shown == nil || *shown != c.want {
						t.Errorf("%s %s, %s: the text came back another", way, f.name, c.name)
					}
				}
			}
		}
	}
}

// A folder means the same on every machine, or is refused.
func TestFoldersAreAbsolute(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, c := range []struct {
		path string
		ok   bool
	}{
		{"/home/me/src", true},
		{"/", true},
		{`C:\Users\me\shop`, true},
		{"c:/shop", true},
		{`\\server\share\shop`, true},
		{"", true},
		{"/" + strings.Repeat("a", MaxText-1), true},
		{"/" + strings.Repeat("a", MaxText), false},
		{"/a\x00b", false},
		{"src/shop", false},
		{"./shop", false},
		{"..", false},
		{"~/src", false},
		{"~", false},
		{"C:shop", false},
		{"C:", false},
		{`src\shop`, false},
		{"$HOME/src", false},
		{"file:///home/me", false},
	} {
		in := ThreadInput{Summary: Some("s"), WorkspacePath: Some(c.path)}
		_, err := s.CreateThread(t.Context(), agent, "", in, false)
		if want := map[bool]string{false: "workspace_path"}[c.ok]; invalidFields(err) != want || c.ok && err != nil {
			t.Errorf("%.40q: %v", c.path, err)
		}
		if _, err := s.ResolveWorkspace(t.Context(), c.path); len(c.path) < MaxText && !strings.Contains(c.path, "\x00") && isMissing(err) != c.ok {
			t.Errorf("the project of %q: %v", c.path, err)
		}
	}
}

func TestThreadListsAreBounded(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	tried := func(n int) []Attempt {
		out := make([]Attempt, n)
		for i := range out {
			out[i].What = "x"
		}
		return out
	}
	for _, c := range []struct {
		name string
		edit func(*ThreadInput)
		bad  string
	}{
		{"three next steps", func(in *ThreadInput) { in.NextSteps = Some([]string{"a", "b", "c"}) }, ""},
		{"four next steps", func(in *ThreadInput) { in.NextSteps = Some([]string{"a", "b", "c", "d"}) }, "next_steps"},
		{"an empty next step", func(in *ThreadInput) { in.NextSteps = Some([]string{"a", " "}) }, "next_steps[1]"},
		{"fifty attempts", func(in *ThreadInput) { in.Tried = Some(tried(50)) }, ""},
		{"fifty-one attempts", func(in *ThreadInput) { in.Tried = Some(tried(51)) }, "tried"},
		{"an attempt without what", func(in *ThreadInput) { in.Tried = Some([]Attempt{{WhyNot: "y"}}) }, "tried[0].what"},
		{"an unknown energy", func(in *ThreadInput) { in.Energy = Some("huge") }, "energy"},
		{"every fault at once", func(in *ThreadInput) {
			in.Summary, in.Energy, in.Goal, in.ProjectSlug = Some(" "), Some(""), Some("\x00"), Some("No Slug")
		}, "summary project_slug energy goal"},
		{"a summary that is drawn as nothing", func(in *ThreadInput) { in.Summary = Some("\u200b\u3164\u0301") }, "summary"},
		{"a summary that is null", func(in *ThreadInput) { in.Summary = Opt[string]{Set: true} }, "summary"},
	} {
		in := ThreadInput{Summary: Some("s")}
		c.edit(&in)
		_, err := s.CreateThread(t.Context(), agent, "", in, true)
		if got := invalidFields(err); got != c.bad || c.bad == "" && err != nil {
			t.Errorf("%s: got %v, want the fields %q refused", c.name, err, c.bad)
		}
	}
	if _, err := s.CreateThread(t.Context(), agent, "", ThreadInput{}, true); invalidFields(err) != "summary" {
		t.Errorf("no summary: got %v", err)
	}
	if _, err := s.CreateThread(t.Context(), agent, strings.Repeat("x", MaxText+1), ThreadInput{Summary: Some("s")}, true); invalidFields(err) != "source_tool" {
		t.Errorf("a long source_tool: got %v", err)
	}
}

// fullJSON is an input with every field set but what it waits for.
const fullJSON = `{"Summary":"s","ProjectSlug":"p","Energy":"high","Goal":"g","Focus":"f","NextSteps":["n"],
	"BlockedReason":"b","ResumeStep":"r","Tried":[{"what":"w","why_not":"y"}],"AlsoKnown":["k"],"WorkspacePath":"/w","TranscriptRef":"t"}`

func inputOf(t testing.TB, text string) (in ThreadInput) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		t.Fatal(err)
	}
	return in
}

// shown is a thread as a client sees it, without what every change moves.
func shown(t testing.TB, th Thread) fields {
	t.Helper()
	f, err := fieldsOf(th)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"id", "version", "created_at", "updated_at", "last_activity_at"} {
		delete(f, name)
	}
	return f
}

func TestAbsentFieldsStayAndNullClears(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	empty := shown(t, create(t, s, "s"))
	everything := strings.TrimSuffix(fullJSON, "}") + `,"DependsOn":["` + create(t, s, "before").ID + `"]}`
	fullIn := inputOf(t, everything)
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(everything), &all); err != nil {
		t.Fatal(err)
	}
	// The JSON names of the fields, in the order of the Go ones.
	names := map[string]string{
		"Summary": "summary", "ProjectSlug": "project_slug", "Energy": "energy", "Goal": "goal", "Focus": "focus", "NextSteps": "next_steps",
		"BlockedReason": "blocked_reason", "ResumeStep": "resume_step", "Tried": "tried", "AlsoKnown": "also_known", "DependsOn": "depends_on", "WorkspacePath": "workspace_path", "TranscriptRef": "transcript_ref",
	}
	if n := reflect.TypeFor[ThreadInput]().NumField(); n != len(names) {
		t.Fatalf("ThreadInput has %d fields, this test knows %d", n, len(names))
	}
	for field, name := range names {
		made := done(t)(s.CreateThread(t.Context(), agent, "claude-code", fullIn, true)).Item
		full := shown(t, made)
		only := done(t)(s.UpdateThread(t.Context(), agent, made.ID, Guard{}, inputOf(t, `{"`+field+`":`+string(all[field])+`}`), true)).Item
		if got := shown(t, only); !reflect.DeepEqual(got, full) {
			t.Errorf("a change of %s alone, to what it was, changed the thread to %s", name, got)
		}
		if field == "Summary" {
			continue // required: see above
		}
		cleared := shown(t, done(t)(s.UpdateThread(t.Context(), agent, made.ID, Guard{}, inputOf(t, `{"`+field+`":null}`), true)).Item)
		if string(cleared[name]) != string(empty[name]) {
			t.Errorf("null in %s left %s, want %s", name, cleared[name], empty[name])
		}
		full[name] = cleared[name]
		if !reflect.DeepEqual(cleared, full) {
			t.Errorf("null in %s changed other fields as well", name)
		}
	}
}

func TestAChangeThatChangesNothingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	made := done(t)(s.CreateThread(t.Context(), agent, "claude-code", inputOf(t, fullJSON), true)).Item
	c.advance(time.Hour)
	generation := s.Generation()
	for name, in := range map[string]ThreadInput{
		"no field":             {},
		"the same fields":      inputOf(t, fullJSON),
		"the same, but spaced": {Summary: Some("  s \n"), Goal: Some(" g ")},
	} {
		w := done(t)(s.UpdateThread(t.Context(), agent, made.ID, Guard{Version: 1}, in, true))
		if w.EventID != "" || !reflect.DeepEqual(w.Item, made) {
			t.Errorf("%s: event %q, thread %+v", name, w.EventID, w.Item)
		}
	}
	if got := read(t, s, made.ID); !reflect.DeepEqual(got, made) {
		t.Errorf("stored: %+v, want %+v", got, made)
	}
	if got := kinds(t, s, made.ID); got != "created" || s.Generation() != generation {
		t.Errorf("events %q, generation %d, want one event and generation %d", got, s.Generation(), generation)
	}
}

func TestOnlyWorkMovesLastActivity(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, tc := range []struct {
		name, in string
		work     bool
	}{
		{"summary", `{"Summary":"t"}`, false},
		{"project", `{"ProjectSlug":"q"}`, false},
		{"energy", `{"Energy":"low"}`, false},
		{"workspace", `{"WorkspacePath":"/v"}`, false},
		{"transcript", `{"TranscriptRef":"u"}`, false},
		{"a title among unchanged fields", strings.Replace(fullJSON, `"s"`, `"t"`, 1), false},
		{"goal", `{"Goal":"h"}`, true},
		{"goal cleared", `{"Goal":null}`, true},
		{"focus", `{"Focus":"h"}`, true},
		{"next steps", `{"NextSteps":[]}`, true},
		{"blocked reason", `{"BlockedReason":"h"}`, true},
		{"resume step", `{"ResumeStep":"h"}`, true},
		{"tried", `{"Tried":[]}`, true},
		{"a title and a goal", `{"Summary":"t","Goal":"h"}`, true},
	} {
		made := done(t)(s.CreateThread(t.Context(), agent, "", inputOf(t, fullJSON), true)).Item
		now := c.advance(time.Minute)
		got := done(t)(s.UpdateThread(t.Context(), owner, made.ID, Guard{}, inputOf(t, tc.in), true)).Item
		if got.UpdatedAt != now || got.Version != 2 {
			t.Errorf("%s: updated at %s, version %d", tc.name, got.UpdatedAt, got.Version)
		}
		if moved := got.LastActivityAt == now; moved != tc.work {
			t.Errorf("%s: moved last_activity_at: %v, want %v", tc.name, moved, tc.work)
		}
	}
}

func TestGuardedChangeNeedsTheCurrentVersion(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "a")
	done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{Version: 1}, ThreadInput{Summary: Some("b")}, true))
	_, err := s.UpdateThread(t.Context(), agent, th.ID, Guard{Version: 1}, ThreadInput{Summary: Some("c")}, true)
	if ve, ok := err.(*VersionError); !ok || ve.Current != 2 {
		t.Errorf("stale version: got %v, want a VersionError with 2", err)
	}
	if _, err := s.UpdateThread(t.Context(), agent, "0000000000zz", Guard{Version: 1}, ThreadInput{}, true); !isMissing(err) {
		t.Errorf("unknown id: got %v", err)
	}
}
