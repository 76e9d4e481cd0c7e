package match

import (
	"slices"
	"strings"
	"testing"
)

// threads is a small hub in many languages. The id of a thread says what it is
// about.
func threads() []Doc {
	doc := func(id, title string) Doc {
		return Doc{ID: id, Kind: "thread", Project: "hub", Status: "open", Title: title, At: epoch.AddDate(0, 0, -10)}
	}
	blocked := doc("blocked", "Rotate the signing keys of the update server")
	blocked.Status = "blocked"
	done := doc("done", "Compress old transcripts with zstd")
	done.Status = "done"
	session := doc("session", "Profiled the allocator under memory pressure")
	session.Kind = "session"
	bodied := doc("bodied", "Clean up after the summer release")
	bodied.Body = "Goal: remove the feature flags. Next: the Elasticsearch mapping, then the changelog."
	return []Doc{
		blocked, done, session, bodied,
		doc("rapid", "Rapid prototyping of the onboarding flow"),
		doc("api", "Version the public API"),
		doc("authentication", "Authentication fails after a password reset"),
		doc("pagination", "Broken pagination in the order list"),
		doc("german", "Rechnungen nach Änderung der Mehrwertsteuer falsch gerundet"),
		doc("spanish", "La aplicación móvil pierde la sesión al actualizar"),
		doc("french", "Le préchargement des polices échoue à l'arrière-plan"),
		doc("russian", "Уведомления приходят с опозданием на сутки"),
		doc("greek", "Η αναζήτηση αγνοεί τους τόνους"),
		doc("japanese", "請求書の印刷プレビューが文字化けする"),
		doc("chinese", "导入大型文件时内存不足"),
		doc("korean", "알림 설정이 저장되지 않음"),
		doc("arabic", "خطأ عند تحميل الملفات الكبيرة"),
		doc("hebrew", "תיקון באג בייצוא דוחות"),
		doc("hindi", "खोज परिणाम गलत क्रम में दिखते हैं"),
		doc("thai", "ปรับปรุงหน้าค้นหาให้เร็วขึ้น"),
	}
}

func small() *Index {
	x := New()
	x.Put(threads()...)
	return x
}

func ids(hits []Hit) []string {
	list := make([]string, len(hits))
	for i, h := range hits {
		list[i] = h.ID
	}
	return list
}

func TestFindsTheThread(t *testing.T) {
	tests := []struct{ name, query, want string }{
		{"the same words in another order", "order list: pagination broken", "pagination"},
		{"other forms of the words", "paginating orders in lists breaks", "pagination"},
		{"a short form", "auth failing after resetting passwords", "authentication"},
		{"a typo", "Autentification fails", "authentication"},
		{"typos in every word", "brokn paginaton", "pagination"},
		{"a word of the body only", "elasticsearch mapping", "bodied"},
		{"blocked work", "rotate signing keys", "blocked"},
		{"finished work", "zstd compression of transcripts", "done"},
		{"another kind", "memory pressure in the allocator", "session"},
		{"a short word as a whole", "api", "api"},
		{"upper case and full width", "ＰＵＢＬＩＣ ＡＰＩ", "api"},
		{"German without umlauts", "mehrwertsteuer anderung rundung", "german"},
		{"Spanish without accents", "sesion perdida en la aplicacion movil", "spanish"},
		{"French past an elision", "échec de préchargement en arrière-plan", "french"},
		{"Russian in another case", "уведомление опаздывает на сутки", "russian"},
		{"Greek without accents", "αναζητηση τονοι", "greek"},
		{"Japanese without spaces", "請求書プレビューの文字化け", "japanese"},
		{"Chinese in another order", "内存不足：导入文件", "chinese"},
		{"Korean with another ending", "알림 설정 저장 안됨", "korean"},
		{"Arabic with vowel signs", "تَحميل المَلفات", "arabic"},
		{"Hebrew", "באג בייצוא", "hebrew"},
		{"Hindi", "खोज परिणाम का क्रम", "hindi"},
		{"Thai without spaces", "หน้าค้นหา", "thai"},
	}
	x := small()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query, Now: epoch})
			if len(hits) == 0 || hits[0].ID != tt.want || !hits[0].Passed {
				t.Errorf("Search(%q) = %+v, want %s first and passed", tt.query, hits, tt.want)
			}
			if len(hits) > 0 && len(hits[0].Why) == 0 {
				t.Errorf("Search(%q) gives no reason", tt.query)
			}
		})
	}
}

