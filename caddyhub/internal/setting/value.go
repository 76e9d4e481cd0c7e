package setting

import (
	"encoding"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"strconv"
	"strings"
)

// field is the field of a struct that has a key's name; that of "block name" stands in the
// struct that the field of the block is. The zero Value: there is none.
func field(v reflect.Value, key string) reflect.Value {
	name, rest, inside := strings.Cut(key, " ")
	name = strings.ReplaceAll(name, "_", "")
	v = v.FieldByNameFunc(func(s string) bool { return token.IsExported(s) && strings.EqualFold(s, name) })
	if inside && v.IsValid() {
		return field(v, rest)
	}
	return v
}

// fieldOf is the field of the struct that a pointer leads to.
func fieldOf(pointer any, key string) reflect.Value {
	return field(reflect.ValueOf(pointer).Elem(), key)
}

// words are what a field holds. A field that holds nothing, or is not there, has none.
func words(v reflect.Value) []string {
	switch {
	case !v.IsValid() || v.IsZero():
		return nil
	case v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Slice:
		return words(v.Elem())
	case v.Kind() == reflect.Pointer:
		return []string{fmt.Sprint(v.Elem())}
	}
	if list, ok := v.Interface().([]string); ok {
		return list
	}
	return []string{fmt.Sprint(v)}
}

// put fills a field with words, by its type.
func put(v reflect.Value, words []string) error {
	if v.Kind() == reflect.Slice {
		return putList(v, words)
	}
	if len(words) != 1 {
		return errors.New("needs exactly one value")
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(words[0]))
	}
	switch v.Kind() {
	case reflect.Pointer:
		to := reflect.New(v.Type().Elem())
		if err := put(to.Elem(), words); err != nil {
			return err
		}
		v.Set(to)
	case reflect.Bool:
		on, err := strconv.ParseBool(words[0])
		if err != nil {
			return err
		}
		v.SetBool(on)
	case reflect.Int:
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return err
		}
		v.SetInt(int64(n))
	default:
		if words[0] == "" {
			return errors.New("needs exactly one value")
		}
		v.SetString(words[0])
	}
	return nil
}

func putList(v reflect.Value, words []string) error {
	if len(words) == 0 {
		return errors.New("needs at least one value")
	}
	list := reflect.MakeSlice(v.Type(), len(words), len(words))
	for i, w := range words {
		if err := put(list.Index(i), []string{w}); err != nil {
			return err
		}
	}
	v.Set(list)
	return nil
}
