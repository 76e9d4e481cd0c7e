package blob

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// How often a request is sent, and how long the first wait between is: between half of it and
// all of it, so that many hubs don't come back at once. The next is four times as long.
const (
	tries     = 3
	firstWait = 400 * time.Millisecond
)

// s3Request is what is asked of the store, as often as it is sent.
type s3Request struct {
	method string
	key    string // of an object; empty: of the bucket
	query  url.Values
	span   string // the header Range
	body   []byte
	digest bool  // send the MD5 of the body, which some requests must have
	stream bool  // the caller reads the answer
	most   int64 // bytes of the answer
}

// s3Answer is what came of it.
type s3Answer struct {
	*http.Response
	text []byte // unless the caller reads it
}

// do sends a request, and again if what went wrong may pass by itself. The error of an answer is a
// [s3Failure].
func (s *S3) do(ctx context.Context, q s3Request) (*s3Answer, error) {
	if s.unusable != nil {
		return nil, s.unusable
	}
	var before error
	for try, wait, set := 1, firstWait, false; ; {
		if ctx.Err() != nil {
			return nil, s3Ended(ctx, before)
		}
		a, again, err := s.once(ctx, q)
		f, _ := errors.AsType[*s3Failure](err)
		switch {
		case err == nil:
			return a, nil
		case ctx.Err() != nil:
			return nil, s3Ended(ctx, before)
		case f != nil && f.code == "RequestTimeTooSkewed" && !set && !f.at.IsZero():
			// This machine's clock is wrong, and not for this request alone.
			s.skew.Store(int64(f.at.Sub(s.config.Now())))
			set = true
			continue
		case !again || try == tries:
			return nil, err
		}
		before = err
		if s.sleep(ctx, wait/2+rand.N(wait/2)) != nil {
			return nil, s3Ended(ctx, before)
		}
		try, wait = try+1, 4*wait
	}
}

// s3Ended says why a call ends before its time, and what it had met until then.
func s3Ended(ctx context.Context, before error) error {
	if before == nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%w, after: %w", context.Cause(ctx), before)
}

func s3Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// once sends a request once. again: what went wrong may pass.
func (s *S3) once(ctx context.Context, q s3Request) (a *s3Answer, again bool, err error) {
	r, err := s.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	if len(q.body) > 0 {
		body := &s3Body{rest: q.body}
		defer body.Close() // not before the answer is read: that would end the connection
		r.Body, r.ContentLength = body, int64(len(q.body))
	}
	resp, err := s.config.Client.Do(r)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err // without the address, which the operation tells shorter
		}
		_, refused := errors.AsType[*outbound.Refused](err)
		_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
		return nil, !refused && !untrusted, fmt.Errorf("no answer from %s: %w", s.origin, err)
	}
	good := resp.StatusCode/100 == 2
	if good && q.stream {
		return &s3Answer{Response: resp}, false, nil
	}
	defer resp.Body.Close()
	if !good {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)) // half of it is better than none
		f := readFailure(resp.StatusCode, resp.Header, text, r.Header.Get("Authorization"))
		return nil, f.passing(), f
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, q.most+1))
	if err != nil {
		return nil, true, fmt.Errorf("the answer breaks off: %w", err)
	}
	if int64(len(text)) > q.most {
		return nil, false, fmt.Errorf("the answer has more than %d bytes", q.most)
	}
	if bytes.Contains(text, []byte("<Error")) {
		// An answer that takes long begins before the store knows how it ends.
		if f := readFailure(resp.StatusCode, resp.Header, text, r.Header.Get("Authorization")); f.code != "" {
			return nil, f.passing(), f
		}
	}
	return &s3Answer{resp, text}, false, nil
}

// prepare makes the HTTP request and signs it.
func (s *S3) prepare(ctx context.Context, q s3Request) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, q.method, s.origin.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	r.URL.Path = "/" + s.config.Bucket
	if q.key != "" {
		r.URL.Path += "/" + q.key
	}
	r.URL.RawPath, r.URL.RawQuery = encodePath(r.URL.Path), encodeQuery(q.query)
	if q.span != "" {
		r.Header.Set("Range", q.span)
	}
	if q.digest {
		sum := md5.Sum(q.body)
		r.Header.Set("Content-Md5", base64.StdEncoding.EncodeToString(sum[:]))
	}
	sign(r, s.config, q.body, s.config.Now().Add(time.Duration(s.skew.Load())))
	// Not signed, since they may be changed on the way. A file comes as it is.
	r.Header.Set("Accept-Encoding", "identity")
	r.Header.Set("User-Agent", "progress-hub")
	return r, nil
}

// s3Body is the body of a request. The transport may go on reading it after the answer has come,
// when its bytes are already those of the next part of a file: closed, it gives no more of them.
type s3Body struct {
	mu     sync.Mutex
	rest   []byte
	closed bool
}

func (b *s3Body) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return 0, os.ErrClosed
	case len(b.rest) == 0:
		return 0, io.EOF
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *s3Body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return nil
}
