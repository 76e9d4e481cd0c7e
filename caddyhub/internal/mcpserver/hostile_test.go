package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// insides is what an answer never shows: types, files and complaints of the program.
var insides = regexp.MustCompile(`(?i)json:|\bsql|sqlite|panic|goroutine|\.go\b|unmarshal|runtime error|nil pointer|strconv|base64|interface \{|map\[|\[\]string|%!\(|\b0x[0-9a-f]{6}|/caddyhub|/mcpserver|progresshub/|\b(store|mcp|mcpgo|server|clients|errors|fmt|zap)\.[A-Za-z]`)

// hostile makes values that nobody expects.
type hostile struct {
	*rand.Rand
	known []string // ids, addresses and names that exist
}

func (h *hostile) pick(list []string) string { return list[h.IntN(len(list))] }

// text is a JSON string.
func (h *hostile) text() string {
	odd := []string{
		"", " ", "\x00", "\n\n", "a\x1b[31m", "\u202eabc\u200b", "'; DROP TABLE threads; --", `" OR 1=1`, "../../../etc/passwd", "%00%2e%2e", "%s%d%v%q",
		"{{.}}", "${PATH}", "<script>", "登録", "👍🏽", "\U000E0041", "hub://", "hub://projects/", "hub://projects/x/progress/y", "hub://wiki/../..", "hub://wiki/" + strings.Repeat("a/", 20),
		"file:///etc/passwd", "*", "NEAR(", `"AND"`, "2026-13-45T99:99:99Z", "FREQ=YEARLY;INTERVAL=0", "0", "-1", "1e999", "null", "true", "{}", "[]",
		strings.Repeat("x", 5000), strings.Repeat("`", 300), strings.Repeat("ü ", 900), "99999999999999999999-00000000", "5-deadbeef",
	}
	s := h.pick(odd)
	if h.IntN(3) == 0 {
		s = h.pick(h.known)
	}
	if h.IntN(8) == 0 {
		s += h.pick(odd)
	}
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// value is any JSON value.
func (h *hostile) value(depth int) string {
	switch n := h.IntN(12); {
	case n < 6:
		return h.text()
	case n == 6:
		return h.pick([]string{"0", "-1", "1", "5.0", "1.5", "200", "201", "99999999999999999999999999", "-0", "1e9", "1e-9", "9007199254740993"})
	case n == 7:
		return h.pick([]string{"true", "false", "null"})
	case n == 8 || depth > 4:
		return "[]"
	case n == 9:
		return "[" + h.value(depth+1) + "," + h.value(depth+1) + "]"
	}
	return h.object([]string{"what", "why_not", "slug", "thread_id", "into", "path", "new_slug"}, depth+1)
}

// object has some of the names, and sometimes others.
func (h *hostile) object(names []string, depth int) string {
	var members []string
	for _, name := range names {
		if h.IntN(2) == 0 {
			members = append(members, quoteJSON(name)+":"+h.value(depth))
		}
	}
	for h.IntN(6) == 0 {
		members = append(members, h.text()+":"+h.value(depth))
	}
	h.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}

// arguments are mostly of the kinds that a tool asks for, so that they get further.
func (h *hostile) arguments(params []param) string {
	var members []string
	for _, p := range params {
		if !p.required && h.IntN(3) > 0 {
			continue
		}
		value := h.value(0)
		switch n := h.IntN(5); {
		case n == 0:
		case p.kind == textArg && p.oneOf != nil:
			value = quoteJSON(h.pick(p.oneOf))
		case p.kind == textArg:
			value = h.text()
		case p.kind == numberArg:
			value = h.pick([]string{"1", "2", "7", "200", "100000"})
		case p.kind == flagArg:
			value = h.pick([]string{"true", "false"})
		case p.kind == textsArg:
			value = "[" + h.text() + "]"
		case p.kind == attemptsArg:
			value = `[{"what":` + h.text() + `,"why_not":` + h.text() + `}]`
		case p.kind == objectArg:
			value = h.texts([]string{"slug", "new_slug", "thread_id", "into", "path"})
		}
		members = append(members, quoteJSON(p.name)+":"+value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// texts is an object whose members are all texts, as prompts want them.
func (h *hostile) texts(names []string) string {
	var members []string
	for _, name := range names {
		if h.IntN(4) > 0 {
			members = append(members, quoteJSON(name)+":"+h.text())
		}
	}
	if h.IntN(6) == 0 {
		members = append(members, h.text()+":"+h.text())
	}
	return "{" + strings.Join(members, ",") + "}"
}

// No input of any tool, resource, prompt or completion makes the program speak of itself,
// or fail.
func TestHostileInputIsAnsweredInWords(t *testing.T) {
	race.SkipShort(t)
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), WorkspacePaths: store.Some([]string{"/home/me/alpha"})})
	h.progress("alpha", "# Alpha\n")
	h.page("guides/backup", "# Backup\n")
	id := h.thread("alpha", "Fix the login redirect", full).ID
	s := &server{Config: Config{Store: h.store, Logger: zap.New(h.core), Authorize: allow, PublicURL: ownOrigin}}
	handler := &httpHandler{Config: s.Config, next: s.transport(s.tools())}
	odd := &hostile{rand.New(rand.NewPCG(1, 2)), []string{
		id, "alpha", "inbox", "guides/backup", "hub://threads/" + id, "hub://projects", "hub://projects/alpha/progress", "hub://wiki/guides/backup", "/home/me/alpha", "open", "done",
		"resume_work", "delete_page", "rename_project", "codex", "login redirect",
	}}
	params := map[string]func() string{}
	for _, tool := range s.tools() {
		list := names(tool.params, func(p param) string { return p.name })
		params["tools/call "+tool.name] = func() string {
			arguments := odd.arguments(tool.params)
			if odd.IntN(3) == 0 {
				arguments = odd.object(list, 0)
			}
			return fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool.name, arguments)
		}
	}
	for _, p := range s.prompts() {
		params["prompts/get "+p.name] = func() string {
			return fmt.Sprintf(`{"name":%q,"arguments":%s}`, p.name, odd.texts([]string{"project"}))
		}
	}
	params["tools/call "] = func() string {
		return fmt.Sprintf(`{"name":%s,"arguments":%s}`, odd.value(0), odd.value(0))
	}
	params["prompts/get "] = func() string {
		return fmt.Sprintf(`{"name":%s,"arguments":%s}`, odd.text(), odd.object([]string{"project"}, 0))
	}
	params["resources/read "] = func() string { return odd.texts([]string{"uri"}) }
	params["resources/read of anything"] = func() string { return odd.object([]string{"uri", "_meta", "arguments"}, 0) }
	params["resources/list "] = func() string { return odd.object([]string{"cursor"}, 0) }
	params["completion/complete "] = func() string {
		ref := odd.pick([]string{
			`"ref":{"type":"ref/prompt","name":"resume_work"},"argument":{"name":"project","value":%[1]s}`,
			`"ref":{"type":"ref/prompt","name":%[1]s},"argument":{"name":"project","value":%[1]s}`,
			`"ref":{"type":"ref/resource","uri":"hub://wiki/{+path}"},"argument":{"name":"path","value":%[1]s}`,
			`"ref":{"type":"ref/resource","uri":"hub://threads/{id}"},"argument":{"name":"id","value":%[1]s}`,
			`"ref":{"type":"ref/resource","uri":%[1]s},"argument":{"name":"slug","value":%[1]s}`,
			`"ref":{"type":%[1]s,"uri":%[1]s},"argument":{"name":%[1]s,"value":%[1]s}`,
		})
		return fmt.Sprintf(`{`+ref+`,"context":%[2]s}`, odd.text(), odd.pick([]string{`{}`, `{"arguments":{"project":"alpha"}}`, odd.value(0)}))
	}
	params["completion/complete of anything"] = func() string { return odd.object([]string{"ref", "argument", "context"}, 0) }

	const each = 150
	answers := map[string]int{}
	for _, target := range slices.Sorted(maps.Keys(params)) { // in order, as chance has one
		method, _, _ := strings.Cut(target, " ")
		for range each {
			sent := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params[target]())
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(sent))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			body := w.Body.String()
			if w.Code != http.StatusOK && w.Code != http.StatusBadRequest || w.Body.Len() > 65536 {
				t.Fatalf("%s: status %d, %d bytes: %.300s", sent, w.Code, w.Body.Len(), body)
			}
			got := decodeTo[rpcReply](h, w.Body.Bytes())
			failed := got.Error != nil || strings.Contains(body, `"isError":true`)
			if got.Error != nil && got.Error.Code == -32603 || strings.Contains(body, "went wrong") {
				t.Errorf("%s: an internal error: %s", sent, body)
			}
			if found := insides.FindString(body); failed && found != "" {
				t.Errorf("%s: the answer shows %q: %s", sent, found, body)
			}
			answers[fmt.Sprintf("%s, refused: %v", method, failed)]++
		}
	}
	for _, method := range []string{"tools/call", "prompts/get", "resources/read", "completion/complete"} {
		if answers[method+", refused: true"] == 0 || answers[method+", refused: false"] == 0 {
			t.Errorf("%s: all or nothing is refused: %v", method, answers)
		}
	}
	if n := h.log.FilterLevelExact(zap.ErrorLevel).Len(); n > 0 {
		t.Errorf("%d errors are logged: %+v", n, h.log.FilterLevelExact(zap.ErrorLevel).All()[0])
	}
	t.Log(answers)
}
