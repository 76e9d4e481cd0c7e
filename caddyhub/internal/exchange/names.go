package exchange

import (
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// names are slugs, paths or references of which each is given once.
type names struct {
	taken map[string]bool
	last  map[string]int // by name, the number behind the last one made of it
}

func newNames() *names { return &names{map[string]bool{}, map[string]int{}} }

// take gives a name: the one that is wished, or where that is taken, the same with a number. A
// path stays one: its last part gets no longer than a slug may be.
func (n *names) take(wish string) string {
	name := wish
	for n.taken[name] {
		n.last[wish] = max(2, n.last[wish]+1)
		number := "-" + strconv.Itoa(n.last[wish])
		last := wish[strings.LastIndexByte(wish, '/')+1:]
		head := wish
		if surplus := len(last) + len(number) - outline.MaxSlug; surplus > 0 && surplus < len(last) {
			head = strings.TrimRight(wish[:len(wish)-surplus], "-")
		}
		name = head + number
	}
	n.taken[name] = true
	return name
}
