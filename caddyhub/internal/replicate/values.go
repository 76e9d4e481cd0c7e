package replicate

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// Values are the options of replication.
type Values struct {
	To        Address      // empty: there is none
	KeyFile   string       // sftp: the file with the private key
	HostKey   string       // sftp: the key of the server, as "ssh-ed25519 AAAA…"
	AccessKey string       // s3
	SecretKey string       // s3
	Keep      setting.Span // for how long any moment can be restored
	// Drill is how often the replica is restored to see that it works; 0: never.
	Drill setting.Span
	// Passphrase encrypts the replica; empty: it is not, and litestream's own program reads it.
	Passphrase string
}

// Table are the settings of replication.
var Table = setting.Table{
	{Key: "to", Check: checkTo, Unset: "no replica", Example: "file:/mnt/disk2/hub", About: "where the replica is: `file:/folder`, `sftp://user@host:22/folder` or `s3://bucket/path?endpoint=https://…&region=…`; `external` leaves it to Litestream's own program"},
	{Key: "key_file", Check: setting.CheckFolder, Example: "/etc/hub/id_ed25519", About: "of sftp: the file with the private key"},
	{Key: "host_key", Kind: setting.Line, Check: checkHostKey, Example: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPSvH49WgAK6LX9tLHgmTTNDo8VbJVf6rLwsMvxM7wTQ", About: "of sftp: the server's key, as `ssh-keyscan` prints it behind the name; no other is believed"},
	{Key: "access_key", Secret: true, About: "of s3"},
	{Key: "secret_key", Secret: true, About: "of s3"},
	{Key: "keep", Check: setting.CheckSpan(time.Hour, 3650*24*time.Hour, false, "from 1h to 3650d, such as 7d"), Default: "7d", Example: "30d", About: "for how long any moment can be restored"},
	{Key: "drill", Check: setting.CheckSpan(time.Minute, 365*24*time.Hour, true, "from 1m to 365d, such as 6h, or 0 for never"), Default: "6h", Example: "24h", About: "how often the replica is restored to see that it works; `0` for never"},
	{Key: "passphrase", Secret: true, Unset: "it is not encrypted", About: "encrypts the replica; only a hub reads it then"},
}

// checkTo takes an address.
func checkTo(v string) (string, error) { return v, Address(v).Check() }

// checkHostKey takes the public key of a server.
func checkHostKey(v string) (string, error) { return v, blob.CheckHostKey(v) }

// Check says what is missing of the settings for the kind of target. Its error begins with the
// option's name.
func (v Values) Check() error {
	switch v.To.Kind() {
	case SFTP:
		if v.KeyFile == "" {
			return errors.New("key_file (HUB_REPLICATE_KEY_FILE) is missing: sftp needs the file with a private key")
		}
		if v.HostKey == "" {
			return errors.New("host_key (HUB_REPLICATE_HOST_KEY) is missing: sftp needs the server's key, as ssh-keyscan prints it; none is taken on trust")
		}
	case S3:
		if v.AccessKey == "" || v.SecretKey == "" {
			return errors.New("access_key and secret_key (HUB_REPLICATE_ACCESS_KEY, HUB_REPLICATE_SECRET_KEY) are missing: s3 needs both")
		}
	}
	return nil
}

// Address is where a replica is, without any secret:
//
//	file:/mnt/disk2/hub
//	sftp://hub@nas.example:22/backup/hub
//	s3://bucket/hub?endpoint=https://s3.example&region=eu-1
//	external
type Address string

// The kinds of targets, the scheme of their addresses.
const (
	File = "file"
	SFTP = "sftp"
	S3   = "s3"
	// External is no target: Litestream's own program replicates, beside the hub, which leaves the
	// log to it.
	External = "external"
)

// place is an address taken apart.
type place struct {
	kind             string
	host             string // sftp: with its port
	user             string // sftp
	bucket           string // s3
	endpoint, region string // s3
	path             string
}

// Kind is the scheme of an address; empty: there is no address, or a wrong one.
func (a Address) Kind() string {
	p, err := a.parse()
	if err != nil {
		return ""
	}
	return p.kind
}

// Folder is the folder of this machine that an address names; empty: it names none.
func (a Address) Folder() string {
	if p, err := a.parse(); err == nil && p.kind == File {
		return p.path
	}
	return ""
}

// Check says what is wrong with an address.
func (a Address) Check() error {
	_, err := a.parse()
	return err
}

// parse takes an address apart. Its error continues a sentence that begins with the option. A secret in it is refused and not repeated: addresses are shown.
func (a Address) parse() (place, error) {
	if a == External {
		return place{kind: External}, nil
	}
	u, err := url.Parse(string(a))
	if err != nil {
		return place{}, fmt.Errorf("must be an address: file:/path, sftp://user@host/path or s3://bucket/path")
	}
	if _, secret := u.User.Password(); secret {
		return place{}, fmt.Errorf("must not hold a password: use key_file, or access_key and secret_key")
	}
	p := place{kind: u.Scheme, user: u.User.Username(), path: path.Clean("/" + u.Path)}
	for name := range u.Query() {
		if p.kind != S3 || name != "endpoint" && name != "region" {
			return place{}, fmt.Errorf("must not have %q: it is no part of such an address", name)
		}
	}
	if u.Fragment != "" {
		return place{}, fmt.Errorf("must not have #%s: it is no part of such an address", u.Fragment)
	}
	switch u.Scheme {
	case File:
		p.path = u.Path
		if u.Opaque != "" { // file:C:/hub
			p.path = u.Opaque
		}
		p.path = filepath.FromSlash(p.path)
		if u.Host != "" || !filepath.IsAbs(p.path) {
			return place{}, fmt.Errorf("must be the full path of a folder: file:/mnt/disk2/hub")
		}
		p.path = filepath.Clean(p.path)
	case SFTP:
		if u.Hostname() == "" || p.user == "" || p.path == "/" {
			return place{}, fmt.Errorf("must name a user, a host and a folder: sftp://hub@nas.example:22/backup/hub")
		}
		port := u.Port()
		if port == "" {
			port = "22"
		}
		p.host = net.JoinHostPort(u.Hostname(), port)
	case S3:
		if u.Host == "" || u.User != nil {
			return place{}, fmt.Errorf("must name a bucket: s3://bucket/hub")
		}
		p.bucket, p.path = u.Host, strings.Trim(p.path, "/")
		p.endpoint, p.region = u.Query().Get("endpoint"), u.Query().Get("region")
		if e, err := url.Parse(p.endpoint); p.endpoint != "" && (err != nil || e.Scheme != "https" && e.Scheme != "http" || e.Host == "" || e.User != nil || strings.Trim(e.Path, "/") != "" || e.RawQuery != "") {
			return place{}, fmt.Errorf("must have an origin as its endpoint: https://s3.example")
		}
	default:
		return place{}, fmt.Errorf("must begin with file:, sftp:// or s3://, or be external")
	}
	return p, nil
}
