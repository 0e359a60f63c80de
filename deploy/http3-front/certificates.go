package main

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

const (
	// maxConfigs is how many certificates are kept ready, as in a worker.
	maxConfigs = 2_000
	// maxAnswer bounds a worker's answer: a chain and a key.
	maxAnswer = 256 << 10
	askTime   = 2 * time.Second
)

var errNoCertificate = errors.New("no certificate for this name")

// question is asked for every handshake: the edge decides, and a new certificate is there with the next one.
type question struct {
	Name   string `json:"name"`
	Client string `json:"client"`
	// Known is the certificate that we have of this name.
	Known string `json:"known"`
}

// answer without an id is a refusal; without a chain it says that what is known is still right.
type answer struct {
	ID    string `json:"id"`
	Chain string `json:"chain"`
	Key   string `json:"key"`
}

// certificates asks the edge, whose keys come through a socket that only its own user may open and are kept in memory alone.
type certificates struct {
	workers *workers

	mu    sync.Mutex
	base  *tls.Config
	names map[string]string      // name → id of the certificate that it had last
	ready map[string]*tls.Config // by id
	lines map[string]*certificateLine
}

func newCertificates(workers *workers, base *tls.Config) *certificates {
	c := &certificates{workers: workers, base: base, lines: make(map[string]*certificateLine)}
	c.forget()
	return c
}

func (c *certificates) forget() {
	c.names = make(map[string]string)
	c.ready = make(map[string]*tls.Config)
}

// useTicketKey seals session tickets with another key from now on.
func (c *certificates) useTicketKey(key [32]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base = c.base.Clone()
	c.base.SetSessionTicketKeys([][32]byte{key})
	c.forget()
}

// forClient is asked by TLS for each handshake. What it refuses ends with an alert, as on TCP.
func (c *certificates) forClient(hello *tls.ClientHelloInfo) (*tls.Config, error) {
	host, _, err := net.SplitHostPort(hello.Conn.RemoteAddr().String())
	if err != nil {
		return nil, err
	}
	if a, ok := hello.Context().Value(admissionKey{}).(*admission); ok {
		a.fingerprint = ja4(hello)
	}
	known, config := c.known(hello.ServerName)
	got, err := c.ask(question{Name: hello.ServerName, Client: host, Known: known})
	if err != nil {
		return nil, err
	}
	switch {
	case got.ID == "":
		return nil, errNoCertificate
	case got.ID == known && config != nil:
		return config, nil
	default:
		return c.keep(hello.ServerName, got)
	}
}

func (c *certificates) known(name string) (string, *tls.Config) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := c.names[name]
	config := c.ready[id]
	if config == nil {
		id = ""
	}
	return id, config
}

func (c *certificates) keep(name string, got answer) (*tls.Config, error) {
	pair, err := tls.X509KeyPair([]byte(got.Chain), []byte(got.Key))
	if err != nil {
		return nil, fmt.Errorf("the certificate %s cannot be used: %w", got.ID, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.ready) >= maxConfigs || len(c.names) >= 4*maxConfigs {
		c.forget()
	}
	config := c.base.Clone()
	config.Certificates = []tls.Certificate{pair}
	c.names[name], c.ready[got.ID] = got.ID, config
	return config, nil
}

func (c *certificates) ask(asked question) (got answer, err error) {
	err = c.workers.try(func(worker worker) error {
		var failed error
		got, failed = c.line(worker.Certificates).ask(asked)
		return failed
	})
	return got, err
}

func (c *certificates) line(socket string) *certificateLine {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.lines[socket]
	if line == nil {
		line = &certificateLine{socket: socket}
		c.lines[socket] = line
	}
	return line
}

// keepLines closes what leads to workers that have gone.
func (c *certificates) keepLines(present []worker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for socket, line := range c.lines {
		isPresent := false
		for _, worker := range present {
			isPresent = isPresent || worker.Certificates == socket
		}
		if !isPresent {
			delete(c.lines, socket)
			go line.close()
		}
	}
}

// certificateLine is a connection to one worker: a line asks, a line answers.
type certificateLine struct {
	socket string
	mu     sync.Mutex
	conn   net.Conn
	reader *bufio.Scanner
}

func (l *certificateLine) ask(asked question) (answer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var got answer
	text, err := json.Marshal(asked)
	if err != nil {
		return got, err
	}
	if l.conn == nil {
		if l.conn, err = net.DialTimeout("unix", l.socket, askTime); err != nil {
			l.conn = nil
			return got, err
		}
		l.reader = bufio.NewScanner(l.conn)
		l.reader.Buffer(nil, maxAnswer)
	}
	if err = l.exchange(text, &got); err != nil {
		l.conn.Close()
		l.conn = nil
	}
	return got, err
}

func (l *certificateLine) exchange(text []byte, got *answer) error {
	if err := l.conn.SetDeadline(time.Now().Add(askTime)); err != nil {
		return err
	}
	if _, err := l.conn.Write(append(text, '\n')); err != nil {
		return err
	}
	if !l.reader.Scan() {
		return errors.Join(errors.New("a worker did not answer for a certificate"), l.reader.Err())
	}
	return json.Unmarshal(l.reader.Bytes(), got)
}

func (l *certificateLine) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		l.conn.Close()
		l.conn = nil
	}
}
