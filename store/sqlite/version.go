package sqlite

import sqlite3 "modernc.org/sqlite/lib"

// Version is that of SQLite, such as "3.53.0".
const Version = sqlite3.SQLITE_VERSION
