package match

import (
	"slices"
	"strings"
	"testing"
)

func TestRoots(t *testing.T) {
	tests := []struct {
		name  string
		own   tongue
		depth depth
		words string
	}{
		{"German nouns", german, inflection, "bild bilder bildern bildes"},
		{"short German nouns", german, inflection, "tur turen"},
		{"German verbs", german, derivation, "drucken druckt druckte gedruckt"},
		{"German verbs with a part that leaves", german, derivation, "abstellen abgestellt abzustellen abstellt abstellung"},
		{"German verbs and their nouns", german, derivation, "anmelden anmeldung anmeldungen angemeldet"},
		{"German verbs from Latin", german, derivation, "konfigurieren konfiguration konfiguriert"},
		{"Spanish nouns", spanish, inflection, "imagen imagenes"},
		{"Spanish nouns in z", spanish, inflection, "lapiz lapices"},
		{"Spanish verbs", spanish, derivation, "pagar paga pagan pagado pagando"},
		{"Spanish verbs and their nouns", spanish, derivation, "configurar configuracion configurado"},
		{"French nouns", french, inflection, "facture factures"},
		{"French verbs", french, derivation, "reparer reparation reparee repare reparent"},
		{"Portuguese nouns", portuguese, inflection, "cartao cartoes"},
		{"Portuguese nouns in l", portuguese, inflection, "sinal sinais"},
		{"Portuguese verbs", portuguese, derivation, "pagar paga pagam pagou pagando pago"},
		{"Italian nouns", italian, inflection, "gatto gatti"},
		{"Italian nouns with an h", italian, inflection, "banco banchi"},
		{"Italian verbs", italian, derivation, "configurare configurazione configurato configura"},
		{"Dutch nouns", dutch, inflection, "kat katten"},
		{"Dutch nouns with a long vowel", dutch, inflection, "boom bomen boompje"},
		{"Dutch nouns that end in s", dutch, inflection, "huis huizen"},
		{"Dutch verbs", dutch, derivation, "aanmelden aangemeld aanmelding"},
		{"Russian nouns", russian, inflection, "вода воду воды водои"},
		{"Russian nouns with a vowel that comes and goes", russian, inflection, "лампочка лампочку лампочек"},
		{"Russian adjectives", russian, inflection, "новыи новая новую новых"},
		{"Russian verbs", russian, derivation, "сохранить сохранение сохраняет сохранили"},
		{"Russian verbs of themselves", russian, derivation, "загружать загружается загружает"},
		{"Russian nouns from Latin", russian, derivation, "авторизация авторизации авторизацию"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list := strings.Fields(tt.words)
			want := rootsIn(list[0], anyLanguage)[tt.depth][tt.own]
			for _, w := range list[1:] {
				if got := rootsIn(w, anyLanguage)[tt.depth][tt.own]; got != want {
					t.Errorf("%s is %s, but %s is %s", w, got, list[0], want)
				}
			}
		})
	}
}

// TestEndingsOfOneLanguage has words that differ in what is an ending elsewhere only.
func TestEndingsOfOneLanguage(t *testing.T) {
	th := spoken(t, `
		en: suitcase | pt: mala
		en: contract | es: contrato
		en: customs | de: Zoll
		en: buyer, customer | de: Kunde
		en: letter | nl: letter
		en: image | it: immagine | de: Bild
		en: print | de: drucken | ja: 印刷する
		en: shut off | ja: 消す, 止める
		en: dog | ja: 犬 | zh: 狗
		en: chess | de: Schach
		en: club | de: Verein
		en: pump | nl: pomp
		en: bicycle | nl: fiets
		en: blurred picture | de: unscharfes Foto
		en: photo | de: Foto`)
	tests := []struct{ name, text, want string }{
		{"an Italian ending is none in Portuguese", "malate", ""},
		{"nor is one in Spanish", "contro", ""},
		{"who does it is not what is done", "customers", "buyer"},
		{"the other way round", "let me see", ""},
		{"the ending of its own language", "immagini", "image"},
		{"a verb for what was done", "gedruckt", "print"},
		{"a Japanese verb in the past", "電気を消した", "shut off"},
		{"and one that only drops its end", "水を止めたい", "shut off"},
		{"a single character", "犬の散歩", "dog"},
		{"in Chinese", "给狗洗澡", "dog"},
		{"but none that may be part of a word", "熱狗店", ""},
		{"a German compound", "einen Schachverein finden", "chess, club"},
		{"a Dutch compound with a link", "fietsenpomp", "bicycle, pump"},
		{"no compound of which a part is unknown", "Schachfigur", ""},
		{"a phrase and what it speaks of", "unscharfe Fotos", "blurred picture, photo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range th.concepts(tt.text) {
				got = append(got, th.names[c])
			}
			slices.Sort(got)
			if s := strings.Join(got, ", "); s != tt.want {
				t.Errorf("%q mentions %q, want %q", tt.text, s, tt.want)
			}
		})
	}
}
