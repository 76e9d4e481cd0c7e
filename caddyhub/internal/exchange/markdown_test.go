package exchange

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

func TestMarkdown(t *testing.T) {
	got, err := readBytes(t, Options{Name: "Vault of mine.zip"}, sample(t, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	in := got.Incoming
	if got.Source != Markdown || counts(got) != "0 0 3 0" {
		t.Fatalf("%s: %s", got.Source, counts(got))
	}
	server := pageOf(t, in, "vault-of-mine/projects/home-server")
	if server.Markdown != "# Home server\n\n```yaml\naliases: [server]\ncreated: 2025-03-04\n```\n\n"+
		"Everything that runs in the cupboard. See [[vault-of-mine/backups#Keys|the keys]], [[Nowhere]] and [[vault-of-mine/backups|Backups]].\n\n"+
		"| What | Where |\n| --- | --- |\n| Keys | [[vault-of-mine/backups\\|Backups]] |\n\n- [ ] Order the disk, as `[[Backups]]` says\n" {
		t.Errorf("%s", server.Markdown)
	}
	if server.CreatedAt != moment(t, "2025-03-04T00:00:00Z") || server.Ref != "Vault of mine/Projects/Home server.md" {
		t.Errorf("%+v", server)
	}
	backups := pageOf(t, in, "vault-of-mine/backups")
	if backups.Markdown != "# Backups at home\n\nBack to [[vault-of-mine/projects/home-server#disks|the server]], or [elsewhere](https://example.org/x.md).\n\n```\n[[Home server]]\n```\n" {
		t.Error(backups.Markdown)
	}
	garden := pageOf(t, in, "vault-of-mine/pages/ideas/garden")
	if !strings.Contains(garden.Markdown, "- [[vault-of-mine/pages/ideas/garden|ideas/garden]] and [[vault-of-mine/projects/home-server|Home server]]") {
		t.Error(garden.Markdown)
	}
	for _, p := range in.Pages {
		for _, link := range outline.Read(p.Markdown).Links {
			if link != "nowhere" {
				pageOf(t, in, link)
			}
		}
	}
}

func TestMarkdownForms(t *testing.T) {
	deep := strings.Repeat("a/", 12) + "b.md"
	for name, tc := range map[string]struct {
		o     Options
		files map[string]string
		at    string
		text  string
	}{
		"one of a name that is no slug": {Options{}, map[string]string{"Über mich.md": "Hier."}, "uber-mich", "# Über mich\n\nHier."},
		"a title in the head":           {Options{}, map[string]string{"a.md": "---\ntitle: Alpha\n---\ntext\n"}, "a", "# Alpha\n\n```yaml\ntitle: Alpha\n```\n\ntext\n"},
		"a head that is no YAML":        {Options{}, map[string]string{"a.md": "---\nx: [\n---\ntext\n"}, "a", "```yaml\nx: [\n```\n\ntext\n"},
		"a line and no head":            {Options{}, map[string]string{"a.md": "---\ntext\n"}, "a", "---\ntext\n"},
		"too deep":                      {Options{}, map[string]string{deep: "x"}, "a/a/a/a/a/a/a/a-a-a-a-a-b", "x"},
		"below a project":               {Options{Project: "house"}, map[string]string{"a.md": "[b](b.md)", "b.md": "x"}, "house/a", "[[house/b|b]]"},
		"two that become one":           {Options{}, map[string]string{"a b.md": "[[a-b]]", "a-b.md": "x"}, "a-b", "# a b\n\n[[a-b-2|a-b]]"},
		"a link with brackets in it":    {Options{}, map[string]string{"a.md": "[a [b]](b.md)", "b.md": "x"}, "a", "[a [b]](b.md)"},
		"a name of nothing but symbols": {Options{}, map[string]string{"!!!.md": "x"}, "page", "# !!!\n\nx"},
		"a picture":                     {Options{}, map[string]string{"a.md": "![[a.png]] ![x](b.md)", "b.md": "x"}, "a", "![[a.png]] ![x](b.md)"},
	} {
		t.Run(name, func(t *testing.T) {
			tc.o.Source = Markdown
			got, err := readBytes(t, tc.o, zipOf(t, tc.files))
			if err != nil {
				t.Fatal(err)
			}
			if p := pageOf(t, got.Incoming, tc.at); p.Markdown != tc.text {
				t.Errorf("%q", p.Markdown)
			}
		})
	}
}

// References say which of all folders of a name it is, and what they were before they did.
func TestMarkdownReferences(t *testing.T) {
	folder := zipOf(t, map[string]string{"todo.md": "# To do\n"})
	for name, tc := range map[string]struct {
		o        Options
		b        []byte
		ref, was string
		path     string
	}{
		"a folder":                     {Options{Name: "garden"}, folder, "garden/todo.md", "garden/todo.md", "garden/todo"},
		"one without a name":           {Options{}, folder, "todo.md", "todo.md", "todo"},
		"one that is called as others": {Options{Name: "notes.zip"}, folder, "todo.md", "todo.md", "todo"},
		"the same with the way to it":  {Options{Name: "shop/notes"}, folder, "shop/notes/todo.md", "todo.md", "todo"},
		"documents of a project":       {Options{Name: "shop/docs"}, folder, "shop/docs/todo.md", "docs/todo.md", "docs/todo"},
		"documents to a project":       {Options{Name: "docs", Project: "web"}, folder, "web/docs/todo.md", "docs/todo.md", "web/todo"},
		"a note":                       {Options{Name: "todo.md"}, []byte("# To do\n"), "todo.md", "todo.md", "todo"},
		"a note to a project":          {Options{Name: "todo.md", Project: "web"}, []byte("# To do\n"), "web/todo.md", "todo.md", "web/todo"},
	} {
		t.Run(name, func(t *testing.T) {
			tc.o.Source = Markdown
			got, err := readBytes(t, tc.o, tc.b)
			if err != nil {
				t.Fatal(err)
			}
			if p := got.Incoming.Pages[0]; p.Ref != tc.ref || p.Was != tc.was || p.Path != tc.path {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestCalled(t *testing.T) {
	for at, want := range map[string]string{
		"/home/me/src/web":                          "web",
		"/home/me/web/.taskmaster/tasks/tasks.json": "web/.taskmaster/tasks/tasks.json",
		"/home/me/shop/docs":                        "shop/docs",
		"/home/me/shop/docs/notes":                  "shop/docs/notes",
		`C:\Users\me\Garden\notes`:                  "Garden/notes",
		"/notes":                                    "notes",
		"/":                                         "",
	} {
		if got := Called(at); got != want {
			t.Errorf("%s is called %q, want %q", at, got, want)
		}
	}
}

func TestOneNote(t *testing.T) {
	got := mustRead(t, Options{Name: "/tmp/notes/Shopping list.md"}, "- [ ] milk\n")
	if p := pageOf(t, got.Incoming, "shopping-list"); p.Markdown != "# Shopping list\n\n- [ ] milk\n" {
		t.Error(p.Markdown)
	}
}

func TestLargeNote(t *testing.T) {
	text := strings.Repeat(strings.Repeat("ä", 50)+"\n", 9000)
	got := mustRead(t, Options{Name: "big.md"}, text)
	var whole strings.Builder
	for _, p := range got.Incoming.Pages {
		body, _, _ := strings.Cut(p.Markdown, "\n\nMore: [[")
		whole.WriteString(strings.TrimRight(body, "\n") + "\n")
	}
	if whole.String() != text || len(got.Incoming.Pages) != 4 || got.Incoming.Pages[1].Path != "big-2" {
		t.Errorf("%d pages, %d of %d bytes", len(got.Incoming.Pages), whole.Len(), len(text))
	}
	if len(got.Incoming.Pages[0].Markdown) > store.MaxMarkdown {
		t.Error("too large")
	}
}

func TestManyNotes(t *testing.T) {
	files := map[string]string{}
	for i := range 400 {
		files["n/Note "+itoa(i)+".md"] = "To [[Note " + itoa((i+1)%400) + "]].\n"
	}
	got, err := readBytes(t, Options{}, zipOf(t, files))
	if err != nil || counts(got) != "0 0 400 0" {
		t.Fatalf("%v: %s", err, counts(got))
	}
	for _, p := range got.Incoming.Pages {
		if links := outline.Read(p.Markdown).Links; len(links) != 1 || !strings.HasPrefix(links[0], "n/note-") {
			t.Errorf("%s: %q", p.Path, links)
		}
	}
}
