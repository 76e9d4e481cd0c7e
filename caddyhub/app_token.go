package caddyhub

import (
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
)

// checkToken refuses to run without an access token what has been protected before: in development
// mode everybody with an account on this machine is the owner, and a start that has lost its
// environment is no reason to let them in.
func (a *App) checkToken() error {
	flaw := auth.Flaw(a.settings.Token)
	if flaw == "" {
		return nil
	}
	var given []string
	if a.runtime.signIn.Password.Configured() {
		given = append(given, "a password")
	}
	if n := len(a.runtime.signIn.Tokens.List()); n > 0 {
		given = append(given, counted(n, "token"))
	}
	if n := len(a.runtime.grants.Connectors()); n > 0 {
		given = append(given, counted(n, "connector"))
	}
	if given == nil {
		return nil
	}
	return fmt.Errorf("the access token %s, but the hub in %s has %s: without the token everybody with an account on this machine would be its owner. Set HUB_AUTH_TOKEN, to a new one if the old one is lost: hub token prints one, and nothing else changes", flaw, a.settings.DataDir, strings.Join(given, ", "))
}

// tokenUse is the job that writes down when tokens were used last.
func (a *App) tokenUse() schedule.Job {
	tokens := a.runtime.signIn.Tokens
	return schedule.Job{Name: "token use", Due: tokens.Due, Run: tokens.Flush}
}

// connectorUse is the job that writes down when connectors were used last.
func (a *App) connectorUse() schedule.Job {
	return schedule.Job{Name: "connector use", Due: a.runtime.grants.Due, Run: a.runtime.grants.Flush}
}
