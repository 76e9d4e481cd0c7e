package grant

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// web is the web as the fetcher of documents sees it.
type web func(r *http.Request) (status int, header http.Header, body string)

func (w web) RoundTrip(r *http.Request) (*http.Response, error) {
	status, header, body := w(r)
	if status == 0 {
		return nil, errors.New("nobody answers")
	}
	if header == nil {
		header = http.Header{}
	}
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// withWeb is a house whose documents come from a function.
func withWeb(t testing.TB, w web) *house {
	h := newHouse(t)
	h.fetch = &http.Client{Transport: w, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	h.open()
	return h
}

const docID = "https://app.example/oauth/client.json"

func docOf(id string) string {
	return fmt.Sprintf(`{"client_id":%q,"client_name":"App","redirect_uris":[%q],"token_endpoint_auth_method":"none","x":1}`, id, callback)
}

func TestAProgramThatPublishesWhoItIs(t *testing.T) {
	asked := 0
	h := withWeb(t, func(*http.Request) (int, http.Header, string) { asked++; return 200, nil, docOf(docID) })
	r, err := h.Request(h.ask(docID))
	if err != nil || r.ClientHost != "app.example" || r.Registered || r.ClientName != "App" {
		t.Errorf("%+v, %v", r, err)
	}
	p := h.redeem(docID, h.allowed(docID)).pairOf()
	h.refresh(docID, p.RefreshToken).pairOf()
	if c := h.State.Connectors(); len(c) != 1 || c[0].Client != "app.example" {
		t.Errorf("%+v", c)
	}
	if asked != 1 {
		t.Errorf("the document was read %d times", asked)
	}
}

func TestDocumentsThatAreRefused(t *testing.T) {
	big := strings.Repeat(" ", maxDocument)
	for _, c := range []struct {
		name, id string
		web      web
	}{
		{"no path", "https://app.example", nil},
		{"the root", "https://app.example/", nil},
		{"a fragment", docID + "#x", nil},
		{"a user", "https://me@app.example/x", nil},
		{"dots", "https://app.example/a/../x", nil},
		{"a host in disguise", "https://cl%D0%B0ude.ai/x", nil},
		{"a host of another script", "https://clаude.ai/x", nil},
		{"two slashes", "https://app.example//x", nil},
		{"long", "https://app.example/" + strings.Repeat("x", maxDocumentID), nil},
		{"not there", docID, func(*http.Request) (int, http.Header, string) { return 404, nil, docOf(docID) }},
		{"elsewhere", docID, func(*http.Request) (int, http.Header, string) {
			return 302, http.Header{"Location": {"https://evil.example/x"}}, docOf(docID)
		}},
		{"no answer", docID, func(*http.Request) (int, http.Header, string) { return 0, nil, "" }},
		{"too large", docID, func(*http.Request) (int, http.Header, string) { return 200, nil, docOf(docID) + big }},
		{"another's", docID, func(*http.Request) (int, http.Header, string) { return 200, nil, docOf(docID + "x") }},
		{"a page that holds it", docID, func(*http.Request) (int, http.Header, string) {
			return 200, http.Header{"Content-Type": {"text/html"}}, docOf(docID)
		}},
		{"a key twice", docID, func(*http.Request) (int, http.Header, string) {
			return 200, nil, strings.Replace(docOf(docID), `{`, `{"Redirect_URIs":["https://evil.example/"],`, 1)
		}},
		{"another port", "https://app.example:8443/x", nil},
		{"a number for a host", "https://2130706433/x", nil},
		{"a page", docID, func(*http.Request) (int, http.Header, string) { return 200, nil, "<!doctype html>" }},
		{"with a secret", docID, func(*http.Request) (int, http.Header, string) {
			return 200, nil, strings.Replace(docOf(docID), `"none"`, `"client_secret_post"`, 1)
		}},
		{"no addresses", docID, func(*http.Request) (int, http.Header, string) { return 200, nil, `{"client_id":"` + docID + `"}` }},
		{"an address of a page", docID, func(*http.Request) (int, http.Header, string) {
			return 200, nil, `{"client_id":"` + docID + `","redirect_uris":["javascript:x"]}`
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := false
			h := withWeb(t, func(r *http.Request) (int, http.Header, string) {
				asked = true
				if c.web == nil {
					return 200, nil, docOf(c.id)
				}
				return c.web(r)
			})
			if r := h.get(query(c.id)); r.Code != http.StatusBadRequest || r.Header().Get("Location") != "" || strings.Contains(r.Body.String(), "evil.example") {
				t.Errorf("%d %v %s", r.Code, r.Header(), r.Body)
			}
			if asked != (c.web != nil) {
				t.Errorf("asked: %t", asked)
			}
		})
	}
}

// A stranger's document leads the hub to no machine of the house.
func TestDocumentsComeFromPublicAddressesAlone(t *testing.T) {
	h := newHouse(t)
	h.fetch = NewClient(nobody)
	h.open()
	for _, id := range []string{"https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/x", "https://192.168.1.1/x", "https://169.254.169.254/latest", "https://localhost/x"} {
		if r := h.get(query(id)); r.Code != http.StatusBadRequest || r.Header().Get("Location") != "" {
			t.Errorf("%s: %d", id, r.Code)
		}
	}
}

func TestHowLongADocumentIsKept(t *testing.T) {
	for _, c := range []struct {
		header string
		status int
		want   time.Duration
	}{
		{"", 200, leastAge},
		{"max-age=1", 200, leastAge},
		{"public, max-age=3600", 200, time.Hour},
		{`private, Max-Age = "7200"`, 200, 2 * time.Hour},
		{"max-age=99999999", 200, mostAge},
		{"no-store, max-age=3600", 200, leastAge},
		{"s-maxage=86400", 200, leastAge},
		{"max-age=3600", 500, failureAge},
	} {
		t.Run(c.header+fmt.Sprint(c.status), func(t *testing.T) {
			asked := 0
			h := withWeb(t, func(*http.Request) (int, http.Header, string) {
				asked++
				return c.status, http.Header{"Cache-Control": {c.header}}, docOf(docID)
			})
			h.get(query(docID))
			h.clock.Advance(c.want - time.Second)
			h.get(query(docID))
			if asked != 1 {
				t.Errorf("read %d times", asked)
			}
			h.clock.Advance(time.Second)
			h.get(query(docID))
			if asked != 2 {
				t.Errorf("read %d times, once it was old", asked)
			}
		})
	}
}

// Strangers can have the hub ask for anything; they get one request for a document, and few at a time.
func TestDocumentsAreReadFewAtATime(t *testing.T) {
	var mu sync.Mutex
	asked, under, most := 0, 0, 0
	wait := make(chan struct{})
	h := withWeb(t, func(r *http.Request) (int, http.Header, string) {
		mu.Lock()
		asked++
		under++
		most = max(most, under)
		if asked == maxFetches {
			close(wait) // as many as there may be
		}
		mu.Unlock()
		<-wait
		mu.Lock()
		under--
		mu.Unlock()
		return 200, nil, docOf(r.URL.String())
	})
	atOnce(10*maxFetches, func(i int) {
		id := fmt.Sprintf("https://app.example/%d", i%(2*maxFetches))
		if c, err := h.State.documents.client(t.Context(), id); err != nil || c.ID != id {
			t.Errorf("%s: %v", id, err)
		}
	})
	if asked != 2*maxFetches || most > maxFetches {
		t.Errorf("%d requests for %d documents, %d at a time", asked, 2*maxFetches, most)
	}
}

func TestDocumentsAreBounded(t *testing.T) {
	h := withWeb(t, func(r *http.Request) (int, http.Header, string) { return 200, nil, docOf(r.URL.String()) })
	for i := range 3 * maxDocuments {
		h.State.asks.Return(h.ip)
		if r := h.get(query(fmt.Sprintf("https://app.example/%d", i))); r.Code != http.StatusFound {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
	}
	if len(h.State.documents.kept) != maxDocuments {
		t.Errorf("%d are kept", len(h.State.documents.kept))
	}
}

func FuzzDocument(f *testing.F) {
	f.Add(docID, []byte(docOf(docID)))
	f.Add("https://a/b", []byte(`{"client_id":"https://a/b","redirect_uris":["x:"]}`))
	f.Fuzz(func(t *testing.T, id string, body []byte) {
		if checkDocumentID(id) != nil {
			return
		}
		c, err := parseDocument(id, body)
		if err != nil {
			return
		}
		if c.ID != id || len(c.URIs) == 0 || len(c.URIs) > maxURIs || c.Host == "" || !bytes.Contains(body, []byte("client_id")) && !bytes.Contains(body, []byte(`\u`)) {
			t.Errorf("%+v", c)
		}
		for _, uri := range c.URIs {
			if _, err := checkRedirect(uri); err != nil {
				t.Errorf("%q is allowed: %v", uri, err)
			}
		}
	})
}

// A request for consent leads to the owner, to an address of the program's, or nowhere.
func FuzzAuthorize(f *testing.F) {
	h := newHouse(f)
	client := h.clientID("Claude")
	f.Add(strings.TrimPrefix(query(client), authorizePath+"?"))
	f.Add("client_id=" + client + "&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback%0d%0aX%3A1&state=%00")
	f.Add("%zz=&a=b;c")
	f.Fuzz(func(t *testing.T, raw string) {
		h.TB = t
		r, err := http.NewRequest(http.MethodGet, issuer+authorizePath, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.RawQuery = raw
		h.clock.Advance(time.Minute) // else valid requests soon reach the limit
		got := h.send(r)
		location := got.Header().Get("Location")
		switch {
		case got.Code == http.StatusBadRequest && location == "":
		case got.Code == http.StatusFound && (strings.HasPrefix(location, consentPath) || strings.HasPrefix(location, callback+"?error=")):
		default:
			t.Errorf("%d %q", got.Code, location)
		}
	})
}

// Whatever is sent for tokens, without the owner's word there are none.
func FuzzToken(f *testing.F) {
	h := newHouse(f)
	client := h.clientID("Claude")
	f.Add("grant_type=authorization_code&client_id=" + client + "&code=" + codePrefix + "000000000000_" + strings.Repeat("A", 43))
	f.Add("grant_type=refresh_token&client_id=" + client + "&refresh_token=" + refreshPrefix + "000000000000_" + strings.Repeat("A", 43))
	f.Fuzz(func(t *testing.T, body string) {
		h.TB = t
		r, err := http.NewRequest(http.MethodPost, issuer+tokenPath, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		h.clock.Advance(time.Minute)
		if got := h.send(r); got.Code < 400 || got.Code >= 500 {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	})
}

func FuzzRegister(f *testing.F) {
	h := newHouse(f)
	f.Add(`{"client_name":"x","redirect_uris":["https://app.example/"]}`)
	f.Fuzz(func(t *testing.T, body string) {
		h.TB = t
		h.clock.Advance(time.Hour)
		r := h.json(registerPath, body)
		if r.Code != http.StatusCreated && r.Code != http.StatusBadRequest && r.Code != http.StatusRequestEntityTooLarge {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
		if r.Code == http.StatusCreated {
			var made registration
			r.read(&made)
			if checkURIs(made.URIs) != nil {
				t.Errorf("%q", made.URIs)
			}
		}
	})
}
