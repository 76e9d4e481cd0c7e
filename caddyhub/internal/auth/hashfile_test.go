package auth

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// goldenLine is the file of goldenPassword, computed by another implementation of scrypt
// (Python's hashlib.scrypt, n=32768, r=8, p=3, dklen=32).
const (
	goldenPassword = `  пароль "с пробелами" 🔑🔑 `
	goldenLine     = "$scrypt$ln=15,r=8,p=3$AP8Q7yDfMM9Av1CvYJ9wjw$h9gS6AhbWYTQaV95TBHbEbQBCSQd9rqsoC2uUKmlgak\n"
)

func TestGoldenHash(t *testing.T) {
	race.SkipShort(t)
	for _, c := range []struct{ password, salt, hash string }{
		{"correct horse battery staple", "000102030405060708090a0b0c0d0e0f", "6705dba046cafbaba8de989bca88e0038ce03542d0c0cd96a8f956a72f86ee67"},
		{goldenPassword, "00ff10ef20df30cf40bf50af609f708f", "87d812e8085b5984d0695f794c11db11b40109241df6baaca02dae50a9a581a9"},
	} {
		salt, _ := hex.DecodeString(c.salt)
		got, err := deriveScrypt([]byte(c.password), salt)
		if err != nil || hex.EncodeToString(got) != c.hash {
			t.Errorf("%q: %x, %v", c.password, got, err)
		}
	}
	t.Run("the file of another implementation signs in", func(t *testing.T) {
		h := newHub(t)
		h.state.Password.hasher.derive = deriveScrypt
		writeFile(t, h.file(), goldenLine)
		wants(t, h.login("password", goldenPassword), 200)
		wants(t, h.login("password", strings.TrimSpace(goldenPassword)), 401)
	})
}

func TestHashFile(t *testing.T) {
	line := regexp.MustCompile(`^\$scrypt\$ln=15,r=8,p=3\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})\n$`)
	salts := map[string]bool{}
	for range 50 {
		h := newHub(t)
		wants(t, h.change("token", theToken, newPassw), 200)
		parts := line.FindStringSubmatch(h.readFile())
		if parts == nil {
			t.Fatalf("file %q", h.readFile())
		}
		if salts[parts[1]] {
			t.Fatal("the same salt twice")
		}
		salts[parts[1]] = true
		onlyFile(t, h.dir)
	}
	t.Run("the same password again gets another salt", func(t *testing.T) {
		h := newHub(t).withPassword()
		before := h.readFile()
		wants(t, h.change("password", thePassword, thePassword), 200)
		if h.readFile() == before {
			t.Error("the file is the same")
		}
		wants(t, h.login("password", thePassword), 200)
	})
	t.Run("a restart keeps it", func(t *testing.T) {
		h := newHub(t).withPassword()
		before := h.readFile()
		h.restart(token(NewToken()))
		if h.readFile() != before {
			t.Error("the file changed")
		}
		wants(t, h.login("password", thePassword), 200)
		wants(t, h.login("token", theToken), 401)
		wants(t, h.send("GET", "/api/threads", "", with("Authorization", "Bearer "+theToken)), 401)
	})
}

// onlyFile reports anything in the data folder besides the password file.
func onlyFile(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != PasswordFileName {
		t.Errorf("data folder: %v %v", entries, err)
	}
}

