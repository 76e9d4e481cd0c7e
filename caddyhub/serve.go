package caddyhub

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp/encode"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/auth"
	"github.com/progresshub/progresshub/caddyhub/problem"
)

// defaultListen is where the hub listens when nobody says otherwise.
const defaultListen = "127.0.0.1:8787"

func serveCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "serve",
		Usage: "[--listen <address>] [--data <folder>]",
		Short: "Runs a hub without a configuration file",
		Long: `
Runs a hub over plain HTTP with a built-in configuration, for this machine, a
private network or a reverse proxy that brings HTTPS. Options come from the
HUB_* environment variables. For HTTPS of its own, write a Caddyfile and use
run instead. Ctrl-C stops it.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().String("listen", "", "The address to listen on (default: HUB_LISTEN, else "+defaultListen+")")
			addDataFlag(cmd)
			prepare(cmd, cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
				caddy.TrapSignals() // they end the process, after the requests under way
				if err := serve(cmd); err != nil {
					return err
				}
				select {}
			})
		},
	}
}

// serve starts the built-in configuration and tells the person in front of it where to go.
func serve(cmd *cobra.Command) error {
	given, err := cmd.Flags().GetString("listen")
	if err != nil {
		return err
	}
	listen := cmp.Or(given, os.Getenv("HUB_LISTEN"), defaultListen)
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	app := &App{DataDir: dir}
	s, err := resolve(app)
	if err != nil {
		return err
	}
	if err := errors.Join(checkListeners([]string{listen}, s.token), checkListen(listen)); err != nil {
		return err
	}
	if err := caddy.Run(builtIn(app, s, listen)); err != nil {
		return bare(err)
	}
	address, err := listeningOn()
	if err != nil {
		return err
	}
	return greet(cmd.OutOrStdout(), s, address, cmd.Parent().CommandPath()+" token")
}

// checkListen finds out early and in clear words whether the address can be used. Caddy
// would not notice another Caddy on the same port: it lets the system share ports.
func checkListen(address string) error {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return usageError{fmt.Errorf("the listen address must look like %s", defaultListen)}
	}
	ln, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use by another program: stop it, or choose another address with --listen", address)
	}
	if err != nil {
		return fmt.Errorf("can't listen on %s: %w", address, err)
	}
	return ln.Close()
}

// bare takes the names of Caddy's parts from the front of an error of the hub's own.
func bare(err error) error {
	const start, provision = "hub app module: start: ", "provision hub: "
	message := err.Error()
	for _, part := range []string{start, provision, "provision http.handlers.hub: "} {
		if _, rest, found := strings.Cut(message, part); found {
			message = rest
		}
	}
	return errors.New(message)
}

// listeningOn is the address of the running server, with the port the system chose for 0.
func listeningOn() (*net.TCPAddr, error) {
	app, err := caddy.ActiveContext().AppIfConfigured("http")
	if err != nil {
		return nil, err
	}
	for _, ln := range app.(*caddyhttp.App).Servers[serverName].Listeners() {
		if addr, ok := ln.Addr().(*net.TCPAddr); ok {
			return addr, nil
		}
	}
	return nil, errors.New("the server does not listen")
}

// greet prints what a person needs to know about the hub that has just started.
func greet(w io.Writer, s *settings, address *net.TCPAddr, newToken string) error {
	host := address.IP.String()
	if address.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	open := cmp.Or(s.publicURL, fmt.Sprintf("http://%s", net.JoinHostPort(host, fmt.Sprint(address.Port))))
	token := "set"
	if !auth.IsPrivate(s.token) {
		state := "not set"
		if s.token != "" {
			state = "a well-known placeholder, ignored"
		}
		token = state + ": development mode, only this machine gets in\n" +
			"            (" + newToken + " prints one: keep it, and set it as HUB_AUTH_TOKEN)"
	}
	_, err := fmt.Fprintf(w, "Progress Hub runs. Ctrl-C stops it.\n"+
		"  Open      %s/ui/\n"+
		"  Data      %s\n"+
		"  Token     %s\n", open, s.dataDir, token)
	return err
}

// serverName names the one HTTP server of the built-in configuration.
const serverName = "hub"

// builtIn is the configuration of serve.
func builtIn(app *App, s *settings, listen string) *caddy.Config {
	no := false
	server := &caddyhttp.Server{
		Listen: []string{listen},
		// Without TLS there is no HTTP/2 or 3 to be had.
		Protocols:         []string{"h1"},
		AutoHTTPS:         &caddyhttp.AutoHTTPSConfig{Disabled: true},
		ReadHeaderTimeout: caddy.Duration(10 * time.Second),
		ReadIdleTimeout:   caddy.Duration(30 * time.Second),
		WriteIdleTimeout:  caddy.Duration(30 * time.Second),
		IdleTimeout:       caddy.Duration(2 * time.Minute),
		MaxHeaderBytes:    16 << 10,
		Routes:            builtInRoutes(),
	}
	if s.trustProxyHeaders {
		server.TrustedProxiesRaw = trustedRanges(s)
		server.TrustedProxiesStrict = 1
	}
	return &caddy.Config{
		// The admin endpoint would let any local process change the hub.
		Admin:   &caddy.AdminConfig{Disabled: true, Config: &caddy.ConfigSettings{Persist: &no}},
		Logging: builtInLogging(),
		AppsRaw: caddy.ModuleMap{
			"hub": caddyconfig.JSON(app, nil),
			// No certificates: Caddy need not look after its own folder for them.
			"tls": caddyconfig.JSON(&caddytls.TLS{DisableStorageCheck: true, DisableStorageClean: true}, nil),
			"http": caddyconfig.JSON(&caddyhttp.App{
				GracePeriod: caddy.Duration(farewell),
				Servers:     map[string]*caddyhttp.Server{serverName: server},
			}, nil),
		},
	}
}

// builtInRoutes sends / to the dashboard, serves the hub and knows nothing else.
func builtInRoutes() caddyhttp.RouteList {
	home := &caddyhttp.StaticResponse{StatusCode: "302", Headers: make(http.Header)}
	setSecurityHeaders(home.Headers, "http")
	home.Headers.Set("Location", "/ui/")

	nothing := &caddyhttp.StaticResponse{StatusCode: "404", Headers: make(http.Header)}
	setSecurityHeaders(nothing.Headers, "http")
	nothing.Headers.Set("Content-Type", problem.MediaType)
	nothing.Body = string(caddyconfig.JSON(problem.New(http.StatusNotFound, "the hub lives under /ui, /api and /mcp"), nil))

	return caddyhttp.RouteList{
		{
			MatcherSetsRaw: caddyhttp.RawMatcherSets{{"path": caddyconfig.JSON(caddyhttp.MatchPath{"/"}, nil)}},
			HandlersRaw:    handlers("static_response", home),
			Terminal:       true,
		},
		{HandlersRaw: slices.Concat(handlers("encode", compression), handlers("hub", new(Handler)))},
		{HandlersRaw: handlers("static_response", nothing)},
	}
}

// compression makes the API's answers small for phones far away; the dashboard's files are
// small already. Gzip alone: an encoder of Zstandard takes megabytes of its own.
var compression = &encode.Encode{EncodingsRaw: caddy.ModuleMap{"gzip": caddyconfig.JSON(struct{}{}, nil)}}

func handlers(name string, handler any) []json.RawMessage {
	return []json.RawMessage{caddyconfig.JSONModuleObject(handler, "handler", name, nil)}
}

// builtInLogging writes to stderr for people: everything the hub has to say, and of Caddy
// what is wrong.
func builtInLogging() *caddy.Logging {
	// Plain words: the colours of a terminal are noise in a file or a journal.
	console := caddyconfig.JSONModuleObject(map[string]string{"level_format": "upper"}, "format", "console", nil)
	own := []string{"hub", "http.handlers.hub"}
	return &caddy.Logging{Logs: map[string]*caddy.CustomLog{
		"hub": {
			BaseLog: caddy.BaseLog{Level: "INFO", EncoderRaw: console},
			Include: own,
		},
		caddy.DefaultLoggerName: {
			BaseLog: caddy.BaseLog{Level: "WARN", EncoderRaw: console},
			Exclude: append(own, "admin"), // it warns that it is off
		},
	}}
}

// trustedRanges is the server's source of trusted proxies: those that are named, else this
// machine.
func trustedRanges(s *settings) json.RawMessage {
	trusted := caddyhttp.StaticIPRange{Ranges: []string{"127.0.0.0/8", "::1/128"}}
	if len(s.trustedProxies) > 0 {
		trusted.Ranges = nil
		for _, p := range s.trustedProxies {
			trusted.Ranges = append(trusted.Ranges, p.String())
		}
	}
	return caddyconfig.JSONModuleObject(trusted, "source", "static", nil)
}
