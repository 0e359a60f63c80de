package main

import (
	"runtime/metrics"
	"sync/atomic"
)

// stats are sent to the supervisor every second; they also show that this process is alive.
type stats struct {
	Handshakes       atomic.Int64
	HandshakesFailed atomic.Int64
	Retries          atomic.Int64
	Refused          atomic.Int64
	Shed             atomic.Int64
	Requests         atomic.Int64
	RequestsBroken   atomic.Int64
	Streams          atomic.Int64
	Migrations       atomic.Int64
}

// report is the line itself. Its names are those of the metrics.
type report struct {
	Type             string `json:"type"`
	Connections      int    `json:"connections"`
	Handshakes       int64  `json:"handshakes"`
	HandshakesFailed int64  `json:"handshakesFailed"`
	Retries          int64  `json:"retries"`
	Refused          int64  `json:"refused"`
	Shed             int64  `json:"shed"`
	Requests         int64  `json:"requests"`
	RequestsBroken   int64  `json:"requestsBroken"`
	Streams          int64  `json:"streams"`
	Migrations       int64  `json:"migrations"`
	MemoryBytes      uint64 `json:"memoryBytes"`
}

func (s *stats) report(connections int) report {
	return report{
		Type:             "stats",
		Connections:      connections,
		Handshakes:       s.Handshakes.Load(),
		HandshakesFailed: s.HandshakesFailed.Load(),
		Retries:          s.Retries.Load(),
		Refused:          s.Refused.Load(),
		Shed:             s.Shed.Load(),
		Requests:         s.Requests.Load(),
		RequestsBroken:   s.RequestsBroken.Load(),
		Streams:          s.Streams.Load(),
		Migrations:       s.Migrations.Load(),
		MemoryBytes:      memoryBytes(),
	}
}

// memoryBytes is what this process has of the system and has not given back.
func memoryBytes() uint64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
