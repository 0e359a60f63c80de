package main

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quic-go/quic-go"
)

const (
	// maxConnections is how many connections a front keeps, handshakes included.
	maxConnections = 10_000
	// maxConnectionsPerClient is how many of them one address (IPv6: /64) may have.
	maxConnectionsPerClient = 64
	// maxHandshakes is how many handshakes may be under way.
	maxHandshakes = 1_000
	// retryHandshakes is from how many on addresses have to be proven first.
	retryHandshakes = 100
	// retryPerSecond is the same for handshakes that begin within a second.
	retryPerSecond = 200
	// retryPerClient is from how many connections on an address has to prove that it is one.
	retryPerClient = 8
)

var errRefused = errors.New("no room for this connection")

// gate decides who may begin a handshake. It sees addresses before they are proven: whoever forges them must
// not fill the share of another, so that an address with some connections has to be proven (Retry).
type gate struct {
	stats *stats
	now   func() time.Time

	mu          sync.Mutex
	perClient   map[netip.Prefix]int
	connections int
	handshakes  int
	second      int64
	begun       int
	// isFull: the process has no memory for more.
	isFull atomic.Bool
}

func newGate(stats *stats) *gate {
	return &gate{stats: stats, now: time.Now, perClient: make(map[netip.Prefix]int)}
}

// admission is one connection's place, from its first packet to its end.
type admission struct {
	gate        *gate
	client      netip.Prefix
	isHandshake bool
	// fingerprint of the client; there once its handshake has begun, before anybody asks.
	fingerprint string
}

type admissionKey struct{}

// mustRetry says whether an address has to be proven before anything is kept for it.
func (g *gate) mustRetry(address net.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	retry := g.handshakes >= retryHandshakes || g.begun >= retryPerSecond ||
		g.perClient[clientOf(address)] >= retryPerClient
	if retry {
		g.stats.Retries.Add(1)
	}
	return retry
}

// enter takes a place for a connection whose first packet has come.
func (g *gate) enter(ctx context.Context, info *quic.ClientInfo) (context.Context, error) {
	a := &admission{gate: g, client: clientOf(info.RemoteAddr), isHandshake: true}
	if !g.take(a) {
		g.stats.Refused.Add(1)
		return nil, errRefused
	}
	ctx = context.WithValue(ctx, admissionKey{}, a)
	context.AfterFunc(ctx, a.leave)
	return ctx, nil
}

func (g *gate) take(a *admission) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	if g.isFull.Load() || g.connections >= maxConnections || g.handshakes >= maxHandshakes ||
		g.perClient[a.client] >= maxConnectionsPerClient {
		return false
	}
	g.connections++
	g.handshakes++
	g.begun++
	g.perClient[a.client]++
	g.stats.Handshakes.Add(1)
	return true
}

func (g *gate) tick() {
	if second := g.now().Unix(); second != g.second {
		g.second, g.begun = second, 0
	}
}

// shaken is called when the handshake has ended.
func (a *admission) shaken() {
	a.gate.mu.Lock()
	defer a.gate.mu.Unlock()
	if a.isHandshake {
		a.isHandshake = false
		a.gate.handshakes--
	}
}

func (a *admission) leave() {
	g := a.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if a.isHandshake {
		a.isHandshake = false
		g.handshakes--
		g.stats.HandshakesFailed.Add(1)
	}
	g.connections--
	if g.perClient[a.client]--; g.perClient[a.client] <= 0 {
		delete(g.perClient, a.client)
	}
}

func (g *gate) open() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.connections
}

// clientOf is the address, or of IPv6 the network that one client has.
func clientOf(address net.Addr) netip.Prefix {
	udp, ok := address.(*net.UDPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := udp.AddrPort().Addr().Unmap()
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	return netip.PrefixFrom(ip.WithZone(""), bits).Masked()
}
