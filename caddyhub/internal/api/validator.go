package api

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// validator checks JSON by the schema of a type, as Huma does for the bodies it reads.
type validator struct {
	schemas huma.Registry
	schema  *huma.Schema
}

func validatorOf[T any](o *huma.OpenAPI) validator {
	schemas := o.Components.Schemas
	return validator{schemas, schemas.Schema(reflect.TypeFor[T](), true, "")}
}

// decode reads JSON that is well-formed into a value of the type. It returns what is wrong
// with it; at is the place of the JSON in the request.
func (v validator) decode(raw []byte, at string, into any) []inbound.Field {
	var value any
	err := json.Unmarshal(raw, &value)
	var found huma.ValidateResult
	if err == nil {
		huma.Validate(v.schemas, v.schema, huma.NewPathBuffer([]byte(at), len(at)), huma.ModeWriteToServer, value, &found)
	}
	var fields []inbound.Field
	for _, e := range found.Errors {
		if detail := new(huma.ErrorDetail); errors.As(e, &detail) {
			fields = append(fields, fieldOf(detail))
		}
	}
	if err == nil && len(fields) == 0 {
		err = json.Unmarshal(raw, into)
	}
	if err != nil { // such as a number out of range
		fields = append(fields, inbound.Field{Location: at, Message: "does not fit the fields of this request"})
	}
	return fields
}
