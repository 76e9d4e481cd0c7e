package caddyhub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
)

// programPages is the job that gives the pages of the program's own file back to the system, a
// moment after the start and then once an hour. The start has read much of a file of 75 MB that is
// not needed again, and the system would count it as the hub's memory for as long as it runs. What
// is needed comes back by itself, from the cache of the file system. The first time it also gives
// back what the start took and left.
func (a *App) programPages() schedule.Job {
	next, refused := a.runtime.store.Now().Add(afterStart), false
	first := sync.OnceFunc(debug.FreeOSMemory)
	return schedule.Job{
		Name: "program pages",
		Due:  func(context.Context) (time.Time, bool, error) { return next, !refused, nil },
		Run: func(context.Context) error {
			next = a.runtime.store.Now().Add(time.Hour)
			first()
			if err := releaseProgram(); err != nil {
				refused = true
				a.log.Info("what was read of the program stays in memory", zap.Error(err))
			}
			return nil
		},
	}
}

// afterStart is how long after the start that is: by then the index is there, and whoever waited for
// the hub has had an answer.
const afterStart = 5 * time.Second

// mapping is a part of this process's memory that shows a file as it is on the disk.
type mapping struct{ start, size uintptr }

// cleanMappings reads from /proc/self/smaps (proc_pid_smaps(5)) where a file is mapped that this
// process can't have changed there: never writable, and without a page of its own, in memory or
// swapped out. The second keeps what was relocated at the start.
func cleanMappings(smaps io.Reader, file string) (found []mapping, err error) {
	lines := bufio.NewScanner(smaps)
	current := false // the last mapping is found's last
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) >= 5 && strings.Contains(words[0], "-"): // 00400000-0240c000 r-xp 00000000 08:01 1234 /usr/bin/hub
			if current = strings.Join(words[5:], " ") == file && (words[1] == "r--p" || words[1] == "r-xp"); !current {
				continue
			}
			from, to, _ := strings.Cut(words[0], "-")
			start, wrong := strconv.ParseUint(from, 16, 64)
			end, alsoWrong := strconv.ParseUint(to, 16, 64)
			if err := errors.Join(wrong, alsoWrong); err != nil || end < start {
				return nil, fmt.Errorf("a mapping at %q", words[0])
			}
			found = append(found, mapping{uintptr(start), uintptr(end - start)})
		case current && len(words) == 3 && (words[0] == "Anonymous:" || words[0] == "Swap:") && words[1] != "0":
			found, current = found[:len(found)-1], false
		}
	}
	return found, lines.Err()
}
