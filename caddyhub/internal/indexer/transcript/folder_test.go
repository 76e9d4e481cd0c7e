package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFolderIsFoundAmongThePathsOfASession(t *testing.T) {
	for name, c := range map[string]struct{ text, folder, want string }{
		"a file in it":           {`  path: /home/me/src/my-shop/basket.go`, "home-me-src-my-shop", "/home/me/src/my-shop"},
		"the folder itself":      {"Workspace Path: /home/me/src/my.shop", "home-me-src-my-shop", "/home/me/src/my.shop"},
		"in JSON":                {`{"path":"/home/me/src/shop/a.go"}`, "home-me-src-shop", "/home/me/src/shop"},
		"with a space":           {`"/home/me/My Projects/shop/a.go"`, "home-me-My-Projects-shop", "/home/me/My Projects/shop"},
		"in a sentence":          {"see /home/me/shop and the rest", "home-me-shop", "/home/me/shop"},
		"hidden":                 {"/home/me/.config/x", "home-me-config", "/home/me/.config"},
		"Windows, in JSON":       {`{"path":"C:\\Users\\me\\shop\\a.go"}`, "c-Users-me-shop", `C:\Users\me\shop`},
		"Windows, with slashes":  {"c:/Users/me/shop/a.go", "c-Users-me-shop", "c:/Users/me/shop"},
		"another folder":         {"/home/me/src/shopping/basket.go", "home-me-src-shop", ""},
		"an address":             {"https://home/me/shop", "home-me-shop", ""},
		"a path that is no root": {"src/home/me/shop", "home-me-shop", ""},
		"nothing":                {"", "home-me-shop", ""},
		"a long path":            {"/" + strings.Repeat("a/", 4<<10), "home-me-shop", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := mentioned(c.text, func(folder string) bool { return becomes(folder, c.folder) }); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestGeminiKnowsTheFoldersOfItsHashes(t *testing.T) {
	sum := sha256.Sum256([]byte("/home/me/src/recipes"))
	hash := hex.EncodeToString(sum[:])
	const said = `{"messages":[{"id":"1","type":"user","content":"What is in it?"}]`
	for name, c := range map[string]struct{ file, list, document, want string }{
		"a folder that is trusted":   {"trustedFolders.json", `{"/home/me":"TRUST_PARENT","/home/me/src/recipes":"TRUST_FOLDER"}`, said + "}", "/home/me/src/recipes"},
		"a project that is listed":   {"projects.json", `{"projects":{"/home/me/src/recipes":"recipes"}}`, said + "}", "/home/me/src/recipes"},
		"a list of something else":   {"projects.json", `[1]`, said + "}", ""},
		"another folder":             {"projects.json", `{"projects":{"/home/me/src/other":"recipes"}}`, said + "}", ""},
		"the document has the hash":  {"projects.json", `{"projects":{"/srv":"srv"}}`, said + `,"projectHash":"` + hashOf("/srv") + `"}`, "/srv"},
		"a path in the conversation": {"projects.json", `{}`, strings.Replace(said, "What is in it?", "What is in /home/me/src/recipes/bread.md?", 1) + "}", "/home/me/src/recipes"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			if err := os.WriteFile(filepath.Join(home, c.file), []byte(c.list), 0o600); err != nil {
				t.Fatal(err)
			}
			file := hash + "/chats/session-2025-10-01T08-00-1.json"
			s := geminiCLI.Start(filepath.Join(home, "tmp"), file)
			if _, err := geminiCLI.Read(s, file, bytes.NewReader([]byte(c.document))); err != nil {
				t.Fatal(err)
			}
			if s.Workspace != c.want {
				t.Errorf("got %q, want %q", s.Workspace, c.want)
			}
		})
	}
}

func hashOf(folder string) string {
	sum := sha256.Sum256([]byte(folder))
	return hex.EncodeToString(sum[:])
}

func TestTheRemoteHasNoPassword(t *testing.T) {
	for address, want := range map[string]string{
		"https://git.example.org/me/shop.git":                   "https://git.example.org/me/shop.git",
		"https://me:s3cr-etly@git.example.org/me/shop.git":      "https://git.example.org/me/shop.git",
		"https://" + strings.Repeat("a1b2", 10) + "@host/a?b#c": "https://host/a",
		"https://a@b@host/a":                                    "https://host/a",
		"git@git.example.org:me/shop.git":                       "git@git.example.org:me/shop.git",
		"someone@git.example.org:me/shop.git":                   "",
		"ssh://git@git.example.org:22/me/shop":                  "ssh://git.example.org:22/me/shop",
		" /srv/git/shop.git ":                                   "",
		"file:///srv/git/shop.git":                              "",
		"git@git.example.org:my repo.git":                       "", // the hub takes none of these
		"git@git.example.org/me/shop.git":                       "",
		"https:///me/shop.git":                                  "",
		"https://git.example.org:port/me/shop.git":              "",
		"": "",
		"https://host/" + strings.Repeat("a", MaxText): "",
	} {
		s := new(Session)
		if s.remote(address); s.Repo != want {
			t.Errorf("%.60q became %q, want %q", address, s.Repo, want)
		}
	}
}

func TestCursorsTextFiles(t *testing.T) {
	long := strings.Repeat("a line of a log\n", maxRedacted/16+100) // more than is kept of a request
	for name, c := range map[string]struct {
		text, asked string
		messages    int
	}{
		"a request":                        {"user:\nWhat is it?\n\nassistant:\nA list.\n", "What is it?", 2},
		"on the same line":                 {"user: What is it?\nA: A list.", "What is it?", 2},
		"without an end":                   {"user:\n<user_query>\nWhat is it?", "What is it?", 1},
		"a turn's word in a request":       {"user:\n<user_query>\nuser:\nassistant:\nwhat are these?\n</user_query>\nassistant:\nWords.", "user:\nassistant:\nwhat are these?", 2},
		"a turn's word in an answer":       {"user:\n<user_query>\nRead\n</user_query>\nassistant:\n[Tool call] Read\n[Tool result] Read\nuser:\n  name: a\n", "Read", 2},
		"a request behind a tool's answer": {"user:\n<user_query>\nRead\n</user_query>\nassistant:\n[Tool result] Read\nabc\n\nuser:\n<user_query>\nAgain\n</user_query>\n", "Again", 3},
		"steps of one answer":              {"user:\nGo\nassistant:\none\n[Tool call] A\nassistant:\ntwo\n[Thinking] x\n", "Go", 2},
		"a long request":                   {"user:\n<user_query>\n" + long + "</user_query>\nassistant:\nRead.\nuser:\nAgain\n", "Again", 3},
		"a long line":                      {"user: <user_query>" + strings.ReplaceAll(long, "\n", " ") + "</user_query>\nassistant:\nRead.\nuser:\nAgain\n", "Again", 3},
		"a turn's word in a long request":  {"user:\n<user_query>\n" + long + "user:\nassistant:\n</user_query>\nassistant:\nRead.\nuser:\nAgain\n", "Again", 3},
		"a tag in a request":               {"user:\n<user_query>\nWhat is <user_query>?\n</user_query>\nassistant:\nA tag.\nuser:\nAgain\n", "Again", 3},
		"nobody asks":                      {"assistant:\nHello.", "", 1},
		"nothing":                          {"", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := cursor.Start("", "a-b/agent-transcripts/x.txt")
			if _, err := cursor.Read(s, "x.txt", strings.NewReader(c.text)); err != nil {
				t.Fatal(err)
			}
			if s.Ref != "x" || s.Asked != c.asked || s.Messages != c.messages {
				t.Errorf("%q: asked %q, %d messages; want %q, %d", s.Ref, s.Asked, s.Messages, c.asked, c.messages)
			}
		})
	}
}
