package connect

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// The outcomes of a check.
const (
	OK   = "ok"
	Warn = "warn"
	Fail = "fail"
	Skip = "skip" // what it hangs on has failed
)

// NotChecked is what a check says that was skipped.
const NotChecked = "not checked: what comes before it has failed"

// Check is one thing that the doctor has looked at.
type Check struct {
	ID    string `json:"id"`
	State string `json:"state"`
	What  string `json:"what"`
	Next  string `json:"next,omitempty"` // what to do; empty: nothing
}

// NewCheck is a check whose texts are fit for a terminal.
func NewCheck(id, state, what, next string) Check { return Check{id, state, Shown(what), Shown(next)} }

// Bounds of what is still well.
const (
	soonExpired  = 14 * 24 * time.Hour
	maxClockSkew = time.Minute
	oldIndex     = 7 * 24 * time.Hour
)

// Doctor looks for what keeps the agents of a machine from the hub.
type Doctor struct {
	Machine Machine
	Client  *http.Client
	Agent   string
	Now     func() time.Time
	// Program is what entries shall start; empty: any program that is there.
	Program string
	Group   string // the command of it that the hub's are below; empty: none
	// Load reads the configuration.
	Load func() (indexer.Config, error)

	checks []Check
	way    indexer.Way
	direct []string         // the clients that speak HTTP to the hub themselves
	tried  map[string]trial // by their command line, the bridges that were started
	// patience is how long a bridge may take to answer; 0: [bridgePatience].
	patience time.Duration
}

// Examine makes all checks, for the clients that are found or named.
func (d *Doctor) Examine(ctx context.Context, clients []Client) []Check {
	d.checks, d.direct, d.tried = nil, nil, map[string]trial{}
	d.home()
	ok := d.config()
	ok = d.step(ok, "reach", func() bool { return d.reach(ctx) })
	ok = d.step(ok, "token", func() bool { return d.token(ctx) })
	ok = d.step(ok, "scope", func() bool { return d.scope(ctx) })
	ok = d.step(ok, "mcp", func() bool { return d.mcp(ctx) })
	d.step(ok, "initialize", func() bool { return d.initialize(ctx) })
	d.step(ok, "modern", func() bool { return d.modern(ctx) })
	for _, c := range clients {
		d.client(ctx, c, ok)
	}
	if ok {
		d.oauth(ctx)
	}
	d.index()
	return d.checks
}

// Reach looks at the way to a hub alone, and at what answers there without a token.
func (d *Doctor) Reach(ctx context.Context, base *url.URL) []Check {
	d.checks, d.way = nil, indexer.Way{Base: base}
	d.reach(ctx)
	return d.checks
}

// Healthy reports whether nothing is broken.
func Healthy(checks []Check) bool {
	for _, c := range checks {
		if c.State == Fail {
			return false
		}
	}
	return true
}

func (d *Doctor) add(id, state, what, next string) bool {
	d.checks = append(d.checks, NewCheck(id, state, what, next))
	return state != Fail
}

func (d *Doctor) step(ready bool, id string, check func() bool) bool {
	if !ready {
		d.add(id, Skip, NotChecked, "")
		return false
	}
	return check()
}

// home says where clients are looked for, where a machine has two of them.
func (d *Doctor) home() {
	if name := d.Machine.WSL(); name != "" {
		d.add("home", OK, d.Machine.TwoHomes(name), "")
	}
}

func (d *Doctor) config() bool {
	c, err := d.Load()
	switch {
	case errors.Is(err, indexer.ErrNoConfig):
		return d.add("config", Fail, "this machine is not connected to a hub", "run hub connect with the address of your hub")
	case err != nil:
		return d.add("config", Fail, err.Error(), "mend the file, or run hub connect anew")
	case c.Exposed:
		d.add("config", Warn, c.File+" can be read by others on this machine, and holds a token", "chmod 600 "+c.File)
	default:
		d.add("config", OK, c.File, "")
	}
	if d.way, err = c.Way(); err != nil {
		return d.add("address", Fail, err.Error(), "run hub connect with the address of your hub")
	}
	return d.add("address", OK, d.way.Base.String(), "")
}

