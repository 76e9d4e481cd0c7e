package match

import (
	"testing"
)

// What goes the other way round is asked about, however many words it shares.
func TestTheOtherWayRound(t *testing.T) {
	for _, tc := range []struct{ title, query string }{
		{"Merge develop into main", "Merge main into develop"},
		{"Convert JPEG images to WebP", "Convert WebP images to JPEG"},
		{"Move backups from S3 to GCS", "Move backups from GCS to S3"},
		{"Move backups S3 → GCS", "Move backups GCS → S3"},
		{"Sync GitHub issues to Notion", "Sync Notion issues to GitHub"},
		{"Rename user to customer", "Rename customer to user"},
		{"Use podman instead of docker", "Use docker instead of podman"},
		{"Install tools from apt instead of brew", "Install tools from brew instead of apt"},
		{"Run the linter before the tests", "Run the tests before the linter"},
		{"Add 2FA login without SMS", "Add SMS login without 2FA"},
		{"Block bots, allow crawlers", "Allow bots, block crawlers"},
		{"Allow guests to edit carts", "Allow carts to edit guests"},
		{"PDF export for quotes and CSV for orders", "CSV export for quotes and PDF for orders"},
		{"Dokumentation von Deutsch nach Japanisch übersetzen", "Dokumentation von Japanisch nach Deutsch übersetzen"},
		{"Copiar las fotos de Madrid a Lisboa", "Copiar las fotos de Lisboa a Madrid"},
		{"Passer de webpack à vite", "Passer de vite à webpack"},
		{"Перенести заметки из Notion в Obsidian", "Перенести заметки из Obsidian в Notion"},
		{"本番からステージングへデータをコピー", "ステージングから本番へデータをコピー"},
		{"S3からGCSへ移行", "GCSからS3へ移行"},
		{"把数据从测试环境迁移到生产环境", "把数据从生产环境迁移到测试环境"},
		{"스테이징에서 프로덕션으로 데이터 복사", "프로덕션에서 스테이징으로 데이터 복사"},

		{"Implement phase one of the rollout", "Implement phase two of the rollout"},
		{"Set up staging server A", "Set up staging server B"},
		{"Set up server C for staging", "Set up server D for staging"},

		{"Convert JPEG images to WebP", "Revert convert JPEG images to WebP"},
		{"Increase the timeout", "Undo timeout increase"},
		{"Deploy to staging", "Roll back deploy to staging"},
		{"Deploy to staging", "Stop deploying to staging"},
		{"Convert JPEG images to WebP", "Review convert JPEG images to WebP"},
		{"Convert JPEG images to WebP", "Document converting JPEG images to WebP"},
		{"Neue Preise einführen", "Einführung neuer Preise rückgängig machen"},
	} {
		t.Run(tc.query, func(t *testing.T) {
			for _, way := range [][2]string{{tc.title, tc.query}, {tc.query, tc.title}} {
				x := New()
				x.Put(Doc{ID: "a", Kind: "thread", Title: way[0]})
				if hits := x.Search(Query{Text: way[1]}); len(hits) == 0 || hits[0].Score >= Duplicate {
					t.Errorf("%q for %q: %+v", way[0], way[1], hits)
				}
			}
		})
	}
}

// Another order alone is no other way.
func TestTheSameWay(t *testing.T) {
	for _, tc := range []struct{ title, query string }{
		{"Move backups from S3 to GCS", "Move backups to GCS from S3"},
		{"Move backups from S3 to GCS", "move the backups to GCS, from S3"},
		{"Merge develop into main", "merge develop into main, please"},
		{"Database backup on the NAS", "Backup of the database on the NAS"},
		{"Add PDF export for invoices", "Add export of invoices as PDF"},
		{"Datenbank auf dem NAS sichern", "Sichern der Datenbank auf dem NAS"},
		{"Set up a staging server", "Set up staging server"},
		{"Code review for the parser", "Review the code of the parser"},
		{"Block bots, allow crawlers", "Allow crawlers, block bots"},
		{"本番からステージングへデータをコピー", "データを本番からステージングへコピー"},
	} {
		t.Run(tc.query, func(t *testing.T) {
			x := New()
			x.Put(Doc{ID: "a", Kind: "thread", Title: tc.title})
			if hits := x.Search(Query{Text: tc.query}); len(hits) == 0 || hits[0].Score < Duplicate {
				t.Errorf("%q for %q: %+v", tc.title, tc.query, hits)
			}
		})
	}
}
