// Package replicate keeps a copy of the database on another disk, server or bucket, seconds behind
// each commit, and restores any moment of it. Litestream does the work, within this process; this
// package is the only one that knows it. Where the files of a replica are kept is package blob's
// affair.
//
//	values.go    the options, and the address of the target
//	target.go    a target that can be used: reached, unlocked, ours
//	files.go     the files of a replica, as Litestream wants them
//	seal.go      their encryption
//	lease.go     that only one hub writes to a target
//	keeper.go    the replica of a data folder, over all configurations
//	run.go       replicating to one target
//	backlog.go   what is kept for a target that does not come
//	coverage.go  what of the commits has reached the target
//	drill.go     restoring it, to see that it works
//	record.go    what outlives the process
//	status.go    what there is to say of it
//	restore.go   a database from a replica
//	log.go       Litestream's log in the hub's
package replicate