// get makes one request of the hub. Redirects are answers, too.
func (d *Doctor) get(ctx context.Context, method, path, body string, headers ...string) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, d.way.Base.String()+path, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("User-Agent", d.Agent)
	req.Header.Set("Accept", "application/json, text/event-stream")
	if d.way.Token != "" && path != "/api/health" {
		req.Header.Set("Authorization", "Bearer "+d.way.Token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := d.Client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return res, text, err
}

func (d *Doctor) reach(ctx context.Context) bool {
	res, text, err := d.get(ctx, http.MethodGet, "/api/health", "")
	if err != nil {
		return d.unreached(err)
	}
	d.add("reach", OK, "something answers at "+d.way.Base.Host, "")
	d.certificate(res)
	if !d.health(res, text) {
		return false
	}
	// What the hub does not know is a problem document of its own, unless something in front of
	// it answers in its place.
	if res, text, err = d.get(ctx, http.MethodGet, "/api/no-such-path", ""); err == nil && (res.StatusCode != http.StatusNotFound || !json.Valid(text)) && res.StatusCode != http.StatusUnauthorized {
		return d.add("proxy", Fail, fmt.Sprintf("what is in front of the hub changes its answers: a path that is not there is answered %s", res.Status), "have the proxy hand on all of the hub's answers as they are")
	}
	return true
}

// unreached says why there was no answer.
func (d *Doctor) unreached(err error) bool {
	var unknown *net.DNSError
	var authority x509.UnknownAuthorityError
	var other x509.HostnameError
	var invalid x509.CertificateInvalidError
	host := d.way.Base.Hostname()
	switch {
	case outbound.RefusedBy(err) != "":
		return d.add("address", Fail, outbound.RefusedBy(err), "run hub connect with another address of your hub")
	case errors.As(err, &unknown):
		return d.add("name", Fail, "the name "+host+" can't be resolved on this machine", "see that it is spelled right; a name of a mesh network needs that network to be on")
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return d.add("certificate", Fail, "the certificate of "+host+" is out of date, or this machine's clock is", "look at the clock, then at why the certificate is not renewed")
	case errors.As(err, &other):
		return d.add("certificate", Fail, "the certificate is for another name than "+host, "use the name that the certificate has")
	case errors.As(err, &authority):
		return d.add("certificate", Fail, "the certificate of "+host+" is of an authority that this machine does not trust", "run hub trust on the hub's machine and copy its root certificate to this one")
	case errors.Is(err, http.ErrSchemeMismatch):
		return d.add("scheme", Fail, d.way.Base.Host+" does not speak https", "run hub connect http://"+d.way.Base.Host+d.way.Base.Path+", or with the port that speaks https")
	case os.IsTimeout(err):
		return d.add("connect", Fail, d.way.Base.Host+" does not answer: a firewall, or a network that is off", "see that the hub runs and that this machine can reach it")
	}
	return d.add("connect", Fail, "no connection to "+d.way.Base.Host+": "+plainReason(err), "start the hub if it is stopped; if its address or port is another one, run hub connect with that")
}

// plainReason is the innermost error, without addresses and what was done.
func plainReason(err error) string {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err.Error()
}

func (d *Doctor) certificate(res *http.Response) {
	if at, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		if skew := d.Now().Sub(at).Abs(); skew > maxClockSkew {
			d.add("clock", Warn, fmt.Sprintf("the clocks of this machine and the hub are %s apart", skew.Round(time.Second)), "have both set their clocks by the network")
		}
	}
	if res.TLS == nil || len(res.TLS.PeerCertificates) == 0 {
		return
	}
	left := res.TLS.PeerCertificates[0].NotAfter.Sub(d.Now())
	if left < soonExpired {
		d.add("certificate", Warn, fmt.Sprintf("the certificate ends in %d days", int(left.Hours()/24)), "see why it is not renewed")
		return
	}
	d.add("certificate", OK, "the certificate is trusted", "")
}

