package blob

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// hushed fails a test if an error tells what only the store may know, or takes more than a line.
func hushed(t *testing.T, err error) {
	t.Helper()
	for _, secret := range []string{secretKey, "Signature=", "Credential=", "AWS4", "\n"} {
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%q is in the error: %v", secret, err)
		}
	}
}

// slow is a transport for which the first requests take too long. They do arrive.
type slow struct {
	http.RoundTripper
	times int
}

func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.RoundTripper.RoundTrip(r)
	if s.times--; err == nil && s.times >= 0 {
		_ = resp.Body.Close()
		return nil, context.DeadlineExceeded // as the deadline of a client, not of the call
	}
	return resp, err
}

func TestS3Retries(t *testing.T) {
	cutAnswer := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, "<ListBucketResult>")
	}
	passing := map[string]http.HandlerFunc{
		"500": answers(500, "InternalError"), "503": answers(503, "SlowDown"), "502 of a proxy": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "bad gateway", http.StatusBadGateway) },
		"429": answers(429, "TooManyRequests"), "408": answers(408, ""), "a request that took too long": answers(400, "RequestTimeout"),
		"no answer": hangUp, "an error in a 200": answers(200, "InternalError"), "slow": nil,
	}
	lasting := map[string]http.HandlerFunc{
		"403": answers(403, "AccessDenied"), "400": answers(400, "InvalidArgument"), "404": answers(404, "NoSuchKey"), "409": answers(409, "OperationAborted"), "501": answers(501, "NotImplemented"),
	}
	try := func(t *testing.T, times int, how http.HandlerFunc, operation string) (requests int, slept []time.Duration, err error) {
		server := newS3Server(t)
		s, waits := server.store(func(c *S3Config) {
			if how == nil {
				client := *c.Client
				client.Transport = &slow{c.Client.Transport, 0}
				c.Client = &client
			}
		})
		mustPut(t, s, "f")
		if how == nil {
			s.config.Client.Transport.(*slow).times = times
		} else {
			server.fails(times, nil, how)
		}
		server.requests()
		err = operations(s)[operation](t.Context())
		hushed(t, err)
		return len(server.requests()), *waits, err
	}
	for _, operation := range []string{"check", "list", "get", "put", "delete"} {
		for name, how := range passing {
			if operation == "get" && name == "an error in a 200" {
				continue // it would be a file
			}
			t.Run(operation+"/"+name, func(t *testing.T) {
				if n, slept, err := try(t, 2, how, operation); err != nil || n != 3 || len(slept) != 2 {
					t.Errorf("failing twice: %d requests, slept %v, %v", n, slept, err)
				} else if slept[0] < firstWait/2 || slept[0] > firstWait || slept[1] < 2*firstWait || slept[1] > 4*firstWait {
					t.Errorf("slept %v", slept)
				}
				if n, slept, err := try(t, 3, how, operation); err == nil || n != 3 || len(slept) != 2 {
					t.Errorf("failing thrice: %d requests, slept %v, %v", n, slept, err)
				}
			})
		}
		for name, how := range lasting {
			t.Run(operation+"/"+name, func(t *testing.T) {
				if n, slept, err := try(t, 1, how, operation); err == nil || n != 1 || len(slept) > 0 {
					t.Errorf("%d requests, slept %v, %v", n, slept, err)
				}
			})
		}
	}
	t.Run("list/a cut answer", func(t *testing.T) {
		if n, _, err := try(t, 1, cutAnswer, "list"); err != nil || n != 2 {
			t.Errorf("%d requests, %v", n, err)
		}
	})
}

// A file that breaks off must never pass for a short one.
func TestS3CutDownload(t *testing.T) {
	for name, cut := range map[string]http.HandlerFunc{
		"with its length": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "half of it")
		},
		"by the end of the connection": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "half of it")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		},
		"after nothing": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "1000") },
	} {
		t.Run(name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			server.fails(1, nil, cut)
			got, err := readAll(s, "f", 0, 0)
			if !errors.Is(err, io.ErrUnexpectedEOF) && (err == nil || !strings.Contains(err.Error(), "reset")) {
				t.Errorf("%q, %v", got, err)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "get f: ") {
				t.Error(err)
			}
		})
	}
}

