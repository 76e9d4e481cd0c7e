package match

import (
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// spoken is the thesaurus of a small lexicon.
func spoken(t testing.TB, text string) *thesaurus {
	t.Helper()
	l, err := lexicon.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return newThesaurus(l)
}

func TestMentions(t *testing.T) {
	th := spoken(t, `
		en: sign in, log in, authentication | de: anmelden, Anmeldung | es: iniciar sesión | ja: ログイン | zh: 登录 | ru: авторизация
		en: slow, sluggish, take forever | de: langsam, ewig dauern | ru: медленный
		en: invoice, bill | de: Rechnung | fr: facture
		~ session: log in, cookie, expire`)
	tests := []struct{ name, text, want string }{
		{"a word", "slow", "slow"},
		{"a phrase", "users log in twice", "sign in, session"},
		{"an English ending", "logging in", "sign in, session"},
		{"a German ending", "Anmeldungen", "sign in, session"},
		{"a Russian ending", "ошибка авторизации", "sign in, session"},
		{"accents left out", "iniciar sesion", "sign in, session"},
		{"a script without spaces", "ログインが遅い", "sign in, session"},
		{"Chinese", "修复登录页面", "sign in, session"},
		{"the longest phrase", "it takes forever", "slow"},
		{"a word of a topic only", "expired", "session"},
		{"no part of a word", "login2 rebilled", ""},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range th.concepts(tt.text) {
				got = append(got, th.names[c])
			}
			if s := strings.Join(got, ", "); s != tt.want {
				t.Errorf("%q mentions %q, want %q", tt.text, s, tt.want)
			}
		})
	}
	t.Run("where it stands", func(t *testing.T) {
		text := "Die Anmeldung ist langsam"
		var got []string
		for _, m := range th.mentions(text, th.saying) {
			got = append(got, text[m.lo:m.hi])
		}
		if want := []string{"Anmeldung", "langsam"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestOtherWords asks in other words and in other languages than the titles have.
func TestOtherWords(t *testing.T) {
	x := New()
	titles := map[string]string{
		"login": "Login is slow on the phone", "invoice": "Invoices as PDF", "sink": "Kitchen sink drains slowly",
		"tyres": "Book an appointment for winter tyres", "dark": "Dark mode for the settings", "tax": "File the tax return",
	}
	for id, title := range titles {
		x.Put(Doc{ID: id, Title: title, At: epoch})
	}
	tests := []struct{ name, query, want string }{
		{"German", "Anmeldung am Handy ist langsam", "login"},
		{"Spanish", "facturas en PDF", "invoice"},
		{"Russian", "зимние шины", "tyres"},
		{"other English words", "signing in takes forever", "login"},
		{"the same topic", "clogged pipe, get the plunger", "sink"},
		{"Japanese", "確定申告", "tax"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query})
			if len(hits) == 0 || hits[0].ID != tt.want {
				t.Fatalf("got %+v, want %s", hits, tt.want)
			}
			if Verdict(hits) == "duplicate" {
				t.Errorf("%q is taken for %q: other words alone make no duplicate", tt.query, titles[tt.want])
			}
			if len(hits[0].Why) == 0 {
				t.Error("no reason is given")
			}
		})
	}
	t.Run("the reason shows both words", func(t *testing.T) {
		hits := x.Search(Query{Text: "Rechnung"})
		if len(hits) == 0 || !slices.Contains(hits[0].Why, "Rechnung ≈ invoices") {
			t.Errorf("got %+v", hits)
		}
	})
}

// TestWhatManyAreAbout holds that what a title says in other words than the query counts the less, the
// more titles say it, however rare the query's own word is.
func TestWhatManyAreAbout(t *testing.T) {
	for _, tt := range []struct{ name, title, others, query string }{
		{"another word for it", "Log in to the shop", "Log in to the", "authenticate with a photo of a hamster"},
		{"a word of its topic", "Drains", "Drains of the", "plunger, hamster"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			score := func(others string) float64 {
				x := New()
				x.Put(Doc{ID: "this", Title: tt.title}, Doc{ID: "words", Title: "Authenticate, plunger"})
				for _, place := range strings.Fields("blog forum wiki router printer camera library clinic school bank gym club archive garage") {
					x.Put(Doc{ID: place, Title: others + " " + place})
				}
				return x.Search(Query{Text: tt.query, KeepID: func(id string) bool { return id == "this" }})[0].Score
			}
			few, many := score("Paint the"), score(tt.others)
			if few == 0 || many > .8*few {
				t.Errorf("%q scores %.3f for %q where few titles are about it and %.3f where many are", tt.query, few, tt.title, many)
			}
		})
	}
}

