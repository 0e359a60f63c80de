package main

import (
	"net"
	"sync/atomic"
)

const (
	frameHeadBytes = 9
	frameGoAway    = 0x7
)

// farewell is whether a worker has said GOAWAY. The HTTP/2 client does not tell: neither a connection that is full nor one whose worker goes
// has anything available.
//
//	+-----------------------------------------------+
//	|                 Length (24)                   |
//	+---------------+---------------+---------------+
//	|   Type (8)    |   Flags (8)   |
//	+-+-------------+---------------+-------------------------------+
//	|R|                 Stream Identifier (31)                      |
//	+=+=============================================================+
//
// It reads the heads of frames (RFC 9113, 4.1) and skips what they carry.
type farewell struct {
	hasCome atomic.Bool
	head    [frameHeadBytes]byte
	read    int
	skip    int
}

func (f *farewell) said() bool {
	return f.hasCome.Load()
}

func (f *farewell) see(piece []byte) {
	for len(piece) > 0 {
		if f.skip > 0 {
			n := min(f.skip, len(piece))
			f.skip -= n
			piece = piece[n:]
			continue
		}
		n := copy(f.head[f.read:], piece)
		f.read += n
		piece = piece[n:]
		if f.read < frameHeadBytes {
			return
		}
		f.read = 0
		f.skip = int(f.head[0])<<16 | int(f.head[1])<<8 | int(f.head[2])
		if f.head[3] == frameGoAway {
			f.hasCome.Store(true)
		}
	}
}

// watchedConn is a connection to a worker. One goroutine reads it.
type watchedConn struct {
	net.Conn
	farewell *farewell
}

func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.farewell.see(p[:n])
	return n, err
}
