// Package storetest makes data folders for the tests of packages that use a store, gives them a
// clock, and lets one meet a full disk or a database that refuses.
package storetest

import (
	"context"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/template"
)

var empty = template.New(func(dir string) error {
	s, err := store.Open(context.Background(), dir, store.Options{})
	if err != nil {
		return err
	}
	return s.Close()
})

// Dir makes a data folder whose database is empty and of the newest version, and returns its
// path. It is removed with the test.
func Dir(t testing.TB) string {
	t.Helper()
	return empty.Copy(t)
}
