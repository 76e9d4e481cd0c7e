package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
)

// S3Config says where a bucket is and which keys open it.
type S3Config struct {
	Bucket    string
	Path      string // the folder of the bucket that holds the files; may be empty
	Endpoint  string // an origin such as https://s3.example.com; empty: Amazon's of the region
	Region    string // empty: us-east-1
	AccessKey string
	SecretKey string
	Client    *http.Client     // follows no redirect: a signature is for one address
	Now       func() time.Time // empty: time.Now
}

// S3 keeps files in a bucket of Amazon S3, or of a store that speaks as it does. The bucket is a
// part of the path of an address (and not of its host), which every such store understands.
type S3 struct {
	config   S3Config
	origin   *url.URL
	root     string // begins every key: empty, or ends with a slash
	unusable error  // what is wrong with the configuration
	part     int    // bytes of a part
	skew     atomic.Int64
	sleep    func(context.Context, time.Duration) error
	open     context.Context // ends with Close
	shut     context.CancelCauseFunc
}

// Bounds of what comes in.
const (
	maxAnswer = 1 << 20 // of an error and of whatever says that something is done
	maxPage   = 8 << 20 // of a listing, which has at most perPage names
	maxListed = 1 << 20 // names in a folder; a replica has thousands
	perPage   = 1000
	perDelete = 100
)

// NewS3 makes a store of a bucket. What is wrong with the configuration is the error of every call.
func NewS3(c S3Config) *S3 {
	c.Region = cmp.Or(c.Region, "us-east-1")
	c.Endpoint = cmp.Or(c.Endpoint, "https://s3."+c.Region+".amazonaws.com")
	if c.Now == nil {
		c.Now = time.Now
	}
	s := &S3{config: c, part: partSize, sleep: s3Sleep}
	s.open, s.shut = context.WithCancelCause(context.Background())
	s.origin, s.unusable = s3Origin(c.Endpoint)
	if path := strings.Trim(c.Path, "/"); path != "" {
		s.root = path + "/"
	}
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case s.unusable != nil:
	case c.Bucket == "" || strings.ContainsFunc(c.Bucket, odd) || strings.Contains(c.Bucket, "/"):
		s.unusable = errors.New("the name of the bucket is missing or none")
	case c.AccessKey == "" || c.SecretKey == "":
		s.unusable = errors.New("the access key or the secret key is missing")
	case strings.ContainsFunc(c.AccessKey+c.SecretKey+c.Region, odd):
		s.unusable = errors.New("the access key, the secret key or the region has characters that none has, such as a line's end")
	case strings.ContainsFunc(c.Path, unicode.IsControl) || strings.Contains("/"+s.root, "/../") || strings.Contains("/"+s.root, "/./"):
		// What is on the way to the store could take the dots for another bucket.
		s.unusable = errors.New("the path in the bucket has control characters, or dots for a name")
	}
	return s
}

