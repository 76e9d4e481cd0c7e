package ui

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

func TestWorker(t *testing.T) {
	r := get(t, "/ui/sw.js")
	if r.StatusCode != 200 || r.Header.Get("Cache-Control") != "no-cache" || r.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
	for _, prefix := range []string{"", "/hub", "/a/b"} {
		script, err := url.Parse("https://hub.example" + prefix + "/ui/sw.js")
		if err != nil {
			t.Fatal(err)
		}
		scope, err := script.Parse(r.Header.Get("Service-Worker-Allowed"))
		if err != nil || scope.Path != prefix+"/ui" {
			t.Errorf("at %s it may answer below %s: %v", script, scope, err)
		}
	}
	if r := get(t, "/ui/favicon.svg"); r.Header.Get("Service-Worker-Allowed") != "" {
		t.Error("another file allows it")
	}
}

// TestWorkerKeepsWhatIsServed compares the worker's list with what a browser gets.
func TestWorkerKeepsWhatIsServed(t *testing.T) {
	listed := map[string]string{}
	for _, entry := range regexp.MustCompile("\\[`([\\w./-]*)`,`([\\w+/]{43}=)`\\]").FindAllStringSubmatch(body(t, get(t, "/ui/sw.js")), -1) {
		listed[entry[1]] = entry[2]
	}
	for name, want := range listed {
		r := get(t, "/ui/"+name)
		sum := sha256.Sum256([]byte(body(t, r)))
		if got := base64.StdEncoding.EncodeToString(sum[:]); r.StatusCode != 200 || got != want {
			t.Errorf("/ui/%s answers %d and has %s, not %s", name, r.StatusCode, got, want)
		}
	}
	each(t, func(t *testing.T, target string) {
		name := strings.TrimPrefix(target, "/ui/")
		if _, kept := listed[name]; kept == (name == worker || strings.HasPrefix(name, "pictures/")) {
			t.Errorf("kept: %v", kept)
		}
	})
}

// TestManifest follows every address in the manifest, as a browser does: from where it lies.
func TestManifest(t *testing.T) {
	const at = "/ui/manifest.webmanifest"
	r := get(t, at)
	if r.Header.Get("Content-Type") != "application/manifest+json" {
		t.Errorf("%v", r.Header)
	}
	var manifest struct {
		StartURL  string `json:"start_url"`
		Scope     string
		Share     struct{ Action string } `json:"share_target"`
		Shortcuts []struct {
			URL   string
			Icons []struct{ Src string }
		}
		Icons, Screenshots []struct{ Src string }
	}
	if err := json.Unmarshal([]byte(body(t, r)), &manifest); err != nil {
		t.Fatal(err)
	}
	places := []string{manifest.StartURL, manifest.Scope, manifest.Share.Action}
	pictures := append(manifest.Icons, manifest.Screenshots...)
	for _, shortcut := range manifest.Shortcuts {
		places = append(places, shortcut.URL)
		pictures = append(pictures, shortcut.Icons...)
	}
	for _, prefix := range []string{"", "/hub"} {
		base, err := url.Parse("https://hub.example" + prefix + at)
		if err != nil {
			t.Fatal(err)
		}
		resolve := func(name string) string {
			to, err := base.Parse(name)
			if err != nil || !strings.HasPrefix(to.Path, prefix+"/ui/") {
				t.Fatalf("%q leads to %s: %v", name, to, err)
			}
			return strings.TrimPrefix(to.Path, prefix)
		}
		for _, place := range places {
			if r := get(t, resolve(place)); r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
				t.Errorf("%q: %d %v", place, r.StatusCode, r.Header)
			}
		}
		for _, picture := range pictures {
			if r := get(t, resolve(picture.Src)); r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "image/") {
				t.Errorf("%q: %d %v", picture.Src, r.StatusCode, r.Header)
			}
		}
	}
}
