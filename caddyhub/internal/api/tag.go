package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// ifMatch reads the version an If-Match header asks for; 0 when it asks for none. Only
// the version counts: the part behind the dot changes without it.
func ifMatch(header string) (int, error) {
	header = strings.TrimSpace(header)
	if header == "" || header == "*" {
		return 0, nil
	}
	n, err := tagVersion(header)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("If-Match is not an ETag of this item")
	}
	return n, nil
}

// tagVersion is the version that an item's ETag leads with.
func tagVersion(tag string) (int, error) {
	version, _, _ := strings.Cut(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`), ".")
	return strconv.Atoi(version)
}

// readable is the input of a change of an item that can be read.
type readable interface {
	// tag is the ETag that a GET of the item answers with.
	tag(ctx context.Context, a *API) (string, error)
}

// currentTag is the ETag of the item that a refused change was for.
func (a *API) currentTag(ctx context.Context, in any) string {
	target, ok := in.(readable)
	if !ok {
		return ""
	}
	tag, err := target.tag(ctx, a)
	if err != nil {
		return ""
	}
	return tag
}

// tagOf is the ETag that a result is answered with.
func tagOf[T any](r *result[T], err error) (string, error) {
	if err != nil {
		return "", err
	}
	return r.answer().ETag, nil
}
