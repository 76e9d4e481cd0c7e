package caddyhub

import (
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
)

// parseGlobalOption reads the global option:
//
//	hub {
//	    <option> <value...>
//	    gateway|forge|backup {
//	        <option> <value...>
//	    }
//	}
//
// The options are those of the option table. None is required.
func parseGlobalOption(d *caddyfile.Dispenser, existing any) (any, error) {
	if existing != nil {
		d.Next() // so that the message names the line
		return nil, d.Err("the global option hub stands there twice")
	}
	a := new(App)
	if err := a.UnmarshalCaddyfile(d); err != nil {
		return nil, err
	}
	return httpcaddyfile.App{Name: "hub", Value: caddyconfig.JSON(a, nil)}, nil
}

// MarshalJSON writes the options as they were given.
func (a *App) MarshalJSON() ([]byte, error) { return options.Encode(a.configured) }

// UnmarshalJSON reads them. An unknown one is an error.
func (a *App) UnmarshalJSON(data []byte) (err error) {
	a.configured, err = options.Decode(data)
	return err
}

// UnmarshalCaddyfile reads the block of the global option.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next() // the option's name
	if d.NextArg() {
		return d.ArgErr()
	}
	a.configured = setting.Configuration{}
	return a.readBlock(d, "", make(map[string]bool))
}

// readBlock reads the options inside a block; prefix is empty or the block's name and a
// space.
func (a *App) readBlock(d *caddyfile.Dispenser, prefix string, seen map[string]bool) error {
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		name := prefix + d.Val()
		if seen[name] {
			return d.Errf("%s is set twice", name)
		}
		seen[name] = true
		if options.IsBlock(name) {
			if d.NextArg() {
				return d.ArgErr()
			}
			if err := a.readBlock(d, name+" ", seen); err != nil {
				return err
			}
			continue
		}
		o, known := options.Option(name)
		if !known {
			return d.Errf("the hub has no option %q", name)
		}
		words, err := o.Take(d.RemainingArgs())
		if err != nil {
			return d.Errf("%s %v", name, err)
		}
		a.configured[name] = words
	}
	return nil
}

// parseDirective reads the site directive, which takes nothing but a matcher:
//
//	hub [<matcher>]
func parseDirective(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	h.Next() // the directive's name
	if h.NextArg() {
		return nil, h.ArgErr()
	}
	for h.NextBlock(0) {
		return nil, h.Err("the directive has no block: options stand in the global option hub")
	}
	return new(Handler), nil
}
