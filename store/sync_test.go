package store

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func init() { parts["write one by one"] = writeOneByOne }

const oneByOne = 30

// writeOneByOne creates threads and says the id of each once it has been acknowledged.
func writeOneByOne() {
	s, err := Open(context.Background(), os.Getenv(dirVariable), Options{})
	for i := 0; err == nil && i < oneByOne; i++ {
		var w Written[Thread]
		if w, err = s.CreateThread(context.Background(), agent, "", ThreadInput{Summary: Some(fmt.Sprint("Work ", i))}, true); err == nil {
			_, err = os.Stdout.WriteString("acknowledged " + w.Item.ID + "\n")
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// What is acknowledged is on the disk: before each answer the system was told to write the log there,
// and said that it had.
func TestWhatIsAcknowledgedIsOnTheDisk(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("there is no strace")
	}
	dir, trace := t.TempDir(), filepath.Join(t.TempDir(), "trace")
	cmd := exec.Command(strace, "-f", "-y", "-s", "40", "-e", "trace=fsync,fdatasync,write", "-o", trace, os.Args[0])
	cmd.Env = append(os.Environ(), partVariable+"=write one by one", dirVariable+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "Operation not permitted") {
			t.Skipf("strace may not: %s", out)
		}
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	// A call of one thread may be cut in two by those of others; the second half has its result.
	begun := regexp.MustCompile(`^(\d+) +f(?:data)?sync\(\d+<[^>]*` + regexp.QuoteMeta(DatabaseName) + `-wal>`)
	ended := regexp.MustCompile(`^(\d+) .*f(?:data)?sync(?:\(| resumed>).*= 0$`)
	answer := regexp.MustCompile(`^\d+ +write\(1<[^>]*>, "acknowledged `)
	answers, synced := 0, false
	at := map[string]bool{} // threads whose sync of the log is under way
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if m := begun.FindStringSubmatch(line); m != nil {
			at[m[1]] = true
		}
		if m := ended.FindStringSubmatch(line); m != nil && at[m[1]] {
			synced = true
			delete(at, m[1])
		}
		if answer.MatchString(line) {
			answers++
			if !synced {
				t.Fatalf("answer %d came before its change was on the disk:\n%s", answers, text)
			}
			synced = false
		}
	}
	if answers != oneByOne {
		t.Errorf("%d answers of %d were seen:\n%s", answers, oneByOne, text)
	}
}
