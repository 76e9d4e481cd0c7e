package forge

import (
	"context"
	"crypto/sha1" //nolint:gosec // git names its files by it
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/merge"
	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// author is who writes into the hub what came from the forge.
var author = store.By{Actor: store.Agent, SourceTool: "forge", Hub: true}

// maxTries is how often a file is synchronised anew because somebody saved the document in
// between.
const maxTries = 4

// syncFile brings the two sides of one file together: the hub's at once, the remote's with
// the commit at the end of the pass. A file that can't be taken is left alone with a word
// about it, and stops no other.
func (p *pass) syncFile(ctx context.Context, d trackedFile) error {
	var invalid *store.InvalidError
	var missing *store.NotFoundError
	for range maxTries {
		err := p.syncFileOnce(ctx, d)
		switch {
		case errors.As(err, new(*store.VersionError)):
			continue
		case errors.As(err, &invalid):
			p.out.skip(d.path, reason(err))
			return nil
		case errors.As(err, &missing):
			return nil // deleted at this moment: the next sync sees it so
		}
		return err
	}
	p.out.skip(d.path, "it is being edited right now: the next sync takes it")
	return nil
}

// reason is what an [store.InvalidError] says of its first field.
func reason(err error) string {
	invalid := new(store.InvalidError)
	if errors.As(err, &invalid) {
		return invalid.Fields[0].Field + " " + invalid.Fields[0].Message
	}
	return err.Error()
}

func (p *pass) syncFileOnce(ctx context.Context, d trackedFile) error {
	if d.from != "" {
		return p.move(ctx, d)
	}
	known, met, err := p.common(ctx, d)
	if err != nil {
		return err
	}
	here, err := p.hubSide(ctx, d)
	if err != nil {
		return err
	}
	_, there := p.files[d.path]
	switch reason := p.bars(d.path); {
	case reason != "":
		if !here.absent {
			p.out.skip(d.path, reason)
		}
		return nil
	case p.taken(d):
		p.wait(d, here)
		return nil
	case !there:
		return p.syncMissing(ctx, d, here, known, met)
	}
	here, common, agreed, err := p.pullOrMerge(ctx, d, here, known, met)
	if agreed && err == nil {
		p.queuePush(here, common)
	}
	return err
}

// common is what both sides have in common of the file at the path of a document; false:
// nothing. What another document had in common there, such as a deleted project, says
// nothing about this one.
func (p *pass) common(ctx context.Context, d trackedFile) (store.ForgeFile, bool, error) {
	known, met, err := p.Store.ForgeFile(ctx, d.path)
	if met && known.Project != d.project {
		return store.ForgeFile{Path: d.path}, false, err
	}
	return known, met, err
}

// pullOrMerge takes in what the remote has of a file. When both sides agree then but for what the
// hub alone has to say, it returns the hub's side by now and what both have in common.
func (p *pass) pullOrMerge(ctx context.Context, d trackedFile, here hubSide, known store.ForgeFile, met bool) (_ hubSide, common store.ForgeFile, agreed bool, err error) {
	theirs, wrong, err := p.theirs(d, known, met)
	if err != nil {
		return here, common, false, err
	}
	if wrong != "" {
		p.out.skip(d.path, wrong)
		return here, common, false, nil
	}
	p.texts[d.path] = theirs
	common = store.ForgeFile{Path: d.path, Base: theirs, Hash: p.files[d.path].Hash, Block: known.Block, Project: d.project}
	if at := p.places[d.project]; at != "" && at != d.path {
		common.Claimed = true // the other one is its file until this one takes its place
	}
	switch {
	case here.absent && d.page != "" && met && theirs == known.Base:
		p.remove(d)
		return here, common, false, nil
	case here.absent, met && here.text == known.Base && theirs != known.Base:
		if here, err = p.pull(ctx, d, here, theirs, common); err == nil {
			p.out.Pulled++
		}
	case here.text == theirs:
		if !met || common != known {
			err = p.Store.SaveForgeFiles(ctx, []store.ForgeFile{common})
		}
	case met && theirs == known.Base:
	default:
		return p.mergeTexts(ctx, d, here, known, met, common)
	}
	return here, common, err == nil, err
}

// mergeTexts brings two texts together that both have changed; common is what both sides have in
// common once the hub knows the remote's.
func (p *pass) mergeTexts(ctx context.Context, d trackedFile, here hubSide, known store.ForgeFile, met bool, common store.ForgeFile) (_ hubSide, _ store.ForgeFile, agreed bool, err error) {
	base, theirs := "", common.Base
	since := (*string)(nil)
	if met {
		base, since = known.Base, &known.Base
	}
	own, err := p.Store.HadSince(ctx, d.item(), theirs, since)
	if err != nil || own {
		return here, common, own, err
	}
	merged, clean := merge.Three(base, here.text, theirs)
	if !clean || len(merged) > maxFile {
		p.conflicts[d.path] = true
		return here, common, false, p.Store.KeepForgeConflict(ctx, store.ForgeConflict{Path: d.path, Item: d.item(), Base: base, Ours: here.text, Theirs: theirs})
	}
	if here, err = p.pull(ctx, d, here, merged, common); err != nil {
		return here, common, false, err
	}
	p.out.Merged++
	return here, common, true, nil
}

// syncMissing synchronises a file that the remote does not have.
func (p *pass) syncMissing(ctx context.Context, d trackedFile, here hubSide, known store.ForgeFile, met bool) error {
	switch {
	case here.absent && met:
		return p.Store.ForgetForgeFile(ctx, d.path)
	case here.absent:
		return nil
	case !met || here.text != known.Base:
		p.queuePush(here, store.ForgeFile{Path: d.path, Project: d.project})
		return nil
	case d.page == "": // its project goes on, and it is written again when somebody changes it
		if known.Gone {
			return nil
		}
		known.Gone = true
		return p.Store.SaveForgeFiles(ctx, []store.ForgeFile{known})
	}
	if _, err := p.Store.DeletePage(ctx, author, d.page, here.rev); err != nil {
		return err
	}
	p.out.Deleted++
	return p.Store.ForgetForgeFile(ctx, d.path)
}

// hubSide is the hub's side of a file.
type hubSide struct {
	absent bool
	rev    int    // [store.NoRev] when absent
	text   string // with nothing between the hub's markers
	shown  string // as a reader sees it
	block  string // digest of what stands between the markers then; empty: nothing
}

func (p *pass) hubSide(ctx context.Context, d trackedFile) (hubSide, error) {
	if d.page == "" {
		found, err := p.Store.Progress(ctx, d.project)
		return ofProgress(found), err
	}
	found, err := p.Store.Page(ctx, d.page)
	if errors.As(err, new(*store.NotFoundError)) {
		return hubSide{absent: true, rev: store.NoRev}, nil
	}
	return ofPage(found), err
}

func ofProgress(f store.Progress) hubSide {
	here := hubSide{rev: f.Rev, text: outline.Blank(f.Markdown), shown: f.Markdown}
	if f.Rev == 0 {
		here.absent, here.rev = true, store.NoRev
	}
	if here.shown != here.text {
		sum := sha256.Sum256([]byte(f.Threads))
		here.block = hex.EncodeToString(sum[:8])
	}
	return here
}

func ofPage(f store.Page) hubSide { return hubSide{rev: f.Rev, text: f.Markdown, shown: f.Markdown} }

// theirs is the remote's text with nothing between the hub's markers, or what is wrong with
// it.
func (p *pass) theirs(d trackedFile, known store.ForgeFile, met bool) (text, wrong string, err error) {
	file := p.files[d.at()]
	if met && known.Hash == file.Hash {
		return known.Base, "", nil
	}
	const tooLarge = "it has more than 256 KiB"
	if file.Size > maxFile {
		return "", tooLarge, nil
	}
	raw, err := p.tree.Read(file.Path, maxFile)
	switch {
	case errors.Is(err, remote.ErrTooLarge):
		return "", tooLarge, nil
	case errors.Is(err, remote.ErrPointer):
		return "", remote.ErrPointer.Error(), nil
	case err != nil:
		return "", "", far(err)
	case !utf8.Valid(raw) || strings.ContainsRune(string(raw), 0):
		return "", "it is no text in UTF-8", nil
	}
	text = string(raw)
	if d.page == "" {
		text = outline.Blank(text)
	}
	return text, "", nil
}

// pull saves a text into the hub, with what both sides have in common from then on.
func (p *pass) pull(ctx context.Context, d trackedFile, was hubSide, text string, common store.ForgeFile) (hubSide, error) {
	if d.page == "" {
		w, err := p.Store.PullProgress(ctx, author, d.project, was.rev, text, common)
		return ofProgress(w.Item), err
	}
	w, err := p.Store.PullPage(ctx, author, d.page, was.rev, text, common)
	return ofPage(w.Item), err
}

// queuePush lets a file go out with the pass if the remote's is another. common is what both
// have of it; without a hash the remote has none. What the hub shows of a project's threads
// goes out when it differs from what this hub last wrote there: two hubs with other threads
// would else overwrite each other for ever. It reports whether the remote has the hub's
// text with the pass.
func (p *pass) queuePush(here hubSide, common store.ForgeFile) bool {
	if p.Values.Sync != SyncBoth {
		return false
	}
	if common.Hash != "" && here.text == common.Base && here.block == common.Block {
		return true
	}
	c, ok := p.written(here, common)
	if ok {
		p.texts[common.Path] = here.text
		p.changes = append(p.changes, c)
	}
	return ok
}

// written is the change that gives the remote the hub's text at common's path; false: it is
// held back, or there is no room for it.
func (p *pass) written(here hubSide, common store.ForgeFile) (change, bool) {
	content := here.shown
	if len(content) > maxFile {
		content = here.text
	}
	if reason := p.claim(common.Path); reason != "" {
		p.out.skip(common.Path, reason)
		return change{}, false
	}
	return change{
		remote.Change{Path: common.Path, Content: []byte(content)},
		store.ForgeChange{ForgeFile: store.ForgeFile{Path: common.Path, Base: here.text, Hash: blobHash(content), Block: here.block, Project: common.Project}},
	}, !p.hold(common.Path, content)
}

// remove lets the file of a page go that was deleted in the hub.
func (p *pass) remove(d trackedFile) {
	if p.Values.Sync == SyncBoth {
		delete(p.texts, d.path)
		p.changes = append(p.changes, deletion(d.path))
	}
}

// deletion lets a file of the remote go.
func deletion(path string) change {
	return change{remote.Change{Path: path}, store.ForgeChange{ForgeFile: store.ForgeFile{Path: path}, Deleted: true}}
}

// blobHash is git's name of a file with this content.
func blobHash(content string) string {
	sum := sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content)) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}
