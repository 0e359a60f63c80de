package main

import (
	"encoding/binary"
	"net/netip"
)

const (
	proxyTCP4    = 0x11
	proxyTCP6    = 0x21
	proxyVersion = 0x21
	tlvAuthority = 0x02
	// tlvFingerprint is one of the types that the protocol leaves to whom it concerns: the client's JA4.
	tlvFingerprint  = 0xe0
	maxServerName   = 255
	proxyFixedBytes = 16
)

var proxySignature = []byte("\r\n\r\n\x00\r\nQUIT\n")

// proxyHeader is what a connection to a worker begins with (PROXY protocol, version 2): whose requests follow, and which
// name the handshake was for, and how the client's looked.
func proxyHeader(remote, local netip.AddrPort, serverName, fingerprint string) []byte {
	from, to := remote.Addr().Unmap().WithZone(""), local.Addr().Unmap().WithZone("")
	family := byte(proxyTCP4)
	if from.Is6() {
		family = proxyTCP6
	}
	if from.Is6() != to.Is6() {
		// The socket takes both families and names neither.
		to = netip.IPv4Unspecified()
		if from.Is6() {
			to = netip.IPv6Unspecified()
		}
	}
	if len(serverName) > maxServerName {
		serverName = ""
	}
	body := append(from.AsSlice(), to.AsSlice()...)
	body = binary.BigEndian.AppendUint16(body, remote.Port())
	body = binary.BigEndian.AppendUint16(body, local.Port())
	body = appendTLV(body, tlvAuthority, serverName)
	body = appendTLV(body, tlvFingerprint, fingerprint)
	header := make([]byte, 0, proxyFixedBytes+len(body))
	header = append(header, proxySignature...)
	header = append(header, proxyVersion, family)
	header = binary.BigEndian.AppendUint16(header, uint16(len(body)))
	return append(header, body...)
}

func appendTLV(body []byte, kind byte, value string) []byte {
	body = append(body, kind)
	body = binary.BigEndian.AppendUint16(body, uint16(len(value)))
	return append(body, value...)
}
