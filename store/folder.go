package store

// notAbsolute is said of a path that names a folder only for whoever stands in another: on the
// hub it would mean nothing, or the wrong one.
const notAbsolute = `must be an absolute path, such as /home/me/src/shop or C:\src\shop; write ~ and paths relative to a folder out in full`

// checkFolder adds what is wrong with the path of a folder on any of the owner's machines to v.
func (v *invalid) checkFolder(field, path string) {
	if path != "" && !absolute.MatchString(cleanWorkspace(path)) {
		v.add(field, notAbsolute)
	}
}
