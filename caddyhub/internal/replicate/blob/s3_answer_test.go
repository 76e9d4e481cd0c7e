package blob

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzS3Answers(f *testing.F) {
	for _, text := range []string{
		"<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>",
		"<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-central-1</Region></Error>",
		`<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>true</IsTruncated><NextContinuationToken>n</NextContinuationToken><EncodingType>url</EncodingType><Contents><Key>p/a+b%2B</Key><Size>1</Size><LastModified>2026-05-04T09:00:00.000Z</LastModified></Contents></ListBucketResult>`,
		"<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>",
		"<CompleteMultipartUploadResult/>",
		"<DeleteResult><Error><Key>p/a</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>",
		"<html><body>Welcome</body></html>", "", "\xff<",
	} {
		f.Add([]byte(text), "us-west-2", "Mon, 04 May 2026 09:00:00 GMT")
	}
	s := NewS3(S3Config{})
	f.Fuzz(func(t *testing.T, text []byte, region, date string) {
		short := func(what string) {
			if strings.ContainsAny(what, "\n\r\x00") || !utf8.ValidString(what) || utf8.RuneCountInString(what) > 2*longestMessage {
				t.Errorf("%q", what)
			}
		}
		failed := readFailure(400, http.Header{"X-Amz-Bucket-Region": {region}, "Date": {date}}, text, "Signature=0123")
		short(failed.Error())
		short(s.explain(failed).Error())
		_ = failed.passing()
		if p, err := readPage(text, "p/"); err == nil {
			for _, file := range p.Files {
				if !strings.HasPrefix(file.Key, "p/") || file.Size < 0 {
					t.Errorf("%+v", file)
				}
			}
		} else {
			short(err.Error())
		}
		if id, err := readUpload(text); err == nil && id == "" {
			t.Error("a name that is empty")
		}
		_ = readCompleted(text)
		var left s3Kept
		if readRemoved(text, "p/", &left) == nil {
			short(left.first)
			if (left.count > 0) != (left.first != "") {
				t.Errorf("%+v", left)
			}
		}
	})
}
