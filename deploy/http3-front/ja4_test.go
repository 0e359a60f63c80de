package main

import (
	"crypto/tls"
	"testing"
)

// What Chrome offers over TCP, as the description of JA4 has it for an example; q and h3 in place of t and h2.
var example = tls.ClientHelloInfo{
	CipherSuites: []uint16{
		0x1a1a, 0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x009d, 0x002f, 0x0035,
	},
	Extensions: []uint16{
		0x2a2a, 0x001b, 0x0000, 0x0033, 0x0010, 0x4469, 0x0017, 0x002d, 0x000d, 0x0005, 0x0023, 0x0012, 0x002b, 0xff01, 0x000b, 0x000a, 0x0015, 0x3a3a,
	},
	SignatureSchemes:  []tls.SignatureScheme{0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601},
	SupportedVersions: []uint16{0x4a4a, tls.VersionTLS13, tls.VersionTLS12},
	SupportedProtos:   []string{"h3"},
}

func TestFingerprints(t *testing.T) {
	changed := func(change func(*tls.ClientHelloInfo)) *tls.ClientHelloInfo {
		hello := example
		change(&hello)
		return &hello
	}
	for _, one := range []struct {
		name  string
		hello *tls.ClientHelloInfo
		want  string
	}{
		{"an example", &example, "q13d1516h3_8daaf6152771_e5627efa2ab1"},
		{"another order", changed(func(hello *tls.ClientHelloInfo) {
			hello.Extensions = []uint16{
				0x000a, 0x000b, 0xff01, 0x002b, 0x0012, 0x0023, 0x0005, 0x000d, 0x002d, 0x0017, 0x4469, 0x0010, 0x0033, 0x0000, 0x001b, 0x0015,
			}
		}), "q13d1516h3_8daaf6152771_e5627efa2ab1"},
		{"no name", changed(func(hello *tls.ClientHelloInfo) {
			hello.Extensions = []uint16{0x0010, 0x000a}
			hello.SignatureSchemes = nil
		}), "q13i1502h3_8daaf6152771_" + ja4Hash("000a")},
		{"a protocol that is no text", changed(func(hello *tls.ClientHelloInfo) {
			hello.SupportedProtos = []string{"\xab\x01\xcd"}
		}), "q13d1516ad_8daaf6152771_e5627efa2ab1"},
		{"nothing", &tls.ClientHelloInfo{}, "q00i000000_000000000000_000000000000"},
	} {
		if got := ja4(one.hello); got != one.want {
			t.Errorf("%s: %s, not %s", one.name, got, one.want)
		}
	}
}
