//go:build unix

package backup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// A backup needs no room in the system's temporary folder, which may be on the full disk or in
// memory, and leaves nothing there that a passphrase is to hide. SQLite removes the name of a file as
// soon as it has opened it: what tells of one is the time of the folder.
func TestABackupUsesNoTemporaryFolder(t *testing.T) {
	watched := t.TempDir()
	t.Setenv("TMPDIR", watched) // SQLite looks once in the life of a process
	if !storetest.Alone(t) {
		return
	}
	dir, beside := storetest.Dir(t), t.TempDir()
	s := open(t, dir)
	defer closeStore(t, s)
	for i := range 30 {
		text := strings.Repeat(fmt.Sprintf("Line %d of a long page.\n", i), 10_000)
		if _, err := s.PutPage(t.Context(), store.By{Actor: store.Owner}, fmt.Sprintf("notes/page-%d", i), 0, "# Page\n\n"+text); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 400 { // leases, which a copy does not have
		w, err := s.CreateThread(t.Context(), agent, "codex", store.ThreadInput{Summary: store.Some(fmt.Sprint("Work ", i, strings.Repeat(" and more of it", 30)))}, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Claim(t.Context(), agent, w.Item.ID, store.ClaimInput{Holder: "codex on laptop"}); err != nil {
			t.Fatal(err)
		}
	}
	if size, err := s.Size(t.Context()); err != nil || size < 8<<20 {
		t.Fatalf("the database has %d bytes, %v", size, err)
	}
	long := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(watched, long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := ExportFile(t.Context(), s, Options{}, filepath.Join(beside, "hub.zip")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(watched)
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().Equal(long) {
		t.Error("a file was made in the temporary folder")
	}
	if list, err := os.ReadDir(beside); err != nil || len(list) != 1 {
		t.Errorf("beside the backup: %v, %v", list, err)
	}
}
