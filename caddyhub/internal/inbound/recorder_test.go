package inbound

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestRecorder(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer func(http.ResponseWriter)
		begun  bool
		status int
	}{
		{"nothing", func(http.ResponseWriter) {}, false, 200},
		{"a status", func(w http.ResponseWriter) { w.WriteHeader(404) }, true, 404},
		{"a body alone", func(w http.ResponseWriter) { _, _ = w.Write([]byte("x")) }, true, 200},
		{"only what comes before", func(w http.ResponseWriter) { w.WriteHeader(103) }, false, 200},
		{"a status behind it", func(w http.ResponseWriter) { w.WriteHeader(103); w.WriteHeader(201) }, true, 201},
		{"two statuses", func(w http.ResponseWriter) { w.WriteHeader(201); w.WriteHeader(500) }, true, 201},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			r := Record(httptest.NewRecorder(), func() { calls++ })
			c.answer(r)
			if r.Begun() != c.begun || r.Status() != c.status || calls > 1 || calls == 1 != c.begun {
				t.Errorf("begun %v, status %d, %d calls", r.Begun(), r.Status(), calls)
			}
		})
	}
}
