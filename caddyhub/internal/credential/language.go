package credential

import (
	"strings"
	"unicode/utf8"
)

// word is a word for a credential that has letters beyond ASCII.
type word struct {
	text   string // in lower case where the script has it
	by     maker
	anchor int // where its first letter beyond ASCII is
}

var words = func() (list []word) {
	for _, w := range strings.Fields("contraseña hasło hasła lösenord lösenordet şifre şifresi parolă jelszó mật-khẩu " +
		"пароль Пароль ПАРОЛЬ пароля парол Парол лозинка κωδικός סיסמה كلمة-المرور पासवर्ड パスワード パスフレーズ 暗証番号 密码 密碼 口令 비밀번호 암호 รหัสผ่าน") {
		list = append(list, foreign(w, byPerson))
	}
	for _, w := range strings.Fields("токен Токен トークン 令牌 토큰 密钥 密鑰 シークレット ключ Ключ schlüssel clé") {
		by := byMachine
		if w == "ключ" || w == "Ключ" || w == "schlüssel" || w == "clé" {
			by = keyOnly
		}
		list = append(list, foreign(w, by))
	}
	return list
}()

func foreign(w string, by maker) word {
	w = strings.ReplaceAll(w, "-", " ")
	return word{w, by, strings.IndexFunc(w, func(r rune) bool { return r >= utf8.RuneSelf })}
}

// wordsBy are the words by the first byte of their anchor.
var wordsBy = func() (by [256][]word) {
	for _, w := range words {
		first := w.text[w.anchor]
		by[first] = append(by[first], w)
	}
	return by
}()

// foreignWord is the credential behind a word of another language; i is at its anchor.
func foreignWord(text string, i int) (Match, bool) {
	for _, w := range wordsBy[text[i]] {
		start := i - w.anchor
		end := start + len(w.text)
		if start < 0 || end > len(text) || !strings.HasPrefix(text[i:], w.text[w.anchor:]) || !strings.EqualFold(text[start:i], w.text[:w.anchor]) {
			continue
		}
		n := name{kind: "password", by: w.by, chosen: w.by == byPerson}
		if !n.chosen {
			n.kind = "token"
		}
		for end < len(text) && end-start < len(w.text)+4 && strings.IndexByte("\"'`*", text[end]) >= 0 {
			end++
		}
		if m, ok := n.told(text, end); ok {
			return m, true
		}
	}
	return Match{}, false
}
