package scenarios

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

var update = flag.Bool("update", false, "write the table of costs in docs/quality.md anew")

const (
	qualityFile = "../../../../docs/quality.md"
	// tableHead begins the table in that file.
	tableHead = "| Scenario | calls | written | read | together | with data |\n| --- | --- | --- | --- | --- | --- |\n"
	// bytesPerToken is how tokens are counted, here as in the budgets of the hub's tools. The
	// models' tokenizers differ from one another by more than this does from any of them.
	bytesPerToken = 4
	// growth is by how many percent a cost may rise above what the table says.
	growth = 10
)

// cost is what calls take of the models that make them, in bytes.
type cost struct {
	mu      sync.Mutex
	calls   int
	written int // the names of tools, and arguments
	read    int // the texts of answers
	data    int // their structured content, which some clients show in place of the text
}

func (c *cost) add(written, read, data int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	c.written += written
	c.read += read
	c.data += data
}

// row is a line of the table, in tokens.
type row struct {
	name                                     string
	calls, written, read, together, withData int
}

func (c *cost) row(name string) row {
	tokens := func(bytes int) int { return (bytes + bytesPerToken/2) / bytesPerToken }
	return row{name, c.calls, tokens(c.written), tokens(c.read), tokens(c.written + c.read), tokens(c.written + c.data)}
}

func (r row) String() string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d |\n", r.name, r.calls, r.written, r.read, r.together, r.withData)
}

// sessionCosts are what every session pays: the instructions and the list of the tools before
// its first call, and the call that tells what is open.
func sessionCosts(d *day) []row {
	d.project("shop")
	d.backlog("shop")
	a := d.agent("codex")
	list, err := a.client.ListTools(d.Context(), mcp.ListToolsRequest{})
	d.must(err)
	tools, err := json.Marshal(list.Tools)
	d.must(err)
	size := len(tools) + len(a.instructions)
	fixed := &cost{read: size, data: size}
	a.does("session_digest", args{"project": "shop"})
	return []row{fixed.row("instructions and tools, before the first call"), d.cost.row("`session_digest` of 12 open threads")}
}

// compareCosts fails the test if something costs more than the documentation says.
func compareCosts(t *testing.T, measured []row) {
	t.Helper()
	text, err := os.ReadFile(qualityFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), tableHead)
	if !found {
		t.Fatalf("%s has no table of scenarios", qualityFile)
	}
	documented := map[string]row{}
	for strings.HasPrefix(rest, "|") {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		r := readRow(t, line)
		documented[r.name] = r
	}
	var table strings.Builder
	for _, r := range measured {
		table.WriteString(r.String())
		if was := documented[r.name]; !*update && (grown(r.together, was.together) || grown(r.withData, was.withData)) {
			t.Errorf("%q takes %d tokens (%d with data), %s says %d (%d): if it is worth that, go test ./caddyhub/internal/mcpserver/scenarios -update writes it there",
				r.name, r.together, r.withData, filepath.Base(qualityFile), was.together, was.withData)
		}
		delete(documented, r.name)
	}
	t.Logf("tokens:\n%s%s", tableHead, &table)
	if *update {
		if err := os.WriteFile(qualityFile, []byte(before+tableHead+table.String()+rest), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name := range documented {
		t.Errorf("%s has a line %q, which is no scenario", qualityFile, name)
	}
}

func grown(now, was int) bool { return 100*(now-was) > growth*was }

func readRow(t *testing.T, line string) (r row) {
	t.Helper()
	cells := strings.Split(strings.Trim(line, "| "), " | ")
	if len(cells) != 6 {
		t.Fatalf("%s: %q has %d cells", qualityFile, line, len(cells))
	}
	r.name = cells[0]
	if _, err := fmt.Sscan(strings.Join(cells[1:], " "), &r.calls, &r.written, &r.read, &r.together, &r.withData); err != nil {
		t.Fatalf("%s: %q: %v", qualityFile, line, err)
	}
	return r
}
