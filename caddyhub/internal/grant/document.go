package grant

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// The limits of the documents that programs publish about themselves.
const (
	maxDocumentID  = 2000
	maxDocument    = 16 << 10
	maxDocuments   = 32
	maxFetches     = 8 // at a time
	leastAge       = 5 * time.Minute
	mostAge        = 24 * time.Hour
	failureAge     = time.Minute
	documentTime   = 5 * time.Second
	documentAccept = "application/json"
)

// documents are those that were read lately. They are fetched when a program asks, and never for a
// token.
type documents struct {
	fetch *http.Client
	mono  func() time.Duration

	free chan struct{} // a place for each that may be read at a time

	mu      sync.Mutex
	kept    map[string]document      // by the id of the client, which is its address
	reading map[string]chan struct{} // closed once the one that is being read is there
}

// document is what came of reading one.
type document struct {
	client *client
	err    error
	until  time.Duration
}

// NewClient makes what fetches the documents of programs: it goes to public addresses alone, and
// follows no redirect. own reports whether this process listens at an address.
func NewClient(own func(netip.AddrPort) bool) *http.Client {
	return outbound.NewPublicClient(own, documentTime)
}

func newDocuments(fetch *http.Client, mono func() time.Duration) *documents {
	return &documents{fetch: fetch, mono: mono, free: make(chan struct{}, maxFetches), kept: map[string]document{}, reading: map[string]chan struct{}{}}
}

// checkDocumentID takes the address of a document: https, with a path, and nothing in it that two
// programs read differently.
func checkDocumentID(id string) error {
	u, err := url.Parse(id)
	switch {
	case err != nil || len(id) > maxDocumentID || strings.Contains(authority(id), "%") || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }) || u.Scheme != "https" || !isHost(u) || u.User != nil || strings.Contains(id, "#"):
		return errors.New("it is no whole https address")
	case u.Port() != "" && u.Port() != "443":
		return errors.New("its address has a port of its own")
	case u.Path == "" || u.Path == "/":
		return errors.New("its address has no path")
	case path.Clean(u.Path) != strings.TrimSuffix(u.Path, "/") && path.Clean(u.Path) != u.Path:
		return errors.New("its address has dots or slashes that lead elsewhere")
	}
	return nil
}

// client is the program whose id is the address of its document.
func (d *documents) client(ctx context.Context, id string) (*client, error) {
	if err := checkDocumentID(id); err != nil {
		return nil, err
	}
	for {
		d.mu.Lock()
		known, ok := d.kept[id]
		if ok && d.mono() < known.until {
			d.mu.Unlock()
			return known.client, known.err
		}
		under, isRead := d.reading[id]
		if !isRead {
			d.reading[id] = make(chan struct{})
			d.mu.Unlock()
			return d.get(ctx, id)
		}
		d.mu.Unlock()
		select { // somebody reads it already
		case <-under:
		case <-ctx.Done():
			return nil, errUnread
		}
	}
}

// errUnread says no more: strangers would learn by it what the hub can reach.
var errUnread = errors.New("it can't be read")

// get reads a document for all who wait for it.
func (d *documents) get(ctx context.Context, id string) (c *client, err error) {
	age := failureAge
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		close(d.reading[id])
		delete(d.reading, id)
		if err != nil && ctx.Err() != nil {
			return // of a browser that went away nothing is learned
		}
		d.kept[id] = document{c, err, d.mono() + age}
		for len(d.kept) > maxDocuments {
			first := ""
			for other, one := range d.kept {
				if other != id && (first == "" || one.until < d.kept[first].until) {
					first = other
				}
			}
			delete(d.kept, first)
		}
	}()
	select {
	case d.free <- struct{}{}:
		defer func() { <-d.free }()
	case <-ctx.Done():
		return nil, errUnread
	}
	c, found, err := d.read(ctx, id)
	if err == nil {
		age = found
	}
	return c, err
}

func (d *documents) read(ctx context.Context, id string) (*client, time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, documentTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, id, nil)
	if err != nil {
		return nil, 0, errors.New("its address can't be asked")
	}
	r.Header.Set("Accept", documentAccept)
	answer, err := d.fetch.Do(r)
	if err != nil {
		return nil, 0, errUnread
	}
	defer answer.Body.Close()
	if media, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type")); answer.StatusCode != http.StatusOK || err != nil || media != documentAccept && !strings.HasSuffix(media, "+json") {
		return nil, 0, errUnread
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxDocument+1))
	if err != nil || len(body) > maxDocument {
		return nil, 0, errUnread
	}
	c, err := parseDocument(id, body)
	return c, ageOf(answer.Header.Get("Cache-Control")), err
}

// parseDocument reads what a program says of itself.
func parseDocument(id string, body []byte) (*client, error) {
	var said struct {
		ID     string   `json:"client_id"`
		Name   string   `json:"client_name"`
		URIs   []string `json:"redirect_uris"`
		Method *string  `json:"token_endpoint_auth_method"`
	}
	switch {
	case form.Check(body) != nil || json.Unmarshal(body, &said) != nil:
		return nil, errors.New("it is no JSON object of the form that is expected")
	case said.ID != id:
		return nil, errors.New("its client_id is not its address")
	case said.Method != nil && *said.Method != "none":
		return nil, errors.New("its token_endpoint_auth_method is not none")
	}
	if err := checkURIs(said.URIs); err != nil {
		return nil, err
	}
	u, err := url.Parse(id)
	if err != nil {
		return nil, errors.New("its address can't be read")
	}
	return &client{ID: id, Name: oneLine(said.Name), URIs: slices.Clone(said.URIs), Host: strings.ToLower(u.Host)}, nil
}

var maxAge = regexp.MustCompile(`(?i)(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})`)

// ageOf is how long a document is kept.
func ageOf(cacheControl string) time.Duration {
	if strings.Contains(strings.ToLower(cacheControl), "no-store") {
		return leastAge
	}
	found := maxAge.FindStringSubmatch(cacheControl)
	if found == nil {
		return leastAge
	}
	seconds, _ := strconv.Atoi(found[1]) // digits alone
	return min(max(time.Duration(seconds)*time.Second, leastAge), mostAge)
}
