package caddyhub

import (
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
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
	signIn := a.runtime.signIn
	given := givenAccess(signIn.Password, signIn.Tokens, a.runtime.grants.Connectors())
	if given == "" {
		return nil
	}
	return fmt.Errorf("the access token %s, but the hub in %s has %s: without the token everybody with an account on this machine would be its owner. Set HUB_AUTH_TOKEN, to a new one if the old one is lost: hub token prints one, and nothing else changes", flaw, a.settings.DataDir, given)
}

// givenAccess says by what a hub has been protected before, so that it does not run without an access
// token; empty: by nothing.
func givenAccess(password *auth.Password, tokens *auth.Tokens, connectors []grant.Connector) string {
	var given []string
	if password.Configured() {
		given = append(given, "a password")
	}
	if n := len(tokens.List()); n > 0 {
		given = append(given, counted(n, "token"))
	}
	if n := len(connectors); n > 0 {
		given = append(given, counted(n, "connector"))
	}
	return strings.Join(given, ", ")
}

// givenBeside is givenAccess of the hub of a data folder, from beside it.
func givenBeside(dir string, now func() time.Time) string {
	password, tokens := auth.Beside(dir)
	return givenAccess(password, tokens, grant.Beside(tokens, now))
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
