package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// maxDevices is how many browsers push goes to: as many as the file of secrets has room for.
const maxDevices = 16

// Device is a browser that has subscribed to push. Who knows its endpoint may use it.
type Device struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	CreatedAt store.Time `json:"created_at"`
	Subscription
}

// Subscription is what a browser gives when it subscribes.
type Subscription struct {
	Endpoint string `json:"endpoint"`
	P256DH   string `json:"p256dh"` // its public key
	Auth     string `json:"auth"`
}

// DeviceID is the id of the device at an endpoint: 12 letters of a digest, from which nobody learns
// the endpoint.
func DeviceID(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:12]
}

// keys are the device's public key and its secret.
func (s Subscription) keys() (*ecdh.PublicKey, []byte, error) {
	raw, err := fromBase64(s.P256DH)
	if err != nil {
		return nil, nil, err
	}
	key, err := ecdh.P256().NewPublicKey(raw)
	if err != nil {
		return nil, nil, err
	}
	auth, err := fromBase64(s.Auth)
	if err == nil && len(auth) != 16 {
		err = fmt.Errorf("%d bytes", len(auth))
	}
	return key, auth, err
}

// fromBase64 reads what browsers write, padded or not.
func fromBase64(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// maxEndpoint is the longest endpoint, in bytes.
const maxEndpoint = 1500

// check refuses what could not be sent to.
func (s Subscription) check() error {
	wrong := func(field, message string) error {
		return &store.InvalidError{Fields: []store.FieldError{{Field: field, Message: message}}}
	}
	u, err := url.Parse(s.Endpoint)
	switch {
	case err != nil || len(s.Endpoint) > maxEndpoint || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "":
		return wrong("endpoint", "must be the https address that the browser gave")
	case outbound.CheckPublicURL(u) != "":
		return wrong("endpoint", outbound.CheckPublicURL(u))
	}
	if _, _, err := s.keys(); err != nil {
		return wrong("keys", "must be the keys that the browser gave")
	}
	return nil
}

// Devices are the browsers that push goes to, the oldest first.
func (s *Service) Devices() []Device { return devicesOf(s.Secrets.Get(setting.PushDevices)) }

func devicesOf(kept setting.Secret) []Device {
	list := []Device{}
	// What can't be read is gone, and the browsers subscribe anew when their page is opened.
	if json.Unmarshal([]byte(kept.Value), &list) != nil {
		return []Device{}
	}
	return list
}

// changeDevices replaces the list of devices.
func (s *Service) changeDevices(change func([]Device) ([]Device, error)) error {
	err := s.Secrets.Change(setting.PushDevices, func(kept setting.Secret) (setting.Secret, error) {
		list, err := change(devicesOf(kept))
		if err != nil {
			return kept, err
		}
		if len(list) == 0 {
			return setting.Secret{}, nil
		}
		text, err := json.Marshal(list)
		return setting.Secret{Value: string(text)}, err
	})
	if err == nil {
		s.Changed()
	}
	return err
}

// Subscribe keeps a device under its id, or its new name and keys.
func (s *Service) Subscribe(ctx context.Context, by store.By, id, name string, to Subscription) error {
	if err := to.check(); err != nil {
		return err
	}
	if id != DeviceID(to.Endpoint) {
		return &store.InvalidError{Fields: []store.FieldError{{Field: "endpoint", Message: "must be that of the device in the address"}}}
	}
	name = strings.Join(strings.Fields(name), " ")
	if len(s.Devices()) == 0 {
		// What was not said while nobody listened is not made up for. As soon as there is a device, it would be.
		begin := []string{store.SlotJob(store.DeliverDigest, store.ChannelPush), store.SlotJob(store.DeliverReview, store.ChannelPush)}
		if _, err := s.Store.UpdateNotifySettings(ctx, by, func(*store.NotifySettings) ([]string, error) { return begin, nil }); err != nil {
			return err
		}
	}
	return s.changeDevices(func(list []Device) ([]Device, error) {
		if i := slices.IndexFunc(list, func(d Device) bool { return d.ID == id }); i >= 0 {
			list[i].Name, list[i].Subscription = name, to
			return list, nil
		}
		if len(list) == maxDevices {
			return nil, &store.ConflictError{Message: fmt.Sprintf("there are %d devices, and no more have room: remove one first", maxDevices)}
		}
		return append(list, Device{ID: id, Name: name, CreatedAt: store.At(s.Store.Now()), Subscription: to}), nil
	})
}

// Unsubscribe forgets a device. What waits for it fails.
func (s *Service) Unsubscribe(id string) error {
	return s.changeDevices(func(list []Device) ([]Device, error) {
		left := slices.DeleteFunc(slices.Clone(list), func(d Device) bool { return d.ID == id })
		if len(left) == len(list) {
			return nil, &store.NotFoundError{Kind: "device", ID: id}
		}
		return left, nil
	})
}
