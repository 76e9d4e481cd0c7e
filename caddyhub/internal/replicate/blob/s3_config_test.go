package blob

import (
	"context"
	"strings"
	"testing"
)

// operations are calls that succeed with a file f in the store.
func operations(s *S3) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"check": s.Check,
		"list":  func(ctx context.Context) error { _, err := s.List(ctx, ""); return err },
		"get": func(ctx context.Context) error {
			r, err := s.Get(ctx, "f", 0, 0)
			if err == nil {
				_ = r.Close()
			}
			return err
		},
		"put":    func(ctx context.Context) error { return s.Put(ctx, "g", strings.NewReader("text")) },
		"delete": func(ctx context.Context) error { return s.Delete(ctx, []string{"h"}) },
	}
}

func TestS3Configurations(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(*S3Config)
		want string
	}{
		{"no bucket", func(c *S3Config) { c.Bucket = "" }, "the name of the bucket"},
		{"a path for a bucket", func(c *S3Config) { c.Bucket = "a/b" }, "the name of the bucket"},
		{"no key", func(c *S3Config) { c.AccessKey = "" }, "is missing"},
		{"no secret", func(c *S3Config) { c.SecretKey = "" }, "is missing"},
		{"a secret with its line's end", func(c *S3Config) { c.SecretKey += "\n" }, "a line's end"},
		{"no scheme", func(c *S3Config) { c.Endpoint = "s3.example.com" }, "no origin"},
		{"another scheme", func(c *S3Config) { c.Endpoint = "ftp://s3.example.com" }, "no origin"},
		{"a password", func(c *S3Config) { c.Endpoint = "https://me:hush@s3.example.com" }, "no origin"},
		{"an address with a path", func(c *S3Config) { c.Endpoint += "/hub" }, "no origin"},
		{"no address", func(c *S3Config) { c.Endpoint = "https://hush\x7f" }, "no origin"},
		{"a path out of the bucket", func(c *S3Config) { c.Path = "a/../../b" }, "dots"},
		{"a path of a dot", func(c *S3Config) { c.Path = "./a" }, "dots"},
		{"a path with a line's end", func(c *S3Config) { c.Path = "a\nb" }, "control"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(c.edit)
			for name, call := range operations(s) {
				if err := call(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") {
					t.Errorf("%s: %v", name, err)
				}
			}
			if came := server.requests(); len(came) > 0 {
				t.Errorf("it asked: %v", came)
			}
		})
	}
}

func TestS3Endpoints(t *testing.T) {
	for _, c := range []struct{ endpoint, region, want string }{
		{"", "", "https://s3.us-east-1.amazonaws.com"},
		{"", "eu-central-1", "https://s3.eu-central-1.amazonaws.com"},
		{"https://s3.example.com:443/", "", "https://s3.example.com"},
		{"http://[::1]:80", "", "http://[::1]"},
		{"http://s3.example.com:443", "", "http://s3.example.com:443"},
	} {
		if s := NewS3(S3Config{Bucket: "b", Endpoint: c.endpoint, Region: c.region, AccessKey: "a", SecretKey: "s"}); s.unusable != nil || s.origin.String() != c.want {
			t.Errorf("%+v: %v, %v", c, s.origin, s.unusable)
		}
	}
}
