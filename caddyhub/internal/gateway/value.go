package gateway

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
)

// Limits of the settings, in bytes.
const maxToken, maxURL = 1000, 2000

// CheckValue checks a setting by its name on the wire (webhook_url, agent_url, token or cron)
// and returns it as it is kept. What sending would refuse is refused here. The error continues
// a sentence that begins with the setting's name, and never repeats the value.
func CheckValue(name, v string) (string, error) {
	v = strings.TrimSpace(v)
	switch name {
	case "webhook_url", "agent_url":
		return v, checkURL(v)
	case "token":
		if v == "" || len(v) > maxToken || strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return "", fmt.Errorf("must be printable ASCII without spaces, at most %d characters", maxToken)
		}
	case "cron":
		e, err := schedule.Parse(v)
		if err != nil {
			return "", err
		}
		return e.String(), nil
	}
	return v, nil
}

func checkURL(v string) error {
	u, err := url.Parse(v)
	switch {
	case len(v) > maxURL:
		return fmt.Errorf("must have at most %d characters", maxURL)
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return errors.New("must be a whole URL such as http://127.0.0.1:18789/hooks/wake")
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("must begin with http:// or https://")
	case u.User != nil:
		return errors.New("must not hold a user name or password: the token has a field of its own")
	case u.Fragment != "":
		return errors.New("must not have a fragment")
	}
	if reason := outbound.CheckURL(u); reason != "" {
		return errors.New(reason)
	}
	return nil
}