func TestShortWordsAreNotSubstrings(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "rapid", Title: "Rapid therapist capitals"}, Doc{ID: "other", Title: "Deploy the docs"})
	for _, hit := range x.Search(Query{Text: "api", Now: epoch}) {
		if hit.Score > 0 || len(hit.Why) > 0 || hit.Passed {
			t.Errorf(`"api" met %+v`, hit)
		}
	}
}

func TestSameTextIsADuplicate(t *testing.T) {
	x := small()
	for _, d := range threads() {
		for name, text := range map[string]string{
			"as it is":     d.Title,
			"upper case":   strings.ToUpper(d.Title),
			"punctuated":   "… " + strings.ReplaceAll(d.Title, " ", " - ") + "!",
			"other spaces": "\t" + strings.ReplaceAll(d.Title, " ", "\u00a0\n"),
		} {
			hits := x.Search(Query{Text: text, Now: epoch})
			if len(hits) == 0 || hits[0].ID != d.ID || hits[0].Score < 0.99 || Verdict(hits) != "duplicate" {
				t.Errorf("%s, %s: %+v", d.ID, name, hits)
			}
		}
	}
}

func TestLongTitleEqualsItself(t *testing.T) {
	title := strings.Repeat("long title about the archive of transcripts ", 60)
	x := small()
	x.Put(Doc{ID: "long", Title: title})
	if hits := x.Search(Query{Text: title}); hits[0].ID != "long" || hits[0].Score < 0.99 {
		t.Errorf("got %+v", hits[0])
	}
}

func TestOneRareWordIsNoDuplicate(t *testing.T) {
	x := small()
	for _, word := range []string{"pagination", "prototyping", "Mehrwertsteuer", "allocator", "сутки"} {
		hits := x.Search(Query{Text: word, Now: epoch})
		if len(hits) == 0 || !hits[0].Passed || Verdict(hits) == "duplicate" {
			t.Errorf("%s: verdict %q of %+v", word, Verdict(hits), hits)
		}
	}
}

func TestSwappedWordIsNoDuplicate(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "a", Title: "Translate the invoice emails to Spanish"}, Doc{ID: "b", Title: "Fix payment timeout on the mobile app"})
	for _, text := range []string{"Translate the onboarding emails to Spanish", "Fix login timeout on the mobile app"} {
		if hits := x.Search(Query{Text: text}); Verdict(hits) != "related" {
			t.Errorf("%s: %s by %+v", text, Verdict(hits), hits[0])
		}
	}
}

// TestTitlesBeatBodies puts the words of a query into titles and into bodies of up to
// 256 KiB: a body alone never makes work related.
func TestTitlesBeatBodies(t *testing.T) {
	const words = "engrave the copper keys"
	filler := strings.Repeat(" other matters of the wiki", 10_000)
	x := New()
	x.Put(pages(200)...)
	x.Put(
		Doc{ID: "page", Kind: "page", Title: "Release handbook", Body: words + filler},
		Doc{ID: "same", Kind: "session", Title: "Weekly notes", Body: words},
		Doc{ID: "late", Kind: "progress", Title: "Garden plan", Body: filler + words},
		Doc{ID: "thread", Kind: "thread", Title: "Engrave the copper keys of the update server", Body: filler},
		Doc{ID: "reminder", Kind: "reminder", Title: "copper keys"},
	)
	hits := x.Search(Query{Text: words, Now: epoch})
	if got := ids(hits)[:2]; !slices.Equal(got, []string{"thread", "reminder"}) {
		t.Errorf("first %v of %v", got, ids(hits))
	}
	for _, h := range hits[2:] {
		if h.Score >= Related {
			t.Errorf("a body made %+v", h)
		}
	}
	if !slices.Contains(ids(hits), "page") || slices.Contains(ids(hits), "late") {
		t.Errorf("%v: bodies are read up to %d bytes", ids(hits), maxBodyBytes)
	}
}