func TestS3CutUpload(t *testing.T) {
	for name, c := range map[string]struct {
		times int
		want  string
	}{"twice": {2, strings.Repeat("new ", 10_000)}, "thrice": {3, "the text of f"}} {
		t.Run(name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			mustPut(t, s, "f")
			server.fails(c.times, nil, hangUp)
			err := s.Put(t.Context(), "f", strings.NewReader(strings.Repeat("new ", 10_000)))
			if (err != nil) != (c.times == 3) || err != nil && !strings.HasPrefix(err.Error(), "put f: no answer from ") {
				t.Error(err)
			}
			if got, err := readAll(s, "f", 0, 0); err != nil || got != c.want {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		})
	}
}

func TestS3Clock(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"right": 0, "late": -3 * time.Hour, "early": 400 * 24 * time.Hour, "a little late": -10 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			server := newS3Server(t)
			s, slept := server.store(func(c *S3Config) { c.Now = func() time.Time { return serverNow.Add(ahead) } })
			mustPut(t, s, "f")
			if n, want := len(server.requests()), 1; ahead.Abs() > 15*time.Minute && n != want+1 || ahead.Abs() < 15*time.Minute && n != want {
				t.Errorf("%d requests", n)
			}
			if text, err := readAll(s, "f", 0, 0); err != nil || text != "the text of f" {
				t.Errorf("%q, %v", text, err)
			}
			if n := len(server.requests()); n != 1 {
				t.Errorf("%d requests when the difference is known", n)
			}
			if len(*slept) > 0 {
				t.Errorf("slept %v", *slept)
			}
		})
	}
	t.Run("nothing helps", func(t *testing.T) {
		server := newS3Server(t)
		s, _ := server.store(nil)
		server.fails(100, nil, answers(403, "RequestTimeTooSkewed"))
		if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "the clock of this machine is wrong") {
			t.Error(err)
		}
		if n := len(server.requests()); n != 2 {
			t.Errorf("%d requests", n)
		}
	})
}

func TestS3Check(t *testing.T) {
	regional := func(status int, code, header, element string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if header != "" {
				w.Header().Set("X-Amz-Bucket-Region", header)
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code><Region>"+element+"</Region></Error>")
		}
	}
	for _, c := range []struct {
		name   string
		edit   func(*S3Config)
		answer http.HandlerFunc
		want   string
	}{
		{"a missing bucket", func(c *S3Config) { c.Bucket = "other" }, nil, "check the bucket other: there is no such bucket: the store answered 404 NoSuchBucket"},
		{"a wrong access key", func(c *S3Config) { c.AccessKey = "AKIAOFANOTHER" }, nil, "the access key is none of this store's: the store answered 403 InvalidAccessKeyId"},
		{"a wrong secret key", func(c *S3Config) { c.SecretKey = "another" }, nil, "the secret key does not belong to the access key: the store answered 403 SignatureDoesNotMatch"},
		{"no access", nil, answers(403, "AccessDenied"), "it does not let the access key in"},
		{"another region, moved", nil, regional(301, "PermanentRedirect", "eu-central-1", ""), "it is in the region eu-central-1, not in us-east-1: the store answered 301 PermanentRedirect"},
		{"another region, signed wrongly", nil, regional(400, "AuthorizationHeaderMalformed", "", "eu-west-3"), "it is in the region eu-west-3, not in us-east-1"},
		{"the same region", nil, regional(403, "AccessDenied", "us-east-1", ""), "it does not let the access key in"},
		{"another region and no access", nil, regional(403, "AccessDenied", "eu-west-3", ""), "it does not let the access key in"},
		{"another endpoint", nil, regional(301, "PermanentRedirect", "us-east-1", ""), "it has another endpoint"},
		{"another server", nil, http.NotFound, "no S3 store answers there: the store answered 404 Not Found"},
		{"a proxy without its server", nil, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "check the bucket hub: the store answered 502 Bad Gateway"},
		{"a network's page", nil, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Welcome</html>") }, "what answers is no S3 store"},
		{"anything else", nil, answers(400, "InvalidRequest"), "check the bucket hub: the store answered 400 InvalidRequest: What the store says."},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(c.edit)
			if c.answer != nil {
				server.fails(3, nil, c.answer)
			}
			err := s.Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			hushed(t, err)
		})
	}
}

