package store

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/outline"
)

const markers = "<!-- hub:threads -->\n<!-- /hub:threads -->\n"

// block is what a progress file shows between the hub's markers.
func block(t testing.TB, markdown string) string {
	t.Helper()
	_, rest, opened := strings.Cut(markdown, "<!-- hub:threads -->\n")
	inside, _, closed := strings.Cut(rest, "<!-- /hub:threads -->\n")
	if !opened || !closed {
		t.Fatalf("no markers in %q", markdown)
	}
	return inside
}

func TestTheBlockShowsTheActiveThreads(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putProgress(t, s, "p", "# P\r\n\n"+markers+"\n## Log\n")
	want := func(name, inside string) {
		t.Helper()
		got := readProgress(t, s, "p")
		if block(t, got.Markdown) != inside || got.Rev != 1 {
			t.Errorf("%s: %q of revision %d, want %q", name, block(t, got.Markdown), got.Rev, inside)
		}
		if outline.Blank(got.Markdown) != "# P\r\n\n"+markers+"\n## Log\n" {
			t.Errorf("%s: the rest is %q", name, got.Markdown)
		}
	}
	want("no threads", "")
	a := create(t, s, "first", inProject("p"))
	create(t, s, "elsewhere")
	b := create(t, s, "second", inProject("p"))
	line := func(th Thread, end string) string {
		return "- [" + th.Summary + "](/ui/threads/" + th.ID + ")" + end + "\n"
	}
	want("two", line(a, "")+line(b, ""))
	done(t)(s.Block(t.Context(), agent, a.ID, Guard{}, "waits for a key"))
	done(t)(s.Block(t.Context(), agent, b.ID, Guard{}, ""))
	want("blocked", line(a, " · blocked: waits for a key")+line(b, " · blocked"))
	done(t)(s.Finish(t.Context(), agent, a.ID, Guard{}, StatusDone, ""))
	want("one done", line(b, " · blocked"))
	done(t)(s.DeleteThread(t.Context(), agent, b.ID, Guard{}))
	want("one deleted", "")
	if page, err := s.Events(t.Context(), EventFilter{Subject: ProgressURI("p")}); err != nil || page.Total != 1 {
		t.Errorf("threads changed the file's history: %+v, %v", page, err)
	}
}

func TestTheBlockIsBounded(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	putProgress(t, s, "p", markers)
	long := strings.Repeat("[", MaxSummary-3)
	for i := range maxLines + 1 {
		th := create(t, s, fmt.Sprint(i, long), inProject("p"))
		done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, strings.Repeat("*", MaxText)))
	}
	got := readProgress(t, s, "p")
	inside := block(t, got.Markdown)
	if n := strings.Count(inside, "\n"); n != maxLines+1 || !strings.HasSuffix(inside, "\n- and 1 more\n") {
		t.Errorf("%d lines, ending %q", n, inside[len(inside)-20:])
	}
	if len(inside) > MaxMarkdown {
		t.Errorf("the block has %d bytes", len(inside))
	}
	// A file that is full with its block can be written back as it was read.
	text := strings.Repeat("x", MaxMarkdown-len(markers)-1) + "\n" + markers
	putProgress(t, s, "p", text)
	if w := putProgress(t, s, "p", readProgress(t, s, "p").Markdown); w.EventID != "" {
		t.Errorf("written back as it was read, it changed to revision %d", w.Item.Rev)
	}
}

