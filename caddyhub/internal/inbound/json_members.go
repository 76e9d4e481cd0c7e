package inbound

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// JSONMember is one member of an object; its value is still JSON.
type JSONMember struct {
	Name  string
	Value []byte
}

// What [JSONMembers] fails with.
var (
	ErrNotObject      = errors.New("not a JSON object")
	ErrTooManyMembers = errors.New("too many members")
)

// JSONMembers takes apart an object that passed [JSONRules.Check], in its order. Names are as
// they are written: one in another case is another one. There may be at most so many.
func JSONMembers(object []byte, most int) ([]JSONMember, error) {
	d := decoder(object)
	if open, err := d.ReadToken(); err != nil || open.Kind() != jsontext.KindBeginObject {
		return nil, ErrNotObject
	}
	var list []JSONMember
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, ErrNotJSON
		}
		if len(list) == most {
			return nil, ErrTooManyMembers
		}
		m := JSONMember{Name: name.String()}
		if m.Value, err = d.ReadValue(); err != nil {
			return nil, ErrNotJSON
		}
		list = append(list, m)
	}
	return list, nil
}
