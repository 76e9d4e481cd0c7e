package caddyhub

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// disk is a file system of its own, in a file: what happens to it happens to no other.
type disk struct {
	*testing.T
	image, folder string
}

// newDisk makes one of 64 MiB. It takes root, and a system that lets it mount.
func newDisk(t *testing.T) *disk {
	t.Helper()
	if !longRun {
		t.Skip("mounts a disk of its own; set HUB_TEST_LONG")
	}
	if os.Geteuid() != 0 {
		t.Skip("only root may mount a disk")
	}
	d := &disk{t, filepath.Join(t.TempDir(), "image"), t.TempDir()}
	if err := errors.Join(os.WriteFile(d.image, nil, 0o600), os.Truncate(d.image, 64<<20)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", "-m", "0", d.image).CombinedOutput(); err != nil {
		t.Skipf("no file system can be made: %v %s", err, out)
	}
	if out, err := exec.Command("mount", "-o", "loop,errors=remount-ro", d.image, d.folder).CombinedOutput(); err != nil {
		t.Skipf("nothing can be mounted: %v %s", err, out)
	}
	t.Cleanup(func() { d.must("umount", d.folder) })
	return d
}

func (d *disk) must(command string, args ...string) (said string) {
	d.Helper()
	out, err := exec.Command(command, args...).CombinedOutput()
	if err != nil {
		d.Errorf("%s %s: %v %s", command, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// fill leaves no room, and returns what makes some again.
func (d *disk) fill() (empty func()) {
	d.Helper()
	ballast := filepath.Join(d.folder, "ballast")
	file, err := os.Create(ballast)
	if err != nil {
		d.Fatal(err)
	}
	defer file.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1 << 10} {
		for block := make([]byte, size); err == nil; {
			_, err = file.Write(block)
		}
		if !errors.Is(err, unix.ENOSPC) {
			d.Fatal(err)
		}
		err = nil
	}
	return func() {
		if err := os.Remove(ballast); err != nil {
			d.Error(err)
		}
	}
}

// fail is an error of the device, at which Linux lets nothing more be written to the file system
// until it has been checked, which is what mend does.
func (d *disk) fail() (mend func()) {
	d.Helper()
	device := filepath.Base(d.must("findmnt", "-no", "SOURCE", d.folder))
	if err := os.WriteFile("/sys/fs/ext4/"+device+"/trigger_fs_error", []byte("x"), 0); err != nil {
		d.Skipf("the kernel makes no such error: %v", err)
	}
	return func() {
		d.must("umount", d.folder)
		_ = exec.Command("e2fsck", "-p", d.image).Run() // its status tells that there was something to mend
		d.must("mount", "-o", "loop,errors=remount-ro", d.image, d.folder)
	}
}

// writer is who creates threads, and keeps those that were acknowledged.
type writer struct {
	*testing.T
	base         string
	acknowledged []string
}

// create is the status and the text of the answer.
func (w *writer) create(summary string) (int, string) {
	w.Helper()
	status, text, err := do(w.Context(), http.MethodPost, w.base+"/api/threads", strings.NewReader(fmt.Sprintf(`{"summary":%q}`, summary)))
	if err != nil {
		w.Fatal(err)
	}
	if status == http.StatusCreated {
		var made struct{ ID string }
		if err := json.Unmarshal([]byte(text), &made); err != nil {
			w.Fatal(err)
		}
		w.acknowledged = append(w.acknowledged, made.ID)
	}
	return status, text
}

// hasAll looks for each acknowledged thread, and for no other.
func (w *writer) hasAll() {
	w.Helper()
	status, text, err := do(w.Context(), http.MethodGet, w.base+"/api/threads?limit=200", nil)
	if err != nil || status != http.StatusOK {
		w.Fatalf("%d %s %v", status, text, err)
	}
	var there []struct{ ID string }
	if err := json.Unmarshal([]byte(text), &there); err != nil {
		w.Fatal(err)
	}
	if len(there) != len(w.acknowledged) {
		w.Errorf("%d threads are there, %d were acknowledged", len(there), len(w.acknowledged))
	}
	for _, id := range w.acknowledged {
		if !strings.Contains(text, `"`+id+`"`) {
			w.Errorf("the thread %s is lost", id)
		}
	}
}

// TestADiskThatFailsLosesNothing: while a real disk takes nothing, changes are refused with the
// reason, reading goes on, and every screen says so; once it takes something again, so does the hub.
// Neither then nor after a kill is anything lost that was acknowledged.
func TestADiskThatFailsLosesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		fault  func(*disk) (mend func())
		says   string
		goesOn bool // the hub, once the disk takes something again; else it is started anew
	}{
		"it is full":         {(*disk).fill, "disk", true},
		"it turns read-only": {(*disk).fail, "read-only", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDisk(t)
			data := filepath.Join(d.folder, "data")
			s := startServe(t, nil, "--data", data)
			w := &writer{T: t, base: s.base}
			for i := range 20 {
				if status, text := w.create(fmt.Sprint("Before ", i)); status != http.StatusCreated {
					t.Fatalf("%d %s", status, text)
				}
			}
			mend := c.fault(d)
			until(t, "a refusal", func() bool {
				status, text := w.create("Meanwhile " + strings.Repeat("and so on ", 20))
				if status == http.StatusCreated {
					return false // into what room there was left
				}
				if status != http.StatusServiceUnavailable || !strings.Contains(text, c.says) {
					t.Fatalf("a change: %d %s", status, text)
				}
				return true
			})
			w.hasAll()
			if status, text, err := get(t.Context(), s.base+"/api/health"); err != nil || status != http.StatusServiceUnavailable {
				t.Errorf("health: %d %s %v", status, text, err)
			}
			until(t, "the problem on every screen", func() bool {
				_, text, err := get(t.Context(), s.base+"/api/overview")
				return err == nil && strings.Contains(text, `"area":"storage"`)
			})
			if c.goesOn {
				mend()
				until(t, "a change that is stored", func() bool {
					status, _ := w.create("After it")
					return status == http.StatusCreated
				})
				until(t, "a hub that is well again", func() bool {
					status, _, err := get(t.Context(), s.base+"/api/health")
					_, text, _ := get(t.Context(), s.base+"/api/overview")
					return err == nil && status == http.StatusOK && !strings.Contains(text, `"area":"storage"`)
				})
				w.hasAll()
			}
			if err := s.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = s.cmd.Wait()
			if !c.goesOn {
				mend()
			}
			s = startServe(t, nil, "--data", data)
			w.base = s.base
			w.hasAll()
			if status := s.interrupt(t); status != 0 {
				t.Errorf("it ended with %d: %s", status, s.stderr)
			}
		})
	}
}

