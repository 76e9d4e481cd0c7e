package blob

// CheckHostKey says what is wrong with the line that names the key of an SFTP server.
func CheckHostKey(line string) error {
	_, err := parseHostKey(line)
	return err
}
