package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// hubDoctor looks for what is wrong with the hub of a data folder, from beside it: the hub may run
// meanwhile, and nothing is changed or made.
type hubDoctor struct {
	dir         string
	settings    *settings                    // nil: they can't be used
	flaw        error                        // why not
	servers     map[string]*caddyhttp.Server // of the configuration file that have the hub; nil: there is no file
	environment []string                     // as of os.Environ
	now         func() time.Time
	client      *http.Client
	free        func(dir string) int64 // bytes

	lock    store.LockState
	size    int64 // of the database, in bytes; 0: there is none
	version int   // of its schema
	checks  []connect.Check
	failed  map[string]bool // by the id of the examination
}

// examination is a look at one thing. It is left out if one of those it needs has failed, or was
// left out itself.
type examination struct {
	id    string
	needs []string
	look  func(*hubDoctor, context.Context) bool
}

// examinations are all of them, in the order of the report.
var examinations = []examination{
	{"variables", nil, (*hubDoctor).examineVariables},
	{"settings", nil, (*hubDoctor).examineSettings},
	{"folder", nil, (*hubDoctor).examineFolder},
	{"lock", []string{"folder"}, (*hubDoctor).examineLock},
	{"token", []string{"settings", "lock"}, (*hubDoctor).examineToken},
	{"space", []string{"folder"}, (*hubDoctor).examineSpace},
	{"database", []string{"lock", "space"}, (*hubDoctor).examineDatabase},
	{"integrity", []string{"database"}, (*hubDoctor).examineIntegrity},
	{"address", []string{"settings", "lock"}, (*hubDoctor).examineAddress},
	{"proxy", []string{"settings"}, (*hubDoctor).examineProxies},
	{"services", []string{"settings", "integrity"}, (*hubDoctor).examineServices},
}

// Examine makes all checks.
func (d *hubDoctor) Examine(ctx context.Context) []connect.Check {
	d.checks, d.failed = nil, map[string]bool{}
	for _, e := range examinations {
		if slices.ContainsFunc(e.needs, func(id string) bool { return d.failed[id] }) {
			d.failed[e.id] = true
			d.add(e.id, connect.Skip, connect.NotChecked, "")
			continue
		}
		d.failed[e.id] = !e.look(d, ctx)
	}
	return d.checks
}

// add reports whether what hangs on the check can be looked at.
func (d *hubDoctor) add(id, state, what, next string) bool {
	d.checks = append(d.checks, connect.NewCheck(id, state, what, next))
	return state != connect.Fail
}

func (d *hubDoctor) examineVariables(context.Context) bool {
	var ignored []string
	for name, nearest := range unknown(d.environment) {
		ignored = append(ignored, fmt.Sprintf("%s (nearest: %s)", name, nearest))
	}
	if slices.Sort(ignored); ignored != nil {
		return d.add("variables", connect.Warn, "the hub ignores "+strings.Join(ignored, ", "), "correct the name, or take it out of the environment")
	}
	return d.add("variables", connect.OK, "all of the environment that begin with HUB_ are known", "")
}

func (d *hubDoctor) examineSettings(context.Context) bool {
	if d.flaw != nil {
		return d.add("settings", connect.Fail, d.flaw.Error(), "mend it; if only the hub itself has the variable, run this in its environment")
	}
	if isShort(d.settings.Token) {
		return d.add("settings", connect.Warn, "the access token is short", "hub token prints a better one")
	}
	if text := d.settings.deafCookie(); text != "" {
		return d.add("settings", connect.Warn, text, "begin public_url with https://, or switch cookie_secure off")
	}
	return d.add("settings", connect.OK, "they can be used", "")
}

