package caddyhub

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
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
	race.SkipShort(t)
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

// code are the files of the repository, by their paths, and what those of Go declare: functions,
// methods and fields with the type they belong to, and all of them also with their package.
func code(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == ".git") {
				return fs.SkipDir
			}
			return err
		}
		files[path] = nil
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			source, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			files[path] = declared(t, path, source)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func declared(t *testing.T, path string, source []byte) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			receiver := ""
			if d.Recv != nil {
				receiver = ofType.FindStringSubmatch(string(source[d.Recv.Opening : d.Recv.Closing-1]))[1] + "."
			}
			names = append(names, receiver+d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if spec, is := spec.(*ast.TypeSpec); is {
					names = append(names, spec.Name.Name)
				}
			}
		}
	}
	for _, name := range names {
		names = append(names, file.Name.Name+"."+name)
	}
	return names
}

var (
	ofType     = regexp.MustCompile(`(\w+)(\[.*)?$`) // of a receiver
	quoted     = regexp.MustCompile("`([^`]+)`")
	isFile     = regexp.MustCompile(`^[\w./]+\.(go|md|tsx?|sql|Caddyfile)$`)
	isFunction = regexp.MustCompile(`^[A-Za-z]+(\.[A-Za-z]+)+$`)
)

// TestMapOfNames finds in the code what docs/architecture.md names: files, and functions and
// types. What stands behind a file in a table is looked for in that file.
func TestMapOfNames(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := code(t)
	all := slices.Concat(slices.Collect(maps.Values(files))...)
	for line := range strings.Lines(string(document)) {
		cells := strings.Split(line, "|")
		in := ""
		for _, m := range quoted.FindAllStringSubmatch(line, -1) {
			name := m[1]
			if isFile.MatchString(name) {
				if strings.HasPrefix(name, "internal/") {
					name = "caddyhub/" + name
				}
				if _, there := files[name]; !there {
					t.Errorf("%s is not there", name)
				}
				if len(cells) > 3 && strings.Contains(cells[1], m[0]) {
					in = name
				}
				continue
			}
			switch {
			case in != "" && strings.Contains(cells[2], m[0]):
				if !slices.Contains(files[in], name) {
					t.Errorf("%s has no %s", in, name)
				}
			case isFunction.MatchString(name) && !slices.Contains(all, name):
				t.Errorf("nothing is called %s", name)
			}
		}
	}
}