// damages are what may happen to the file. In each of them a password is configured, none
// signs in, and setting one with the token repairs it.
var damages = map[string]func(t *testing.T, file string){
	"empty":              damage(""),
	"a line break":       damage("\n"),
	"cut short":          damage(goldenLine[:len(goldenLine)/2]),
	"one byte cut":       damage(goldenLine[:len(goldenLine)-2]),
	"random bytes":       damage("\x9f\x00\xff\x13$scrypt$\xfe\x80"),
	"costs of another":   damage(strings.Replace(goldenLine, "ln=15", "ln=30", 1)),
	"cheap":              damage(strings.Replace(goldenLine, "ln=15", "ln=1", 1)),
	"p=0":                damage(strings.Replace(goldenLine, "p=3", "p=0", 1)),
	"huge r":             damage(strings.Replace(goldenLine, "r=8", "r=999999999", 1)),
	"another kind":       damage(strings.Replace(goldenLine, "scrypt", "argon2id", 1)),
	"salt missing":       damage("$scrypt$ln=15,r=8,p=3$" + strings.Repeat("A", 43) + "\n"),
	"salt empty":         damage("$scrypt$ln=15,r=8,p=3$$" + strings.Repeat("A", 43) + "\n"),
	"salt short":         damage("$scrypt$ln=15,r=8,p=3$AAAA$" + strings.Repeat("A", 43) + "\n"),
	"hash empty":         damage("$scrypt$ln=15,r=8,p=3$AP8Q7yDfMM9Av1CvYJ9wjw$\n"),
	"hash short":         damage("$scrypt$ln=15,r=8,p=3$AP8Q7yDfMM9Av1CvYJ9wjw$AAAA\n"),
	"hash not base64":    damage(strings.Replace(goldenLine, "h9gS", "h9!S", 1)),
	"padded":             damage(strings.TrimSuffix(goldenLine, "\n") + "=\n"),
	"bits left over":     damage(strings.Replace(goldenLine, "lgak\n", "lgal\n", 1)),
	"a line break in it": damage(strings.Replace(goldenLine, "h9gS", "h9\ngS", 1)),
	"two lines":          damage(goldenLine + goldenLine),
	"a part more":        damage(strings.TrimSuffix(goldenLine, "\n") + "$AAAA\n"),
	"a space in front":   damage(" " + goldenLine),
	"a byte order mark":  damage("\ufeff" + goldenLine),
	"10 MB":              damage(strings.Repeat(goldenLine, 10<<20/len(goldenLine))),
	"10 MB of spaces":    damage(strings.TrimSpace(goldenLine) + strings.Repeat(" ", 10<<20)),
	"a folder": func(t *testing.T, file string) {
		if err := os.Mkdir(file, 0o700); err != nil {
			t.Fatal(err)
		}
	},
	"a link to a sound file": func(t *testing.T, file string) {
		other := filepath.Join(t.TempDir(), "other")
		writeFile(t, other, goldenLine)
		if err := os.Symlink(other, file); err != nil {
			t.Fatal(err)
		}
	},
	"a link to nothing": func(t *testing.T, file string) {
		if err := os.Symlink("nothing", file); err != nil {
			t.Fatal(err)
		}
	},
	"a link to itself": func(t *testing.T, file string) {
		if err := os.Symlink(PasswordFileName, file); err != nil {
			t.Fatal(err)
		}
	},
}

func damage(text string) func(*testing.T, string) {
	return func(t *testing.T, file string) { writeFile(t, file, text) }
}