func (d *Doctor) health(res *http.Response, text []byte) bool {
	var health struct {
		Status string `json:"status"`
		Detail string `json:"detail"`
	}
	isJSON := json.Unmarshal(text, &health) == nil
	switch code := res.StatusCode; {
	case code == http.StatusOK && health.Status == "ok":
		return d.add("health", OK, "the hub is up", "")
	case code >= 300 && code < 400:
		to, _ := res.Location()
		if to == nil {
			return d.add("redirect", Fail, "the address leads elsewhere", "run hub connect with the hub's own address")
		}
		if to.Host != d.way.Base.Host {
			return d.add("redirect", Fail, "the address leads to "+to.Scheme+"://"+to.Host+", and no token is sent there: a sign-in page in front of the hub, or its former address", "run hub connect with the hub's own address; let /mcp and /api pass without that page")
		}
		return d.add("redirect", Fail, "the address leads to "+to.Scheme+"://"+to.Host, "run hub connect with that address")
	case code == http.StatusForbidden && isJSON:
		return d.add("host", Fail, "the hub does not answer to this name: "+health.Detail, "add the name to allowed_hosts (HUB_ALLOWED_HOSTS) of the hub")
	case indexer.WantsTLS(res, text):
		return d.add("scheme", Fail, d.way.Base.Host+" speaks https, not http", "run hub connect https://"+d.way.Base.Host+d.way.Base.Path)
	case code >= 500:
		return d.add("health", Fail, "the hub, or what is in front of it, is out of order: "+res.Status, "look at the hub's log")
	case !isJSON || code == http.StatusNotFound || code == http.StatusOK:
		return d.add("health", Fail, "what answers at this address is no Progress Hub", "look at the address, its port and the path in front of the hub")
	}
	return d.add("health", Fail, "the hub answers "+res.Status, "look at the hub's log")
}

func (d *Doctor) token(ctx context.Context) bool {
	res, text, err := d.get(ctx, http.MethodGet, "/api/threads?limit=1", "")
	if err != nil {
		return d.unreached(err)
	}
	const anew = "run hub connect: it gets this machine a new token"
	switch {
	case res.StatusCode == http.StatusOK && d.way.Token == "":
		return d.add("token", OK, "the hub is in development mode and wants none", "")
	case res.StatusCode == http.StatusOK:
		return d.add("token", OK, "the hub takes this machine's token", "")
	case res.StatusCode != http.StatusUnauthorized:
		return d.add("token", Fail, "the hub answers "+res.Status+" to this machine's token", "look at the hub's log")
	case bytes.Contains(text, []byte("development mode")):
		return d.add("token", Fail, "the hub is in development mode and takes no token, but this machine sends one", "run hub connect, or set HUB_AUTH_TOKEN for the hub")
	case d.way.Token == "":
		return d.add("token", Fail, "the hub wants a token, and this machine has none", anew)
	case bytes.Contains(text, []byte("has expired")):
		return d.add("token", Fail, "this machine's token has expired", anew)
	case bytes.Contains(text, []byte("was revoked")):
		return d.add("token", Fail, "the hub does not know this machine's token: it was revoked, or it is another hub's", anew)
	case bytes.Contains(text, []byte("send the access token")):
		return d.add("token", Fail, "the token is lost on the way: something in front of the hub takes the Authorization header out", "have the proxy hand that header on")
	}
	return d.add("token", Fail, "what this machine sends is not the hub's access token, nor a token that the hub made", anew)
}

// scope looks whether the token may write. A thread without a title is made by no token.
func (d *Doctor) scope(ctx context.Context) bool {
	res, _, err := d.get(ctx, http.MethodPost, "/api/threads", "{}")
	switch {
	case err != nil:
		return d.unreached(err)
	case res.StatusCode == http.StatusForbidden:
		return d.add("scope", Warn, ReadOnlyToken, WriteAgain)
	}
	return d.add("scope", OK, "agents here may read and write", "")
}

func (d *Doctor) endpoint() string {
	if d.way.Base == nil {
		return ""
	}
	return d.way.Base.String() + "/mcp"
}

func (d *Doctor) index() {
	if d.way.Base == nil {
		return
	}
	at := indexer.LastRun(d.Machine.Environment, d.way.Base)
	switch age := d.Now().Sub(at); {
	case at.IsZero():
		d.add("index", Warn, "hub index has not run here: the hub knows nothing of past sessions", "run hub index, and have it run by itself")
	case age > oldIndex:
		d.add("index", Warn, fmt.Sprintf("hub index ran %d days ago", int(age.Hours()/24)), "have it run by itself")
	default:
		d.add("index", OK, "hub index has run lately", "")
	}
}
