package blob

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	partSize    = 8 << 20         // of what is sent with one request, and held in memory for it
	firstBuffer = 64 << 10        // most files are small
	abortWithin = 5 * time.Second // also when the hub stops
)

// Put writes an object. What is larger than a part goes there in parts, which are no object until
// the last request puts them together. When its answer is lost, an error may be returned although
// the whole file is there.
func (s *S3) Put(ctx context.Context, name string, content io.Reader) error {
	ctx, done := s.begin(ctx)
	defer done()
	if err := s.put(ctx, s.root+name, bufio.NewReader(content)); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	return nil
}

func (s *S3) put(ctx context.Context, key string, content *bufio.Reader) error {
	part, more, err := fill(nil, s.part, content)
	if err != nil {
		return err
	}
	if !more {
		_, err := s.upload(ctx, key, nil, part)
		return err
	}
	a, err := s.do(ctx, s3Request{method: http.MethodPost, key: key, query: url.Values{"uploads": {""}}, most: maxAnswer})
	if err != nil {
		return err
	}
	id, err := readUpload(a.text)
	if err != nil {
		return err
	}
	if err = s.putParts(ctx, key, id, part, content); err == nil {
		return nil
	}
	if left := s.abort(ctx, key, id); left != nil {
		return fmt.Errorf("%w; the bucket keeps what it has of it: %w", err, left)
	}
	return err
}

// putParts sends a file of which the first part has been read, and puts its parts together.
func (s *S3) putParts(ctx context.Context, key, id string, part []byte, content *bufio.Reader) error {
	var sent []s3Part
	for more := true; more; {
		if sent != nil { // the first has been read
			var err error
			if part, more, err = fill(part, s.part, content); err != nil {
				return err
			}
		}
		number := len(sent) + 1
		tag, err := s.upload(ctx, key, url.Values{"uploadId": {id}, "partNumber": {strconv.Itoa(number)}}, part)
		if err != nil {
			return fmt.Errorf("part %d: %w", number, err)
		}
		sent = append(sent, s3Part{number, tag})
	}
	a, err := s.do(ctx, s3Request{method: http.MethodPost, key: key, query: url.Values{"uploadId": {id}}, body: writeParts(sent), most: maxAnswer})
	if err != nil {
		return err
	}
	return readCompleted(a.text)
}

// fill reads a part of at most so many bytes, in the memory of the one before. more: there is another.
func fill(part []byte, most int, content *bufio.Reader) (_ []byte, more bool, err error) {
	part = part[:0]
	for len(part) < most {
		if len(part) == cap(part) {
			part = append(make([]byte, 0, min(max(2*cap(part), firstBuffer), most)), part...)
		}
		// Not io.ReadFull, for which a file that broke off is as good as one that has ended.
		n, err := content.Read(part[len(part):cap(part)])
		part = part[:len(part)+n]
		if err == io.EOF {
			return part, false, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	_, err = content.Peek(1)
	if err == io.EOF {
		return part, false, nil
	}
	return part, err == nil, err
}

// upload sends an object or a part of one. The tag is the name of what the store has got.
func (s *S3) upload(ctx context.Context, key string, query url.Values, body []byte) (tag string, err error) {
	// With its digest it is also taken by buckets that let nothing be removed for a time.
	a, err := s.do(ctx, s3Request{method: http.MethodPut, key: key, query: query, body: body, digest: true, most: maxAnswer})
	if err != nil {
		return "", err
	}
	if tag = a.Header.Get("Etag"); tag == "" {
		return "", errors.New("what answers is no S3 store: it says nothing of what it has got")
	}
	return tag, nil
}

// abort lets go of the parts that have arrived: they would be paid for, and no listing shows them.
func (s *S3) abort(ctx context.Context, key, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortWithin)
	defer cancel()
	_, err := s.do(ctx, s3Request{method: http.MethodDelete, key: key, query: url.Values{"uploadId": {id}}, most: maxAnswer})
	if f, ok := errors.AsType[*s3Failure](err); ok && f.code == "NoSuchUpload" {
		return nil
	}
	return err
}
