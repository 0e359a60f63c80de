package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quic-go/quic-go"
)

const (
	dialTime = 2 * time.Second
	// maxLinks is how many addresses or workers one connection may have requests under way from or at.
	maxLinks = 4
	// idleTime is how long a connection may stay without a request, whatever frames it sends.
	idleTime = 60 * time.Second
)

var errTooManyLinks = errors.New("a connection changes its address too often")

type sessionKey struct{}

// session is one QUIC connection, and how its requests reach a worker.
type session struct {
	front *front
	conn  *quic.Conn

	mu    sync.Mutex
	link  *link
	links int
	ended bool

	active atomic.Int64
	// usedAt is when the last request began or ended, in milliseconds.
	usedAt atomic.Int64
}

func newSession(front *front, conn *quic.Conn) *session {
	s := &session{front: front, conn: conn}
	s.usedAt.Store(time.Now().UnixMilli())
	context.AfterFunc(conn.Context(), s.end)
	return s
}

func (s *session) begin() {
	s.active.Add(1)
	s.usedAt.Store(time.Now().UnixMilli())
	s.front.stats.Requests.Add(1)
	s.front.stats.Streams.Add(1)
}

func (s *session) finish() {
	s.active.Add(-1)
	s.usedAt.Store(time.Now().UnixMilli())
	s.front.stats.Streams.Add(-1)
}

// isIdle: no request, and none begun for long. Streams that never become one do not count.
func (s *session) isIdle(now time.Time) bool {
	return s.active.Load() == 0 && now.UnixMilli()-s.usedAt.Load() > idleTime.Milliseconds()
}

// take returns a link to a worker that knows the client by the address that it has now; release gives it back.
func (s *session) take(ctx context.Context, remote string) (*link, error) {
	address, err := netip.ParseAddrPort(remote)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, net.ErrClosed
	}
	if s.link != nil && s.link.remote == address && s.link.isUsable() {
		s.link.users++
		return s.link, nil
	}
	if s.links >= maxLinks {
		return nil, errTooManyLinks
	}
	fresh, err := s.dial(ctx, address)
	if err != nil {
		return nil, err
	}
	if s.link != nil {
		if s.link.remote != address {
			s.front.stats.Migrations.Add(1)
		}
		s.retire(s.link)
	}
	s.links++
	s.link = fresh
	fresh.users++
	return fresh, nil
}

// leave gives a link back that has failed, and tells whether its worker goes: it takes nothing more then.
func (s *session) leave(l *link) bool {
	s.release(l)
	return !l.isUsable()
}

func (s *session) release(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.users--
	s.closeIfUnused(l)
}

func (s *session) retire(l *link) {
	l.isRetired = true
	s.closeIfUnused(l)
}

func (s *session) closeIfUnused(l *link) {
	if l.isRetired && l.users == 0 {
		l.client.Close()
		s.links--
	}
}

func (s *session) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.link != nil {
		s.retire(s.link)
		s.link = nil
	}
	s.front.forget(s)
}

func (s *session) dial(ctx context.Context, remote netip.AddrPort) (*link, error) {
	local := addrPort(s.conn.LocalAddr())
	header := proxyHeader(remote, local, s.conn.ConnectionState().TLS.ServerName, s.fingerprint())
	var fresh *link
	err := s.front.workers.try(func(worker worker) error {
		farewell := new(farewell)
		target := context.WithValue(ctx, dialKey{}, dialTarget{worker.Requests, header, farewell})
		client, err := s.front.transport.NewClientConn(target, "http", "edge:80")
		if err == nil {
			fresh = &link{client: client, farewell: farewell, remote: remote}
		}
		return err
	})
	return fresh, err
}

func (s *session) fingerprint() string {
	if a, ok := s.conn.Context().Value(admissionKey{}).(*admission); ok {
		return a.fingerprint
	}
	return ""
}

func addrPort(address net.Addr) netip.AddrPort {
	if udp, ok := address.(*net.UDPAddr); ok {
		return udp.AddrPort()
	}
	return netip.AddrPort{}
}

// link is an HTTP/2 connection to a worker that speaks for one client alone, so that its limits hold as they do on TCP. A session's mutex guards it.
type link struct {
	client    *http.ClientConn
	farewell  *farewell
	remote    netip.AddrPort
	users     int
	isRetired bool
}

// isUsable: the worker has not said that it goes, of which Err tells only once the connection is closed. A link that is full is usable: a
// request waits for its turn.
func (l *link) isUsable() bool {
	return !l.farewell.said() && l.client.Err() == nil
}

type dialKey struct{}

type dialTarget struct {
	socket   string
	header   []byte
	farewell *farewell
}

// newTransport speaks HTTP/2 in clear over the sockets of workers, and buffers little: what a client does not
// take is to stay at the origin.
func newTransport() *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Transport{
		Protocols:              protocols,
		DisableCompression:     true,
		MaxResponseHeaderBytes: 1 << 20,
		HTTP2: &http.HTTP2Config{
			StrictMaxConcurrentRequests:   true,
			MaxReceiveBufferPerConnection: 512 << 10,
			MaxReceiveBufferPerStream:     128 << 10,
			MaxEncoderHeaderTableSize:     4096,
			MaxDecoderHeaderTableSize:     4096,
		},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			target := ctx.Value(dialKey{}).(dialTarget)
			dialer := net.Dialer{Timeout: dialTime}
			conn, err := dialer.DialContext(ctx, "unix", target.socket)
			if err != nil {
				return nil, err
			}
			if _, err = conn.Write(target.header); err != nil {
				conn.Close()
				return nil, err
			}
			return &watchedConn{Conn: conn, farewell: target.farewell}, nil
		},
	}
}