// What the hub must not reach, or can't trust, is not asked again.
func TestS3IsNotReached(t *testing.T) {
	const nobody = "http://127.0.0.1:1"
	untrusted := httptest.NewUnstartedServer(nil)
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0) // it is told that nobody trusts it
	untrusted.StartTLS()
	defer untrusted.Close()
	ours := func(netip.AddrPort) bool { return true }
	for _, c := range []struct {
		name, endpoint string
		client         *http.Client
		waits          int
		is             func(error) bool
	}{
		{"nobody listens", nobody, http.DefaultClient, 2, func(err error) bool { _, ok := errors.AsType[*net.OpError](err); return ok }},
		{"the hub itself", nobody, outbound.NewClient(ours), 0, func(err error) bool { return outbound.RefusedBy(err) != "" }},
		{"a certificate of nobody", untrusted.URL, http.DefaultClient, 0, func(err error) bool { _, ok := errors.AsType[x509.UnknownAuthorityError](err); return ok }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, slept := newS3Server(t).store(func(to *S3Config) { to.Endpoint, to.Client = c.endpoint, c.client })
			err := s.Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), "no answer from "+c.endpoint) || !c.is(err) || len(*slept) != c.waits {
				t.Errorf("slept %v, %v", *slept, err)
			}
			if strings.Contains(err.Error(), "list-type") {
				t.Errorf("a whole address: %v", err)
			}
		})
	}
}

// A caller who gives up is told so, with what stood in the way.
func TestS3GivesUp(t *testing.T) {
	for name, when := range map[string]func(*s3Server, *S3, context.CancelFunc){
		"before": func(_ *s3Server, _ *S3, cancel context.CancelFunc) { cancel() },
		"during a wait": func(_ *s3Server, s *S3, cancel context.CancelFunc) {
			s.sleep = func(ctx context.Context, _ time.Duration) error { cancel(); return s3Sleep(ctx, time.Hour) }
		},
		"during a request": func(server *s3Server, _ *S3, cancel context.CancelFunc) {
			server.fails(1, nil, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(nil)
			server.fails(3, nil, answers(503, "SlowDown"))
			ctx, cancel := context.WithCancel(t.Context())
			when(server, s, cancel)
			err := s.Check(ctx)
			waited := name == "during a wait"
			if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "after: the store answered 503 SlowDown") != waited || strings.Contains(err.Error(), "after: ") != waited {
				t.Error(err)
			}
			if n := len(server.requests()); n > 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// Not everything that comes is kept.
func TestS3Bounds(t *testing.T) {
	endless := func(status, size int, begin string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, begin+strings.Repeat(" ", size))
		}
	}
	for _, c := range []struct {
		name, operation string
		answer          http.HandlerFunc
		want            string
	}{
		{"a listing", "list", endless(200, maxPage, "<ListBucketResult>"), "more than 8388608 bytes"},
		{"what is done", "put", endless(200, maxAnswer+1, ""), "more than 1048576 bytes"},
		{"what is removed", "delete", endless(200, maxAnswer+1, ""), "more than 1048576 bytes"},
		{"an error", "put", endless(400, 2*maxAnswer, "<Error><Code>Long</Code></Error>"), "the store answered 400 Long"},
		{"a message", "put", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, "<Error><Code>Bad</Code><Message>one\n\ttwo\u0085\u202e "+strings.Repeat("x", 1000)+"</Message></Error>")
		}, "the store answered 400 Bad: one two xx"},
		{"what repeats the request", "put", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, "<Error><Code>Bad</Code><Message>"+r.Header.Get("Authorization")+"</Message></Error>")
		}, "the store answered 400 Bad"},
		{"a listing that begins anew", "list", endless(200, 1, "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>n</NextContinuationToken></ListBucketResult>"), "does not say where"},
		{"a listing that goes on nowhere", "list", endless(200, 1, "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"), "does not say where"},
		{"a file of another folder", "list", endless(200, 1, "<ListBucketResult><Contents><Key>q/a</Key></Contents></ListBucketResult>"), "not asked for"},
		{"a file of less than nothing", "list", endless(200, 1, "<ListBucketResult><Contents><Key>p/a</Key><Size>-1</Size></Contents></ListBucketResult>"), "not asked for"},
		{"a name that is no name", "list", endless(200, 1, "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>p/%zz</Key></Contents></ListBucketResult>"), "not encoded"},
		{"what has got nothing", "put", endless(200, 1, ""), "says nothing of what it has got"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(func(c *S3Config) { c.Path = "p" })
			server.fails(10, nil, c.answer)
			err := operations(s)[c.operation](t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 600 {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			hushed(t, err)
		})
	}
}
