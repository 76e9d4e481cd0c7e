package match

import "strings"

// aliases are the short forms people write for a longer word, and its stem. A line is the
// word and what stands for it.
var aliases = func() map[string]string {
	m := map[string]string{"setting": "setting", "settings": "setting"} // no form of "set"
	for line := range strings.Lines(`
		account acc acct
		administrator admin
		application app apps
		argument arg args
		attribute attr attrs
		authentication auth
		background bg
		button btn
		certificate cert certs
		command cmd cmds
		configuration config configs cfg conf
		connection conn
		context ctx
		database db dbs
		dependency dep deps
		development dev
		directory dir dirs
		document doc docs
		environment env envs
		error err errs
		function func fn
		image img imgs
		implementation impl
		information info
		kubernetes k8s
		library lib libs
		mail email emails
		maximum max
		memory mem
		message msg msgs
		minimum min
		navigation nav
		number num
		organization org
		package pkg pkgs
		parameter param params
		password pw pwd
		performance perf
		permission perm perms
		picture pic pics
		postgres postgresql
		production prod
		reference ref refs
		repository repo repos
		request req
		response resp
		server srv
		specification spec specs
		synchronization sync
		temporary temp tmp
		timezone tz
		variable var vars
		version ver`) {
		for short := range set(line) {
			m[short] = strip(strings.Fields(line)[0])
		}
	}
	return m
}()
