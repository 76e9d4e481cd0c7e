package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// backupPath is the address that answers with a file.
const backupPath = "/api/backup"

const (
	zipType  = "application/zip"
	fileType = "application/octet-stream" // age files have no type of their own

	// busyBackup is when to ask again while another is being downloaded.
	busyBackup = 10 * time.Second
	// backupPart is how much is sent at a time, each part within writePatience.
	backupPart = 256 << 10
)

// BackupInput is what a backup may be asked for with.
type BackupInput struct {
	Passphrase *string `json:"passphrase,omitempty" nullable:"true" minLength:"1" maxLength:"1024" doc:"Encrypts the file, as age -p does; null or absent: it is a plain zip" example:"correct horse battery staple"`
}

// downloadBackup answers POST /api/backup. The file is finished and on the disk before its
// first byte is sent: what can go wrong is said in words, and a download that was cut off
// is noticed by its length.
func (a *API) downloadBackup(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	passphrase, refusal := a.backupPassphrase(r)
	if refusal != nil {
		refusal.Write(w)
		return
	}
	file, err := a.Backup.Download(r.Context(), passphrase)
	if err != nil {
		a.backupProblem(r.Context(), err).Write(w)
		return
	}
	defer func() {
		if err := file.Close(); err != nil {
			a.Logger.Warn("a backup that was downloaded is not closed", zap.Error(err))
		}
	}()
	h.Set("Content-Type", zipType)
	if passphrase != "" {
		h.Set("Content-Type", fileType)
	}
	h.Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
	h.Set("Content-Length", strconv.FormatInt(file.Size, 10))
	control := http.NewResponseController(w)
	for err == nil {
		// Not every writer knows deadlines; the server's own do.
		_ = control.SetWriteDeadline(time.Now().Add(writePatience))
		_, err = io.CopyN(w, file, backupPart)
	}
	_ = control.SetWriteDeadline(time.Time{})
}

// backupPassphrase reads the body, which need not be there.
func (a *API) backupPassphrase(r *http.Request) (string, *inbound.Problem) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return "", inbound.Unread(err)
	}
	var in BackupInput
	if len(body) == 0 {
		return "", nil
	}
	if found := a.backupInput.decode(body, "body", &in); len(found) > 0 {
		p := inbound.NewProblem(http.StatusUnprocessableEntity, found[0].Location+" "+found[0].Message)
		p.Errors = found
		return "", p
	}
	if in.Passphrase == nil {
		return "", nil
	}
	return *in.Passphrase, nil
}

// backupProblem says why there is no backup.
func (a *API) backupProblem(ctx context.Context, err error) *inbound.Problem {
	switch {
	case errors.Is(err, backup.ErrBusy):
		p := busy("another backup is being downloaded: try again when it has arrived")
		p.RetryAfter = busyBackup
		return p
	case errors.Is(err, backup.ErrNoRoom):
		a.Logger.Warn("no room for a backup", zap.Error(err))
		p := busy("the disk of the data folder has no room for a backup: make room, or write it to another disk with hub export -o")
		p.RetryAfter = busyBackup
		return p
	}
	return a.problemOf(ctx, err, "body")
}

// BackupBody is how the scheduled backups stand.
type BackupBody struct {
	Dir         string     `json:"dir" example:"/var/backups/hub"`
	Cron        string     `json:"cron" example:"30 3 * * *"`
	Schedule    string     `json:"schedule" doc:"The same in words" example:"every day at 03:30"`
	Keep        int        `json:"keep" doc:"How many files stay" example:"7"`
	Encrypted   bool       `json:"encrypted"`
	NextAt      store.Time `json:"next_at" format:"date-time"`
	Last        *BackupRun `json:"last" doc:"null: there was none"`
	LastSuccess *BackupRun `json:"last_success" doc:"null: none succeeded"`
	Problem     *string    `json:"problem" doc:"What stands in the way of the next one, in words; null: nothing is known" example:"the folder /var/backups/hub is missing; make it, or connect its disk"`
}

// BackupRun is one scheduled backup.
type BackupRun struct {
	At        store.Time    `json:"at" format:"date-time" doc:"When it began"`
	File      string        `json:"file" example:"/var/backups/hub/hub-backup-20260504T013000Z.zip"`
	Seconds   float64       `json:"seconds" doc:"How long writing and verifying took" example:"1.7"`
	Bytes     int64         `json:"bytes" example:"183500"`
	Encrypted bool          `json:"encrypted"`
	Verified  *store.Counts `json:"verified" doc:"What was counted in it when it was restored into a scratch folder; null: it failed"`
	Error     *string       `json:"error" doc:"Why there is no file; null: it is there and verified"`
}

func showBackup(s *backup.Status) *BackupBody {
	if s == nil {
		return nil
	}
	return &BackupBody{
		Dir: s.Dir, Cron: s.Cron.String(), Schedule: s.Cron.Words(), Keep: s.Keep, Encrypted: s.Encrypted, NextAt: store.At(s.Next),
		Last: showRun(s.Last), LastSuccess: showRun(s.Success), Problem: optional(s.Problem),
	}
}

func showRun(r *backup.Run) *BackupRun {
	if r == nil {
		return nil
	}
	b := BackupRun{At: r.At, File: r.File, Seconds: r.Seconds, Bytes: r.Bytes, Encrypted: r.Encrypted, Error: optional(r.Error)}
	if r.Error == "" {
		b.Verified = &r.Counts
	}
	return &b
}

// describeBackup adds the route to the document.
func describeBackup(o *huma.OpenAPI) {
	schemas := o.Components.Schemas
	binary := &huma.MediaType{Schema: &huma.Schema{Type: "string", Format: "binary"}}
	o.AddOperation(&huma.Operation{
		OperationID: "download-backup", Method: http.MethodPost, Path: backupPath, Summary: "Download a backup of everything but credentials",
		Description: fmt.Sprintf("One at a time: 503 with Retry-After while another is under way. With a passphrase it is an age file (%s), else a zip. An Idempotency-Key does nothing here.", fileType),
		Security:    []map[string][]string{{"token": {}}},
		RequestBody: &huma.RequestBody{Content: map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(reflect.TypeFor[BackupInput](), true, "")}}},
		Responses: map[string]*huma.Response{
			"200":     {Description: "The file", Content: map[string]*huma.MediaType{zipType: binary, fileType: binary}},
			"default": problemResponse(schemas),
		},
	})
}
