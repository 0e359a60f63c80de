package main

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/quic-go/qpack"
	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/quicvarint"
)

const (
	frameHeaders = 1
	maxFrame     = 1 << 20
)

// askRaw sends exactly these fields, and reads the status of what comes back.
func askRaw(ctx context.Context, conn *quic.Conn, fields []string, got *outcome) error {
	stream, err := conn.OpenStreamSync(ctx)
	if err != nil {
		return err
	}
	var block bytes.Buffer
	encoder := qpack.NewEncoder(&block)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := encoder.WriteField(qpack.HeaderField{Name: fields[i], Value: fields[i+1]}); err != nil {
			return err
		}
	}
	frame := quicvarint.Append(nil, frameHeaders)
	frame = quicvarint.Append(frame, uint64(block.Len()))
	if _, err := stream.Write(append(frame, block.Bytes()...)); err != nil {
		return err
	}
	// It fails only if the peer has already reset the stream; reading returns the code.
	_ = stream.Close()
	reader := quicvarint.NewReader(stream)
	for {
		kind, err := quicvarint.Read(reader)
		if err != nil {
			return err
		}
		length, err := quicvarint.Read(reader)
		if err != nil {
			return err
		}
		payload, err := io.ReadAll(io.LimitReader(reader, int64(min(length, maxFrame))))
		if err != nil || kind != frameHeaders {
			return err
		}
		decode := qpack.NewDecoder().Decode(payload)
		field, err := decode()
		if err != nil {
			return err
		}
		got.Status, err = strconv.Atoi(field.Value)
		return err
	}
}