func TestWordings(t *testing.T) {
	x := New()
	x.Put(
		Doc{ID: "session", Title: "Users get signed out too quickly", At: epoch},
		Doc{ID: "mail", Title: "Order mails arrive late", At: epoch},
		Doc{ID: "photo", Title: "Product photos load slowly", At: epoch},
	)
	const intent = "bump the TTL in auth/session.ts"
	tests := []struct {
		name    string
		also    []string
		verdict string
	}{
		{"one that is the title", []string{"users get signed out too quickly"}, "duplicate"},
		{"one that comes near", []string{"people are logged out quickly"}, "related"},
		{"one that is misspelt", []string{"quicckly useers"}, "related"},
		{"one that is another work", []string{"users get signed out in other languages"}, "related"},
		{"as many as there may be", []string{"a b", "c d", "e f", "users get signed out too quickly", "mail"}, "duplicate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: intent, Also: tt.also})
			if Verdict(hits) != tt.verdict || hits[0].ID != "session" {
				t.Errorf("%s of %+v, want %s", Verdict(hits), hits, tt.verdict)
			}
		})
	}
	t.Run("none makes the same of what the query tells apart", func(t *testing.T) {
		x := New()
		x.Put(Doc{ID: "old", Title: "Support Python 3.13 on all platforms", At: epoch})
		hits := x.Search(Query{Text: "Support Python 3.14 on all platforms", Also: []string{"Support Python 3.13 on all platforms"}})
		if Verdict(hits) != "related" {
			t.Errorf("%s of %+v", Verdict(hits), hits)
		}
	})
	t.Run("the reason says which one", func(t *testing.T) {
		hits := x.Search(Query{Text: intent, Also: []string{"users get signed out too quickly"}})
		if !strings.HasPrefix(hits[0].Why[0], `matched "users get signed out too quickly"`) {
			t.Errorf("got %q", hits[0].Why)
		}
	})
	t.Run("the own words win ties", func(t *testing.T) {
		hits := x.Search(Query{Text: "order mails arrive late", Also: []string{"product photos load slowly"}})
		if hits[0].ID != "mail" {
			t.Errorf("got %+v", hits)
		}
	})
	t.Run("the same again counts once", func(t *testing.T) {
		alone, twice := x.Search(Query{Text: "order mails"}), x.Search(Query{Text: "order mails", Also: []string{"order mails", "order mails"}})
		if alone[0].Score != twice[0].Score {
			t.Errorf("got %v and %v", alone[0].Score, twice[0].Score)
		}
	})
	t.Run("a query without words", func(t *testing.T) {
		if hits := x.Search(Query{Text: "…", Also: []string{"order mails arrive late"}}); len(hits) == 0 || hits[0].ID != "mail" {
			t.Errorf("got %+v", hits)
		}
	})
}

