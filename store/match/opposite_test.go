package match

import "testing"

func TestOppositeWorkIsNoDuplicate(t *testing.T) {
	tests := []struct{ name, title, query, want string }{
		{"enable, disable", "Enable telemetry in the desktop build", "Disable telemetry in the desktop build", "related"},
		{"whatever the form of the word", "Adding a captcha to the sign-up form", "Removed the captcha from the sign-up form", "related"},
		{"another version", "Upgrade the search cluster to 7 before the audit", "Upgrade the search cluster to 8 before the audit", "related"},
		{"German", "Fernzugriff auf den Router sperren", "Fernzugriff auf den Router erlauben", "related"},
		{"Spanish", "Activar las copias del portátil", "Desactivar las copias del portátil", "related"},
		{"Chinese", "启用双重验证登录", "禁用双重验证登录", "related"},
		{"both words in both", "Import and export bookmarks", "Export and import of bookmarks", "duplicate"},
		{"the same direction", "Enable telemetry in the desktop build", "Activate telemetry in the desktop build", "duplicate"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := New()
			x.Put(Doc{ID: "a", Title: tt.title})
			if hits := x.Search(Query{Text: tt.query}); Verdict(hits) != tt.want {
				t.Errorf("%s by %+v, want %s", Verdict(hits), hits[0], tt.want)
			}
		})
	}
}
