package main

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

const (
	extensionServerName = 0
	extensionALPN       = 16
	ja4HashCharacters   = 12
	ja4MostCounted      = 99
)

var ja4Nothing = strings.Repeat("0", ja4HashCharacters)

// ja4 is the fingerprint of a client by what its handshake offers, as the edge makes it of handshakes over TCP.
func ja4(hello *tls.ClientHelloInfo) string {
	ciphers := withoutGrease(hello.CipherSuites)
	extensions := withoutGrease(hello.Extensions)
	algorithms := make([]uint16, 0, len(hello.SignatureSchemes))
	for _, scheme := range hello.SignatureSchemes {
		algorithms = append(algorithms, uint16(scheme))
	}
	named := "i"
	if slices.Contains(extensions, extensionServerName) {
		named = "d"
	}
	told := slices.DeleteFunc(slices.Clone(extensions), func(extension uint16) bool {
		return extension == extensionServerName || extension == extensionALPN
	})
	offered := sortedHex(told)
	if algorithms = withoutGrease(algorithms); len(algorithms) > 0 {
		offered += "_" + joinedHex(algorithms)
	}
	hashOfExtensions := ja4Nothing
	if len(extensions) > 0 {
		hashOfExtensions = ja4Hash(offered)
	}
	return fmt.Sprintf("q%s%s%02d%02d%s_%s_%s", ja4Version(hello.SupportedVersions), named,
		min(len(ciphers), ja4MostCounted), min(len(extensions), ja4MostCounted), ja4Protocol(hello.SupportedProtos),
		ja4Hash(sortedHex(ciphers)), hashOfExtensions)
}

// withoutGrease leaves out values that mean nothing and are another one each time (RFC 8701).
func withoutGrease(values []uint16) []uint16 {
	return slices.DeleteFunc(slices.Clone(values), func(value uint16) bool {
		return value&0x0f0f == 0x0a0a && value>>8 == value&0xff
	})
}

func ja4Version(supported []uint16) string {
	versions := withoutGrease(supported)
	if len(versions) == 0 {
		return "00"
	}
	switch slices.Max(versions) {
	case tls.VersionTLS13:
		return "13"
	case tls.VersionTLS12:
		return "12"
	}
	// QUIC has no older ones.
	return "00"
}

// ja4Protocol is the first and the last character of a protocol's name; of those that are no text, of its digits.
func ja4Protocol(protocols []string) string {
	if len(protocols) == 0 || protocols[0] == "" {
		return "00"
	}
	name := protocols[0]
	first, last := name[0], name[len(name)-1]
	if isAlphanumeric(first) && isAlphanumeric(last) {
		return string([]byte{first, last})
	}
	digits := hex.EncodeToString([]byte{first, last})
	return digits[:1] + digits[3:]
}

func isAlphanumeric(character byte) bool {
	return character >= '0' && character <= '9' || character >= 'A' && character <= 'Z' || character >= 'a' && character <= 'z'
}

func sortedHex(values []uint16) string {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return joinedHex(sorted)
}

func joinedHex(values []uint16) string {
	texts := make([]string, 0, len(values))
	for _, value := range values {
		texts = append(texts, fmt.Sprintf("%04x", value))
	}
	return strings.Join(texts, ",")
}

func ja4Hash(text string) string {
	if text == "" {
		return ja4Nothing
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:ja4HashCharacters]
}
