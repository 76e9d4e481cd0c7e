package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// ServerBody is what the owner may want to know of the running hub. None of it is secret.
type ServerBody struct {
	Version         string       `json:"version" example:"v1.2.0"`
	DataDir         string       `json:"data_dir" doc:"The folder everything is kept in" example:"/var/lib/progress-hub"`
	DataBytes       int64        `json:"data_bytes" doc:"Of the files directly in it; 0: the folder is gone" example:"5242880"`
	StartedAt       store.Time   `json:"started_at" format:"date-time"`
	PublicURL       *string      `json:"public_url" doc:"As configured" example:"https://hub.example.org"`
	SeenURL         string       `json:"seen_url" doc:"Where this request found the hub" example:"http://127.0.0.1:8787"`
	Scheme          string       `json:"scheme" enum:"http,https" doc:"As the browser sees it"`
	Host            string       `json:"host" doc:"As the browser sent it" example:"127.0.0.1:8787"`
	DevelopmentMode bool         `json:"development_mode"`
	Certificate     *Certificate `json:"certificate" doc:"null: this request did not come over HTTPS, or the certificate is a proxy's"`
	ConnectorURL    *string      `json:"connector_url" doc:"What to paste into an assistant that is connected by an address; null: there are no connectors (the option oauth)" example:"https://hub.example.org/mcp"`
	Backup          *BackupBody  `json:"backup" doc:"The scheduled backups; null: there are none"`
	Replica         *ReplicaBody `json:"replica" doc:"The replica of the database; null: there is none"`
}

// Certificate is the hub's own certificate for the host of a request.
type Certificate struct {
	Issuer   string      `json:"issuer" example:"Let's Encrypt"`
	Names    []string    `json:"names" nullable:"false" example:"[\"hub.example.org\"]"`
	NotAfter store.Time  `json:"not_after" format:"date-time"`
	RenewsAt *store.Time `json:"renews_at" format:"date-time" doc:"About when it will be replaced; null: it is not the hub that does it"`
}

var getServer = operation{id: "get-server", summary: "The running hub: version, data folder, addresses, certificate"}

// getServer is never cached: it tells of this very request.
func (a *API) getServer(ctx context.Context, _ *struct{}) (*result[ServerBody], error) {
	size, err := folderSize(a.Store.Dir())
	if err != nil {
		return nil, err
	}
	info := inbound.From(ctx)
	b := ServerBody{
		Version: a.Version, DataDir: a.Store.Dir(), DataBytes: size, StartedAt: store.At(a.Started),
		SeenURL: info.Origin() + info.Prefix, Scheme: info.Scheme, Host: info.Host, DevelopmentMode: a.Auth.Development(),
		Backup: showBackup(a.Backup.Status()), Replica: showReplica(a.Replica.Status()),
	}
	if a.PublicURL != "" {
		b.PublicURL = &a.PublicURL
	}
	if a.OAuth != nil {
		b.ConnectorURL = new(a.OAuth.Resource())
	}
	if info.Scheme == "https" {
		b.Certificate = a.Certificate(info.Host)
	}
	return show(b), nil
}

// folderSize adds up the files directly in a folder, such as the database and its log. One that is
// gone has none; that it is, the problems of the overview tell.
func folderSize(dir string) (size int64, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("read the data folder: %w", err)
	}
	for _, e := range entries {
		// One that has just gone counts nothing.
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
	}
	return size, nil
}
