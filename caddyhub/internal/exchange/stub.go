package exchange

import "io"

func unseal(r io.ReaderAt, size int64, passphrase string) ([]byte, error) {
	return nil, refuse("", "is encrypted")
}
func vikunjaData(f *folder) *file  { return nil }
func backlogRoot(f *folder) string { return "" }
