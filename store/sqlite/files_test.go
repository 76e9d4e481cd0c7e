package sqlite

import (
	"errors"
	"os"
	"testing"
)

// While the file is away no further connection is opened, which would not find it.
func TestTheReadersStayWithTheFileThatWasOpened(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	works(t, add(db, "before"))
	file := database(db.Dir())
	works(t, os.Rename(file, file+".away"))
	if err := add(db, "lost"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("while it is away: %v", err)
	}
	if got := db.readers.Stats().MaxOpenConnections; got >= readerCount() {
		t.Errorf("%d readers may be opened while it is away", got)
	}
	works(t, os.Rename(file+".away", file))
	works(t, add(db, "after"))
	if got := db.readers.Stats().MaxOpenConnections; got != readerCount() {
		t.Errorf("%d readers", got)
	}
	if got := kept(t, db); got != "before after" {
		t.Errorf("kept: %q", got)
	}
}
