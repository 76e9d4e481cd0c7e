package store

import (
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/sqlite"
)

// The sizes of a page.
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// maxPageBytes is about how much text a page holds: one of fat threads ends sooner than by
// its number of rows.
const maxPageBytes = 4 << 20

// page checks the size and the cursor of a page in a list by descending id.
func (v *invalid) page(limit int, cursor string) int {
	limit = v.limit(limit)
	if _, err := sqlite.DecodeID(cursor); cursor != "" && err != nil {
		v.badCursor()
	}
	return limit
}

// limit checks the size of a page; 0 is the default.
func (v *invalid) limit(limit int) int {
	if limit < 0 || limit > MaxLimit {
		v.add("limit", "must be between 1 and %d", MaxLimit)
	}
	if limit == 0 {
		return DefaultLimit
	}
	return limit
}

func (v *invalid) badCursor() {
	v.add("cursor", "is not a cursor of this list: take it from the page before")
}

// cutPage makes a page of a list that was read one item too far, to see whether another
// page follows: rows are those that were read, also those left out. Its cursor is that of
// its last item. A page is never nil.
func cutPage[T any](list []T, rows, limit int, cursor func(T) string) (page []T, next string) {
	list = list[:min(len(list), limit)]
	if rows > limit && len(list) > 0 {
		next = cursor(list[len(list)-1])
	}
	if list == nil {
		list = []T{}
	}
	return list, next
}

// conditions is a WHERE clause under construction. Its texts come from this package,
// values only through the arguments.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) add(text string, args ...any) {
	c.parts = append(c.parts, text)
	c.args = append(c.args, args...)
}

func (c *conditions) in(column string, statuses []Status) {
	c.parts = append(c.parts, column+" IN (?"+strings.Repeat(", ?", len(statuses)-1)+")")
	for _, s := range statuses {
		c.args = append(c.args, s)
	}
}

func (c conditions) text() string { return strings.Join(c.parts, " AND ") }

// with is a copy with another condition.
func (c conditions) with(text string, args ...any) conditions {
	return conditions{append(slices.Clip(c.parts), text), append(slices.Clip(c.args), args...)}
}
