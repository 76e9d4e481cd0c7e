package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// stage is the last stage of a Dockerfile.
type stage struct {
	config v1.Config
	copies []copied
}

// copied is a line COPY: what of the stages before becomes which path of the image.
type copied struct {
	source, path string
	uid, gid     int
}

// parse reads the last stage. It knows what the hub's Dockerfile says and refuses the rest.
func parse(dockerfile string) (s stage, err error) {
	onScratch := false
	for _, line := range instructions(dockerfile) {
		name, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if name == "FROM" {
			s, onScratch = stage{}, rest == "scratch"
			continue
		}
		if !onScratch {
			continue
		}
		if err := s.add(name, rest); err != nil {
			return stage{}, fmt.Errorf("%s: %w", line, err)
		}
	}
	if !onScratch || len(s.copies) == 0 || len(s.config.Entrypoint) == 0 {
		return stage{}, errors.New("its last stage is not one FROM scratch with files and an entry point")
	}
	return s, nil
}

// instructions are a Dockerfile's, each on one line, without comments.
func instructions(dockerfile string) (lines []string) {
	begun := ""
	for line := range strings.Lines(dockerfile) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if part, more := strings.CutSuffix(line, `\`); more {
			begun += strings.TrimSpace(part) + " "
			continue
		}
		lines = append(lines, begun+line)
		begun = ""
	}
	return lines
}

func (s *stage) add(name, rest string) (err error) {
	c := &s.config
	switch name {
	case "COPY":
		return s.copy(rest)
	case "USER":
		c.User = rest
	case "ENV":
		c.Env = append(c.Env, strings.Fields(rest)...)
	case "VOLUME":
		c.Volumes = map[string]struct{}{rest: {}}
	case "EXPOSE":
		c.ExposedPorts = map[string]struct{}{rest + "/tcp": {}}
	case "ENTRYPOINT":
		c.Entrypoint, err = words(rest)
	case "CMD":
		c.Cmd, err = words(rest)
	case "HEALTHCHECK":
		c.Healthcheck, err = healthcheck(rest)
	default:
		return errors.New("an instruction that is not known here")
	}
	return err
}

func words(list string) (words []string, err error) {
	return words, json.Unmarshal([]byte(list), &words)
}

func healthcheck(rest string) (*v1.HealthConfig, error) {
	options, command, found := strings.Cut(rest, "CMD ")
	if !found {
		return nil, errors.New("it has no command")
	}
	test, err := words(command)
	if err != nil {
		return nil, err
	}
	check := &v1.HealthConfig{Test: append([]string{"CMD"}, test...)}
	flags := newFlags()
	for name, value := range map[string]*time.Duration{"interval": &check.Interval, "timeout": &check.Timeout, "start-period": &check.StartPeriod} {
		flags.DurationVar(value, name, 0, "")
	}
	return check, flags.Parse(strings.Fields(options))
}

func (s *stage) copy(rest string) error {
	flags := newFlags()
	_ = flags.String("from", "", "")
	owner := flags.String("chown", "0:0", "")
	if err := flags.Parse(strings.Fields(rest)); err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return errors.New("it must name one source and one place")
	}
	c := copied{source: flags.Arg(0), path: flags.Arg(1)}
	if strings.HasSuffix(c.path, "/") {
		c.path = path.Join(c.path, path.Base(c.source))
	}
	uid, gid, _ := strings.Cut(*owner, ":")
	var err error
	if c.uid, err = strconv.Atoi(uid); err == nil {
		c.gid, err = strconv.Atoi(gid)
	}
	s.copies = append(s.copies, c)
	return err
}

// newFlags reads options of an instruction, which have the form of a command's.
func newFlags() *flag.FlagSet {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}