// s3Origin reads an endpoint, which errors don't quote: a password could stand in it.
func s3Origin(endpoint string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSuffix(endpoint, "/"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.Path+u.RawQuery+u.Fragment != "" {
		return nil, errors.New("the endpoint is no origin, such as https://s3.example.com")
	}
	// A proxy may leave out the port that goes without saying, but it is signed.
	u.Host = strings.TrimSuffix(u.Host, map[string]string{"https": ":443", "http": ":80"}[u.Scheme])
	return u, nil
}

// s3Call is the context of a call.
type s3Call struct {
	context.Context
	of context.Context // the caller's
}

// Err asks the caller's context, too, which may find out by that that it has ended.
func (c s3Call) Err() error {
	_ = c.of.Err()
	return c.Context.Err()
}

// begin makes a context for a call, which ends with the store's.
func (s *S3) begin(of context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(of)
	if s.open.Err() != nil {
		cancel(errClosed) // at once, which the function below does not promise
	}
	stop := context.AfterFunc(s.open, func() { cancel(errClosed) })
	return s3Call{ctx, of}, func() { stop(); cancel(nil) }
}

// Check asks for one name of the bucket.
func (s *S3) Check(ctx context.Context) error {
	ctx, done := s.begin(ctx)
	defer done()
	if _, err := s.page(ctx, s.root, url.Values{"max-keys": {"1"}}); err != nil {
		return fmt.Errorf("check the bucket %s: %w", s.config.Bucket, s.explain(err))
	}
	return nil
}

// List reads the listing of a folder, page by page.
func (s *S3) List(ctx context.Context, folder string) ([]Info, error) {
	ctx, done := s.begin(ctx)
	defer done()
	prefix := s.root
	if folder != "" {
		prefix += folder + "/"
	}
	list, err := s.list(ctx, prefix)
	if err != nil {
		return nil, fmt.Errorf("list the folder %q: %w", folder, err)
	}
	return list, nil
}

func (s *S3) list(ctx context.Context, prefix string) ([]Info, error) {
	var list []Info
	query := url.Values{"max-keys": {fmt.Sprint(perPage)}, "delimiter": {"/"}}
	for {
		p, err := s.page(ctx, prefix, query)
		if err != nil {
			return nil, err
		}
		for _, f := range p.Files {
			if f.Key != prefix { // which some programs make to show a folder
				list = append(list, Info{Name: strings.TrimPrefix(f.Key, s.root), Size: f.Size, Modified: f.Modified})
			}
		}
		switch {
		case !p.More:
			slices.SortFunc(list, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
			return list, nil
		case p.Next == "" || p.Next == query.Get("continuation-token"):
			return nil, errors.New("the listing goes on, but does not say where")
		case len(list) > maxListed:
			return nil, fmt.Errorf("there are more than %d files", maxListed)
		}
		query.Set("continuation-token", p.Next)
	}
}

// page asks for one page of a listing.
func (s *S3) page(ctx context.Context, prefix string, query url.Values) (*s3Page, error) {
	query.Set("list-type", "2")
	query.Set("prefix", prefix)
	query.Set("encoding-type", "url") // XML has no way to write some names
	a, err := s.do(ctx, s3Request{method: http.MethodGet, query: query, most: maxPage})
	if err != nil {
		return nil, err
	}
	return readPage(a.text, prefix)
}

// Get reads an object, or a span of one.
func (s *S3) Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	ctx, done := s.begin(ctx)
	q := s3Request{method: http.MethodGet, key: s.root + name, stream: true}
	switch {
	case size > 0:
		q.span = fmt.Sprintf("bytes=%d-%d", offset, offset+min(size, math.MaxInt64-offset)-1)
	case offset > 0:
		q.span = fmt.Sprintf("bytes=%d-", offset)
	}
	a, err := s.do(ctx, q)
	if err == nil {
		if err = checkSpan(a.Response, q.span != "", offset, size); err == nil {
			return &s3Reader{a.Body, name, done}, nil
		}
		_ = a.Body.Close()
	}
	done()
	if f, ok := errors.AsType[*s3Failure](err); ok && f.status == http.StatusRequestedRangeNotSatisfiable {
		return io.NopCloser(strings.NewReader("")), nil // it begins at the end or beyond it
	}
	return nil, fmt.Errorf("get %s: %w", name, err)
}

// checkSpan makes sure that an answer holds what was asked for, and tells how long it is: without
// that an answer which breaks off could pass for a short file.
func checkSpan(a *http.Response, spanned bool, offset, size int64) error {
	want := a.ContentLength
	if spanned {
		var first, last, total int64
		if _, err := fmt.Sscanf(a.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &total); err != nil || a.StatusCode != http.StatusPartialContent {
			return errors.New("asked for a part of the file, the store answered with something else")
		}
		want = total - offset
		if size > 0 {
			want = min(want, size)
		}
		if first != offset || last != offset+want-1 {
			return errors.New("the store answered with another part of the file")
		}
	}
	if want < 0 || a.ContentLength != want || !spanned && a.StatusCode != http.StatusOK {
		return errors.New("the store does not tell how much of the file comes")
	}
	return nil
}

// s3Reader is the body of an answer.
type s3Reader struct {
	io.ReadCloser
	name string
	done func()
}

func (d *s3Reader) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("get %s: %w", d.name, err)
	}
	return n, err
}

func (d *s3Reader) Close() error {
	defer d.done()
	return d.ReadCloser.Close()
}

// Delete removes objects, a hundred with each request. What can't be removed is no reason to leave
// the others.
func (s *S3) Delete(ctx context.Context, names []string) error {
	ctx, done := s.begin(ctx)
	defer done()
	var left s3Kept
	for batch := range slices.Chunk(names, perDelete) {
		a, err := s.do(ctx, s3Request{
			method: http.MethodPost, query: url.Values{"delete": {""}},
			body: writeRemoval(s.root, batch), digest: true, most: maxAnswer,
		})
		if err == nil {
			err = readRemoved(a.text, s.root, &left)
		}
		if err != nil {
			return fmt.Errorf("delete %d files: %w", len(names), err)
		}
	}
	if left.count > 0 {
		return fmt.Errorf("delete %d files: the store keeps %d, the first of them %s", len(names), left.count, left.first)
	}
	return nil
}

// Close ends what is under way.
func (s *S3) Close() error {
	s.shut(errClosed)
	s.config.Client.CloseIdleConnections()
	return nil
}

var _ Store = (*S3)(nil)
