package caddyhub

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
)

// defaultListen is where the hub listens when nobody says otherwise.
const defaultListen = "127.0.0.1:8787"

// checkListenAddress says what is wrong with the form of an address for hub serve. source is the
// flag or the variable that holds it, and example an address that would do there.
func checkListenAddress(source, address, example string) error {
	_, port, err := net.SplitHostPort(example)
	if err != nil {
		return err
	}
	shown := address
	if strings.ContainsFunc(address, isBlank) {
		shown = strconv.Quote(address)
	}
	wrong := func(format string, args ...any) error {
		return usageError{fmt.Errorf("%s %s %s", source, shown, fmt.Sprintf(format, args...))}
	}
	if strings.Contains(address, "://") {
		return wrong("is a URL: write the address alone, such as %s", example)
	}
	if strings.ContainsAny(address, "/,") || shown != address {
		return wrong("is no address and port such as %s: for anything else write a Caddyfile and use run", example)
	}
	if isPort(address) {
		return wrong("has no address in front of the port: write 127.0.0.1:%[1]s for this machine alone, or 0.0.0.0:%[1]s for others too", address)
	}
	host, given, err := net.SplitHostPort(address)
	if err != nil && strings.Count(address, ":") > 1 {
		return wrong("has no port, or an IPv6 address without brackets: write them as in [::1]:%s", port)
	}
	if err != nil {
		return wrong("has no port: write %s:%s", address, port)
	}
	if !isPort(given) {
		return wrong("has no port from 0 to 65535 after the colon: write %s", net.JoinHostPort(host, port))
	}
	return nil
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// checkListen finds out early and in clear words whether the address can be used. Caddy
// would not notice another Caddy on the same port: it lets the system share ports. source is
// the flag or the variable that holds the address, and example one that would do there.
func checkListen(source, address, example string) error {
	ln, err := net.Listen("tcp", address)
	unknown := new(net.DNSError)
	switch {
	case err == nil:
		return ln.Close()
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program: stop it, or choose another address with %s", address, source)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("can't listen on %s: this machine does not have that address", address)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("can't listen on %s: the system does not let this user have the port; those from 1024 up are free to use, as in %s", address, example)
	case errors.As(err, &unknown):
		return fmt.Errorf("can't listen on %s: the host name is not known here; write an address of this machine, such as %s", address, example)
	}
	return fmt.Errorf("can't listen on %s: %w", address, err)
}

// maxOpen is how many addresses are shown to a person.
const maxOpen = 8

// openAt are the addresses at which a running hub can be opened: the public URL, this
// machine, and those by which others know the machine, as far as the hub answers to them.
// There is at least one, and no more than a person wants to read.
func openAt(s *settings, listening *net.TCPAddr, machine []netip.Addr) []string {
	addresses := []netip.Addr{listening.AddrPort().Addr().Unmap()}
	if listening.IP.IsUnspecified() {
		addresses = slices.Concat([]netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, reachable(machine))
	}
	var list []string
	if s.PublicURL != "" {
		list = append(list, s.PublicURL)
	}
	for _, a := range addresses {
		host := netip.AddrPortFrom(a, listening.AddrPort().Port()).String()
		if len(list) < maxOpen && s.allowsHost(host) {
			list = append(list, "http://"+host)
		}
	}
	if list == nil { // it answers to other names alone
		host := s.AllowedHosts[0]
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(hostName(host), strconv.Itoa(listening.Port))
		}
		list = []string{"http://" + host}
	}
	return list
}

// reachable are the addresses others may know this machine by, sorted, those of IPv4 first.
func reachable(machine []netip.Addr) (found []netip.Addr) {
	for _, a := range machine {
		// Link-local addresses need the name of an interface, which a browser takes from nobody.
		if a = a.Unmap(); a.IsGlobalUnicast() {
			found = append(found, a)
		}
	}
	slices.SortFunc(found, netip.Addr.Compare)
	return slices.Compact(found)
}

// machineAddresses are the addresses of this machine's interfaces; none if the system does
// not tell.
func machineAddresses() (found []netip.Addr) {
	list, _ := net.InterfaceAddrs()
	for _, a := range list {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			found = append(found, prefix.Addr())
		}
	}
	return found
}
