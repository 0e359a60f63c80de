package main

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

const (
	// What a client may send before anybody has read it: of one stream, of one connection, of all together.
	maxStreamWindow     = 1 << 20
	maxConnectionWindow = 3 << 20 / 2
	maxWindows          = 256 << 20
	initialWindow       = 256 << 10
	// maxMemory is what the process may have before it takes no more connections, and ends idle ones.
	maxMemory = 768 << 20
	// shedPart of the connections ends each second while there is no memory.
	shedPart = 20
	// Two for QPACK, one for control, and some of unknown types.
	maxUnidirectional = 8
	quicIdleTime      = 30 * time.Second
	handshakeTime     = 10 * time.Second
	secondTick        = time.Second
)

// front terminates QUIC and HTTP/3 and hands each request to a worker of the edge.
type front struct {
	stats        stats
	gate         *gate
	workers      workers
	certificates *certificates
	transport    *http.Transport
	quic         *quic.Transport
	listener     *quic.Listener
	server       *http3.Server

	mu       sync.Mutex
	sessions map[*session]struct{}
	windows  atomic.Int64
	// isDraining: that the listener ends is no fault.
	isDraining atomic.Bool
}

// listen binds the port and serves. Errors of the listener end the process: the supervisor starts another.
func listen(s settings) (*front, error) {
	address, err := net.ResolveUDPAddr("udp", net.JoinHostPort(s.Bind, fmt.Sprint(s.Port)))
	if err != nil {
		return nil, err
	}
	socket, err := net.ListenUDP("udp", address)
	if err != nil {
		return nil, err
	}
	f := &front{sessions: make(map[*session]struct{}), transport: newTransport()}
	f.gate = newGate(&f.stats)
	reset := quic.StatelessResetKey(sha256.Sum256(append([]byte("stateless reset"), s.Secret...)))
	token := quic.TokenGeneratorKey(sha256.Sum256(append([]byte("address token"), s.Secret...)))
	f.quic = &quic.Transport{
		Conn:                socket,
		StatelessResetKey:   &reset,
		TokenGeneratorKey:   &token,
		VerifySourceAddress: f.gate.mustRetry,
		ConnContext:         f.gate.enter,
	}
	f.certificates = newCertificates(&f.workers, http3.ConfigureTLSConfig(&tls.Config{MinVersion: tls.VersionTLS13}))
	f.listener, err = f.quic.Listen(&tls.Config{
		MinVersion:         tls.VersionTLS13,
		NextProtos:         []string{http3.NextProtoH3},
		GetConfigForClient: f.certificates.forClient,
	}, f.quicConfig(s))
	if err != nil {
		return nil, err
	}
	f.server = &http3.Server{
		Handler:        f,
		MaxHeaderBytes: s.MaxHeaderBytes,
		ConnContext:    f.adopt,
	}
	return f, nil
}

func (f *front) quicConfig(s settings) *quic.Config {
	return &quic.Config{
		HandshakeIdleTimeout:           handshakeTime / 2,
		MaxIdleTimeout:                 quicIdleTime,
		InitialStreamReceiveWindow:     initialWindow,
		MaxStreamReceiveWindow:         maxStreamWindow,
		InitialConnectionReceiveWindow: initialWindow,
		MaxConnectionReceiveWindow:     maxConnectionWindow,
		AllowConnectionWindowIncrease:  f.widen,
		MaxIncomingStreams:             int64(s.MaxStreams),
		MaxIncomingUniStreams:          maxUnidirectional,
		// Early data can be replayed by anybody who has seen it.
		Allow0RTT: false,
	}
}

// serve returns when the listener ends, or the front is drained.
func (f *front) serve() error {
	return f.server.ServeListener(f.listener)
}

func (f *front) port() int {
	return f.listener.Addr().(*net.UDPAddr).Port
}

// adopt begins a session, once its handshake is over.
func (f *front) adopt(ctx context.Context, conn *quic.Conn) context.Context {
	if a, ok := conn.Context().Value(admissionKey{}).(*admission); ok {
		a.shaken()
	}
	s := newSession(f, conn)
	f.mu.Lock()
	f.sessions[s] = struct{}{}
	f.mu.Unlock()
	if conn.Context().Err() != nil {
		f.forget(s)
	}
	return context.WithValue(ctx, sessionKey{}, s)
}

func (f *front) forget(s *session) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.sessions, s)
}

// widen lets a connection have more on its way to us, as long as all of them together stay within bounds.
func (f *front) widen(conn *quic.Conn, more uint64) bool {
	if f.windows.Add(int64(more)) > maxWindows {
		f.windows.Add(-int64(more))
		return false
	}
	context.AfterFunc(conn.Context(), func() { f.windows.Add(-int64(more)) })
	return true
}

// look is called every second: it ends who is idle, and while there is no memory those who have been silent the longest.
func (f *front) look(now time.Time) report {
	report := f.stats.report(f.gate.open())
	isFull := report.MemoryBytes > maxMemory
	f.gate.isFull.Store(isFull)
	f.mu.Lock()
	all := make([]*session, 0, len(f.sessions))
	for s := range f.sessions {
		all = append(all, s)
	}
	f.mu.Unlock()
	for _, s := range all {
		if s.isIdle(now) {
			_ = s.conn.CloseWithError(quic.ApplicationErrorCode(http3.ErrCodeNoError), "idle")
		}
	}
	if isFull {
		sort.Slice(all, func(i, j int) bool { return all[i].usedAt.Load() < all[j].usedAt.Load() })
		for _, s := range all[:(len(all)+shedPart-1)/shedPart] {
			f.stats.Shed.Add(1)
			_ = s.conn.CloseWithError(quic.ApplicationErrorCode(http3.ErrCodeExcessiveLoad), "overload")
		}
	}
	return report
}

// drain takes no new connections, lets requests under way finish, and returns when all have, or after the limit.
func (f *front) drain(limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_ = f.listener.Close()
	_ = f.server.Shutdown(ctx)
	_ = f.quic.Close()
}