func (d *hubDoctor) examineFolder(context.Context) bool {
	info, err := os.Stat(d.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d.add("folder", connect.Fail, "the data folder "+d.dir+" is missing", "name the hub's by --data: hub serve prints it when it starts")
	case err != nil:
		return d.add("folder", connect.Fail, "the data folder can't be looked at: "+err.Error(), "run this as the user of the hub")
	case !info.IsDir():
		return d.add("folder", connect.Fail, d.dir+" is no folder", "name the hub's data folder by --data")
	}
	if err := backup.Writable(d.dir); err != nil {
		return d.add("folder", connect.Fail, fmt.Sprintf("the hub can't write into the folder %s: %s", d.dir, err), "run this as the user of the hub; if it is, give the folder to that user")
	}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return d.add("folder", connect.Fail, "the data folder can't be read: "+err.Error(), "run this as the user of the hub")
	}
	user, known := ownerOf(info)
	open := isOpen(info)
	for _, e := range entries {
		file, err := e.Info()
		if err != nil || !file.Mode().IsRegular() {
			continue
		}
		if other, _ := ownerOf(file); known && other != user {
			return d.add("folder", connect.Fail, foreignFile(file.Name(), other, user), giveBack(d.dir, user))
		}
		open = open || isOpen(file)
	}
	if open {
		return d.add("folder", connect.Warn, "others on this machine can read what the hub keeps in "+d.dir, "chmod -R go= "+d.dir)
	}
	return d.add("folder", connect.OK, d.dir, "")
}

func (d *hubDoctor) examineLock(context.Context) bool {
	var err error
	d.lock, err = store.PeekLock(d.dir)
	switch {
	case err != nil:
		return d.add("lock", connect.Fail, err.Error(), "run this as the user of the hub")
	case !d.lock.Held:
		return d.add("lock", connect.OK, "no hub runs on the folder", "")
	case d.lock.PID == 0:
		return d.add("lock", connect.OK, "a hub runs on the folder", "")
	}
	return d.add("lock", connect.OK, fmt.Sprintf("a hub runs on the folder: process %d", d.lock.PID), "")
}

// examineToken looks whether a start with these settings is refused for want of the access token.
func (d *hubDoctor) examineToken(context.Context) bool {
	flaw, given := auth.Flaw(d.settings.Token), givenBeside(d.dir, d.now)
	switch {
	case flaw == "":
		return d.add("token", connect.OK, "there is an access token", "")
	case given == "":
		return d.add("token", connect.OK, "the access token "+flaw+": development mode, only this machine gets in", "")
	case d.lock.Held: // it has one, from elsewhere
		return d.add("token", connect.Warn, "the access token "+flaw+" here, and a hub with "+given+" does not start without it", "run this in the environment of the hub")
	}
	return d.add("token", connect.Fail, "the access token "+flaw+", and a hub with "+given+" does not start without it", "set HUB_AUTH_TOKEN; hub token prints a new one if it is lost")
}

// Bounds of the room on the disk, in bytes.
const (
	noRoom    = 16 << 20
	scantRoom = 256 << 20
)

func (d *hubDoctor) examineSpace(context.Context) bool {
	if file, err := os.Stat(filepath.Join(d.dir, store.DatabaseName)); err == nil {
		d.size = file.Size()
	}
	free := d.free(d.dir)
	left := fmt.Sprintf("%d MiB are free on the disk of the data folder", free>>20)
	switch {
	case free < noRoom:
		return d.add("space", connect.Fail, left+": the hub will soon be unable to store anything", "make room on it")
	case free < max(scantRoom, 2*d.size): // what a backup that is downloaded takes there
		return d.add("space", connect.Warn, left+", too little for a backup or a new schema beside the database", "make room on it")
	case free>>40 > 1<<10: // the system does not tell
		return d.add("space", connect.OK, "not known on this system", "")
	}
	return d.add("space", connect.OK, left, "")
}

// examineDatabase looks at whose file it is.
func (d *hubDoctor) examineDatabase(ctx context.Context) bool {
	if d.size == 0 {
		had, err := backup.HadDatabase(d.dir, d.lock.Fresh)
		if err != nil {
			return d.add("database", connect.Fail, err.Error(), "run this as the user of the hub")
		}
		if had {
			return d.add("database", connect.Fail, withWayOut(&store.LostDatabaseError{State: "is missing"}, d.dir).Error(), "look for the file first: somebody may have moved it")
		}
		d.add("database", connect.Warn, "there is none yet", "start the hub: hub serve")
		return false
	}
	if err := store.CheckFolder(ctx, d.dir); err != nil {
		return d.add("database", connect.Fail, withWayOut(err, d.dir).Error(), "keep a copy of the folder before anything else")
	}
	return d.add("database", connect.OK, fmt.Sprintf("%s, %d KiB", store.DatabaseName, d.size>>10), "")
}