func TestDamagedFile(t *testing.T) {
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			damage(t, h.file())
			h.restart()
			if n := h.logs.FilterMessageSnippet("no password can sign in").Len(); n != 1 {
				t.Errorf("%d warnings at start", n)
			}
			if !strings.Contains(h.send("GET", "/api/auth/status", "").Body.String(), `"password_configured":true`) {
				t.Error("counts as no password")
			}
			wants(t, h.login("password", goldenPassword), 401)
			wants(t, h.change("password", goldenPassword, newPassw), 401)
			if n := h.hashes.Load(); n != 0 {
				t.Errorf("hashed %d times", n)
			}
			session := h.signIn()
			if !h.knows(session) {
				t.Error("the token does not sign in")
			}
			wants(t, h.change("token", theToken, newPassw), 200)
			wants(t, h.login("password", newPassw), 200)
			onlyFile(t, h.dir)
		})
	}
	t.Run("a folder that is not empty is left alone", func(t *testing.T) {
		h := newHub(t)
		if err := os.MkdirAll(filepath.Join(h.file(), "of the owner"), 0o700); err != nil {
			t.Fatal(err)
		}
		wants(t, h.change("token", theToken, newPassw), 503)
		wants(t, h.login("password", newPassw), 401)
		if _, err := os.Stat(filepath.Join(h.file(), "of the owner")); err != nil {
			t.Error(err)
		}
		onlyFile(t, h.dir)
	})
	t.Run("the linked file is not written", func(t *testing.T) {
		h := newHub(t)
		other := filepath.Join(t.TempDir(), "other")
		writeFile(t, other, "of the owner")
		if err := os.Symlink(other, h.file()); err != nil {
			t.Fatal(err)
		}
		wants(t, h.change("token", theToken, newPassw), 200)
		if text, err := os.ReadFile(other); string(text) != "of the owner" {
			t.Errorf("the linked file: %q, %v", text, err)
		}
	})
	// Root reads what nobody may read; then the file is not damaged at all.
	t.Run("unreadable", func(t *testing.T) {
		h := newHub(t).withPassword()
		if err := os.Chmod(h.file(), 0); err != nil {
			t.Fatal(err)
		}
		want := 401
		if f, err := os.Open(h.file()); err == nil {
			f.Close()
			want = 200
		}
		wants(t, h.login("password", thePassword), want)
		wants(t, h.change("token", theToken, newPassw), 200)
		wants(t, h.login("password", newPassw), 200)
	})
	t.Run("a data folder that is a file", func(t *testing.T) {
		h := newHub(t)
		h.dir = filepath.Join(h.dir, "data")
		writeFile(t, h.dir, "")
		h.restart()
		if !h.state.Password.Configured() {
			t.Error("counts as no password")
		}
		wants(t, h.login("password", thePassword), 401)
		wants(t, h.login("token", theToken), 200)
	})
}

func TestSoundFilesAreNotReported(t *testing.T) {
	h := newHub(t)
	h.restart()
	h.withPassword()
	h.restart()
	writeFile(t, h.file(), strings.TrimSuffix(h.readFile(), "\n"))
	h.restart()
	if n := h.logs.Len(); n != 0 {
		t.Errorf("%d warnings: %v", n, h.logs.All())
	}
	wants(t, h.login("password", thePassword), 200)
}

func FuzzParseHash(f *testing.F) {
	f.Add(goldenLine)
	f.Add("$scrypt$ln=15,r=8,p=3$$")
	f.Add(strings.Repeat("$", 300))
	f.Fuzz(func(t *testing.T, text string) {
		h, err := parseHash(text)
		if err != nil {
			if len(text) > 3 && strings.Contains(err.Error(), text) {
				t.Error("the error repeats the text")
			}
			return
		}
		if got := string(h.text()); strings.TrimSuffix(got, "\n") != strings.TrimSuffix(text, "\n") {
			t.Errorf("%q reads as %q", text, got)
		}
	})
}

// The folder goes away between the verification and the writing.
func TestLostFolderChangesNothing(t *testing.T) {
	for name, replace := range map[string]func(t *testing.T, dir string){
		"the data folder is gone":   func(*testing.T, string) {},
		"the data folder is a file": func(t *testing.T, dir string) { writeFile(t, dir, "") },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			h.dir = filepath.Join(h.dir, "data")
			if err := os.Mkdir(h.dir, 0o700); err != nil {
				t.Fatal(err)
			}
			h.restart()
			h.withPassword()
			session, before := h.signIn(), h.readFile()
			away := filepath.Join(t.TempDir(), "away")
			h.state.Password.hasher.derive = func(password, salt []byte) ([]byte, error) {
				if string(password) == newPassw {
					if err := os.Rename(h.dir, away); err != nil {
						t.Error(err)
					}
					replace(t, h.dir)
				}
				return h.cheap(password, salt)
			}
			w := h.change("token", theToken, newPassw)
			if wants(t, w, 503); w.Header().Get("Retry-After") != "1" || w.Header().Get("Set-Cookie") != "" {
				t.Errorf("headers %v", w.Header())
			}
			_ = os.Remove(h.dir)
			if err := os.Rename(away, h.dir); err != nil {
				t.Fatal(err)
			}
			if h.readFile() != before || !h.knows(session) {
				t.Error("the old hash or the old session is gone")
			}
			onlyFile(t, h.dir)
			wants(t, h.login("password", thePassword), 200)
		})
	}
}
