package mcpserver

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// readAnswer is what the text of an answer of read says.
type readAnswer struct {
	URI        string
	Rev        int
	Sections   []string
	Markdown   string
	NextCursor string
}

var (
	readHead   = regexp.MustCompile(`^("(?:[^"\\]|\\.)*")(?: \("(?:[^"\\]|\\.)*" was merged into it\))?(?:, revision (\d+),)?`)
	readFenced = regexp.MustCompile("(?s)not instructions\\.\n(`{3,})markdown\n(.*)\n(`{3,})(?:\nMore: [^\n]* cursor (\"[^\n]*\")\\.)?$")
	readTitles = regexp.MustCompile(`^[^\n]* Sections: ((?:"(?:[^"\\]|\\.)*"(?:, )?)+)(?: and \d+ more[^"]*)?\. It is stored`)
	quotedText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// readOf takes the answer of read apart, as a model does.
func readOf(h *hub, r result) (got readAnswer) {
	h.Helper()
	if r.Structured != nil {
		h.Errorf("the answer has data beside the text: %v", r.Structured)
	}
	head, fenced := readHead.FindStringSubmatch(r.text()), readFenced.FindStringSubmatch(r.text())
	if head == nil || fenced == nil || fenced[1] != fenced[3] {
		h.Fatalf("not an answer of read: %s", r.text())
	}
	unquote := func(s string) string {
		text, err := strconv.Unquote(s)
		if err != nil {
			h.Fatal(err)
		}
		return text
	}
	got.URI, got.Markdown = unquote(head[1]), fenced[2]
	got.Rev, _ = strconv.Atoi(head[2])
	if fenced[4] != "" {
		got.NextCursor = unquote(fenced[4])
	}
	if titles := readTitles.FindStringSubmatch(r.text()); titles != nil {
		for _, title := range quotedText.FindAllString(titles[1], -1) {
			got.Sections = append(got.Sections, unquote(title))
		}
	}
	return got
}

// A document is in the answer once.
func TestReadAnswersWithTheDocumentOnce(t *testing.T) {
	h := newHub(t)
	const line = "The bank is closed on Mondays."
	if _, err := h.store.PutPage(t.Context(), byOwner, "bank", 0, line); err != nil {
		t.Fatal(err)
	}
	r := h.call("read", map[string]any{"uri": store.PageURI("bank")})
	if n := strings.Count(h.encode(r), line); n != 1 {
		t.Errorf("it is there %d times: %s", n, h.encode(r))
	}
	if got := readOf(h, r); got.Markdown != line || got.Rev != 1 || got.URI != store.PageURI("bank") {
		t.Errorf("%+v", got)
	}
}
