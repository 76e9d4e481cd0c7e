package caddyhub

import (
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestCleanMappings(t *testing.T) {
	const (
		size    = "\nSize:                 64 kB\nRss:                  32 kB\n"
		clean   = size + "Anonymous:             0 kB\nSwap:                  0 kB\nVmFlags: rd mr mw me\n"
		changed = size + "Anonymous:             4 kB\nSwap:                  0 kB\nVmFlags: rd mr mw me\n"
		swapped = size + "Anonymous:             0 kB\nSwap:                  4 kB\nVmFlags: rd mr mw me\n"
	)
	for name, c := range map[string]struct {
		smaps string
		want  []mapping
	}{
		"code and constants": {
			"00400000-00410000 r-xp 00000000 08:01 7  /usr/bin/hub" + clean + "00410000-00430000 r--p 00010000 08:01 7  /usr/bin/hub" + clean,
			[]mapping{{0x400000, 0x10000}, {0x410000, 0x20000}},
		},
		"a program that was replaced meanwhile": {"00400000-00410000 r-xp 00000000 08:01 7  /usr/bin/hub (deleted)" + clean, nil},
		"relocated constants":                   {"00400000-00410000 r--p 00000000 08:01 7  /usr/bin/hub" + changed, nil},
		"relocated constants, swapped out":      {"00400000-00410000 r--p 00000000 08:01 7  /usr/bin/hub" + swapped, nil},
		"variables":                             {"00400000-00410000 rw-p 00000000 08:01 7  /usr/bin/hub" + clean, nil},
		"another file":                          {"00400000-00410000 r--p 00000000 08:01 7  /usr/bin/hub2" + clean, nil},
		"no file":                               {"00400000-00410000 r--p 00000000 00:00 0" + clean, nil},
		"the pages of the next mapping":         {"00400000-00410000 r--p 00000000 08:01 7  /usr/bin/hub" + clean + "c000000000-c000400000 rw-p 00000000 00:00 0" + changed, []mapping{{0x400000, 0x10000}}},
		"nothing":                               {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := cleanMappings(strings.NewReader(c.smaps), "/usr/bin/hub")
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%v, %v, want %v", got, err, c.want)
			}
		})
	}
	if _, err := cleanMappings(strings.NewReader("here-there r--p 0 0 7 /usr/bin/hub"+clean), "/usr/bin/hub"); err == nil {
		t.Error("what is no address passes")
	}
}

// TestReleaseProgram: what was read of the program is no longer in the process's memory, and the
// program goes on.
func TestReleaseProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems don't tell")
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	resident := func() (sum int) { // kB of code and constants
		smaps, err := os.ReadFile("/proc/self/smaps")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\S+ r[-x]{2}p .* `+regexp.QuoteMeta(program)+`\n(?:[A-Za-z_]+: .*\n)*?Rss: +(\d+) kB$`).FindAllStringSubmatch(string(smaps), -1) {
			n, _ := strconv.Atoi(m[1])
			sum += n
		}
		return sum
	}
	before := resident()
	if err := releaseProgram(); err != nil {
		t.Fatal(err)
	}
	if after := resident(); before == 0 || after > before/2 {
		t.Errorf("%d kB of the program are in memory, before %d kB", after, before)
	}
}
