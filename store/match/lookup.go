package match

import "unicode/utf8"

// lookup is a folded word and what it is looked up by in the thesaurus, each worked out when it is
// first asked for.
type lookup struct {
	text             string
	inflection, base string    // in English
	roots            *roots    // in other languages
	rootedIn         languages // so far
}

// lookups are words to be looked up.
func lookups(words []string) []lookup {
	list := make([]lookup, len(words))
	for i, w := range words {
		list[i].text = w
	}
	return list
}

// english is the word without what English adds to a noun or verb.
func (l *lookup) english() string {
	if l.inflection == "" {
		l.inflection = inflected(l.text)
	}
	return l.inflection
}

// stem is the word without what makes other words of it, in English.
func (l *lookup) stem() string {
	if l.base == "" {
		l.base = stem(l.text)
	}
	return l.base
}

// withoutEndings is the word without what stands at its end, for some languages at least.
func (l *lookup) withoutEndings(in languages) *roots {
	if l.roots == nil {
		l.roots = new(roots)
	}
	if missing := in &^ l.rootedIn; missing != 0 {
		l.roots.fill(l.text, missing)
		l.rootedIn |= missing
	}
	return l.roots
}

// formKey is the hash of the words of a form as one of the readings has them. It is the same in every
// process.
type formKey uint64

// keyOf is the key of no word.
func keyOf(as reading) formKey { return formKey(as) + 1 }

// with adds a word.
func (k formKey) with(word string) formKey {
	const spread = 0x9E3779B97F4A7C15 // odd, so that nothing is lost
	k = (k*spread ^ formKey(hashText(word))) * spread
	return k ^ k>>32 // each half depends on all of both
}

// key is the key of words.
func key(as reading, words ...string) uint64 {
	k := keyOf(as)
	for _, w := range words {
		k = k.with(w)
	}
	return uint64(k)
}

// saying is what a folded word says.
type saying struct {
	begins   lengths  // of the phrases it may begin
	ends     lengths  // and of those it may end
	concepts []uint16 // that it says by itself, without their topics
}

func (t *thesaurus) saying(w string) saying {
	word := lookup{text: w}
	return saying{t.lengthsOf(begins, &word), t.lengthsOf(ends, &word), t.conceptsOf(word)}
}

// conceptsOf returns the concepts a word says by itself.
func (t *thesaurus) conceptsOf(w lookup) []uint16 {
	if r, _ := utf8.DecodeRuneInString(w.text); classify(r) == unspaced {
		return t.says.of(key(unbroken, w.text))
	}
	return t.phrase([]lookup{w}, 0)
}

// lengthsOf returns the lengths of the phrases that a word may begin, or end, at least its own.
func (t *thesaurus) lengthsOf(place reading, w *lookup) lengths {
	found := lengths(1 << 1)
	look := func(w string) {
		for _, more := range t.says.of(key(place, w)) {
			found |= lengths(more)
		}
	}
	look(w.text)
	look(w.english())
	look(w.stem()) // as direct does in the end
	last := ""
	for _, roots := range w.withoutEndings(anyLanguage) {
		for _, root := range roots {
			if root != w.text && root != last {
				look(root)
				last = root
			}
		}
	}
	return found
}

// phrase returns the concepts that some folded words say together, the first and last of which begin
// and end phrases of those lengths; of one that is a compound those of its parts, if there are no others.
func (t *thesaurus) phrase(words []lookup, among lengths) []uint16 {
	if len(words) == 1 && stopWords[words[0].text] {
		return nil
	}
	all := t.direct(words, among.otherwise(len(words)))
	if len(all) == 0 && len(words) == 1 {
		first, last := t.compound(words[0].text)
		return union(first, last)
	}
	return all
}

// direct returns the concepts of words in English, or as they stand in another language; if there
// are none, those of words with other endings in some languages.
func (t *thesaurus) direct(words []lookup, in languages) []uint16 {
	asTheyStand := keyOf(asIs)
	for i := range words {
		asTheyStand = asTheyStand.with(words[i].text)
	}
	all := union(t.inEnglish(words), t.says.of(uint64(asTheyStand)))
	if len(all) == 0 {
		all = t.otherwise(words, in)
	}
	if len(all) > 0 {
		return all
	}
	stemmed := keyOf(english)
	for i := range words {
		stemmed = stemmed.with(words[i].stem())
	}
	return t.says.of(uint64(stemmed))
}

// otherwise returns the concepts of words that are known with other endings in some languages: of those
// that differ least.
func (t *thesaurus) otherwise(words []lookup, in languages) []uint16 {
	if in == 0 {
		return nil
	}
	for d := range depths {
		var all []uint16
		for own := range in.all() {
			rooted := keyOf(readingOf(own, d))
			for i := range words {
				rooted = rooted.with(words[i].withoutEndings(in)[d][own])
			}
			all = union(all, t.says.of(uint64(rooted)))
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// inEnglish returns the concepts of an English phrase.
func (t *thesaurus) inEnglish(words []lookup) []uint16 {
	k := keyOf(english)
	for i := range words {
		k = k.with(words[i].english())
	}
	return t.says.of(uint64(k))
}
