package indexer

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/store"
)

// ConfigName is the file that the indexer is configured by.
const ConfigName = "config.toml"

// maxConfig is more than a configuration needs, in bytes.
const maxConfig = 64 << 10

// Config is what config.toml says.
type Config struct {
	// HubURL is the hub's base address.
	HubURL string
	// AuthToken is the hub's access token. It is sent to HubURL and nowhere else, so both
	// come from one file. Empty: none, as for a hub in development mode on this machine.
	AuthToken string
	// Roots are where each tool's transcripts are, by the tool's key. A tool that is not
	// named is looked for where it usually writes; one with an empty list is left out.
	Roots map[string][]string

	// File is where this was read.
	File string
	// Given is where else the address is from, as errors shall name it; empty: from File.
	Given string
	// Exposed tells that others on this machine can read the file.
	Exposed bool
}

// configFile is the form of config.toml.
type configFile struct {
	HubURL    string             `toml:"hub_url"`
	AuthToken string             `toml:"auth_token"`
	Indexer   map[string]folders `toml:"indexer"`
}

// folders are one folder or a list of them.
type folders []string

// UnmarshalTOML takes a text for a list of one.
func (f *folders) UnmarshalTOML(value any) error {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	*f = folders{}
	for _, one := range list {
		text, isText := one.(string)
		if !isText || text == "" {
			return errors.New("is no folder")
		}
		*f = append(*f, text)
	}
	return nil
}

// ErrNoConfig says that there is no configuration.
var ErrNoConfig = errors.New("there is no configuration")

// FindConfig reads the named file, else ./config.toml if that is the indexer's, else the
// one in the owner's configuration folder.
func FindConfig(named string, env transcript.Environment) (Config, error) {
	if named != "" {
		return LoadConfig(named, env)
	}
	// Many programs have a config.toml: one without hub_url is none of ours.
	if c, err := LoadConfig(ConfigName, env); err == nil && c.HubURL != "" || err != nil && !errors.Is(err, fs.ErrNotExist) && ours(ConfigName) {
		return c, err
	}
	return OwnConfig(env)
}

// ConfigFile is where the configuration of this machine's owner stands.
func ConfigFile(env transcript.Environment) string {
	return filepath.Join(folder(env, "XDG_CONFIG_HOME", "AppData", ".config"), "progress-hub", ConfigName)
}

// OwnConfig reads the configuration of this machine's owner. What is started in a folder that
// somebody else may have written, such as the clone of a repository, takes this one: a file in
// that folder could name a hub of its author's.
func OwnConfig(env transcript.Environment) (Config, error) {
	usual := ConfigFile(env)
	c, err := LoadConfig(usual, env)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("%w: hub connect with the hub's address writes %s", ErrNoConfig, usual)
	}
	return c, err
}

// ours reports whether a file that can't be read as TOML was meant for the indexer.
func ours(name string) bool {
	text, err := readLimited(name)
	return err == nil && strings.Contains(text, "hub_url")
}

// folder is one of the owner's folders: where the variable says, else where the system has it.
func folder(env transcript.Environment, variable, windows, below string) string {
	if dir := env.Getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	if runtime.GOOS == "windows" {
		if dir := env.Getenv(windows); dir != "" {
			return dir
		}
	}
	return filepath.Join(env.Home, filepath.FromSlash(below))
}

func readLimited(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(text) > maxConfig {
		err = fmt.Errorf("has more than %d bytes", maxConfig)
	}
	return string(text), err
}

// LoadConfig reads one file. Errors never quote it: it holds the token.
func LoadConfig(name string, env transcript.Environment) (Config, error) {
	c := Config{File: name}
	text, err := readLimited(name)
	if err != nil {
		return c, fmt.Errorf("read the configuration: %w", err)
	}
	if c, err = parseConfig(text, env); err != nil {
		return Config{File: name}, fmt.Errorf("the configuration %s %w", name, err)
	}
	c.File = name
	if info, err := os.Stat(name); err == nil {
		c.Exposed = runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 && c.AuthToken != ""
	}
	return c, nil
}

func parseConfig(text string, env transcript.Environment) (Config, error) {
	var d configFile
	meta, err := toml.Decode(text, &d)
	if fault := new(toml.ParseError); errors.As(err, fault) {
		return Config{}, fmt.Errorf("can't be read: line %d is not as it should be (texts stand in quotes, Windows paths in single ones)", fault.Position.Line)
	}
	if err != nil {
		return Config{}, errors.New("can't be read: hub_url and auth_token are texts, and each tool under [indexer] has one folder or a list of them")
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return Config{}, fmt.Errorf("has the unknown key %q: there are hub_url, auth_token and [indexer]", unknown[0])
	}
	c := Config{HubURL: strings.TrimSpace(d.HubURL), AuthToken: strings.TrimSpace(d.AuthToken), Roots: map[string][]string{}}
	for key, list := range d.Indexer {
		if !slices.Contains(keys(), key) {
			return Config{}, fmt.Errorf("has the unknown key %q in [indexer]: there are %s", key, strings.Join(keys(), ", "))
		}
		for i, root := range list {
			if list[i] = atHome(root, env); !filepath.IsAbs(list[i]) {
				return Config{}, fmt.Errorf("names a folder for %s that does not begin at the root or with ~/", key)
			}
		}
		c.Roots[key] = list
	}
	return c, nil
}

// atHome puts the owner's home in the place of ~.
func atHome(name string, env transcript.Environment) string {
	if rest, found := strings.CutPrefix(name, "~"); found && (rest == "" || rest[0] == '/' || rest[0] == '\\') {
		return filepath.Join(env.Home, filepath.FromSlash(rest))
	}
	return filepath.Clean(filepath.FromSlash(name))
}

// keys are the tools' keys in the configuration.
func keys() []string {
	var list []string
	for _, f := range transcript.Formats() {
		list = append(list, f.Key)
	}
	return list
}

// keyLine finds a key that stands before the first table of a configuration.
func keyLine(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*` + key + `[ \t]*=.*$`)
}

// SaveConfig writes address and token into the configuration, and keeps the rest of it. An empty
// token takes the old one out.
func SaveConfig(name, hubURL, token string, env transcript.Environment) error {
	text, err := readLimited(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the configuration: %w", err)
	}
	head, tables := text, ""
	if at := regexp.MustCompile(`(?m)^[ \t]*\[`).FindStringIndex(text); at != nil {
		head, tables = text[:at[0]], text[at[0]:]
	}
	lines := ""
	for _, pair := range [][2]string{{"hub_url", hubURL}, {"auth_token", token}} {
		line := fmt.Sprintf("%s = %q", pair[0], pair[1])
		at := keyLine(pair[0]).FindStringIndex(head)
		switch {
		case at != nil && pair[1] == "":
			head = head[:at[0]] + strings.TrimPrefix(strings.TrimPrefix(head[at[1]:], "\r"), "\n")
		case at != nil:
			head = head[:at[0]] + line + head[at[1]:]
		case pair[1] != "":
			lines += line + "\n"
		}
	}
	text = lines + head + tables
	if c, err := parseConfig(text, env); err != nil || c.HubURL != hubURL || c.AuthToken != token {
		return fmt.Errorf("%s can't be edited: write hub_url and auth_token into it by hand", name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("make the folder of the configuration: %w", err)
	}
	if err := store.ReplaceFile(name, []byte(text)); err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	return nil
}
