package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// maxLine bounds a line that the supervisor sends: the longest names every worker of a node.
const maxLine = 1 << 20

// settings is the first line that the supervisor sends. It comes by a pipe, since some of it is secret.
type settings struct {
	Bind           string `json:"bind"`
	Port           int    `json:"port"`
	MaxHeaderBytes int    `json:"maxHeaderBytes"`
	MaxStreams     int    `json:"maxStreams"`
	// Secret seals what a connection that is not known any more is answered with, and proofs of address.
	Secret []byte `json:"secret"`
	// DrainMs is how long connections may take to finish when no order to stop arrives.
	DrainMs int `json:"drainMs"`
}

// worker is where one process of the edge takes requests, and where it answers for certificates.
type worker struct {
	Requests     string `json:"requests"`
	Certificates string `json:"certificates"`
}

// order is every further line of the supervisor.
type order struct {
	Type    string   `json:"type"`
	Workers []worker `json:"workers"`
	// Revision of the workers: reported back once no other worker is used.
	Revision int `json:"revision"`
	// TicketKey seals session tickets, the same on all nodes.
	TicketKey []byte `json:"ticketKey"`
	LimitMs   int    `json:"limitMs"`
}

// supervisor is the other end of our standard input and output.
type supervisor struct {
	lines *bufio.Scanner
	mu    sync.Mutex
	out   *json.Encoder
}

func newSupervisor(in io.Reader, out io.Writer) *supervisor {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 4096), maxLine)
	return &supervisor{lines: lines, out: json.NewEncoder(out)}
}

// settings reads the first line.
func (s *supervisor) settings() (settings, error) {
	var read settings
	if !s.lines.Scan() {
		return read, errors.Join(errors.New("no settings came"), s.lines.Err())
	}
	if err := json.Unmarshal(s.lines.Bytes(), &read); err != nil {
		return read, fmt.Errorf("the settings are no JSON: %w", err)
	}
	if read.MaxHeaderBytes <= 0 || read.MaxStreams <= 0 || len(read.Secret) != 32 {
		return read, errors.New("the settings lack limits or a secret of 32 bytes")
	}
	return read, nil
}

// orders hands on every further line, and returns when the supervisor has gone.
func (s *supervisor) orders(take func(order)) error {
	for s.lines.Scan() {
		var read order
		if err := json.Unmarshal(s.lines.Bytes(), &read); err != nil {
			return fmt.Errorf("an order is no JSON: %w", err)
		}
		take(read)
	}
	return s.lines.Err()
}

// tell sends a line. A supervisor that has gone is noticed where orders are read.
func (s *supervisor) tell(line any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.out.Encode(line)
}
