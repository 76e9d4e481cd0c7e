package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
)

// Snapshot writes a consistent copy of the database to a new file of mode 0600, compact
// and without a write-ahead log, while reading and writing go on. The statements in purge take
// out of the copy what is to stay behind. It works also on a database opened for reading only,
// beside the process that writes. All that it writes is in the folder of the file, meanwhile twice
// the database.
func (db *DB) Snapshot(ctx context.Context, file, purge string) error {
	if err := makeEmpty(file); err != nil {
		return err
	}
	whole := file + "-whole"
	err := makeEmpty(whole)
	if err == nil {
		err = errors.Join(db.purgeInto(ctx, whole, file, purge), os.Remove(whole))
	}
	if err != nil {
		_ = os.Remove(file) // half a copy
	}
	return err
}

// purgeInto copies the database into the file whole, purges that, and copies it into the other file:
// what the rows held may still stand in the gaps of the pages of the first. A plain VACUUM would do as
// much, but by way of a file in the system's folder for temporary ones.
func (db *DB) purgeInto(ctx context.Context, whole, file, purge string) error {
	if err := db.vacuumInto(ctx, whole); err != nil {
		return err
	}
	return execIn(ctx, dataSource(whole, "_pragma=secure_delete(1)"), "BEGIN;\n"+purge+"\nCOMMIT;\nVACUUM INTO ?", file)
}

// makeEmpty makes a new file for VACUUM INTO, with the mode it is to have.
func makeEmpty(file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// Size is how many bytes the database takes, without its log.
func (db *DB) Size(ctx context.Context) (bytes int64, err error) {
	err = db.Row(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&bytes)
	return bytes, Wrap("measure the database", err)
}

// vacuumInto copies what is committed on a connection of the readers, which read on when the
// database has lost its name (see [DisplacedError]): the copy may then be the last.
func (db *DB) vacuumInto(ctx context.Context, file string) error {
	conn, err := db.readers.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil { // it forbids this
		return err
	}
	_, err = conn.ExecContext(ctx, "VACUUM INTO ?", file)
	db.noteDamage(err)
	_, restored := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = 1")
	return errors.Join(err, restored)
}

// execIn runs statements in a database opened for them alone.
func execIn(ctx context.Context, source, statements string, args ...any) error {
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statements, args...)
	return errors.Join(err, db.Close())
}