// TestOneWordApart asks for work that has a word of its own where the title has another.
func TestOneWordApart(t *testing.T) {
	tests := []struct{ name, title, query, verdict string }{
		{"a name", "Upgrade to Go 1.26", "Upgrade to Node 26", "related"},
		{"a number", "Support Python 3.13", "Support Python 3.14", "related"},
		{"a place", "Replace the lamp in bay 3", "Replace the lamp in bay 7", "related"},
		{"a language", "Translate the manual to French", "Translate the manual to Spanish", "related"},
		{"a verb", "Back up the music collection", "Move the music collection", "related"},
		{"a noun", "Write tests for the importer", "Write documentation for the importer", "related"},
		{"a person", "Dad's list of medicines", "Mum's list of medicines", "related"},
		{"a negation", "Send mails at night", "Send no mails at night", "related"},
		{"Spanish", "Pintar la puerta del garaje", "Pintar el techo del garaje", "related"},
		{"Japanese", "山小屋の写真を追加する", "山小屋の電話番号を追加する", "related"},
		{"a compound", "Windprognose verbessern", "Solarprognose verbessern", "related"},
		{"a compound of known parts", "Schlafzimmertür streichen", "Badezimmertür streichen", "related"},
		{"another form of the word", "Export of invoices as CSV", "Exporting the invoices as CSV", "duplicate"},
		{"a slip of the pen", "Paginate the attachments", "Paginate the atachments", "duplicate"},
		{"another word for it", "Fix the login timeout on the phone", "Repair the login timeout on the phone", "duplicate"},
		{"more said on one side", "Rotate the backup keys", "Rotate the backup keys every month", "duplicate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := New()
			x.Put(Doc{ID: "a", Title: tt.title}, Doc{ID: "b", Title: "Water the garden"}, Doc{ID: "c", Title: "Call the bank"})
			if hits := x.Search(Query{Text: tt.query}); Verdict(hits) != tt.verdict {
				t.Errorf("%s by %+v, want %s", Verdict(hits), hits[0], tt.verdict)
			}
		})
	}
}

func TestContent(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"English", "Let's continue with the login timeout", "the login timeout"},
		{"two of them", "Please continue working on invoices", "invoices"},
		{"German", "Mach weiter mit der Rechnung", "der Rechnung"},
		{"Spanish", "por favor, sigue con las facturas", "las facturas"},
		{"Chinese", "请继续修复登录", "修复登录"},
		{"Japanese", "ログイン画面を続ける", "ログイン画面"},
		{"nothing else", "please continue", "please continue"},
		{"in the middle", "Uploads continue after a pause", "Uploads continue after a pause"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lo, hi := content(tt.text)
			if got := strings.Trim(tt.text[lo:hi], " ,"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWithoutTopics(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "sink", Title: "Kitchen sink drains slowly", At: epoch}, Doc{ID: "keys", Title: "Rotate the backup keys", At: epoch})
	const query = "plunger"
	if hits := x.Search(Query{Text: query}); len(hits) == 0 || hits[0].ID != "sink" || !hits[0].Passed {
		t.Errorf("by topic: %+v", hits)
	}
	for _, h := range x.Search(Query{Text: query, NoTopics: true}) {
		if h.Passed {
			t.Errorf("without topics: %+v", h)
		}
	}
}

// What hardly compares is shown for want of better: words that look a little alike, or belong to
// one topic, would be made-up reasons for it.
func TestWhatHardlyComparesHasNoReason(t *testing.T) {
	x := small()
	for _, tt := range []struct{ name, query string }{
		{"a single word", "dashboard"},
		{"several words", "label the rack cables"},
		{"words that look a little like others", "paint the garden fence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query})
			if len(hits) == 0 {
				t.Fatal("nothing is shown")
			}
			for _, h := range hits {
				if h.Score < Floor && len(h.Why) > 0 {
					t.Errorf("%s %.2f: %q", h.ID, h.Score, h.Why)
				}
			}
		})
	}
}

// A topic is a reason, in plain words, where what the query says of it is a good part of all it says.
func TestATopicIsAReason(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "sink", Title: "Kitchen sink drains slowly", At: epoch})
	x.Put(Doc{ID: "balancer", Title: "Load balancer", At: epoch})
	for _, tt := range []struct {
		name, query string
		want        []string
	}{
		{"a phrase of the title", "nginx", []string{`both about load balancing ("nginx", "load balancer")`}},
		{"all of the query", "plunger", []string{`both about blocked water ("plunger", "drains")`}},
		{"the first of several", "plunger, auger", []string{`both about sink drain ("plunger", "drains")`}},
		{"a word of a long sentence", "plunger qwux zorbel fnarg blimfo drizzt", nil},
		{"another word for it comes before the topic", "plunger for the washbasin", []string{"washbasin ≈ sink"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query})
			if len(hits) == 0 || !slices.Equal(hits[0].Why, tt.want) {
				t.Errorf("got %+v, want %q", hits, tt.want)
			}
		})
	}
}