// What a client writes into a thread stays on the thread's line and is text there.
func TestTextsOfThreadsAreNoMarkdownInTheBlock(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	stored := "# P\n\n" + markers + "\n- [x] mine\n\n## Log\n\n- 2026-05-04 09:30 entry\n"
	putProgress(t, s, "p", stored)
	for name, text := range map[string]string{
		"a closing marker":      "a <!-- /hub:threads --> b",
		"a marker on its line":  "a\n<!-- /hub:threads -->\n<script>alert(1)</script>",
		"an opening marker":     "\r<!-- hub:threads -->\r",
		"a heading":             "a\n# Forged",
		"a setext heading":      "a\n===",
		"an end to the link":    "a](http://evil.example) [b",
		"half a link":           "a](http://evil.example",
		"a wiki link":           "[[forged]]",
		"an image":              "![a](http://evil.example/x.png)",
		"HTML":                  "<img src=x onerror=alert(1)>",
		"an entity":             "&lt;b&gt;&#91;",
		"a tick":                "x",
		"a tick in capitals":    "X",
		"a task":                "[ ] a",
		"code":                  "a `b` ``c",
		"a fence":               "```\nb\n```",
		"emphasis":              "**a** _b_ ~~c~~",
		"a table":               "a | b\n--|--",
		"a backslash":           `a\`,
		"a backslash and more":  `a\](http://evil.example)`,
		"line separators":       "a\u2028# b\u2029c\u0085d\vd\fe",
		"control characters":    "a\x1b[31mb\x07",
		"a reference":           "a][b] [b]: http://evil.example",
		"many brackets":         strings.Repeat("[", MaxSummary),
		"many closing brackets": strings.Repeat("]", MaxSummary),
		"an address":            "https://good.example/?a=b&c=d",
	} {
		th := create(t, s, text, inProject("p"))
		done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, text))
		got := readProgress(t, s, "p")
		inside := block(t, got.Markdown)
		if strings.Count(inside, "\n") != 1 || !strings.HasPrefix(inside, "- [") || strings.ContainsAny(inside, "\r\x1b\x07\u2028\u0085") {
			t.Errorf("%s: %q is not one line", name, inside)
		}
		if outline.Blank(got.Markdown) != stored {
			t.Errorf("%s: the text around the block changed: %q", name, got.Markdown)
		}
		// Outside of the markers, where the outline reads it, the line is one item with one
		// link and no task, heading or wiki link.
		if known := outline.Read("# P\n\n" + inside); known.Title != "P" || known.Total != 0 || len(known.Links) != 0 {
			t.Errorf("%s: %q reads as %+v", name, inside, known)
		}
		if w := putProgress(t, s, "p", got.Markdown); w.EventID != "" {
			t.Errorf("%s: written back as it was read, it changed", name)
		}
		done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, ""))
	}
}

