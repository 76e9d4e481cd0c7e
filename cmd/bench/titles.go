package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
)

// titles invents summaries of work as people and agents write them, in several languages,
// always the same ones for a seed. It may be asked by several at once.
type titles struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func newTitles(seed uint64) *titles { return &titles{rng: rand.New(rand.NewPCG(seed, 8787))} }

// language is a pattern of sentence and what fills it.
type language struct {
	share   int // of a hundred titles
	form    string
	actions []string
	things  []string
	places  []string
}

var languages = []language{
	{
		60, "%[1]s %[2]s %[3]s",
		[]string{"Fix", "Rewrite", "Speed up", "Document", "Test", "Remove", "Upgrade", "Investigate", "Refactor", "Add", "Review", "Roll back", "Monitor", "Migrate", "Clean up", "Draft", "Compare", "Automate"},
		[]string{"the login redirect loop", "the invoice export", "flaky upload retries", "the onboarding mail", "dark mode colours", "the search index", "slow cold starts", "webhook signatures", "the nightly backup", "rate limit headers", "the settings page", "memory growth of the importer", "keyboard shortcuts", "the release checklist", "time zone handling", "image thumbnails", "the permission check", "the changelog", "pagination of comments", "cache invalidation", "the payment form", "calendar sync", "audit log entries", "the offline queue", "CSV parsing"},
		[]string{"on Safari", "for the mobile app", "in the billing service", "before the release", "behind the proxy", "in the admin area", "for team accounts", "on slow networks", "after the framework upgrade", "in staging", "for the public API", "with large files", "under load", "in the docs site", "for new users", "on Windows"},
	},
	{
		15, "%[2]s %[3]s %[1]s",
		[]string{"reparieren", "umschreiben", "beschleunigen", "dokumentieren", "testen", "entfernen", "prüfen", "überwachen", "vereinfachen"},
		[]string{"Anmeldeschleife", "Rechnungsexport", "Sicherungslauf", "Suchindex", "Einstellungsseite", "Zeitzonenfehler", "Benachrichtigungen", "Passwortänderung", "Kalenderabgleich", "Bildvorschau"},
		[]string{"im Verwaltungsbereich", "für große Dateien", "vor der Veröffentlichung", "hinter dem Proxy", "auf dem Handy", "bei langsamem Netz", "für neue Nutzer"},
	},
	{
		10, "%[1]s %[2]s %[3]s",
		[]string{"Arreglar", "Reescribir", "Acelerar", "Documentar", "Probar", "Quitar", "Revisar", "Migrar"},
		[]string{"el bucle de inicio de sesión", "la exportación de facturas", "la copia de seguridad", "el índice de búsqueda", "la página de ajustes", "las notificaciones", "el formulario de pago", "la cola sin conexión"},
		[]string{"en el móvil", "antes de la entrega", "para cuentas de equipo", "detrás del proxy", "con archivos grandes", "en producción"},
	},
	{
		10, "%[3]s%[2]s%[1]s",
		[]string{"を修正する", "を書き直す", "を高速化する", "を文書化する", "をテストする", "を削除する", "を確認する"},
		[]string{"ログインのリダイレクト", "請求書の書き出し", "夜間バックアップ", "検索インデックス", "設定ページ", "通知メール", "決済フォーム", "画像の縮小表示"},
		[]string{"モバイル版の", "管理画面の", "公開前に", "大きなファイルで", "新規ユーザー向けの"},
	},
	{
		5, "%[1]s %[2]s %[3]s",
		[]string{"Исправить", "Переписать", "Ускорить", "Описать", "Проверить", "Удалить"},
		[]string{"вход через браузер", "выгрузку счетов", "ночную копию", "поисковый индекс", "страницу настроек", "очередь без сети"},
		[]string{"на телефоне", "перед выпуском", "для новых пользователей", "за прокси", "в тестовой среде"},
	},
}

func (t *titles) next() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	roll := t.rng.IntN(100)
	for _, l := range languages {
		if roll -= l.share; roll < 0 {
			title := fmt.Sprintf(l.form, pick(t.rng, l.actions), pick(t.rng, l.things), pick(t.rng, l.places))
			if t.rng.IntN(3) == 0 {
				title += fmt.Sprintf(" (#%d)", t.rng.IntN(9000)+100)
			}
			return title
		}
	}
	return "Untitled work" // the shares add up to a hundred
}

func pick(rng *rand.Rand, list []string) string { return list[rng.IntN(len(list))] }
