package store

import "encoding/json"

// jsonText stores a list in one column.
func jsonText(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// unpackList reads a list column; most are empty, which needs no parser.
func unpackList[T any](text string, list *[]T) error {
	if text == "[]" {
		*list = []T{}
		return nil
	}
	return json.Unmarshal([]byte(text), list)
}

func rawString(s string) (json.RawMessage, error) { return json.Marshal(s) }

func rawOrNull(text *string) json.RawMessage {
	if text == nil {
		return nil
	}
	return json.RawMessage(*text)
}

func textOrNull(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}
