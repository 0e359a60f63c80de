package main

import (
	"bytes"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/net/ipv4"
)

const (
	// maxAmplification is how many times the bytes that came may go to an address that is not proven (RFC 9000, 8.1).
	maxAmplification = 3
	// connectionIDBytes of our own names of connections: who repeats one has received what we sent.
	connectionIDBytes = 8
	// maxHeldWrites of one address wait until they fit.
	maxHeldWrites  = 8
	minInitialSize = 1200
	recentArrivals = 1 << 12
)

// boundedSocket keeps the limit for unproven addresses to the byte. quic-go asks only whether the limit is reached before it sends, so
// that its last datagram exceeds it: 4 datagrams of 1,280 bytes for one of 1,281. What does not fit waits here until the client sends
// more, and is lost if it does not.
type boundedSocket struct {
	*net.UDPConn
	batch *ipv4.PacketConn
	// limited: how many addresses have a limit; none costs nothing.
	limited atomic.Int64

	mu    sync.Mutex
	peers map[netip.AddrPort]*peer
	// recent is what the first datagrams of clients had, before a connection is there for them.
	recent [recentArrivals]arrival
}

type arrival struct {
	from  netip.AddrPort
	bytes int
}

// peer is an address with connections.
type peer struct {
	connections int
	isProven    bool
	// Until it is proven:
	received, sent int
	// ours are the names that we chose for this client's connections.
	ours [][]byte
	held []heldWrite
}

type heldWrite struct{ data, oob []byte }

func newBoundedSocket(socket *net.UDPConn) *boundedSocket {
	return &boundedSocket{
		UDPConn: socket,
		batch:   ipv4.NewPacketConn(socket),
		peers:   make(map[netip.AddrPort]*peer),
	}
}

// enter limits what goes to the address of a new connection until it is proven.
func (s *boundedSocket) enter(address netip.AddrPort, isProven bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.peers[address]
	if p == nil {
		p = &peer{received: minInitialSize}
		if recent := s.recent[slotOf(address)]; recent.from == address {
			p.received = recent.bytes
		}
		s.peers[address] = p
		s.limited.Add(1)
	}
	if isProven {
		s.prove(p)
	}
	p.connections++
}

// leave is called once for each `enter`.
func (s *boundedSocket) leave(address netip.AddrPort) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.peers[address]
	if p.connections--; p.connections == 0 {
		s.prove(p)
		delete(s.peers, address)
		s.recent[slotOf(address)] = arrival{}
	}
}

// prove lifts the limit, and returns what waited for that.
func (s *boundedSocket) prove(p *peer) []heldWrite {
	if p.isProven {
		return nil
	}
	held := p.held
	p.isProven, p.held, p.ours = true, nil, nil
	s.limited.Add(-1)
	return held
}

// ReadBatch is how quic-go reads.
func (s *boundedSocket) ReadBatch(messages []ipv4.Message, flags int) (int, error) {
	n, err := s.batch.ReadBatch(messages, flags)
	for _, message := range messages[:max(n, 0)] {
		if udp, ok := message.Addr.(*net.UDPAddr); ok {
			s.arrived(message.Buffers[0][:message.N], udp)
		}
	}
	return n, err
}

func (s *boundedSocket) arrived(datagram []byte, from *net.UDPAddr) {
	isFirst := isLong(datagram) && len(datagram) >= minInitialSize
	if !isFirst && s.limited.Load() == 0 {
		return
	}
	address := from.AddrPort()
	s.mu.Lock()
	var ready []heldWrite
	if p := s.peers[address]; p == nil {
		if isFirst {
			s.remember(address, len(datagram))
		}
	} else if !p.isProven {
		p.received += len(datagram)
		ready = p.ready()
		if p.isProvenBy(datagram) {
			ready = append(ready, s.prove(p)...)
		}
	}
	s.mu.Unlock()
	for _, write := range ready {
		// As any datagram, it may get lost.
		_, _, _ = s.UDPConn.WriteMsgUDP(write.data, write.oob, from)
	}
}

func (s *boundedSocket) remember(address netip.AddrPort, bytes int) {
	recent := &s.recent[slotOf(address)]
	if recent.from != address {
		*recent = arrival{from: address}
	}
	recent.bytes += bytes
}

// WriteMsgUDP is how quic-go writes.
func (s *boundedSocket) WriteMsgUDP(data, oob []byte, to *net.UDPAddr) (int, int, error) {
	if s.limited.Load() > 0 && s.holds(data, oob, to.AddrPort()) {
		return len(data), len(oob), nil
	}
	return s.UDPConn.WriteMsgUDP(data, oob, to)
}

func (s *boundedSocket) holds(data, oob []byte, to netip.AddrPort) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.peers[to]
	if p == nil || p.isProven {
		return false
	}
	if id := sourceID(data); len(id) == connectionIDBytes && !p.named(id) && len(p.ours) < maxConnectionsPerClient {
		p.ours = append(p.ours, bytes.Clone(id))
	}
	if len(p.held) == 0 && p.fits(len(data)) {
		p.sent += len(data)
		return false
	}
	if len(p.held) < maxHeldWrites {
		p.held = append(p.held, heldWrite{bytes.Clone(data), bytes.Clone(oob)})
	}
	return true
}

func (p *peer) fits(size int) bool {
	return p.sent+size <= maxAmplification*p.received
}

// ready takes what fits by now.
func (p *peer) ready() (ready []heldWrite) {
	for len(p.held) > 0 && p.fits(len(p.held[0].data)) {
		p.sent += len(p.held[0].data)
		ready = append(ready, p.held[0])
		p.held = p.held[1:]
	}
	return ready
}

// isProvenBy: its first packet repeats our name of the connection.
func (p *peer) isProvenBy(datagram []byte) bool {
	at := 1
	if isLong(datagram) {
		at = 6
	}
	return len(datagram) >= at+connectionIDBytes && p.named(datagram[at:at+connectionIDBytes])
}

func (p *peer) named(id []byte) bool {
	return slices.ContainsFunc(p.ours, func(ours []byte) bool { return bytes.Equal(ours, id) })
}

// isLong: the header names both connections (RFC 9000, 17.2).
func isLong(datagram []byte) bool { return len(datagram) > 0 && datagram[0]&0x80 != 0 }

// sourceID of a packet with a long header: our name of the connection, where the packet is ours.
func sourceID(packet []byte) []byte {
	if len(packet) < 7 || !isLong(packet) {
		return nil
	}
	at := 6 + int(packet[5])
	if at >= len(packet) || at+1+int(packet[at]) > len(packet) {
		return nil
	}
	return packet[at+1 : at+1+int(packet[at])]
}

func slotOf(address netip.AddrPort) int {
	bytes := address.Addr().As16()
	hash := uint32(address.Port())
	for _, b := range bytes {
		hash = hash*31 + uint32(b)
	}
	return int(hash % recentArrivals)
}
