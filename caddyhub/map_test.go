package caddyhub

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// namedFile is the name of a Go file in a text, or a pattern of such names.
var namedFile = regexp.MustCompile(`[a-z_]+\*?\.go\b`)

// TestMapOfFiles compares the map in the package comment with the folder.
func TestMapOfFiles(t *testing.T) {
	source, err := os.ReadFile("caddyhub.go")
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(source), "\npackage caddyhub\n")
	mapped := map[string]bool{}
	for _, name := range namedFile.FindAllString(comment, -1) {
		found, err := filepath.Glob(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Errorf("the map names %s, which is not there", name)
		}
		for _, file := range found {
			mapped[file] = true
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !mapped[file] && !strings.HasSuffix(file, "_test.go") {
			t.Errorf("%s is not on the map", file)
		}
	}
}

// TestMapOfPackages compares the tree in docs/architecture.md with the packages there are. A
// package below another may stand in its row, by the last part of its path.
func TestMapOfPackages(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, tree, _ := strings.Cut(string(document), "\n## The tree\n")
	tree, _, _ = strings.Cut(tree, "\nImports go one way")
	packages := imported(t)
	for name := range packages {
		own := strings.Contains(tree, "`"+name+"`")
		parent, last := name[:max(0, strings.LastIndex(name, "/"))], name[strings.LastIndex(name, "/")+1:]
		inRow := false
		for _, row := range strings.Split(tree, "\n") {
			inRow = inRow || strings.Contains(row, "`"+parent+"`") && strings.Contains(row, "`"+last+"`")
		}
		if !own && !inRow {
			t.Errorf("%s is not in the tree", name)
		}
	}
	for _, m := range regexp.MustCompile("`((?:store|caddyhub|cmd)/[a-z/]+)`").FindAllStringSubmatch(tree, -1) {
		if _, there := packages[m[1]]; !there {
			t.Errorf("the tree names %s, which is not there", m[1])
		}
	}
}
