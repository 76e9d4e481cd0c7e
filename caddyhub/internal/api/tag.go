package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// ifMatch reads the version an If-Match header asks for; 0 when it asks for none.
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

// tagVersion is the number of the version that an item's ETag leads with.
func tagVersion(tag string) (int, error) { return strconv.Atoi(tagParts(tag)[0]) }

// tagMark is what marks that version off from others of the same number, or empty in a tag that
// an older hub has made. What stands behind it changes without the version.
func tagMark(tag string) string {
	if parts := tagParts(tag); len(parts) > 2 {
		return parts[1]
	}
	return ""
}

func tagParts(tag string) []string {
	return strings.Split(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`), ".")
}

// checkMark refuses an If-Match with the number of the item's current version and the mark of
// another one. What number the item has is for the change itself to look at: while the hub runs,
// an item's number never stands for two versions, so the mark can be compared before.
func (a *API) checkMark(ctx context.Context, header string, item readable) error {
	made := tagMark(strings.TrimSpace(header))
	if made == "" {
		return nil
	}
	current, err := item.tag(ctx, a)
	if err != nil {
		return nil // the change will say so
	}
	version, err := tagVersion(current)
	if asked, _ := ifMatch(header); err != nil || asked != version || made == tagMark(current) {
		return nil
	}
	return &store.VersionError{Current: version, Other: true}
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
