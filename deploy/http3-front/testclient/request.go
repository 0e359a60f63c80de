package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

const maxShown = 8 << 10

type connection struct {
	quic *quic.Conn
	http *http3.ClientConn
}

type connections struct {
	mu       sync.Mutex
	open     map[string]*connection
	sessions tls.ClientSessionCache
}

func newConnections() *connections {
	return &connections{open: make(map[string]*connection), sessions: tls.NewLRUClientSessionCache(16)}
}

func (c *connections) get(ctx context.Context, asked command) (*connection, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.open[asked.Connection]; known != nil && known.quic.Context().Err() == nil {
		return known, nil
	}
	socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, err
	}
	address, err := net.ResolveUDPAddr("udp4", asked.Address)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{
		ServerName:         asked.ServerName,
		InsecureSkipVerify: true,
		NextProtos:         []string{http3.NextProtoH3},
	}
	if asked.KeepsSession {
		config.ClientSessionCache = c.sessions
	}
	// With a transport of its own a connection has names for us, without which it could not change its path.
	conn, err := (&quic.Transport{Conn: socket}).Dial(ctx, address, config, &quic.Config{})
	if err != nil {
		return nil, err
	}
	fresh := &connection{quic: conn, http: (&http3.Transport{DisableCompression: true}).NewClientConn(conn)}
	c.open[asked.Connection] = fresh
	return fresh, nil
}

func (c *connections) run(ctx context.Context, asked command) outcome {
	got := outcome{ID: asked.ID}
	if err := c.ask(ctx, asked, &got); err != nil {
		got.Error = err.Error()
	}
	return got
}

func (c *connections) ask(ctx context.Context, asked command, got *outcome) error {
	conn, err := c.get(ctx, asked)
	if err != nil {
		return err
	}
	if asked.Migrates {
		if err := migrate(ctx, conn.quic); err != nil {
			return err
		}
	}
	if asked.Closes {
		defer conn.quic.CloseWithError(quic.ApplicationErrorCode(http3.ErrCodeNoError), "")
	}
	state := conn.quic.ConnectionState().TLS
	got.Resumed = state.DidResume
	if len(state.PeerCertificates) > 0 {
		got.Certificate = state.PeerCertificates[0].Subject.CommonName
	}
	got.LocalPort = conn.quic.LocalAddr().(*net.UDPAddr).Port
	if len(asked.Fields) > 0 {
		return askRaw(ctx, conn.quic, asked.Fields, got)
	}
	if asked.CancelMs > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(asked.CancelMs)*time.Millisecond)
		defer cancel()
	}
	response, err := conn.http.RoundTrip(requestOf(ctx, asked, got))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	got.Status = response.StatusCode
	got.Headers = flat(response.Header)
	var shown bytes.Buffer
	got.BodyBytes, err = io.Copy(&limited{&shown}, response.Body)
	got.Body = shown.String()
	got.Trailers = flat(response.Trailer)
	return err
}

func requestOf(ctx context.Context, asked command, got *outcome) *http.Request {
	header := http.Header{}
	for i := 0; i+1 < len(asked.Headers); i += 2 {
		header.Add(asked.Headers[i], asked.Headers[i+1])
	}
	target, err := url.ParseRequestURI(asked.Path)
	if err != nil {
		panic(err)
	}
	target.Scheme, target.Host = "https", asked.Authority
	request := &http.Request{Method: asked.Method, URL: target, Host: asked.Authority, Header: header}
	if asked.Body != "" {
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(asked.Body)), int64(len(asked.Body))
	} else if asked.BodyBytes > 0 {
		request.Body = io.NopCloser(io.LimitReader(pattern{}, int64(asked.BodyBytes)))
		request.ContentLength = int64(asked.BodyBytes)
	}
	if asked.HidesLength {
		request.ContentLength = -1
	}
	for i := 0; i+1 < len(asked.Trailers); i += 2 {
		if request.Trailer == nil {
			request.Trailer = http.Header{}
		}
		request.Trailer.Add(asked.Trailers[i], asked.Trailers[i+1])
	}
	return request.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse: func(status int, fields textproto.MIMEHeader) error {
			got.Hints = append(got.Hints, fmt.Sprintf("%d %s", status, fields.Get("Link")))
			return nil
		},
	}))
}

// migrate continues from another port, as behind a NAT that has dropped the mapping.
func migrate(ctx context.Context, conn *quic.Conn) error {
	socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return err
	}
	path, err := conn.AddPath(&quic.Transport{Conn: socket})
	if err != nil {
		return err
	}
	if err := path.Probe(ctx); err != nil {
		return err
	}
	return path.Switch()
}

type pattern struct{}

func (pattern) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// limited keeps the beginning.
type limited struct{ shown *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := maxShown - l.shown.Len(); room > 0 {
		l.shown.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func flat(header http.Header) map[string]string {
	all := make(map[string]string, len(header))
	for name, values := range header {
		all[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	return all
}
