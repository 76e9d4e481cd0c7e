package backup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestRotationTakesItsOwnFilesOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes one night after the other, alone")
	}
	n := newNightly(t)
	foreign := []string{"hub-backup-20200101T033000Z.zip", "hub-backup-20200102T033000Z.enc", "hub-backup-x.zip", "notes.txt"}
	for _, name := range foreign {
		write(t, n.Dir, name, "mine")
	}
	n.nights(5)
	n.wantFiles("hub-backup-20200101T033000Z.zip", "hub-backup-20200102T033000Z.enc",
		"hub-backup-20260507T033000Z.zip", "hub-backup-20260508T033000Z.zip", "hub-backup-20260509T033000Z.zip", "hub-backup-x.zip", "notes.txt")

	t.Run("one that was changed is the owner's now", func(t *testing.T) {
		write(t, n.Dir, "hub-backup-20260507T033000Z.zip", "something else")
		n.nights(3)
		if left := tree(t, n.Dir); left["hub-backup-20260507T033000Z.zip"] != "something else" || len(left) != len(foreign)+1+3 {
			t.Errorf("%v", n.files())
		}
	})
	t.Run("one that is gone is not missed", func(t *testing.T) {
		if err := os.Remove(filepath.Join(n.Dir, "hub-backup-20260512T033000Z.zip")); err != nil {
			t.Fatal(err)
		}
		n.nights(2)
		if len(n.files()) != len(foreign)+1+3 {
			t.Errorf("%v", n.files())
		}
	})
	t.Run("in another folder it begins anew", func(t *testing.T) {
		was, files := n.Dir, n.files()
		n.Dir = t.TempDir()
		n.nights(5)
		if len(n.files()) != 3 {
			t.Errorf("%v", n.files())
		}
		n.Dir = was
		n.wantFiles(files...)
	})
	t.Run("a record that somebody wrote removes nothing else", func(t *testing.T) {
		elsewhere := filepath.Join(t.TempDir(), "hub-backup-20200101T033000Z.zip")
		write(t, filepath.Dir(elsewhere), filepath.Base(elsewhere), "mine")
		err := n.Keeper.change(func(r *record) {
			r.Files = []kept{{elsewhere, 4}, {filepath.Join(n.Dir, "notes.txt"), 4}, {n.Dir + "/../" + filepath.Base(n.Dir) + "/notes.txt", 4}, {"", 0}, {n.Store.Dir() + "/" + store.DatabaseName, 4}}
			r.Partial = filepath.Join(n.Dir, "notes.txt")
		})
		if err != nil {
			t.Fatal(err)
		}
		n.nights(5)
		if got, err := os.ReadFile(elsewhere); err != nil || string(got) != "mine" || tree(t, n.Dir)["notes.txt"] != "mine" {
			t.Errorf("%q, %v, %v", got, err, n.files())
		}
	})
}

func TestRecordThatIsDamaged(t *testing.T) {
	for name, text := range map[string]string{"no JSON": "{", "another JSON": `{"files": 3}`, "nothing": ""} {
		dir := t.TempDir()
		write(t, dir, RecordName, text)
		k, err := OpenKeeper(dir)
		if err == nil || !strings.Contains(err.Error(), "begins anew") {
			t.Errorf("%s: %v", name, err)
		}
		if last, success := k.Last(); last != nil || success != nil {
			t.Errorf("%s: %+v", name, last)
		}
		if err := k.change(func(r *record) { r.Last = new(Run{Error: "x"}) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if k, err = OpenKeeper(dir); err != nil || k.record.Last.Error != "x" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNamesOfBackups(t *testing.T) {
	at := time.Date(2026, 5, 5, 3, 30, 0, 0, time.FixedZone("", 7200))
	for _, encrypted := range []bool{false, true} {
		name := fileName(at, encrypted)
		if !isOwn(name) || !isPartial("."+name+partial) || !strings.Contains(name, "20260505T013000Z") {
			t.Error(name)
		}
	}
	for _, name := range []string{"", ".", ".part", "hub-backup-20260505T033000Z", "hub-backup-20260505T033000Z.zip2", "xhub-backup-20260505T033000Z.zip", "hub-backup-20260505T033000Z.zip.part", "hub-backup-..zip", "hub-backup-20260505T033000Z.zip\n"} {
		if isOwn(name) || isPartial(name) {
			t.Errorf("%q is taken for one", name)
		}
	}
}

// The oldest files go until the others are few and small enough; the newest stays however large.
func TestRotationBoundsNumberAndSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		sizes []int // the oldest first
		keep  int
		most  int64
		left  int
	}{
		{"few and small", []int{10, 10}, 3, 100, 2},
		{"too many", []int{10, 10, 10, 10}, 3, 100, 3},
		{"too large together", []int{40, 40, 40}, 3, 100, 2},
		{"as large as may be", []int{40, 60}, 3, 100, 2},
		{"no bound", []int{400, 400}, 3, 0, 2},
		{"one alone is too large", []int{10, 400}, 3, 100, 1},
		{"both bounds", []int{10, 10, 60, 60}, 3, 100, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			k, err := OpenKeeper(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			var files []kept
			for i, size := range c.sizes {
				file := filepath.Join(dir, fileName(time.Date(2026, 5, 1+i, 3, 30, 0, 0, time.UTC), false))
				write(t, dir, filepath.Base(file), strings.Repeat("x", size))
				files = append(files, kept{file, int64(size)})
			}
			if err := k.change(func(r *record) { r.Files = files }); err != nil {
				t.Fatal(err)
			}
			if err := k.rotate(dir, c.keep, c.most); err != nil {
				t.Fatal(err)
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != c.left || left[len(left)-1].Name() != filepath.Base(files[len(files)-1].File) {
				t.Errorf("%v, %v", left, err)
			}
		})
	}
}

// A folder that is chosen again still has files of the hub: they count, and the oldest go.
func TestRotationInAFolderChosenAgain(t *testing.T) {
	k, err := OpenKeeper(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, b := t.TempDir(), t.TempDir()
	for _, night := range []struct{ dir, day, want string }{
		{a, "01", "01"}, {a, "02", "01 02"}, {b, "03", "03"}, {a, "04", "02 04"}, {a, "05", "04 05"}, {b, "06", "03 06"}, {b, "07", "06 07"}, {a, "08", "05 08"},
	} {
		name := "hub-backup-202601" + night.day + "T000000Z.zip"
		write(t, night.dir, name, "x")
		err := errors.Join(k.change(func(r *record) { r.Files = append(r.Files, kept{filepath.Join(night.dir, name), 1}) }), k.rotate(night.dir, 2, 0))
		if err != nil {
			t.Fatal(err)
		}
		var days []string
		for name := range tree(t, night.dir) {
			days = append(days, name[len("hub-backup-202601"):][:2])
		}
		slices.Sort(days)
		if got := strings.Join(days, " "); got != night.want {
			t.Errorf("on day %s: %s, want %s", night.day, got, night.want)
		}
	}
}
