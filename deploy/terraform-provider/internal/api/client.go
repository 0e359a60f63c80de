// Package api speaks to the REST API of one Palisade installation, with one key.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

const (
	// The longest policy and the longest list that the API takes have some 2 MB.
	maxAnswerBytes = 32 << 20
	// Longer waits that the server asks for are reported instead.
	maxWait = time.Minute
)

// Options of a client. Timeout is that of one call, Retries says how often a call that was refused for want of room is made again.
type Options struct {
	Endpoint string
	Key      string
	Timeout  time.Duration
	Retries  int
	Version  string
}

// Client is safe for several goroutines.
type Client struct {
	endpoint *url.URL
	key      string
	agent    string
	http     *http.Client
	retries  int
	// Time is not waited for in tests.
	sleep func(context.Context, time.Duration) error
	// The key's account, from the last response.
	account atomic.Value
	// One change of a site's configuration at a time: they would only refuse each other.
	sites sync.Map
}

// New refuses addresses over which others could read the key.
func New(options Options) (*Client, error) {
	endpoint, err := url.Parse(strings.TrimRight(options.Endpoint, "/"))
	if err != nil || endpoint.Host == "" || endpoint.User != nil || (endpoint.Scheme != "https" && endpoint.Scheme != "http") {
		return nil, errors.New("this is not the address of a dashboard, such as https://waf.example")
	}
	if endpoint.Scheme == "http" && !isLoopback(endpoint.Hostname()) {
		return nil, fmt.Errorf("an API key is not sent over plain HTTP: use https://%s", endpoint.Host)
	}
	if options.Key == "" {
		return nil, errors.New("there is no API key")
	}
	return &Client{
		endpoint: endpoint,
		key:      options.Key,
		agent:    "terraform-provider-palisade/" + options.Version,
		retries:  options.Retries,
		sleep:    sleep,
		http: &http.Client{
			Timeout: options.Timeout,
			// A key goes to the address that was named, and to no other.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// accountHeader names the key's account, also on refusals.
const accountHeader = "Palisade-Account"

// Account is the key's account; empty before the first response.
func (c *Client) Account() string {
	account, _ := c.account.Load().(string)
	return account
}

func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Call makes a call and reads its answer into answer, unless that is nil. A refusal is a *Refusal.
func (c *Client) Call(ctx context.Context, method, path string, body, answer any) error {
	var sent []byte
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return err
		}
	}
	for attempt := 0; ; attempt++ {
		response, err := c.once(ctx, method, path, sent)
		if err == nil && response.status < 300 {
			if answer == nil || len(response.body) == 0 {
				return nil
			}
			if err := json.Unmarshal(response.body, answer); err != nil {
				return fmt.Errorf("%s %s was answered with what is no JSON: %w", method, path, err)
			}
			return nil
		}
		wait, again := c.waitBefore(method, response, err, attempt)
		if !again {
			if err != nil {
				return fmt.Errorf("%s does not answer: %w", c.endpoint.Host, err)
			}
			return refusalOf(response.status, response.body)
		}
		if err := c.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

type response struct {
	status     int
	retryAfter string
	body       []byte
}

func (c *Client) once(ctx context.Context, method, path string, body []byte) (response, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.endpoint.String()+"/api"+path, bytes.NewReader(body))
	if err != nil {
		return response{}, err
	}
	request.Header.Set("Authorization", "Bearer "+c.key)
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", c.agent)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return response{}, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswerBytes+1))
	if err != nil {
		return response{}, err
	}
	if len(text) > maxAnswerBytes {
		return response{}, fmt.Errorf("it sent more than %d bytes", maxAnswerBytes)
	}
	if account := answer.Header.Get(accountHeader); account != "" {
		c.account.Store(account)
	}
	// Neither headers nor bodies: they have the key, and private keys of certificates.
	tflog.Debug(ctx, "Palisade", map[string]any{"method": method, "path": path, "status": answer.StatusCode})
	return response{answer.StatusCode, answer.Header.Get("Retry-After"), text}, nil
}

// waitBefore says whether the same call may be made again, and after what time. What creates something is repeated only where it is certain that nothing was done.
func (c *Client) waitBefore(method string, got response, err error, attempt int) (time.Duration, bool) {
	if attempt >= c.retries {
		return 0, false
	}
	backoff := time.Second << min(attempt, 5)
	creates := method == http.MethodPost
	if err != nil {
		return backoff, !creates && !errors.Is(err, context.Canceled)
	}
	if got.status != http.StatusTooManyRequests && got.status != http.StatusServiceUnavailable {
		return 0, false
	}
	if told, ok := retryAfter(got.retryAfter); ok {
		return told, told <= maxWait
	}
	return backoff, !creates || got.status == http.StatusTooManyRequests
}

// retryAfter reads the header: seconds, or a date (RFC 9110, 10.2.3).
func retryAfter(header string) (time.Duration, bool) {
	if header == "" {
		return 0, false
	}
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(time.Until(at), 0), true
	}
	return 0, false
}

// Wait for as long, unless the work is stopped.
func (c *Client) Wait(ctx context.Context, duration time.Duration) error {
	return c.sleep(ctx, duration)
}

func sleep(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
