package main

import (
	"bytes"
	"net"
	"testing"
)

var clientAddress = &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}

// initialFrom is a datagram with a long header, padded to its size.
func initialFrom(destination, source string, size int) []byte {
	datagram := []byte{0xc0, 0, 0, 0, 1, byte(len(destination))}
	datagram = append(datagram, destination...)
	datagram = append(datagram, byte(len(source)))
	datagram = append(datagram, source...)
	return append(datagram, make([]byte, size-len(datagram))...)
}

func boundedPair(t *testing.T) *boundedSocket {
	socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	return newBoundedSocket(socket)
}

func (s *boundedSocket) sentTo(address *net.UDPAddr) (sent, held int) {
	peer := s.peers[address.AddrPort()]
	return peer.sent, len(peer.held)
}

func TestUnprovenAddressesGetThreeTimesWhatTheySent(t *testing.T) {
	s := boundedPair(t)
	// The worst for a server with datagrams of 1,280 bytes: three of them are just below the limit.
	s.arrived(initialFrom("chosen by client", "client", 1_281), clientAddress)
	s.enter(clientAddress.AddrPort(), false)
	reply := initialFrom("client", "8 bytes!", 1_280)
	for range 4 {
		if n, _, err := s.WriteMsgUDP(reply, nil, clientAddress); err != nil || n != len(reply) {
			t.Fatalf("a write returned %d, %v", n, err)
		}
	}
	if sent, held := s.sentTo(clientAddress); sent != 3*1_280 || held != 1 {
		t.Errorf("%d bytes were sent, %d writes wait", sent, held)
	}
	s.arrived(initialFrom("chosen by client", "client", 1_200), clientAddress)
	if sent, held := s.sentTo(clientAddress); sent != 4*1_280 || held != 0 {
		t.Errorf("with more from the client, %d bytes were sent, %d writes wait", sent, held)
	}
}

func TestDatagramsOfOneHelloCountTogether(t *testing.T) {
	s := boundedPair(t)
	for range 2 {
		s.arrived(initialFrom("chosen by client", "client", 1_200), clientAddress)
	}
	s.enter(clientAddress.AddrPort(), false)
	for range 6 {
		_, _, _ = s.WriteMsgUDP(make([]byte, 1_200), nil, clientAddress)
	}
	if sent, held := s.sentTo(clientAddress); sent != 7_200 || held != 0 {
		t.Errorf("%d bytes were sent, %d writes wait", sent, held)
	}
}

func TestAddressesAreProvenByOurNameOfTheConnection(t *testing.T) {
	for what, proof := range map[string]struct {
		datagram []byte
		isProven bool
	}{
		"our name in a long header":  {initialFrom("8 bytes!", "client", 100), true},
		"our name in a short header": {append([]byte{0x40}, "8 bytes! and more"...), true},
		"another name":               {initialFrom("8 others", "client", 100), false},
		"cut off":                    {[]byte{0x40, '8', ' '}, false},
		"nothing":                    {nil, false},
	} {
		s := boundedPair(t)
		s.enter(clientAddress.AddrPort(), false)
		_, _, _ = s.WriteMsgUDP(initialFrom("client", "8 bytes!", 1_200), nil, clientAddress)
		s.arrived(proof.datagram, clientAddress)
		if isProven := s.limited.Load() == 0; isProven != proof.isProven {
			t.Errorf("%s: proven %v", what, isProven)
		}
	}
}

func TestALimitEndsWithTheLastConnection(t *testing.T) {
	s := boundedPair(t)
	address := clientAddress.AddrPort()
	s.enter(address, false)
	s.enter(address, false)
	s.leave(address)
	if s.limited.Load() != 1 {
		t.Error("the limit ended with the first of two connections")
	}
	s.leave(address)
	if s.limited.Load() != 0 || len(s.peers) != 0 {
		t.Error("the limit outlived its connections")
	}
}

func TestAConnectionOfAProvenAddressHasNoLimit(t *testing.T) {
	s := boundedPair(t)
	address := clientAddress.AddrPort()
	s.enter(address, false)
	s.enter(address, true)
	s.enter(address, false)
	for range 10 {
		_, _, _ = s.WriteMsgUDP(make([]byte, 1_200), nil, clientAddress)
	}
	if sent, held := s.sentTo(clientAddress); sent != 0 || held != 0 || s.limited.Load() != 0 {
		t.Errorf("%d bytes were counted, %d writes wait", sent, held)
	}
}

func TestNamesAreReadFromWholeHeadersOnly(t *testing.T) {
	whole := initialFrom("client", "8 bytes!", 30)
	if id := sourceID(whole); !bytes.Equal(id, []byte("8 bytes!")) {
		t.Errorf("read %q", id)
	}
	for length := range 21 {
		if id := sourceID(whole[:length]); id != nil {
			t.Errorf("of %d bytes read %q", length, id)
		}
	}
}
