package blob

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// The examples of Amazon's documentation of the signature (version 4, S3, in the header).
func TestSign(t *testing.T) {
	c := S3Config{Region: "us-east-1", AccessKey: "AKIAIOSFODNN7EXAMPLE", SecretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	for _, x := range []struct {
		name, method, path, query, body string
		header                          map[string]string
		signed, signature               string
	}{
		{
			"get an object", "GET", "/test.txt", "", "",
			map[string]string{"Range": "bytes=0-9"},
			"host;range;x-amz-content-sha256;x-amz-date", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
		}, {
			"put an object", "PUT", "/test$file.text", "", "Welcome to Amazon S3.",
			map[string]string{"Date": "Fri, 24 May 2013 00:00:00 GMT", "X-Amz-Storage-Class": "REDUCED_REDUNDANCY"},
			"date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class", "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
		}, {
			"a query without a value", "GET", "/", "lifecycle", "", nil,
			"host;x-amz-content-sha256;x-amz-date", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
		}, {
			"list a bucket", "GET", "/", "prefix=J&max-keys=2", "", nil,
			"host;x-amz-content-sha256;x-amz-date", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := http.NewRequest(x.method, "https://examplebucket.s3.amazonaws.com"+encodePath(x.path)+"?"+x.query, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.URL.RawPath, r.URL.RawQuery = encodePath(x.path), encodeQuery(r.URL.Query())
			for name, value := range x.header {
				r.Header.Set(name, value)
			}
			sign(r, c, []byte(x.body), time.Date(2013, 5, 24, 2, 0, 0, 0, time.FixedZone("", 2*60*60)))
			want := "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=" + x.signed + ",Signature=" + x.signature
			if got := r.Header.Get("Authorization"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// What goes over the wire is what is signed, whatever the names: the server of these tests
// encodes each address anew and refuses it otherwise.
func TestS3OddNames(t *testing.T) {
	for name, path := range map[string]string{
		"none":        "",
		"a folder":    "/of the hub/",
		"signs":       "a+b=c&d;e,f@g:h$i!j'k(l)m*n~o",
		"percents":    "100%/%2F%20",
		"unicode":     "grün/日本/🙂",
		"two slashes": "a//b",
		"a question":  "who?/#1",
		"brackets":    `[a]{b}|c\d^e"f<g>`,
	} {
		t.Run(name, func(t *testing.T) {
			server := newS3Server(t)
			s, _ := server.store(func(c *S3Config) { c.Path = path })
			file := "ltx/0 + 0/ä=%41.ltx"
			if err := s.Put(t.Context(), file, strings.NewReader("odd")); err != nil {
				t.Fatal(err)
			}
			list, err := s.List(t.Context(), "ltx/0 + 0")
			if err != nil || len(list) != 1 || list[0].Name != file {
				t.Errorf("listed: %v, %v", list, err)
			}
			if got, err := readAll(s, file, 0, 0); err != nil || got != "odd" {
				t.Errorf("read: %q, %v", got, err)
			}
			if err := s.Delete(t.Context(), []string{file}); err != nil {
				t.Error(err)
			}
			if list, err := s.List(t.Context(), "ltx/0 + 0"); err != nil || len(list) > 0 {
				t.Errorf("after deleting it: %v, %v", list, err)
			}
		})
	}
}