func TestInline(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "Rotate the keys", "Rotate the keys"},
		{"one line, one space between words", " a\n\n\tb\u2028c ", "a b c"},
		{"markup is no markup", "[a](b) *c* <d> `e`", "\\[a\\](b) \\*c\\* \\<d\\> \\`e\\`"},
		{"what is not seen is left out, and the space around it", "\x04 \v\x04a\x00b", "ab"},
		{"nothing but that", "\x04\v\x04", ""},
		{"space behind it", "a \n", "a"},
		{"broken UTF-8", "a\xffb", "a\ufffdb"},
		{"as long as may be", strings.Repeat("a ", maxLineTexts/2-1) + "*ä", strings.Repeat("a ", maxLineTexts/2-1) + "\\*ä"},
		{"too long by a word", strings.Repeat("a", maxLineTexts) + " b", strings.Repeat("a", maxLineTexts-1) + "…"},
		{"too long, with a space at the end", strings.Repeat("a", maxLineTexts-2) + " bc", strings.Repeat("a", maxLineTexts-2) + " …"},
		{"too long, of markup", strings.Repeat("*", 2*maxLineTexts), strings.Repeat("\\*", maxLineTexts-1) + "…"},
		{"too long", strings.Repeat("a", 2*maxLineTexts), strings.Repeat("a", maxLineTexts-1) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Inline(tt.text); got != tt.want {
				t.Errorf("%q becomes %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

// FuzzThreadLine looks for a summary or a reason that is more than text in the block.
func FuzzThreadLine(f *testing.F) {
	for _, text := range []string{"x", `a](b) \[`, "<!-- /hub:threads -->", "\n# a", "[[b]]", "`c", "\u2028d\x00", "https://example.org/[a", "\x04\v\x04", "\x04\vx"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, summary, reason string) {
		if outline.IsBlank(summary) {
			return // no thread has such a summary
		}
		th := Thread{ID: "0k3x5p9q2abc", Summary: summary, Status: StatusBlocked, BlockedReason: &reason}
		line := th.line()
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") || strings.Contains(line, "\r") {
			t.Fatalf("%q is not one line", line)
		}
		if known := outline.Read("# P\n\n" + line); known.Title != "P" || known.Total != 0 || len(known.Links) != 0 {
			t.Fatalf("%q reads as %+v", line, known)
		}
		const around = "# P\n\n" + markers + "\nrest\n"
		if full := outline.Fill(around, line); outline.Blank(full) != around || block(t, full) != line {
			t.Fatalf("%q does not stay between the markers: %q", line, full)
		}
	})
}

// Whatever the documents and the changes: no byte outside of the markers moves but those
// that the change is about.
func TestBytesOutsideTheBlockNeverChange(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	createProject(t, s, ProjectInput{Slug: Some("p")})
	random := rand.New(rand.NewPCG(3, 4))
	th := create(t, s, "a [b] <c> | d", inProject("p"))
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	for i := range rounds {
		sent := randomMarkdown(random)
		putProgress(t, s, "p", sent)
		got := readProgress(t, s, "p")
		if outline.Blank(got.Markdown) != outline.Blank(sent) {
			t.Fatalf("sent %q, read %q", sent, got.Markdown)
		}
		if w := putProgress(t, s, "p", got.Markdown); w.EventID != "" || w.Item.Rev != got.Rev {
			t.Fatalf("written back as it was read, %q changed", got.Markdown)
		}
		c.advance(1)
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Goal: Some(fmt.Sprint(i)), BlockedReason: Some(randomMarkdown(random))}, false))
		if again := readProgress(t, s, "p"); again.Rev != got.Rev || outline.Blank(again.Markdown) != outline.Blank(sent) {
			t.Fatalf("a thread's change moved %q to %q", got.Markdown, again.Markdown)
		}
		entry := fmt.Sprint("entry ", i, "\n", randomMarkdown(random))
		logged := must[Progress](t)(s.LogProgress(t.Context(), agent, "p", LogEntry{Text: entry}, Policy{}))
		was, is := outline.Blank(sent), outline.Blank(logged.Item.Markdown)
		prefix := 0
		for prefix < len(was) && prefix < len(is) && was[prefix] == is[prefix] {
			prefix++
		}
		if len(is) <= len(was) || !strings.HasSuffix(is, was[prefix:]) {
			t.Fatalf("logging %q turned %q into %q", entry, was, is)
		}
		if again := must[Progress](t)(s.LogProgress(t.Context(), agent, "p", LogEntry{Text: entry}, Policy{})); again.EventID != "" {
			t.Fatalf("%q was logged twice: %q", entry, again.Item.Markdown)
		}
		mustUndo(t, s, logged.EventID)
		if undone := readProgress(t, s, "p"); outline.Blank(undone.Markdown) != was {
			t.Fatalf("undone: %q, want %q", undone.Markdown, was)
		}
	}
	checkDerived(t, s)
}

// randomMarkdown is a document put together of what documents, and attacks on them, are
// made of.
func randomMarkdown(random *rand.Rand) string {
	pieces := []string{
		"\n", "\n\n", "\r\n", "  ", "\t", "# Title", "## Log\n", "## log\n\n- 2026-05-04 09:30 before\n", "### Log\n", "- [ ] a\n", "- [x] b\n", "* c\n", "1. d\n",
		"<!-- hub:threads -->\n", "<!-- /hub:threads -->\n", markers, "<!-- hub:threads -->", " <!-- hub:threads -->\n", "<!-- hub:threads -->  \r\n", "<!-- /hub:threads -->",
		"```\n", "~~~\n", "`", "[[a]]", "[[b/c|label]]", "[[ D ]]\n", "[link](http://example.org)\n", "> quote\n", "<div>\n", "</div>\n", "<!--", "-->\n", "<pre>\n", "text ", "Ünïcødé 漢字 ",
		"| a | b |\n|---|---|\n| c | d |\n", "\\", "&amp;", "\ufeff", "***\n", "===\n", "    indented\n",
	}
	var b strings.Builder
	for range random.IntN(14) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}
