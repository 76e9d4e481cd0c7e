package caddyhub

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/store"
)

// daily is once a day, at half a day from now: nothing is due while a test runs.
func daily() (cron, words string) {
	at := time.Now().Add(12 * time.Hour)
	return fmt.Sprintf("%d %d * * *", at.Minute(), at.Hour()), "every day at " + at.Format("15:04")
}

// wasDown makes a data folder whose hub has missed a backup by a schedule.
func wasDown(t *testing.T, cron string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateThread(t.Context(), store.By{Actor: store.Owner}, "", store.ThreadInput{Summary: store.Some("kept")}, true); err != nil {
		t.Fatal(err)
	}
	if err := s.PassSlot(t.Context(), "backup", cron, time.Now().Add(-72*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// made asks the running hub until it has made the backup it missed.
func made(t *testing.T, base string) api.BackupBody {
	t.Helper()
	for {
		status, body, err := get(t.Context(), base+"/api/server")
		var server api.ServerBody
		if err != nil || status != 200 || json.Unmarshal([]byte(body), &server) != nil || server.Backup == nil {
			t.Fatalf("%d %s %v", status, body, err)
		}
		if server.Backup.Problem != nil {
			t.Fatal(*server.Backup.Problem)
		}
		if server.Backup.Last != nil {
			return *server.Backup
		}
	}
}

// A backup that was missed is made once after the start, whatever is reloaded meanwhile.
func TestMissedBackupAcrossReloads(t *testing.T) {
	cron, words := daily()
	dir, to, port := wasDown(t, cron), t.TempDir(), freePort(t)
	config := func(days int) string {
		return site(t, port, fmt.Sprintf("data_dir %s\nstale_days %d\nbackup {\n dir %s\n cron %s\n keep 2\n}", dir, days, to, cron), "hub\nmetrics /metrics")
	}
	load(t, config(1))
	for days := range 5 {
		if err := caddy.Load(adapt(t, config(2+days)), true); err != nil {
			t.Fatal(err)
		}
	}
	base := "http://127.0.0.1:" + port
	b := made(t, base)
	for days := range 5 { // and while nothing is due
		if err := caddy.Load(adapt(t, config(2+days)), true); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(to, "*"))
	if err != nil || len(files) != 1 || !strings.HasSuffix(files[0], ".zip") {
		t.Fatalf("%v, %v", files, err)
	}
	if b.Last.File != files[0] || b.Last.Verified == nil || b.Last.Verified.Threads != 1 || b.Keep != 2 || b.Schedule != words {
		t.Errorf("%+v", b)
	}
	status, body, err := get(t.Context(), base+"/metrics")
	if err != nil || status != 200 {
		t.Fatalf("%d %v", status, err)
	}
	for _, want := range []string{"hub_backup_last_ok 1", "hub_backup_last_success_timestamp_seconds " + strconv.FormatFloat(float64(b.Last.At.UnixMilli())/1000, 'g', -1, 64), "hub_backup_last_success_size_bytes ", "hub_backup_last_success_duration_seconds "} {
		if !strings.Contains(body, "\n"+want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

// A hub that is killed while it makes a backup makes it again at the next start, and
// leaves neither half a file nor a copy of the database.
func TestBackupSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("derives keys for a minute under the race detector")
	}
	cron, _ := daily()
	dir, to := wasDown(t, cron), t.TempDir()
	env := []string{"HUB_BACKUP_DIR=" + to, "HUB_BACKUP_CRON=" + cron, "HUB_BACKUP_PASSPHRASE=correct horse battery"}
	for range 2 {
		s := startServe(t, env, "--data", dir) // deriving the key takes longer than starting
		if err := s.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = s.cmd.Wait()
	}
	s := startServe(t, env, "--data", dir)
	made(t, s.base)
	files, err := filepath.Glob(filepath.Join(to, "*"))
	hidden, _ := filepath.Glob(filepath.Join(to, ".hub*"))
	if err != nil || len(files) != 1 || len(hidden) != 0 {
		t.Errorf("%v, %v, %v", files, hidden, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".export-*")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	if status := s.interrupt(t); status != 0 {
		t.Errorf("status %d", status)
	}
	if out, errs, status := run(t, env, "backup", "verify", files[0]); status != 0 || !strings.Contains(out, "can be restored") {
		t.Errorf("%d %s %s", status, out, errs)
	}
}

func TestValidatingMakesNoBackup(t *testing.T) {
	cron, _ := daily()
	dir, to := wasDown(t, cron), t.TempDir()
	if err := validate(t, site(t, freePort(t), fmt.Sprintf("data_dir %s\nbackup {\n dir %s\n cron %s\n}", dir, to, cron), "hub")); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(to); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}
