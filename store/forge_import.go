package store

import "context"

// settingForgeImport is the name of the import that was asked for. It is of the moment, so
// the history knows nothing of it, and no backup has it.
const settingForgeImport = "forge.import"

// ForgeImport is an import from the forge that was asked for and has not ended yet, so that
// a hub which dies before its end knows of it.
type ForgeImport struct {
	// Remote names the repository, branch and folder that was chosen from.
	Remote string `json:"remote"`
	// Slugs are the projects that were chosen; nil: all that are new.
	Slugs []string `json:"slugs"`
	// Actor and SourceTool are in whose name the projects are registered.
	Actor      Actor  `json:"actor"`
	SourceTool string `json:"source_tool"`
	AskedAt    Time   `json:"asked_at"`
	// FailedAt is when it failed first, TriedAt when last, and Error why; nil: it has not.
	FailedAt *Time  `json:"failed_at"`
	TriedAt  *Time  `json:"tried_at"`
	Error    string `json:"error"`
}

// By is in whose name the projects are registered.
func (f *ForgeImport) By() By { return By{Actor: f.Actor, SourceTool: f.SourceTool} }

// ForgeImport is the import that has not ended yet; nil: there is none.
func (s *Store) ForgeImport(ctx context.Context) (*ForgeImport, error) {
	var f *ForgeImport
	return f, wrap("read the import of the forge", s.setting(ctx, settingForgeImport, &f))
}

// KeepForgeImport records an import, and how it stands. It takes the place of the one that
// was recorded before.
func (s *Store) KeepForgeImport(ctx context.Context, f ForgeImport) error {
	return s.changeForge(ctx, "keep an import of the forge", func(tx *tx) error {
		return tx.saveSetting(settingForgeImport, f)
	})
}

// EndForgeImport records that the import has ended.
func (s *Store) EndForgeImport(ctx context.Context) error {
	return s.changeForge(ctx, "end an import of the forge", func(tx *tx) error {
		return tx.Exec(`DELETE FROM settings WHERE name = ?`, settingForgeImport)
	})
}
