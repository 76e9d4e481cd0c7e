package backup

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"filippo.io/age/armor"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

func pass(text string) Passphrase { return func() (string, error) { return text, nil } }

// quickWork is the work of the tests' keys; shippedWork that of the hub's.
const quickWork = 10

var shippedWork int

func TestKeysTakeTheirTime(t *testing.T) {
	race.SkipShort(t)
	workFactor = shippedWork
	defer func() { workFactor = quickWork }()
	var b bytes.Buffer
	if _, err := seal(&b, "correct horse"); err != nil {
		t.Fatal(err)
	}
	if _, stanza, _ := strings.Cut(b.String(), "-> scrypt "); !strings.HasSuffix(strings.SplitN(stanza, "\n", 2)[0], " 18") {
		t.Errorf("the key's line is %q", stanza)
	}
}

// sealedWith encrypts bytes under a passphrase that is quick to try.
func sealedWith(t testing.TB, passphrase string, plain []byte, work int) []byte {
	t.Helper()
	recipient, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	recipient.SetWorkFactor(work)
	return sealedTo(t, recipient, plain)
}

func sealedTo(t testing.TB, recipient age.Recipient, plain []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := age.Encrypt(&b, recipient)
	if err == nil {
		_, err = w.Write(plain)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func save(t testing.TB, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestEncryptedRoundTrip(t *testing.T) {
	dir := t.TempDir()
	addThreads(t, dir, "thread one", "thread two")
	s := open(t, dir)
	var b bytes.Buffer
	err := Export(t.Context(), s, Options{HubVersion: "1", Passphrase: "correct horse"}, &b)
	closeStore(t, s)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), []byte("thread one")) || bytes.Contains(b.Bytes(), []byte("manifest")) || !strings.HasPrefix(b.String(), sealMark) {
		t.Fatal("it is not encrypted")
	}
	file, to := save(t, b.Bytes()), t.TempDir()
	for name, c := range map[string]struct {
		ask  Passphrase
		want error
	}{
		"no passphrase":    {NoPassphrase, ErrEncrypted},
		"an empty one":     {pass(""), ErrPassphrase},
		"a wrong one":      {pass("correct house"), ErrPassphrase},
		"with white space": {pass("correct horse "), ErrPassphrase},
	} {
		if _, err := Import(t.Context(), file, c.ask, to); !errors.Is(err, c.want) || strings.Contains(err.Error(), "correct h") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Import(t.Context(), file, pass("correct horse"), to); err != nil {
		t.Fatal(err)
	}
	if dump(t, filepath.Join(to, store.DatabaseName)) != dump(t, filepath.Join(dir, store.DatabaseName)) {
		t.Error("the restored data differs")
	}
	t.Run("the passphrase of a plain one is not asked for", func(t *testing.T) {
		_, plain := backupOf(t, "thread one")
		ask := func() (string, error) { t.Error("asked"); return "", nil }
		if _, err := Import(t.Context(), plain, ask, t.TempDir()); err != nil {
			t.Error(err)
		}
	})
}

// Every byte of an encrypted backup counts: flipped anywhere, cut anywhere, continued, it
// is refused.
func TestEveryByteOfAnEncryptedBackupCounts(t *testing.T) {
	race.SkipShort(t)
	plain := make([]byte, 64<<10)
	_, _ = rand.Read(plain)
	const passphrase, work = "correct horse", 10
	good := sealedWith(t, passphrase, plain, work)
	header, err := age.ExtractHeader(bytes.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	quick, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	quick.SetMaxWorkFactor(work + 2) // a flip may ask for more work than a test has time for
	key, err := age.DecryptHeader(header, quick)
	if err != nil {
		t.Fatal(err)
	}
	opened := age.NewInjectedFileKeyIdentity(key)
	reads := func(b []byte, identity age.Identity) bool {
		zip, size, err := decrypt(bytes.NewReader(b), int64(len(b)), identity)
		if err != nil {
			return false
		}
		got, err := io.ReadAll(io.NewSectionReader(zip, 0, size))
		return err == nil && len(got) > 0
	}
	if !reads(good, quick) || !reads(good, opened) {
		t.Fatal("the undamaged one is refused")
	}
	step := 97
	if longRun {
		step = 1
	}
	for at := range header {
		b := bytes.Clone(good)
		b[at] ^= 1 << (at % 8)
		if reads(b, quick) {
			t.Errorf("a flip in byte %d of the header was not noticed", at)
		}
	}
	for at := len(header); at < len(good); at += step {
		b := bytes.Clone(good)
		b[at] ^= 1 << (at % 8)
		if reads(b, opened) {
			t.Errorf("a flip in byte %d was not noticed", at)
		}
	}
	for length := 0; length < len(good); length += step {
		if reads(good[:length], opened) {
			t.Errorf("cut to %d bytes it is taken", length)
		}
	}
	for name, more := range map[string][]byte{"a byte": {0}, "itself": good, "a chunk": make([]byte, 64<<10+16)} {
		if reads(append(bytes.Clone(good), more...), opened) {
			t.Errorf("with %s behind it, it is taken", name)
		}
	}
}

func TestOtherAgeFilesAreRefused(t *testing.T) {
	_, file := backupOf(t, "thread one")
	zip, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	someone, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	var armored bytes.Buffer
	w := armor.NewWriter(&armored)
	_, _ = w.Write(sealedWith(t, "p", zip, 10))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		says    string
	}{
		"for a key":            {sealedTo(t, someone.Recipient(), zip), "passphrase"},
		"armored":              {armored.Bytes(), "does not end as a backup"},
		"asking for hours":     {bytes.Replace(sealedWith(t, "p", zip, 10), []byte(" 10\n"), []byte(" 22\n"), 1), "work factor too large"},
		"the mark and no more": {[]byte(sealMark), "can't be decrypted"},
		"an encrypted nothing": {sealedWith(t, "p", nil, 10), "does not end as a backup"},
		"encrypted twice":      {sealedWith(t, "p", sealedWith(t, "p", zip, 10), 10), "does not end as a backup"},
		"an encrypted text":    {sealedWith(t, "p", []byte(strings.Repeat("no zip\n", 100)), 10), "does not end as a backup"},
	} {
		_, err := Verify(t.Context(), save(t, c.content), pass("p"), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadableCopies(t *testing.T) {
	dir := t.TempDir()
	addThreads(t, dir, "thread one")
	s := open(t, dir)
	owner := store.By{Actor: store.Owner}
	for path, text := range map[string]string{"howto/backups": "# Backups\n", "home": "# Home\n[[howto/backups]]\n", "gone": "# Gone\n"} {
		if _, err := s.PutPage(t.Context(), owner, path, 0, text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.DeletePage(t.Context(), owner, "gone", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutProgress(t.Context(), owner, "project-0", 0, "# Project\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n"); err != nil {
		t.Fatal(err)
	}
	trunk := "trunk"
	if _, err := s.UpdateForgeSettings(t.Context(), owner, func(f *store.ForgeSettings) (string, error) { f.Branch = &trunk; return "", nil }); err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	file := export(t, dir)
	list := entries(t, file)
	for name, want := range map[string]string{"wiki/howto/backups.md": "# Backups\n", "wiki/home.md": "# Home\n[[howto/backups]]\n", "projects/project-0/PROGRESS.md": "thread one", "forge.json": `"branch": "trunk"`} {
		if !strings.Contains(list[name], want) {
			t.Errorf("%s: %q", name, list[name])
		}
	}
	if len(list) != 6 { // with the manifest and the database
		t.Errorf("%d entries", len(list))
	}
	v, err := Verify(t.Context(), file, NoPassphrase, t.TempDir())
	if err != nil || v.Counts.Pages != 2 || v.Counts.Threads != 1 || v.Counts.Projects != 1 || v.Counts.Events == 0 || v.Encrypted {
		t.Errorf("%+v, %v", v, err)
	}
	t.Run("one that was changed is noticed", func(t *testing.T) {
		z := parse(t, file)
		for i := range z {
			if z[i].name == "wiki/home.md" {
				z[i].body = []byte("# Hom3\n[[howto/backups]]\n")
			}
		}
		if _, err := Verify(t.Context(), save(t, build(t, z...)), NoPassphrase, t.TempDir()); err == nil || !strings.Contains(err.Error(), "not what the manifest describes") {
			t.Error(err)
		}
	})
}

func TestNamesOfCopies(t *testing.T) {
	for name, want := range map[string]bool{
		"forge.json": true, "wiki/forge.json": false, "wiki/home.md": true, "wiki/a/b/c/d/e/f/g/h.md": true, "projects/shop/PROGRESS.md": true,
		"wiki/a/b/c/d/e/f/g/h/i.md": false, "wiki/.md": false, "wiki/../x.md": false, "wiki/home": false, "wiki/Home.md": false,
		"wiki//x.md": false, "wiki/a\\b.md": false, "wiki/x.md/": false, "projects/PROGRESS.md": false, "projects/a/b/PROGRESS.md": false,
		"projects/../PROGRESS.md": false, "projects/shop/progress.md": false, "/wiki/home.md": false, "home.md": false,
	} {
		if isCopy(name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}

func TestVerifyTouchesNothing(t *testing.T) {
	_, file := backupOf(t, "thread one")
	scratch := t.TempDir()
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), file, NoPassphrase, scratch); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
		t.Error("the file has changed")
	}
	if left := tree(t, scratch); len(left) != 0 {
		t.Errorf("left behind: %d files", len(left))
	}
}