func TestWhy(t *testing.T) {
	tests := []struct {
		name, query string
		want        []string
	}{
		{"words as the query spells them", "ORDER lists: Paginating", []string{"ORDER", "lists", "Paginating"}},
		{"a word met by likeness", "authentciation", []string{"authentciation ~ authentication"}},
		{"characters joined into words", "印刷プレビュー", []string{"印刷プレビュー"}},
		{"full width as written", "ＡＰＩ", []string{"ＡＰＩ"}},
		{"small words left out beside telling ones", "the broken list of the orders", []string{"broken", "list", "orders"}},
		{"accents kept", "sesión móvil", []string{"sesión", "móvil"}},
	}
	x := small()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := slices.Sorted(slices.Values(x.Search(Query{Text: tt.query})[0].Why))
			if want := slices.Sorted(slices.Values(tt.want)); !slices.Equal(got, want) {
				t.Errorf("Why = %q, want %q", got, want)
			}
		})
	}
	t.Run("the most telling first, six at most", func(t *testing.T) {
		x.Put(Doc{ID: "many", Title: "alpha bravo charlie delta echo foxtrot golf hotel order"})
		why := x.Search(Query{Text: "order alpha bravo charlie delta echo foxtrot golf"})[0].Why
		if len(why) != maxWhy || slices.Contains(why, "order") {
			t.Errorf("Why = %q", why)
		}
	})
}

func TestNeverEmptyHanded(t *testing.T) {
	x := small()
	tests := []struct{ name, query string }{
		{"nothing in common", "xylophone quartz"},
		{"characters of no thread", "ზღვა"},
		{"digits", "90210"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query, Now: epoch})
			if len(hits) == 0 || len(hits) > nearest || hits[0].Passed || Verdict(hits) != "none" {
				t.Errorf("got %+v", hits)
			}
		})
	}
	t.Run("the nearest are of the project", func(t *testing.T) {
		x.Put(Doc{ID: "own", Project: "garden", Title: "Water the tomatoes"})
		if hits := x.Search(Query{Text: "ზღვა", Project: "garden"}); hits[0].ID != "own" {
			t.Errorf("got %v", ids(hits))
		}
	})
	t.Run("stop words alone find something", func(t *testing.T) {
		if hits := x.Search(Query{Text: "of the"}); len(hits) == 0 || len(hits[0].Why) == 0 {
			t.Errorf("got %+v", hits)
		}
	})
	for _, text := range []string{"", "   ", "?!…—", "\x00\xff", "🙂"} {
		if hits := x.Search(Query{Text: text}); hits != nil {
			t.Errorf("Search(%q) = %+v, want nothing: it has no word", text, hits)
		}
	}
	if hits := New().Search(Query{Text: "anything"}); hits != nil {
		t.Errorf("an empty index found %+v", hits)
	}
}

func TestBrokenInput(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "a", Title: "Bro\x00ken \xff\xfe pipe\xc3"}, Doc{}, Doc{ID: strings.Repeat("x", 1<<17), Title: strings.Repeat("字", 5000)})
	if hits := x.Search(Query{Text: "\xffken\x00pipe"}); len(hits) == 0 || hits[0].ID != "a" {
		t.Errorf("got %+v", hits)
	}
	x.Search(Query{Text: strings.Repeat("界", 1<<16), Limit: 1 << 30})
	x.Search(Query{Text: strings.Repeat("pipe ", 1<<16), Limit: -1})
	x.Remove("a", "", "missing")
}

func TestFilter(t *testing.T) {
	x := small()
	hits := x.Search(Query{Text: "memory pressure", Keep: func(kind, project, status string) bool {
		return kind == "session" && project == "hub" && status == "open"
	}, KeepID: func(id string) bool { return id != "" }})
	if !slices.Equal(ids(hits), []string{"session"}) {
		t.Errorf("got %v", ids(hits))
	}
	if hits := x.Search(Query{Text: "memory", Keep: func(_, _, _ string) bool { return false }}); len(hits) != 0 {
		t.Errorf("a filter that keeps nothing let %v through", ids(hits))
	}
	t.Run("finds the one kept among many better", func(t *testing.T) {
		x := New()
		x.Put(corpus(2000)...)
		x.Put(Doc{ID: "kept", Title: "login timeout and more", Kind: "page"})
		hits := x.Search(Query{Text: "login timeout", Keep: func(kind, _, _ string) bool { return kind == "page" }})
		if !slices.Equal(ids(hits), []string{"kept"}) {
			t.Errorf("got %v", ids(hits))
		}
	})
}

