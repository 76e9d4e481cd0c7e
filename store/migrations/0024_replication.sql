-- What Litestream makes in a database that it replicates, in its own words. It finds them here, so
-- that it need not change the schema beside the writer, and a replica is a hub's database.
CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
CREATE TABLE _litestream_lock (id INTEGER);
