package blob

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// encode writes a text as signatures have it in addresses: all but letters, digits and -._~ in
// percents. The address must be written the same way, since the other side signs it as it came.
func encode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

func encodePath(path string) string { return strings.ReplaceAll(encode(path), "%2F", "/") }

func encodeQuery(query url.Values) string { return strings.ReplaceAll(query.Encode(), "+", "%20") }

// The names that Amazon gives to the parts of a signature.
const (
	algorithm = "AWS4-HMAC-SHA256"
	stamp     = "20060102T150405Z"
	day       = "20060102"
)

// sign adds the headers of a signature of Amazon's version 4, which covers every header of the
// request and, by its hash, the body: also over https, where the hash could be left out, since
// the store then notices whatever became of the body before it was sent.
func sign(r *http.Request, c S3Config, body []byte, now time.Time) {
	now = now.UTC()
	sum := sha256.Sum256(body)
	r.Header.Set("X-Amz-Content-Sha256", hex.EncodeToString(sum[:]))
	r.Header.Set("X-Amz-Date", now.Format(stamp))

	headers := map[string]string{"host": r.URL.Host}
	for name, values := range r.Header {
		headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	names := slices.Sorted(maps.Keys(headers))
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(name + ":" + strings.TrimSpace(headers[name]) + "\n")
	}
	signed := strings.Join(names, ";")
	canonical := strings.Join([]string{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, lines.String(), signed, hex.EncodeToString(sum[:])}, "\n")
	hashed := sha256.Sum256([]byte(canonical))

	scope := []string{now.Format(day), c.Region, "s3", "aws4_request"}
	key := []byte("AWS4" + c.SecretKey)
	for _, part := range append(scope, strings.Join([]string{algorithm, now.Format(stamp), strings.Join(scope, "/"), hex.EncodeToString(hashed[:])}, "\n")) {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	r.Header.Set("Authorization", fmt.Sprintf("%s Credential=%s/%s,SignedHeaders=%s,Signature=%s",
		algorithm, c.AccessKey, strings.Join(scope, "/"), signed, hex.EncodeToString(key)))
}
