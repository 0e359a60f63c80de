package api

import (
	"context"
	"net/http"
	"sync"
)

// Config is what a site does with requests, at one version.
type Config struct {
	Version int            `json:"version"`
	Origin  map[string]any `json:"originConfig"`
	Policy  map[string]any `json:"policyConfig"`
}

// Change is what of a configuration shall be otherwise; what it leaves out stays as it is.
type Change struct {
	Version int            `json:"version"`
	Origin  map[string]any `json:"originConfig,omitempty"`
	Policy  map[string]any `json:"policyConfig,omitempty"`
}

// Others may be quicker so often.
const maxCollisions = 8

func configPath(site string) string { return "/domains/" + site + "/waf-config" }

// Config of a site.
func (c *Client) Config(ctx context.Context, site string) (config Config, err error) {
	err = c.Call(ctx, http.MethodGet, configPath(site), nil, &config)
	return config, err
}

// Edit changes a site's configuration from the version that edit has seen: what others save meanwhile is never overwritten. If they do, edit
// decides again, by what is there then. An edit that returns nil changes nothing.
func (c *Client) Edit(ctx context.Context, site string, edit func(live Config) (*Change, error)) (Config, error) {
	lock, _ := c.sites.LoadOrStore(site, &sync.Mutex{})
	lock.(*sync.Mutex).Lock()
	defer lock.(*sync.Mutex).Unlock()
	for attempt := 1; ; attempt++ {
		live, err := c.Config(ctx, site)
		if err != nil {
			return Config{}, err
		}
		change, err := edit(live)
		if err != nil || change == nil {
			return live, err
		}
		change.Version = live.Version
		var saved Config
		err = c.Call(ctx, http.MethodPut, configPath(site), change, &saved)
		if err == nil {
			return saved, nil
		}
		if attempt >= maxCollisions || !HasCode(err, "configuration_changed") {
			return Config{}, err
		}
	}
}