func TestLimit(t *testing.T) {
	x := New()
	x.Put(corpus(1000)...)
	for _, tt := range []struct{ limit, want int }{{1, 1}, {7, 7}, {0, defaultLimit}, {-3, defaultLimit}, {100, 100}, {5000, maxLimit}} {
		if got := len(x.Search(Query{Text: "login timeout", Limit: tt.limit})); got > tt.want || tt.want <= 10 && got != tt.want {
			t.Errorf("limit %d: %d hits, want %d", tt.limit, got, tt.want)
		}
	}
}

func TestBoosts(t *testing.T) {
	near := Doc{ID: "near", Project: "other", Title: "Retry failed uploads of large images", At: epoch.AddDate(-1, 0, 0)}
	far := Doc{ID: "far", Project: "mine", Title: "Retry failed logins", At: epoch}
	twin := Doc{ID: "twin", Project: "mine", Title: near.Title, At: near.At}
	fresh := Doc{ID: "fresh", Project: "other", Title: near.Title, At: epoch}
	tests := []struct {
		name string
		docs []Doc
		q    Query
		want string
	}{
		{"the same project wins among equals", []Doc{near, twin}, Query{Text: "retry image uploads", Project: "mine", Now: epoch}, "twin"},
		{"the recent wins among equals", []Doc{near, fresh}, Query{Text: "retry image uploads", Now: epoch}, "fresh"},
		{"neither outranks a clearly better hit", []Doc{near, far}, Query{Text: "retry image uploads", Project: "mine", Now: epoch}, "near"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := New()
			x.Put(tt.docs...)
			if hits := x.Search(tt.q); hits[0].ID != tt.want || hits[0].Score > 1 {
				t.Errorf("got %+v", hits)
			}
		})
	}
	t.Run("without a time recency is left out", func(t *testing.T) {
		x := New()
		x.Put(near, fresh)
		if hits := x.Search(Query{Text: "retry image uploads"}); hits[0].Score != hits[1].Score {
			t.Errorf("got %+v", hits)
		}
	})
}

func TestVerdict(t *testing.T) {
	tests := []struct {
		name string
		hits []Hit
		want string
	}{
		{"nothing", nil, "none"},
		{"below the floor", []Hit{{Score: Floor / 2}}, "none"},
		{"just below related", []Hit{{Score: Related - 0.001, Passed: true}}, "none"},
		{"related", []Hit{{Score: Related, Passed: true}}, "related"},
		{"just below duplicate", []Hit{{Score: Duplicate - 0.001, Passed: true}}, "related"},
		{"duplicate", []Hit{{Score: Duplicate, Passed: true}}, "duplicate"},
		{"the best hit decides", []Hit{{Score: 1, Passed: true}, {Score: 0.3, Passed: true}}, "duplicate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Verdict(tt.hits); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestProjects(t *testing.T) {
	x := New()
	x.Put(
		Doc{ID: "same", Project: "other", Title: "Rotate the backup keys", At: epoch},
		Doc{ID: "near", Project: "other", Title: "Rotate the backup disks in the cellar", At: epoch},
		Doc{ID: "own", Project: "mine", Title: "Backup of the photos", At: epoch},
		Doc{ID: "page", Title: "How to rotate backup keys, step by step", At: epoch},
	)
	tests := []struct {
		name, query, project string
		want                 []string
	}{
		{"by score without a project", "swap the backup disks every week", "", []string{"near", "own", "same", "page"}},
		{"another project's behind the own", "swap the backup disks every week", "mine", []string{"own", "page", "near", "same"}},
		{"the same work first, wherever it is", "rotate the backup keys", "mine", []string{"same", "page", "own", "near"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ids(x.Search(Query{Text: tt.query, Project: tt.project})); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
