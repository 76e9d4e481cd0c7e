package indexer

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

// anEnvironment is one of a machine with these variables.
func anEnvironment(home string, pairs ...string) transcript.Environment {
	return transcript.Environment{Home: home, Getenv: func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}}
}

func TestParseConfig(t *testing.T) {
	const secret = "s3cr3t-t0k3n"
	home := t.TempDir()
	for name, c := range map[string]struct {
		text  string
		fault string // empty: none
		roots []string
	}{
		"two lines":           {text: `hub_url = "https://hub.example.org"` + "\n" + `auth_token = "` + secret + `"`},
		"one folder":          {text: "[indexer]\nclaude_code = '~/a'", roots: []string{filepath.Join(home, "a")}},
		"a list of folders":   {text: "[indexer]\nclaude_code = ['~', '~/b']", roots: []string{home, filepath.Join(home, "b")}},
		"none":                {text: "[indexer]\nclaude_code = []", roots: []string{}},
		"another key":         {text: `token = "` + secret + `"`, fault: `unknown key "token"`},
		"another tool":        {text: "[indexer]\naider = '/x'", fault: `unknown key "aider" in [indexer]`},
		"another table":       {text: "[indexers]\ncodex = '/x'", fault: "unknown key"},
		"a relative folder":   {text: "[indexer]\ncodex = 'x'", fault: "does not begin at the root"},
		"a number for a text": {text: "auth_token = 7", fault: "can't be read"},
		"a number as folder":  {text: "[indexer]\ncodex = [7]", fault: "can't be read"},
		"no quotes":           {text: "auth_token = " + secret, fault: "line 1"},
		"half a quote":        {text: "\nauth_token = \"" + secret, fault: "line 2"},
		"backslashes":         {text: `[indexer]` + "\n" + `codex = "C:\Users\me"`, fault: "line 2"},
		"twice":               {text: "auth_token = '" + secret + "'\nauth_token = '" + secret + "'", fault: "line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parseConfig(c.text, anEnvironment(home))
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), secret) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if roots, named := got.Roots["claude_code"]; named != (c.roots != nil) || strings.Join(roots, "|") != strings.Join(c.roots, "|") {
				t.Errorf("roots %q", got.Roots)
			}
		})
	}
}