func (d *hubDoctor) examineIntegrity(ctx context.Context) bool {
	version, damaged, err := store.CheckDatabase(ctx, filepath.Join(d.dir, store.DatabaseName))
	if err != nil {
		return d.add("integrity", connect.Fail, err.Error(), "stop the hub and restore the latest backup with hub import")
	}
	if d.version = version; version < store.SchemaVersion() {
		d.add("schema", connect.Warn, fmt.Sprintf("the database has schema version %d, this hub's is %d", version, store.SchemaVersion()), "make a backup with the old hub, then start this one: it brings the database up to date")
	} else {
		d.add("schema", connect.OK, fmt.Sprintf("version %d, that of this hub", version), "")
	}
	if len(damaged) > 0 {
		d.add("integrity", connect.Fail, fmt.Sprintf("rows that can't be read: %d; %s", len(damaged), damaged[0]), "restore a backup from before, or mend the row: "+documents+"backups.md")
		return true // the others can be
	}
	return d.add("integrity", connect.OK, "the database is whole", "")
}

// examineAddress looks at the public URL as browsers do.
func (d *hubDoctor) examineAddress(ctx context.Context) bool {
	base, err := url.Parse(d.settings.PublicURL)
	switch {
	case d.settings.PublicURL == "" || err != nil:
		return d.add("address", connect.OK, "no public_url is set", "")
	case !d.lock.Held:
		return d.add("address", connect.Skip, "no hub runs that could answer at "+d.settings.PublicURL, "")
	}
	d.add("address", connect.OK, d.settings.PublicURL, "")
	far := connect.Doctor{Client: d.client, Agent: "hub-doctor/" + Version(), Now: d.now}
	for _, c := range far.Reach(ctx, base) {
		if strings.Contains(c.Next, "hub connect") {
			c.Next = "mend public_url (HUB_PUBLIC_URL), or what answers at that address"
		}
		if c.State == connect.Fail && (c.ID == "name" || c.ID == "connect") {
			c.State, c.What = connect.Warn, "from this machine, "+c.What
			c.Next = "see whether others can open it: some networks do not lead back to themselves"
		}
		d.checks = append(d.checks, c)
	}
	return true
}

// examineProxies looks at whom the hub believes where a request came from.
func (d *hubDoctor) examineProxies(context.Context) bool {
	if text := d.settings.deafProxies(); text != "" {
		return d.add("proxy", connect.Warn, text, "set trust_proxy_headers, or drop trusted_proxies")
	}
	if !d.settings.TrustProxyHeaders {
		return d.add("proxy", connect.OK, "no proxy's headers count", "")
	}
	for _, name := range slices.Sorted(maps.Keys(d.servers)) {
		switch server := d.servers[name]; {
		case server.TrustedProxiesRaw == nil:
			d.add("proxy", connect.Warn, "trust_proxy_headers is on, but the server "+name+" of the configuration trusts no proxy, so that no header counts", "set trusted_proxies and trusted_proxies_strict in its servers block")
		case server.TrustedProxiesStrict == 0:
			d.add("proxy", connect.Warn, "the server "+name+" of the configuration takes the client's address from the left of X-Forwarded-For, where a client can write what it likes", "set trusted_proxies_strict beside trusted_proxies")
		default:
			d.add("proxy", connect.OK, "the server "+name+" trusts the proxies that are named, and reads their headers strictly", "")
		}
	}
	if d.servers == nil { // hub serve is strict by itself
		d.add("proxy", connect.OK, "the headers of the proxies that are named count", "")
	}
	return true
}

// examineServices asks what the owner has set up, as the running hub does for the dashboard.
func (d *hubDoctor) examineServices(ctx context.Context) bool {
	if d.version != store.SchemaVersion() {
		return d.add("services", connect.Skip, "not looked at before the database is up to date", "")
	}
	s, err := store.Open(ctx, d.dir, store.Options{ReadOnly: true, Still: true, Now: d.now})
	if err != nil {
		return d.add("services", connect.Fail, err.Error(), "run this as the user of the hub")
	}
	defer s.Close()
	if err := d.examineServicesOf(ctx, s); err != nil {
		return d.add("services", connect.Fail, err.Error(), "look at the hub's log")
	}
	return true
}

