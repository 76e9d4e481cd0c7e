package replicate

import (
	"strings"
	"testing"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address string
		want    place
		wrong   string // a part of the error
	}{
		{"file:/mnt/disk2/hub", place{kind: File, path: "/mnt/disk2/hub"}, ""},
		{"file:///mnt/disk2/hub/", place{kind: File, path: "/mnt/disk2/hub"}, ""},
		{"file:/mnt/with%20space", place{kind: File, path: "/mnt/with space"}, ""},
		{"sftp://hub@nas.example/backup/hub", place{kind: SFTP, user: "hub", host: "nas.example:22", path: "/backup/hub"}, ""},
		{"sftp://hub@[fd00::1]:2222/b", place{kind: SFTP, user: "hub", host: "[fd00::1]:2222", path: "/b"}, ""},
		{"s3://bucket/hub/x?endpoint=https://s3.example&region=eu-1", place{kind: S3, bucket: "bucket", path: "hub/x", endpoint: "https://s3.example", region: "eu-1"}, ""},
		{"s3://bucket", place{kind: S3, bucket: "bucket"}, ""},
		{"external", place{kind: External}, ""},
		{"/mnt/disk2/hub", place{}, "must begin with file:"},
		{"file:disk2/hub", place{}, "full path"},
		{"file://host/path", place{}, "full path"},
		{"gs://bucket/hub", place{}, "must begin with file:"},
		{"sftp://nas.example/backup", place{}, "must name a user"},
		{"sftp://hub@nas.example/", place{}, "a folder"},
		{"sftp://hub:geheim@nas.example/b", place{}, "must not hold a password"},
		{"s3://key:geheim@bucket/hub", place{}, "must not hold a password"},
		{"s3://key@bucket/hub", place{}, "must name a bucket"},
		{"s3:///hub", place{}, "must name a bucket"},
		{"s3://bucket/hub?endpoint=s3.example", place{}, "an origin as its endpoint"},
		{"s3://bucket/hub?endpoint=https://u:geheim@s3.example", place{}, "an origin as its endpoint"},
		{"s3://bucket/hub?secret_key=geheim", place{}, "is no part of such an address"},
		{"file:/mnt/hub?sync=off", place{}, "is no part of such an address"},
		{"file:/mnt/hub#a", place{}, "is no part of such an address"},
		{"s3://bu cket/%zz", place{}, "must be an address"},
		{"", place{}, "must begin with file:"},
	} {
		got, err := Address(c.address).parse()
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) || err == nil && got != c.want {
			t.Errorf("%s: %+v, %v", c.address, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: the error repeats a secret: %v", c.address, err)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, a := range []string{"file:/mnt/hub", "sftp://hub@nas/b", "s3://bucket/p?endpoint=https://e&region=r"} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := Address(text)
		p, err := a.parse()
		if err != nil {
			return
		}
		if p.kind == "" || a.Kind() != p.kind || a.Check() != nil || (a.Folder() != "") != (p.kind == File) {
			t.Errorf("%q: %+v", text, p)
		}
	})
}

func TestWhatATargetNeeds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		v    Values
		want string
	}{
		"nothing":                 {Values{}, ""},
		"a folder":                {Values{To: "file:/mnt/hub"}, ""},
		"sftp":                    {Values{To: "sftp://hub@nas/b", KeyFile: "/k", HostKey: "ssh-ed25519 AAAA"}, ""},
		"sftp without a key":      {Values{To: "sftp://hub@nas/b", HostKey: "ssh-ed25519 AAAA"}, "key_file"},
		"sftp without a host key": {Values{To: "sftp://hub@nas/b", KeyFile: "/k"}, "host_key"},
		"s3":                      {Values{To: "s3://b/p", AccessKey: "a", SecretKey: "s"}, ""},
		"s3 without a secret":     {Values{To: "s3://b/p", AccessKey: "a"}, "secret_key"},
	} {
		err := c.v.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
