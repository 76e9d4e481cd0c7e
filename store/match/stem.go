package match

import "strings"

// How much a word counts next to one that carries meaning. Low, not zero: a
// query of nothing but such words still finds something.
const (
	stopWeight   = 0.1
	fillerWeight = 0.5
)

// stopWords hold a sentence together in one of the languages that put spaces between words.
var stopWords = set(`
	a about after all also am an and any are as at be because been before being but by can could d did do does
	don each few for from had has have he her here him his how i if in into is it its just ll m may me more most
	must my no not now of off on once only or other our out over own re s same she should so some such t than
	that the their them then there these they this those through to too under until up ve very via was we were
	what when where which while who whom why will with would you your

	aber als am auch auf aus bei beim bis das dass dem den der des die doch ein eine einem einen einer eines er
	es fur hat haben ich ihr im in ins ist kein keine man mit nach nicht noch nur ob oder ohne sein seine sich
	sie sind so uber um und uns unter vom von vor war wenn wer werden wie wir wird zu zum zur
	ans furs ihre ihrem ihren ihrer kann konnen mehr muss seit soll

	al ante como con contra cuando de del desde donde el ella en entre era es esta este esto ha hasta hay la las
	lo los mas me mi muy no nos o para pero por porque que se ser si sin sobre son su sus tambien te tu un una
	uno unos y ya

	au aux avec ce ces cette dans des du elle est et il ils je la le les leur leurs lui mais ne ou par pas pour
	qu que qui sa sans ses son sont sur un une vers vous

	one ones nobody every since again everything nothing something against doesn isn aren stays anything maybe although around
	whether whoever whenever wherever whatever able ago already itself myself themselves everywhere somebody someone anybody
	anyone everybody everyone perhaps besides else ever yet whose otherwise want wants wanted need needs needed go goes going
	like cannot instead while

	algo cada ese eso esa esos hacia ni segun
	c j l n t ces cet ont fait y aussi ainsi chaque
	quiere quieren puede pueden hacer hace estan nadie alguien donde
	veut veulent peut faut faire fait etre avoir ont quelqu depuis chez
	quer querem pode podem preciso alguem ninguem fazer quando onde alguns
	vuole vogliono puo possono serve servono quando qualcuno nessuno fare quali
	wil willen kan kunnen moeten iemand niemand wie wat waar vaak tijdens
	will wollen soll sollen konnte jemand niemand machen macht selbst alle alles brauchen brauche etwas nichts
	хочет хотят нужно надо может могут кто где когда никто все
	il gli di da del della dei delle dal dalla nel nella nei nelle sul sulla alla ai agli che chi non per tra fra piu anche
	questo questa quello quella ogni suo sua loro ho hanno cosi
	o as um uma da das na nas nos ao aos pelo pela pelos com em nao mais mas e ou seu sua meu minha ele ela eles foi sao tem
	isso isto essa esse
	het een en dat er ook als maar naar bij uit nog wel geen niet aan voor met om op te wordt worden ons onze hij zij ze heeft
	hebben deze dit zijn moet mijn hun
	mich mir dir euch wo schon sehr mal dieser diese dieses hatte wurde
	если чтобы этот эта эти это был была были есть он она они мы вы нам нас их там тут чем

	без бы в во для до его ее за и из или их к как ко на над не но о об от по под при с со так то у что это`)

// fillers open most summaries of work whatever they are about.
var fillers = set(`
	add allow build change check create do enable ensure fix get handle implement improve introduce investigate
	let make move need new rework set setup some support try update use work write
	hinzufugen andern beheben erstellen korrigieren neu prufen
	agregar anadir arreglar cambiar corregir crear mejorar nuevo`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// weigh returns the share of its rarity a word counts with.
func weigh(word, stem string) float32 {
	switch {
	case stopWords[word]:
		return stopWeight
	case fillers[word] || fillers[stem]:
		return fillerWeight
	}
	return 1
}

// suffixes are tried in order within a step; the first that fits is replaced
// if at least keep letters remain before it.
var suffixes = [...][]struct {
	suffix, with string
	keep         int
}{
	{ // plural
		{"sses", "ss", 1},
		{"ies", "y", 2},
		{"xes", "x", 1},
		{"ches", "ch", 2},
		{"shes", "sh", 2},
		{"ss", "ss", 0},
		{"us", "us", 0},
		{"is", "is", 0},
		{"s", "", 3},
	},
	{ // verb forms and the nouns made from them
		{"izations", "iz", 3},
		{"ization", "iz", 3},
		{"isation", "iz", 3},
		{"ising", "iz", 4},
		{"ised", "iz", 4},
		{"ise", "iz", 4},
		{"ation", "", 4},
		{"ating", "", 4},
		{"ator", "", 4},
		{"ated", "", 4},
		{"ate", "", 4},
		{"ition", "", 4},
		{"tion", "t", 3},
		{"sion", "s", 3},
		{"ying", "y", 2},
		{"ied", "y", 2},
		{"ing", "", 3},
		{"eed", "ee", 2},
		{"ed", "", 3},
	},
	{ // what is left of other endings
		{"ment", "", 4}, {"ness", "", 4}, {"ably", "", 4}, {"able", "", 4}, {"ally", "", 4}, {"ly", "", 4}, {"er", "", 4}, {"our", "or", 3}, {"e", "", 3},
	},
}

// stem takes English endings off a folded word so that its forms meet: cached,
// caches and caching are cach. It need not be a word, only the same for all.
// A short form has the stem of the word it stands for; words of other scripts come back as
// they are.
func stem(word string) string {
	if long, ok := aliases[word]; ok {
		return long
	}
	s := strip(word)
	if long, ok := aliases[s]; ok {
		return long
	}
	return s
}

// inflected is the stem of a word that keeps who or what does something apart from what is
// done: customer is no form of custom, letter none of let.
func inflected(word string) string {
	if long, ok := aliases[word]; ok {
		return long
	}
	if agent(word) {
		return word
	}
	if base, ok := strings.CutSuffix(word, "s"); ok && agent(base) {
		return base
	}
	return stem(word)
}

// agent reports whether a word ends like one for somebody or something that does a thing.
func agent(word string) bool {
	return len(word) > 4 && (strings.HasSuffix(word, "er") || strings.HasSuffix(word, "or")) && isLowerASCII(word)
}

// strip takes the endings off.
func strip(word string) string {
	if len(word) < 4 || !isLowerASCII(word) {
		return word
	}
	s := word
	for _, step := range suffixes {
		for _, rule := range step {
			if base, ok := strings.CutSuffix(s, rule.suffix); ok {
				if len(base) >= rule.keep && strings.ContainsAny(base, "aeiouy") { // "string" has no ending
					s = base + rule.with
				}
				break
			}
		}
		s = undouble(s)
	}
	return s
}

// undouble turns the consonant an ending had doubled back into one.
func undouble(s string) string {
	n := len(s)
	if n > 3 && s[n-1] == s[n-2] && !strings.ContainsRune("aeiouls", rune(s[n-1])) {
		return s[:n-1]
	}
	return s
}

func isLowerASCII(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
