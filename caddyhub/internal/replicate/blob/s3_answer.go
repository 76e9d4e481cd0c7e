package blob

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
)

// s3Failure is what the store says when it does not do what it is asked for.
type s3Failure struct {
	status        int
	code, message string    // in the store's words; the code is empty if it has no such words
	region        string    // where the bucket is
	at            time.Time // by the store's clock
}

func (f *s3Failure) Error() string {
	said := strings.TrimSpace(f.code + ": " + f.message)
	if f.code == "" {
		said = http.StatusText(f.status)
	}
	return fmt.Sprintf("the store answered %d %s", f.status, strings.TrimSuffix(said, ":"))
}

// Is tells that an object is not there. A bucket that is not there must not pass for an empty one,
// nor a page of somebody else with the same status.
func (f *s3Failure) Is(target error) bool { return target == fs.ErrNotExist && f.code == "NoSuchKey" }

// passing tells whether the same request may succeed later.
func (f *s3Failure) passing() bool {
	return f.status == http.StatusTooManyRequests || f.status == http.StatusRequestTimeout ||
		f.status >= 500 && f.status != http.StatusNotImplemented ||
		slices.Contains([]string{"InternalError", "SlowDown", "ServiceUnavailable", "RequestTimeout"}, f.code)
}

// Lengths of what errors quote.
const (
	longestCode    = 64
	longestMessage = 300
)

// readFailure reads an error. What repeats the signature of the request is not quoted.
func readFailure(status int, header http.Header, text []byte, authorization string) *s3Failure {
	f := &s3Failure{status: status}
	var said struct {
		XMLName               xml.Name `xml:"Error"`
		Code, Message, Region string
	}
	if xml.Unmarshal(text, &said) == nil {
		f.code = oneLine(said.Code, longestCode)
		if _, signature, _ := strings.Cut(authorization, "Signature="); signature == "" || !strings.Contains(said.Message, signature) {
			f.message = oneLine(said.Message, longestMessage)
		}
	}
	if f.region = header.Get("X-Amz-Bucket-Region"); f.region == "" {
		f.region = said.Region
	}
	f.region = oneLine(f.region, longestCode)
	f.at, _ = http.ParseTime(header.Get("Date"))
	return f
}

// oneLine makes a line of at most so many letters of what a stranger wrote.
func oneLine(text string, most int) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if letters := []rune(text); len(letters) > most {
		text = string(letters[:most]) + "…"
	}
	return text
}

// explain says what the owner can do about a failure.
func (s *S3) explain(err error) error {
	f, ok := errors.AsType[*s3Failure](err)
	if !ok {
		return err
	}
	why := ""
	switch misled := f.status/100 == 3 || f.status == http.StatusBadRequest; {
	case misled && f.region != "" && f.region != s.config.Region:
		why = fmt.Sprintf("it is in the region %s, not in %s", f.region, s.config.Region)
	case f.status/100 == 3:
		why = "it has another endpoint"
	case f.code == "NoSuchBucket":
		why = "there is no such bucket"
	case f.code == "InvalidAccessKeyId":
		why = "the access key is none of this store's"
	case f.code == "SignatureDoesNotMatch":
		why = "the secret key does not belong to the access key"
	case f.code == "AccessDenied" || f.code == "AllAccessDisabled":
		why = "it does not let the access key in, which must be allowed to list the bucket, and to read, write and delete its objects"
	case f.code == "RequestTimeTooSkewed":
		why = "the clock of this machine is wrong"
	case f.code == "" && f.status < http.StatusInternalServerError:
		why = "no S3 store answers there"
	default:
		return err
	}
	return fmt.Errorf("%s: %w", why, err)
}

// readXML reads an answer, whose outermost element must be the one expected: the page of a hotel's
// network would pass for an empty listing otherwise.
func readXML(text []byte, into any) error {
	if err := xml.Unmarshal(text, into); err != nil {
		return errors.New("what answers is no S3 store, or its answer is damaged")
	}
	return nil
}

// s3Page is a part of a listing.
type s3Page struct {
	XMLName  xml.Name `xml:"ListBucketResult"`
	Encoding string   `xml:"EncodingType"`
	More     bool     `xml:"IsTruncated"`
	Next     string   `xml:"NextContinuationToken"`
	Files    []struct {
		Key      string
		Size     int64
		Modified time.Time `xml:"LastModified"`
	} `xml:"Contents"`
}

func readPage(text []byte, prefix string) (*s3Page, error) {
	p := new(s3Page)
	if err := readXML(text, p); err != nil {
		return nil, err
	}
	for i := range p.Files {
		f := &p.Files[i]
		if p.Encoding == "url" { // not every store does as it is asked
			key, err := url.QueryUnescape(f.Key)
			if err != nil {
				return nil, errors.New("the listing has a name that is not encoded as it says")
			}
			f.Key = key
		}
		if !strings.HasPrefix(f.Key, prefix) || f.Size < 0 {
			return nil, errors.New("the listing has what it was not asked for")
		}
	}
	return p, nil
}

func readUpload(text []byte) (id string, err error) {
	var made struct {
		XMLName xml.Name `xml:"InitiateMultipartUploadResult"`
		ID      string   `xml:"UploadId"`
	}
	if err := readXML(text, &made); err != nil {
		return "", err
	}
	if made.ID == "" {
		return "", errors.New("the store began to take parts, but gave them no name")
	}
	return made.ID, nil
}

// s3Part is a part that the store has got.
type s3Part struct {
	Number int    `xml:"PartNumber"`
	Tag    string `xml:"ETag"`
}

func writeParts(sent []s3Part) []byte {
	return writeXML(struct {
		XMLName xml.Name `xml:"http://s3.amazonaws.com/doc/2006-03-01/ CompleteMultipartUpload"`
		Parts   []s3Part `xml:"Part"`
	}{Parts: sent})
}

func readCompleted(text []byte) error {
	var done struct {
		XMLName xml.Name `xml:"CompleteMultipartUploadResult"`
	}
	return readXML(text, &done)
}

type removal struct{ Key string }

func writeRemoval(root string, names []string) []byte {
	var keys []removal
	for _, name := range names {
		keys = append(keys, removal{root + name})
	}
	return writeXML(struct {
		XMLName xml.Name `xml:"http://s3.amazonaws.com/doc/2006-03-01/ Delete"`
		Quiet   bool
		Keys    []removal `xml:"Object"`
	}{Quiet: true, Keys: keys})
}

func writeXML(what any) []byte {
	text, _ := xml.Marshal(what) // which can't fail for texts and numbers
	return text
}

// s3Kept is what could not be removed.
type s3Kept struct {
	count int
	first string
}

func readRemoved(text []byte, root string, left *s3Kept) error {
	var result struct {
		XMLName xml.Name                              `xml:"DeleteResult"`
		Errors  []struct{ Key, Code, Message string } `xml:"Error"`
	}
	if err := readXML(text, &result); err != nil {
		return err
	}
	for _, e := range result.Errors {
		if e.Code == "NoSuchKey" {
			continue
		}
		if left.count++; left.count == 1 {
			left.first = oneLine(strings.TrimPrefix(e.Key, root), longestMessage) + ": " + oneLine(e.Code+": "+e.Message, longestMessage)
		}
	}
	return nil
}
