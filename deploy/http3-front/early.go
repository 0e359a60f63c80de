package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/binary"
	"net/http"
	"strings"
	"sync"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

const (
	earlyDataField  = "Early-Data"
	ticketTagPrefix = "palisade early data v1"
	epochBytes      = 16
	// onceWindow is how many of the newest tickets can still bring early data.
	onceWindow = 1 << 20
)

// onceTickets lets each session ticket bring early data once, and only to the process that issued it: nobody who has
// recorded a first flight can have it taken a second time, here or on another node.
type onceTickets struct {
	epoch [epochBytes]byte

	mu   sync.Mutex
	next uint64
	used []uint64 // a bit for each of the newest onceWindow tickets
}

func newOnceTickets() *onceTickets {
	t := &onceTickets{}
	// Never fails: crypto/rand ends the process instead.
	_, _ = rand.Read(t.epoch[:])
	return t
}

// issue returns what the next ticket has to contain.
func (t *onceTickets) issue(serverName string) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.used == nil {
		t.used = make([]uint64, onceWindow/64)
	}
	id := t.next
	t.next++
	word, bit := t.place(id)
	t.used[word] &^= bit
	tag := append([]byte(ticketTagPrefix), t.epoch[:]...)
	tag = binary.BigEndian.AppendUint64(tag, id)
	return append(tag, serverName...)
}

// redeem says whether a ticket with these additions may bring early data for this name, which it may not again.
func (t *onceTickets) redeem(extras [][]byte, serverName string) bool {
	for _, extra := range extras {
		rest, isTag := bytes.CutPrefix(extra, []byte(ticketTagPrefix))
		if !isTag {
			continue
		}
		rest, isOurs := bytes.CutPrefix(rest, t.epoch[:])
		return isOurs && len(rest) >= 8 && string(rest[8:]) == serverName && t.use(binary.BigEndian.Uint64(rest))
	}
	return false
}

func (t *onceTickets) use(id uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if id >= t.next || t.next-id > onceWindow {
		return false
	}
	word, bit := t.place(id)
	if t.used[word]&bit != 0 {
		return false
	}
	t.used[word] |= bit
	return true
}

func (t *onceTickets) place(id uint64) (word int, bit uint64) {
	slot := id % onceWindow
	return int(slot / 64), 1 << (slot % 64)
}

// withEarlyData is the configuration of one handshake for a site that takes early data. What comes from an address that
// is not proven, or with a ticket that has been used, is refused: the client sends it again after the handshake.
func (t *onceTickets) withEarlyData(config *tls.Config, serverName string, isProven bool) *tls.Config {
	// The callbacks seal and open tickets with the keys of `config`.
	own := config.Clone()
	own.WrapSession = func(cs tls.ConnectionState, ss *tls.SessionState) ([]byte, error) {
		if ss.EarlyData {
			ss.Extra = append(ss.Extra, t.issue(serverName))
		}
		return config.EncryptTicket(cs, ss)
	}
	own.UnwrapSession = func(identity []byte, cs tls.ConnectionState) (*tls.SessionState, error) {
		ss, err := config.DecryptTicket(identity, cs)
		if err != nil || ss == nil {
			return ss, err
		}
		// An unproven address would let anybody send requests in the name of others.
		ss.EarlyData = ss.EarlyData && isProven && t.redeem(ss.Extra, serverName)
		return ss, nil
	}
	return own
}

// withoutEarlyData is the configuration for all other sites, whose clients may hold tickets of sites that take it.
func withoutEarlyData(config *tls.Config) *tls.Config {
	own := config.Clone()
	own.UnwrapSession = func(identity []byte, cs tls.ConnectionState) (*tls.SessionState, error) {
		ss, err := config.DecryptTicket(identity, cs)
		if ss != nil {
			ss.EarlyData = false
		}
		return ss, err
	}
	return own
}

// afterHandshakes is a listener whose connections have completed their handshake, except those whose early data was accepted.
type afterHandshakes struct {
	*quic.EarlyListener
	ready chan *quic.Conn
	ended chan struct{}
	err   error // there once ended is closed
}

var _ http3.QUICListener = (*afterHandshakes)(nil)

func newAfterHandshakes(listener *quic.EarlyListener) *afterHandshakes {
	l := &afterHandshakes{EarlyListener: listener, ready: make(chan *quic.Conn), ended: make(chan struct{})}
	go l.run()
	return l
}

// Accept returns the next of them, or why there are no more.
func (l *afterHandshakes) Accept(ctx context.Context) (*quic.Conn, error) {
	select {
	case conn := <-l.ready:
		return conn, nil
	case <-l.ended:
		return nil, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *afterHandshakes) run() {
	for {
		conn, err := l.EarlyListener.Accept(context.Background())
		if err != nil {
			l.err = err
			close(l.ended)
			return
		}
		go l.hand(conn)
	}
}

func (l *afterHandshakes) hand(conn *quic.Conn) {
	if !conn.ConnectionState().Used0RTT && !completed(conn.Context(), conn) {
		return
	}
	select {
	case l.ready <- conn:
	case <-conn.Context().Done():
	case <-l.ended:
		_ = conn.CloseWithError(quic.ApplicationErrorCode(http3.ErrCodeRequestRejected), "draining")
	}
}

// completed waits for the end of the handshake; false: the connection or the request ended before.
func completed(ctx context.Context, conn *quic.Conn) bool {
	select {
	case <-conn.HandshakeComplete():
		return true
	case <-ctx.Done():
		return false
	}
}

// isEarly says whether the handshake is still under way, so that a request can only have come in early data.
func isEarly(conn *quic.Conn) bool {
	select {
	case <-conn.HandshakeComplete():
		return false
	default:
		return true
	}
}

// mayBeEarly: a safe method without a body, for the name whose owner takes early data.
func mayBeEarly(out *http.Request, serverName string) bool {
	host, _, _ := strings.Cut(out.Host, ":")
	return isSafe(out.Method) && out.Body == http.NoBody && strings.EqualFold(host, serverName)
}