func TestBase(t *testing.T) {
	for name, c := range map[string]struct{ url, want, fault string }{
		"plain":            {url: "https://hub.example.org", want: "https://hub.example.org"},
		"a slash":          {url: "https://hub.example.org/", want: "https://hub.example.org"},
		"below a path":     {url: "https://example.org/hub/", want: "https://example.org/hub"},
		"the dashboard":    {url: "https://hub.example.org/ui/", want: "https://hub.example.org"},
		"the MCP endpoint": {url: "http://127.0.0.1:8787/mcp", want: "http://127.0.0.1:8787"},
		"missing":          {url: "", fault: "is missing"},
		"no scheme":        {url: "hub.example.org", fault: "no http or https address"},
		"another scheme":   {url: "ftp://hub.example.org", fault: "no http or https address"},
		"a password":       {url: "https://me:pw@hub.example.org", fault: "must not hold a user name"},
		"a query":          {url: "https://hub.example.org/?token=pw", fault: "without ? and #"},
		"plain, public":    {url: "http://198.51.100.7", fault: "use https"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Config{HubURL: c.url, File: "config.toml"}.Way()
			switch {
			case c.fault == "" && (err != nil || got.Base.String() != c.want):
				t.Errorf("got %v, %v", got.Base, err)
			case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "pw")):
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestFindConfig(t *testing.T) {
	home, here := t.TempDir(), t.TempDir()
	t.Chdir(here)
	usual := filepath.Join(home, ".config", "progress-hub", ConfigName)
	put := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := anEnvironment(home)
	if runtime.GOOS == "windows" {
		env = anEnvironment(home, "XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	}
	if _, err := FindConfig("", env); !errors.Is(err, ErrNoConfig) || !strings.Contains(err.Error(), usual) {
		t.Errorf("none: %v", err)
	}
	if _, err := FindConfig("gone.toml", env); err == nil {
		t.Error("a named file that is missing is no error")
	}
	put(usual, `hub_url = "https://usual"`)
	named := filepath.Join(home, "named.toml")
	put(named, `hub_url = "https://named"`)
	for _, step := range []struct{ name, here, named, want string }{
		{"the usual place", "", "", "https://usual"},
		{"another program's", `title = "My site"`, "", "https://usual"},
		{"another program's, damaged", `title = `, "", "https://usual"},
		{"the one here", `hub_url = "https://here"`, "", "https://here"},
		{"the one here, damaged", `hub_url = `, "", ""},
		{"the named one", `hub_url = "https://here"`, named, "https://named"},
	} {
		if step.here != "" {
			put(filepath.Join(here, ConfigName), step.here)
		}
		c, err := FindConfig(step.named, env)
		if c.HubURL != step.want || (err != nil) != (step.want == "") {
			t.Errorf("%s: %q, %v", step.name, c.HubURL, err)
		}
	}
}

func TestExposedConfig(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	name := filepath.Join(t.TempDir(), ConfigName)
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o400: false, 0o640: true, 0o644: true} {
		if err := os.WriteFile(name, []byte(`auth_token = "x"`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		if c, err := LoadConfig(name, anEnvironment("/")); err != nil || c.Exposed != want {
			t.Errorf("%o: exposed %v, %v", mode, c.Exposed, err)
		}
		if err := os.Chmod(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("hub_url = 'https://hub.example.org'\nauth_token = 'x'\n[indexer]\ncodex = ['~/a', '/b']")
	f.Add("[indexer.codex]\na = 1")
	f.Add("indexer = 7")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parseConfig(text, anEnvironment("/home/me"))
		if err != nil {
			return
		}
		for key, roots := range c.Roots {
			for _, root := range roots {
				if !filepath.IsAbs(root) {
					t.Errorf("%s has the root %q", key, root)
				}
			}
		}
		if w, err := c.Way(); err == nil && (w.Base.User != nil || w.Base.RawQuery != "" || w.Base.Host == "") {
			t.Errorf("the hub is at %s", w.Base)
		}
	})
}

// TestSaveConfig: address and token are written, and all else stays.
func TestSaveConfig(t *testing.T) {
	for name, c := range map[string]struct{ text, token, want string }{
		"none":       {"", "t1", "hub_url = \"https://new.example\"\nauth_token = \"t1\"\n"},
		"replaced":   {"# mine\nauth_token = 'old' # x\nhub_url = \"http://old\"\n[indexer]\nclaude_code = \"~/x\"\n", "t1", "# mine\nauth_token = \"t1\"\nhub_url = \"https://new.example\"\n[indexer]\nclaude_code = \"~/x\"\n"},
		"no token":   {"hub_url = \"http://old\"\nauth_token = \"old\"\n", "", "hub_url = \"https://new.example\"\n"},
		"table only": {"[indexer]\nclaude_code = []\n", "t1", "hub_url = \"https://new.example\"\nauth_token = \"t1\"\n[indexer]\nclaude_code = []\n"},
		"broken":     {"hub_url = \n[", "t1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "progress-hub", ConfigName)
			if c.text != "" {
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			err := SaveConfig(file, "https://new.example", c.token, transcript.Environment{Home: "/home/me"})
			is, _ := os.ReadFile(file)
			if c.want == "" {
				if err == nil || string(is) != c.text {
					t.Errorf("%v, %s", err, is)
				}
				return
			}
			info, _ := os.Stat(file)
			if err != nil || string(is) != c.want || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
				t.Errorf("%v, %v\n%s", err, info.Mode(), is)
			}
		})
	}
}