func (d *hubDoctor) examineServicesOf(ctx context.Context, s *store.Store) error {
	vault, err := setting.OpenVault(d.dir)
	if err != nil {
		d.add("secrets", connect.Fail, err.Error(), "enter them in the dashboard, under Settings")
	}
	keeper, err := backup.OpenKeeper(d.dir)
	if err != nil {
		d.add("backup", connect.Warn, err.Error(), "nothing, if you know why: earlier backup files stay where they are")
	}
	backups := backup.NewService(backup.Config{Store: s, Keeper: keeper, Policy: d.settings.policy(), Values: d.settings.Backup})
	replica, err := replicate.ReadRecorded(d.dir, d.settings.Replicate)
	if err != nil {
		d.add("replica", connect.Warn, err.Error(), "nothing: what is known of it is found anew")
	}
	board := health.NewBoard(d.now, nil, services(
		backup.Recorded{Service: backups},
		replica,
		forge.New(forge.Config{Store: s, Secrets: vault, Policy: d.settings.policy(), Fixed: d.settings.fixedOf("forge", forge.Table)}),
		gateway.New(gateway.Config{Store: s, Secrets: vault, Policy: d.settings.policy(), Fixed: d.settings.fixedOf("gateway", gateway.Table)}),
		notify.New(notify.Config{Store: s, Secrets: vault, Policy: d.settings.policy(), PublicURL: d.settings.PublicURL, Fixed: d.settings.fixedOfNotify()}),
	)...)
	if err := board.Check(ctx); err != nil {
		return err
	}
	failing := board.Failing()
	for _, p := range board.Problems() {
		what := p.Text.String()
		if d.now().Sub(p.Since) >= time.Minute { // else it was seen now for the first time
			what += " Since " + store.At(p.Since).String() + "."
		}
		d.add(p.Area, connect.Fail, what, "mend it in the dashboard, at "+p.Page)
	}
	if fails, isSetUp := failing["backup"]; !isSetUp {
		d.add("backup", connect.Warn, "no scheduled backups are set up"+age(keeper, d.now()), "set backup dir (HUB_BACKUP_DIR): "+documents+"backups.md")
	} else if _, success := keeper.Last(); !fails && success == nil {
		d.add("backup", connect.OK, "they are set up; none was due yet", "")
	} else if !fails {
		d.add("backup", connect.OK, "they are made"+age(keeper, d.now()), "")
	}
	if fails, isSetUp := failing["replica"]; isSetUp && !fails {
		d.examineReplica(ctx, replica)
	}
	for _, area := range []string{"forge", "gateway"} {
		if fails, isSetUp := failing[area]; !isSetUp {
			d.add(area, connect.OK, "not set up", "")
		} else if !fails {
			d.add(area, connect.OK, "it works, as far as was tried", "")
		}
	}
	return nil
}

// replicaPatience is how long the target may take to be read.
const replicaPatience = 10 * time.Second

// examineReplica looks at the replica itself: what is written down beside the database may be old.
func (d *hubDoctor) examineReplica(ctx context.Context, replica replicate.Recorded) {
	if replica.To == replicate.External {
		d.add("replica", connect.OK, "left to Litestream's own program, which knows how it stands", "")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, replicaPatience)
	defer cancel()
	var m replicate.Moments
	source, err := replicate.OpenSource(ctx, replica.Values, listens, zap.NewNop())
	if err == nil {
		m, err = source.Moments(ctx)
		_ = source.Close()
	}
	switch {
	case errors.Is(err, replicate.ErrEmpty):
		d.add("replica", connect.Warn, "there is none yet in "+string(replica.To), "start the hub; it is there within seconds")
	case err != nil:
		d.add("replica", connect.Fail, "it can't be read: "+err.Error(), "what each kind of target needs: "+documents+"replication.md")
	default:
		tried := "; not restored as a test yet"
		if drill := replica.LastDrill(); drill != nil {
			tried = fmt.Sprintf("; restored as a test %s ago", d.now().Sub(drill.At.Time).Round(time.Minute))
		}
		what := fmt.Sprintf("it has every moment up to %s ago%s", d.now().Sub(m.Newest).Round(time.Second), tried)
		if folder := replica.To.Folder(); folder != "" && replicate.SameDevice(folder, d.dir) {
			d.add("replica", connect.Warn, what+"; but it is on the disk of the data folder, and ends with it", "choose another disk (HUB_REPLICATE_TO)")
			return
		}
		d.add("replica", connect.OK, what, "")
	}
}

// age goes on to tell when the last backup was made.
func age(keeper *backup.Keeper, now time.Time) string {
	_, success := keeper.Last()
	if success == nil {
		return ""
	}
	return fmt.Sprintf("; the last one is %d hours old", int(now.Sub(success.At.Time).Hours()))
}
