package credential

import (
	"slices"
	"strings"
)

// program is a command with an option of one letter that a credential follows.
type program struct {
	names    []string
	option   byte
	attached bool // without a space: -pSECRET
	apart    bool // behind a space
	user     byte // what stands between a user and the password; 0: there is none
}

var programs = []program{
	{[]string{"curl"}, 'u', true, true, ':'},
	{[]string{"curl"}, 'U', true, true, ':'},
	{[]string{"http", "https", "xh"}, 'a', false, true, ':'},
	{[]string{"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlcheck", "mariadb", "mariadb-dump", "mariadb-admin"}, 'p', true, false, 0},
	{[]string{"mongo", "mongosh", "mongodump", "mongorestore"}, 'p', true, true, 0},
	{[]string{"sshpass"}, 'p', true, true, 0},
	{[]string{"redis-cli"}, 'a', false, true, 0},
	{[]string{"docker login", "podman login", "nerdctl login", "skopeo login", "crane auth login", "helm registry login", "oras login", "buildah login", "az login"}, 'p', false, true, 0},
	{[]string{"smbclient", "rpcclient", "smbget"}, 'U', true, true, '%'},
	{[]string{"unzip", "zip", "mosquitto_pub", "mosquitto_sub", "sqlcmd", "bcp"}, 'P', true, true, 0},
	{[]string{"7z", "7za", "unrar", "rar"}, 'p', true, false, 0},
	{[]string{"ldapsearch", "ldapmodify", "ldapadd", "ldapwhoami"}, 'w', false, true, 0},
}

// optionLetters are those of the options above.
var optionLetters = func() (s byteSet) {
	for _, p := range programs {
		s.add(p.option)
	}
	return s
}()

// option is the credential behind an option of a command, such as curl -u name:… or
// mysql -p…. i is at the dash; curl has --user, too.
func option(text string, i int) (Match, bool) {
	if i == 0 || strings.IndexByte(" \t[\"'", text[i-1]) < 0 {
		return Match{}, false
	}
	letters := i + 1
	for _, long := range []string{"-user", "-proxy-user"} {
		if after, found := strings.CutPrefix(text[letters:], long); found && after != "" && (after[0] == ' ' || after[0] == '=') {
			return giving(text, i, 'u', letters+len(long), true)
		}
	}
	for letters < len(text) && letters-i < 8 && alphaChars.has(text[letters]) {
		if letters++; optionLetters.has(text[letters-1]) {
			apart := letters < len(text) && (text[letters] == ' ' || text[letters] == '\t')
			if m, ok := giving(text, i, text[letters-1], letters, apart); ok || letters == i+2 && !apart {
				return m, ok
			}
		}
	}
	return Match{}, false
}

// giving is what an option gives a command, when that is one of the programs.
func giving(text string, dash int, letter byte, end int, apart bool) (Match, bool) {
	v := wordAt(text, end)
	if apart {
		v = wordAt(text, spaces(text, min(end+1, len(text))))
	}
	if len(v.text) < 4 || v.text[0] == '-' {
		return Match{}, false
	}
	line := ""
	for _, p := range programs {
		if p.option != letter || apart && !p.apart || !apart && !p.attached {
			continue
		}
		if line == "" {
			line = lastCommand(lineBefore(text, dash))
		}
		if !slices.ContainsFunc(p.names, func(name string) bool { return runs(line, name) }) {
			continue
		}
		if p.user != 0 {
			at := strings.IndexByte(v.text, p.user)
			if at <= 0 {
				return Match{}, false
			}
			v.start, v.text = v.start+at+1, v.text[at+1:]
		}
		return given(text, v, "password")
	}
	return Match{}, false
}

// given is a value at a place where nothing but a credential stands.
func given(text string, v value, kind string) (Match, bool) {
	if m, ok := wellFormedAt(text, v.start); ok {
		return m, true
	}
	if len(v.text) < 4 || len(v.text) > maxValue || placeholder(v.text) || commonPassword(v.text) || strings.ContainsAny(v.text[:1], "$/~") {
		return Match{}, false
	}
	return Match{kind, v.start, v.start + len(v.text)}, true
}

// lastCommand is the last of several on a line.
func lastCommand(line string) string {
	return line[strings.LastIndexAny(line, "&;|")+1:]
}

// runs reports whether a line runs a program.
func runs(line, program string) bool {
	at := strings.Index(line, program)
	if at < 0 {
		return false
	}
	end := at + len(program)
	return (at == 0 || !nameChars.has(line[at-1]) || at == 1 && line[0] == '-') && // of a diff
		end < len(line) && (line[end] == ' ' || line[end] == '"' || line[end] == '.' && strings.HasPrefix(line[end:], ".exe"))
}

// piped is a password that echo hands to a command: echo … | sudo -S. i is at the word.
func piped(text string, i int) (Match, bool) {
	const echo = "echo "
	if !strings.HasPrefix(text[i:], echo) || i > 0 && nameChars.has(text[i-1]) {
		return Match{}, false
	}
	v := wordAt(text, spaces(text, i+len(echo)))
	rest := text[min(len(text), v.start+len(v.text)):]
	rest, _, _ = strings.Cut(rest[:min(len(rest), maxLine)], "\n")
	rest = strings.TrimLeft(rest, "\"' ")
	if !strings.HasPrefix(rest, "|") || !strings.Contains(rest, "sudo -S") && !strings.Contains(rest, "-stdin") {
		return Match{}, false
	}
	return given(text, v, "password")
}