// TestASlowDiskHoldsUpNoReader: while a change waits for a disk whose every sync takes two seconds,
// lists and health are answered.
func TestASlowDiskHoldsUpNoReader(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("there is no strace")
	}
	s := startServe(t, nil, "--data", filepath.Join(t.TempDir(), "data"))
	w := &writer{T: t, base: s.base}
	w.create("On a fast disk")
	var said bytes.Buffer
	shim := exec.CommandContext(t.Context(), strace, "-f", "-p", fmt.Sprint(s.cmd.Process.Pid), "-e", "signal=none", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:delay_enter=2000000")
	shim.Stderr = &said
	shim.Stdout = &said
	if err := shim.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- shim.Wait() }()
	defer func() {
		_ = shim.Process.Signal(os.Interrupt)
		<-ended
	}()
	until(t, "the slow disk", func() bool {
		select {
		case err := <-ended:
			ended <- err
			t.Skipf("strace may not: %v %s", err, said.String())
		default:
		}
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", s.cmd.Process.Pid))
		return err == nil && len(threads) > 0 && !slices.ContainsFunc(threads, func(thread string) bool {
			status, err := os.ReadFile(thread)
			return err != nil || strings.Contains(string(status), "TracerPid:\t0\n")
		})
	})
	const changes, enough = 3, 3
	reads := 0
	for i := 0; i < changes && reads < enough; i++ { // on a busy machine, a round may take as long as the change
		reads = w.readsBesideAChange()
	}
	if reads < enough {
		t.Errorf("%d rounds of reading were answered before the change was, in the last of %d changes", reads, changes)
	}
	w.hasAll()
}

// readsBesideAChange makes a change and returns how many rounds of reading are answered before it is.
func (w *writer) readsBesideAChange() (reads int) {
	w.Helper()
	stored := make(chan int, 1)
	go func() {
		status, _ := w.create("On a slow disk")
		stored <- status
	}()
	for {
		for _, path := range []string{"/api/threads", "/api/health"} {
			if status, text, err := get(w.Context(), w.base+path); err != nil || status != http.StatusOK {
				w.Fatalf("%s: %d %s %v", path, status, text, err)
			}
		}
		select {
		case status := <-stored:
			if status != http.StatusCreated {
				w.Errorf("the change: %d", status)
			}
			return reads
		default:
			reads++
		}
	}
}
