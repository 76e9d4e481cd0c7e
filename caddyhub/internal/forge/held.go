package forge

import (
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/credential"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// hold keeps a file back that holds a secret of the hub, or looks as if it held a
// credential. Its path goes to the remote as well.
func (p *pass) hold(path, content string) bool {
	known := p.ownSecrets()
	found := known.Find(content)
	if len(found) == 0 {
		found = credential.Find(content)
	}
	if inPath := known.Find(path); len(inPath) > 0 {
		found = []credential.Match{{Kind: inPath[0].Kind}}
	}
	if len(found) == 0 {
		return false
	}
	p.out.hold(known.Redact(path), 1+strings.Count(content[:found[0].Start], "\n"), found[0].Kind)
	return true
}

// ownSecrets are those that the hub itself has now.
func (s *Service) ownSecrets() credential.Known {
	all := s.Confidential()
	for name, kind := range kinds {
		all = append(all, credential.Secret{Kind: kind, Value: s.Secrets.Get(name).Value})
	}
	return credential.NewKnown(all...)
}

// kinds are what the owner's secrets are called.
var kinds = map[setting.SecretName]string{
	setting.ForgeToken: "token of the forge", setting.GatewayToken: "token of the gateway", setting.NtfyTopic: "topic of ntfy", setting.NtfyToken: "token of ntfy",
	setting.SMTPPassword: "password of the mail server", setting.WebhookSecret: "secret of the webhook", setting.VAPIDKey: "key for push services",
}
