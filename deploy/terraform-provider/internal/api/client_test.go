package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func clientOf(t *testing.T, handler http.HandlerFunc) (*Client, *[]time.Duration) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client, err := New(Options{Endpoint: server.URL, Key: "pal_secret", Timeout: 5 * time.Second, Retries: 3, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	var waited []time.Duration
	client.sleep = func(_ context.Context, duration time.Duration) error {
		waited = append(waited, duration)
		return nil
	}
	return client, &waited
}

// refusing answers so often with this status, then with success.
func refusing(times, status int, retryAfter string) (http.HandlerFunc, *int) {
	calls := 0
	return func(response http.ResponseWriter, _ *http.Request) {
		calls++
		if calls > times {
			fmt.Fprint(response, `{}`)
			return
		}
		if retryAfter != "" {
			response.Header().Set("Retry-After", retryAfter)
		}
		response.WriteHeader(status)
		fmt.Fprint(response, `{"code":"too_many_requests","detail":"Too many calls."}`)
	}, &calls
}

func TestCallsAreMadeAgainAfterTheTimeThatIsNamed(t *testing.T) {
	for _, one := range []struct {
		method     string
		status     int
		retryAfter string
		again      bool
		waits      time.Duration
	}{
		{"GET", 429, "7", true, 7 * time.Second},
		{"POST", 429, "7", true, 7 * time.Second},
		{"PUT", 503, "2", true, 2 * time.Second},
		{"POST", 503, "2", true, 2 * time.Second},
		{"GET", 503, "", true, time.Second},
		// Whether it was done is not known.
		{"POST", 503, "", false, 0},
		{"GET", 429, "3600", false, 0},
		{"GET", 500, "1", false, 0},
		{"GET", 429, "-5", true, time.Second},
	} {
		handler, calls := refusing(1, one.status, one.retryAfter)
		client, waited := clientOf(t, handler)
		err := client.Call(t.Context(), one.method, "/domains", nil, nil)
		if (err == nil) != one.again || (*calls == 2) != one.again {
			t.Fatalf("%+v: %v after %d calls", one, err, *calls)
		}
		if one.again && (*waited)[0] != one.waits {
			t.Fatalf("%+v: waited for %v", one, *waited)
		}
	}
}

func TestRetriesHaveAnEnd(t *testing.T) {
	handler, calls := refusing(100, 429, "1")
	client, _ := clientOf(t, handler)
	err := client.Call(t.Context(), "GET", "/domains", nil, nil)
	if !HasCode(err, "too_many_requests") || *calls != 4 {
		t.Fatal(err, *calls)
	}
}

func TestTheKeyGoesNowhereElse(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		t.Errorf("it was sent %q", request.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	client, _ := clientOf(t, func(response http.ResponseWriter, request *http.Request) {
		http.Redirect(response, request, elsewhere.URL, http.StatusTemporaryRedirect)
	})
	err := client.Call(t.Context(), "GET", "/domains", nil, nil)
	if err == nil || strings.Contains(err.Error(), "pal_secret") {
		t.Fatal(err)
	}
	for _, endpoint := range []string{"http://waf.example", "waf.example", "ftp://waf.example", "https://user:word@waf.example", "https://", ""} {
		if _, err := New(Options{Endpoint: endpoint, Key: "pal_secret"}); err == nil || strings.Contains(err.Error(), "pal_secret") {
			t.Fatal(endpoint, err)
		}
	}
	for _, endpoint := range []string{"https://waf.example/", "http://127.0.0.1:8080", "http://[::1]:1", "http://a.localhost"} {
		if _, err := New(Options{Endpoint: endpoint, Key: "pal_secret"}); err != nil {
			t.Fatal(endpoint, err)
		}
	}
}

func TestAnAnswerHasABound(t *testing.T) {
	client, _ := clientOf(t, func(response http.ResponseWriter, _ *http.Request) {
		chunk := make([]byte, 1<<20)
		for range 64 {
			if _, err := response.Write(chunk); err != nil {
				return
			}
		}
	})
	client.retries = 0
	if err := client.Call(t.Context(), "GET", "/domains", nil, nil); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Fatal(err)
	}
}

func TestWhatIsNoAPIIsSaid(t *testing.T) {
	client, _ := clientOf(t, func(response http.ResponseWriter, _ *http.Request) {
		response.WriteHeader(404)
		fmt.Fprint(response, "<html>")
	})
	err := client.Call(t.Context(), "GET", "/domains", nil, nil)
	// A page that is missing is no site that is gone.
	if err == nil || IsNotShown(err) {
		t.Fatal(err)
	}
}

func TestAStoppedRunWaitsForNothing(t *testing.T) {
	handler, _ := refusing(100, 429, "30")
	client, _ := clientOf(t, handler)
	client.sleep = sleep
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := client.Call(ctx, "GET", "/domains", nil, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
