package store

import (
	"context"
	"errors"
	"testing"
)

func TestATitleBecomesAnAddress(t *testing.T) {
	s, _ := newStore(t)
	ctx := t.Context()
	if _, err := s.CreateProject(ctx, owner, ProjectInput{Title: Some("Home server")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutPage(ctx, owner, "home/network", 0, "# Network"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		of    func(context.Context, string) (Address, error)
		title string
		want  Address
	}{
		{"a project of its own", s.ProjectAddress, "Kündigung: Miete", Address{"kundigung-miete", false}},
		{"a project like another gets a number", s.ProjectAddress, "Home Server", Address{"home-server-2", false}},
		{"the reserved slug gets a number", s.ProjectAddress, "Resolve", Address{"resolve-2", false}},
		{"a page", s.PageAddress, "Off-site copy", Address{"off-site-copy", false}},
		{"a page in a folder", s.PageAddress, "Home / Wi-Fi", Address{"home/wi-fi", false}},
		{"a page that is there", s.PageAddress, "Home/Network", Address{"home/network", true}},
		{"a page in another script", s.PageAddress, "Запасной план", Address{"zapasnoi-plan", false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.of(ctx, c.title)
			if err != nil || got != c.want {
				t.Errorf("%q: %+v, %v, want %+v", c.title, got, err, c.want)
			}
		})
	}
	for title, message := range map[string]string{
		"…":                 "must have a letter or a digit",
		"a/b/c/d/e/f/g/h/i": "must have at most 8 parts between slashes",
	} {
		_, err := s.PageAddress(ctx, title)
		if in := new(InvalidError); !errors.As(err, &in) || in.Fields[0] != (FieldError{"title", message}) {
			t.Errorf("%q: %v", title, err)
		}
	}
}
