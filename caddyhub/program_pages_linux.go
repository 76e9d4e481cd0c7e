package caddyhub

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// releaseProgram unmaps what this process has read of its own file (madvise(2), MADV_DONTNEED: the
// next access reads the file again).
func releaseProgram() error {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return fmt.Errorf("read what is in memory: %w", err)
	}
	defer smaps.Close()
	found, err := cleanMappings(smaps, program)
	if err != nil {
		return fmt.Errorf("read what is in memory: %w", err)
	}
	for _, m := range found {
		if _, _, errno := unix.Syscall(unix.SYS_MADVISE, m.start, m.size, unix.MADV_DONTNEED); errno != 0 {
			return fmt.Errorf("give the program's pages back: %w", errno)
		}
	}
	return nil
}
