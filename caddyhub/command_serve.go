package caddyhub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp/encode"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

func serveCommand() caddycmd.Command {
	return caddycmd.Command{
		Name:  "serve",
		Usage: "[--listen <address>] [--data <folder>] [--metrics <address>] [--new] [--demo]",
		Short: "Runs a hub without a configuration file",
		Long: `
Runs a hub over plain HTTP with a built-in configuration, for this machine, a
private network or a reverse proxy that brings HTTPS. Options come from the
HUB_* environment variables. For HTTPS of its own, write a Caddyfile and use
hub run instead. Ctrl-C stops it.

With --demo it shows a month of made-up work on this machine alone, heeds no
variable, sends nothing, and forgets everything when it stops.`,
		CobraFunc: func(cmd *cobra.Command) {
			cmd.Flags().String("listen", "", "The `address` to listen on (default: HUB_LISTEN, else "+defaultListen+")")
			addDataFlag(cmd)
			cmd.Flags().Bool("new", false, "Begins an empty hub in a folder that has lost its database; give it once")
			cmd.Flags().Bool("demo", false, "Shows a month of made-up data, in a folder that goes when it stops")
			cmd.Flags().String("metrics", "", "The `address` to show metrics for Prometheus on, such as "+defaultMetrics+" (default: HUB_METRICS_LISTEN, else none)")
			examples(cmd, "hub serve", "hub serve --listen 100.64.0.1:8787 --data /srv/hub", "hub serve --demo")
			prepare(cmd, takes(), func(cmd *cobra.Command, _ []string) error {
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
func serve(cmd *cobra.Command) (err error) {
	isDemo, err := cmd.Flags().GetBool("demo")
	if err != nil {
		return err
	}
	if isDemo {
		if err := prepareDemo(cmd); err != nil {
			return err
		}
	}
	listen, source, err := listenAddress(cmd)
	if err != nil {
		return err
	}
	dir, err := dataDir(cmd)
	if err != nil {
		return err
	}
	app := &App{configured: setting.Configuration{"data_dir": {dir}}}
	s, err := resolve(app.configured)
	if err != nil {
		return err
	}
	if err := checkListen(source, listen, defaultListen); err != nil {
		return err
	}
	if err := checkListeners([]string{listen}, s.Token); err != nil {
		return err
	}
	metrics, err := metricsListener(cmd, listen)
	if err != nil {
		return err
	}
	if isDemo {
		var begun func()
		if s.DataDir, begun, err = demoDir(cmd.Context()); err != nil {
			return err
		}
		defer begun()
		defer func() {
			if err != nil {
				err = errors.Join(err, os.RemoveAll(s.DataDir))
			}
		}()
		s.Demo, app.configured = true, setting.Configuration{"data_dir": {s.DataDir}, "demo": {"true"}}
	} else if err := beginAnewIfAsked(cmd, dir); err != nil {
		return err
	}
	if err := caddy.Run(builtIn(app, s, listen, metrics)); err != nil {
		return bare(err)
	}
	address, err := listeningOn(serverName)
	if err != nil {
		return err
	}
	if metrics, err = metricsURL(); err != nil {
		return err
	}
	return greet(cmd.OutOrStdout(), s, openAt(s, address, machineAddresses()), metrics, cmd.Parent().CommandPath()+" token")
}

// listenAddress is where serve listens, and what says so.
func listenAddress(cmd *cobra.Command) (listen, source string, err error) {
	given, err := cmd.Flags().GetString("listen")
	if err != nil {
		return "", "", err
	}
	listen, source = defaultListen, "--listen"
	if given != "" {
		listen = given
	} else if text := strings.TrimSpace(os.Getenv("HUB_LISTEN")); text != "" {
		listen, source = text, "HUB_LISTEN"
	}
	return listen, source, checkListenAddress(source, listen, defaultListen)
}

// beginAnewIfAsked makes way for an empty hub where --new asks for one.
func beginAnewIfAsked(cmd *cobra.Command, dir string) error {
	asked, err := cmd.Flags().GetBool("new")
	if err != nil || !asked {
		return err
	}
	kept, err := beginAnew(cmd.Context(), dir)
	if err == nil && kept != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "what was left of the old database is in %s\n", kept)
	}
	return err
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

// errNoServer says that a configuration has no server of a name.
var errNoServer = errors.New("there is no such server")

// listeningOn is the address of a running server, with the port the system chose for 0.
func listeningOn(name string) (*net.TCPAddr, error) {
	app, err := caddy.ActiveContext().AppIfConfigured("http")
	if err != nil {
		return nil, err
	}
	server := app.(*caddyhttp.App).Servers[name]
	if server == nil {
		return nil, errNoServer
	}
	for _, ln := range server.Listeners() {
		if addr, ok := ln.Addr().(*net.TCPAddr); ok {
			return addr, nil
		}
	}
	return nil, errors.New("the server does not listen")
}

// greet prints what a person needs to know about the hub that has just started.
// metrics is where they are; empty: nowhere.
func greet(w io.Writer, s *settings, open []string, metrics, newToken string) error {
	if metrics != "" {
		metrics = "  Metrics   " + metrics + "\n"
	}
	token := "set"
	if s.Demo {
		token = "none: a demo, for this machine alone; what is in it is gone when it stops"
	} else if flaw := auth.Flaw(s.Token); flaw != "" {
		token = strings.TrimPrefix(flaw, "is ") + ": development mode, only this machine gets in\n" +
			"            (" + newToken + " prints one: keep it, and set it as HUB_AUTH_TOKEN)"
	}
	_, err := fmt.Fprintf(w, "Progress Hub runs. Ctrl-C stops it.\n"+
		"  Open      %s/ui/\n"+
		"  Data      %s\n"+
		"%s"+
		"  Token     %s\n", strings.Join(open, "/ui/\n            "), s.DataDir, metrics, token)
	return err
}

// serverName names the one HTTP server of the built-in configuration.
const serverName = "hub"

// builtIn is the configuration of serve. metrics is the address to show them on; empty: none.
func builtIn(app *App, s *settings, listen, metrics string) *caddy.Config {
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
	if s.TrustProxyHeaders {
		server.TrustedProxiesRaw = trustedRanges(s)
		server.TrustedProxiesStrict = 1
	}
	servers := map[string]*caddyhttp.Server{serverName: server}
	if metrics != "" {
		servers[metricsName] = metricsServer(metrics)
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
				GracePeriod: caddy.Duration(gracePeriod),
				Servers:     servers,
			}, nil),
		},
	}
}

// builtInRoutes serves the hub, sends / to the dashboard and knows nothing else.
func builtInRoutes() caddyhttp.RouteList {
	home := &caddyhttp.StaticResponse{StatusCode: "302", Headers: make(http.Header)}
	setSecurityHeaders(home.Headers, "http", nil)
	home.Headers.Set("Location", "/ui/")

	nothing := &caddyhttp.StaticResponse{StatusCode: "404", Headers: make(http.Header)}
	setSecurityHeaders(nothing.Headers, "http", nil)
	nothing.Headers.Set("Content-Type", inbound.ProblemType)
	nothing.Body = string(caddyconfig.JSON(inbound.NewProblem(http.StatusNotFound, "the hub lives under /ui, /api and /mcp"), nil))

	return caddyhttp.RouteList{
		{HandlersRaw: slices.Concat(handlers("encode", compression), handlers("hub", &Handler{Alone: true}))},
		{
			MatcherSetsRaw: caddyhttp.RawMatcherSets{{"path": caddyconfig.JSON(caddyhttp.MatchPath{"/"}, nil)}},
			HandlersRaw:    handlers("static_response", home),
			Terminal:       true,
		},
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
	if len(s.TrustedProxies) > 0 {
		trusted.Ranges = nil
		for _, p := range s.TrustedProxies {
			trusted.Ranges = append(trusted.Ranges, p.String())
		}
	}
	return caddyconfig.JSONModuleObject(trusted, "source", "static", nil)
}
