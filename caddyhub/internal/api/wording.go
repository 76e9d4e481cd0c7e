package api

import (
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// noBody is what Huma says to a request without the body that it needs.
const noBody = "request body is required"

// wordings puts Huma's messages into the hub's words: what one begins with, and what ours is
// instead. One of ours with a %s takes over the rest there. Huma gives names to the
// messages of its schemas; the others are quoted, and TestHumaIsReworded knows them all.
var wordings = []struct{ huma, ours string }{
	{validation.MsgUnexpectedProperty, "is not a field of this request"},
	{fixed(validation.MsgExpectedMaximumNumber), "must be at most %s"},
	{fixed(validation.MsgExpectedMinimumNumber), "must be at least %s"},
	{fixed(validation.MsgExpectedMaxLength), "must not be longer than %s characters"},
	{fmt.Sprintf(validation.MsgExpectedMinLength, 1), "must not be empty"},
	{fixed(validation.MsgExpectedMinLength), "must have at least %s characters"},
	{fixed(validation.MsgExpectedMaxItems), "must have at most %s items"},
	{fixed(validation.MsgExpectedMinItems), "must have at least %s items"},
	{fixed(validation.MsgExpectedOneOf), "must be one of %s"},
	{fixed(validation.MsgExpectedBePattern), "must be %s"},
	{"expected ", "must be %s"},
	{"required ", "is required"},
	{"unknown query parameter", "is not a parameter of this request"},
	{"invalid ", "must be of type %s"},
	{"json: ", "does not fit the fields of this request"},
}

// fixed is what a format begins with.
func fixed(format string) string {
	text, _, _ := strings.Cut(format, "%")
	return text
}

// fieldOf keeps of Huma's finding the place and the rule.
func fieldOf(e *huma.ErrorDetail) inbound.Field {
	if name, missing := missingProperty(e.Message); missing {
		return fieldAt(e.Location+"."+name, "is required")
	}
	if e.Location == "body.status" && e.Message == validation.MsgUnexpectedProperty {
		return fieldAt(e.Location, "is changed by an action: POST to .../block, .../done, .../dismiss or .../reopen")
	}
	for _, w := range wordings {
		rest, ok := strings.CutPrefix(e.Message, w.huma)
		if ok {
			rest = strings.TrimSuffix(rest, `"`) // Huma quotes the values that there are
			return fieldAt(e.Location, strings.Replace(w.ours, "%s", rest, 1))
		}
	}
	return fieldAt(e.Location, e.Message)
}

// missingProperty is the property that Huma finds to be missing. It names the object as the
// place, and the property in the text.
func missingProperty(message string) (name string, missing bool) {
	before, after, _ := strings.Cut(validation.MsgExpectedRequiredProperty, "%s")
	name, found := strings.CutPrefix(message, before)
	name, whole := strings.CutSuffix(name, after)
	return name, found && whole
}
