package strictjson

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is one member of an object; its value is still JSON.
type Member struct {
	Name  string
	Value []byte
}

// What [Members] fails with.
var (
	ErrNotObject = errors.New("not a JSON object")
	ErrTooMany   = errors.New("too many members")
)

// Members takes apart an object that passed [Rules.Check], in its order. Names are as they
// are written: one in another case is another one. There may be at most so many.
func Members(object []byte, most int) ([]Member, error) {
	d := decoder(object)
	if open, err := d.ReadToken(); err != nil || open.Kind() != jsontext.KindBeginObject {
		return nil, ErrNotObject
	}
	var list []Member
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return nil, ErrNotJSON
		}
		if len(list) == most {
			return nil, ErrTooMany
		}
		m := Member{Name: name.String()}
		if m.Value, err = d.ReadValue(); err != nil {
			return nil, ErrNotJSON
		}
		list = append(list, m)
	}
	return list, nil
}
