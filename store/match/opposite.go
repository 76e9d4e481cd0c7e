package match

import "strings"

// side says which of two opposite directions a word stands for: +n against -n, 0 for none.
type side int8

func (a side) against(b side) bool { return a != 0 && a == -b }

// sides are the words that turn a piece of work into its opposite, by stem. Other languages
// than English have no stemming, so their words stand here in the forms summaries use.
var sides = func() map[string]side {
	m := map[string]side{}
	var n side
	for line := range strings.Lines(`
		add create / remove delete drop
		enable activate / disable deactivate
		on / off
		allow grant unlock / forbid deny block revoke lock
		increase raise / decrease reduce lower
		book / cancel
		buy / sell
		encrypt / decrypt
		import / export
		install / uninstall
		login / logout
		open / close
		push / pull
		send / receive
		show / hide
		start / stop
		upgrade / downgrade rollback
		upload / download
		hinzufugen / entfernen loschen
		aktivieren einschalten / deaktivieren ausschalten
		erlauben entsperren / verbieten sperren
		importieren / exportieren
		kaufen / verkaufen
		offnen / schliessen
		anadir agregar / quitar eliminar borrar
		activar / desactivar
		abrir / cerrar
		comprar / vender
		importar / exportar
		permitir / bloquear
		reservar / cancelar
		ajouter / supprimer retirer
		activer / desactiver
		acheter / vendre
		ouvrir / fermer
		добавить / удалить убрать
		включить / выключить отключить
		купить / продать
		открыть / закрыть
		追加 / 削除
		有効 / 無効
		許可 允许 / 禁止
		開始 / 停止
		添加 增加 / 删除
		启用 / 禁用
		إضافة / حذف
		تفعيل / تعطيل`) {
		left, right, _ := strings.Cut(line, "/")
		n++
		for word := range set(left) {
			m[stem(fold(word))] = n
		}
		for word := range set(right) {
			m[stem(fold(word))] = -n
		}
	}
	return m
}()

// opposed reports whether the title says the opposite of the query, or has another number
// where the query has one: "enable telemetry", "disable telemetry"; "taxes of 2024", "of 2025".
func (s *state) opposed(p *plan, c *candidate, r *record) bool {
	for i := range p.terms {
		t := &p.terms[i]
		number := isNumber(t.word.text)
		if c.title&(1<<i) != 0 || t.side == 0 && !number {
			continue
		}
		for w := range r.titleWords() {
			e := &s.words[w]
			if (number && isNumber(e.text) || t.side.against(e.side)) && !p.has(e.stem) {
				return true
			}
		}
	}
	return false
}
