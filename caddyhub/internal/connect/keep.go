package connect

import (
	"slices"
	"strings"
)

// launching are the members that decide what is started or asked: in an entry of the hub's they are
// hub connect's, and the others their owner's.
var launching = []string{
	"type", "command", "cmd", "args", "url", "httpUrl", "serverUrl", "uri", "transport", "transportType", "headers", "bearer_token_env_var",
}

// ofKind are those that fit only an entry that starts a program, or only one with an address. Some
// clients refuse a whole file with one in the other.
var ofKind = []string{
	"env", "envs", "env_keys", "env_vars", "environment", "envFile", "cwd",
	"http_headers", "env_http_headers", "oauth", "oauth_resource", "scopes",
}

// configFlag names the configuration that a bridge reads.
const configFlag = "--config"

// keeping is the entry with what its owner, or the client, has put into the one that is there.
func (o object) keeping(is any) object {
	members, isMap := is.(map[string]any)
	if !isMap {
		return o
	}
	line := launchOf(members).line
	sameKind := launchOf(o.plain()).starts == (len(line) > 0)
	theirs := func(key string) bool {
		return !slices.Contains(launching, key) && (sameKind || !slices.Contains(ofKind, key))
	}
	var kept object
	for _, m := range o {
		if value, has := members[m.key]; has && theirs(m.key) {
			m.value = valueOf(value)
		} else if list, isList := m.value.([]string); isList && slices.Contains(launching, m.key) {
			m.value = configured(list, line)
		}
		kept = append(kept, m)
	}
	for _, m := range objectOf(members) {
		if theirs(m.key) && !slices.ContainsFunc(o, func(one member) bool { return one.key == m.key }) {
			kept = append(kept, m)
		}
	}
	return kept
}

// configured is a command line with the configuration that another one names, unless it has its own.
func configured(list, other []string) []string {
	if slices.Contains(list, configFlag) {
		return list
	}
	for i, word := range other {
		if word == configFlag && i+1 < len(other) {
			return append(slices.Clone(list), word, other[i+1])
		}
		if file, named := strings.CutPrefix(word, configFlag+"="); named {
			return append(slices.Clone(list), configFlag, file)
		}
	}
	return list
}
