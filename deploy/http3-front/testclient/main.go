// A client of HTTP/3 for tests: a line of JSON on standard input is a request, a line on standard output its outcome.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"sync"
	"time"
)

const (
	maxCommand  = 1 << 20
	requestTime = 60 * time.Second
)

type command struct {
	ID int `json:"id"`
	// Connection names one that is kept; requests with the same name share it.
	Connection string `json:"connection"`
	Address    string `json:"address"`
	ServerName string `json:"serverName"`
	Method     string `json:"method"`
	Path       string `json:"path"`
	Authority  string `json:"authority"`
	// Headers are [name, value, …].
	Headers  []string `json:"headers"`
	Trailers []string `json:"trailers"`
	// BodyBytes are sent in pieces, without a length where HidesLength.
	BodyBytes   int    `json:"bodyBytes"`
	Body        string `json:"body"`
	HidesLength bool   `json:"hidesLength"`
	// CancelMs ends the request after so long.
	CancelMs int `json:"cancelMs"`
	// Fields are sent as they are, without interpretation.
	Fields []string `json:"fields"`
	// Migrates: the connection moves to another port first.
	Migrates bool `json:"migrates"`
	// Closes the connection afterwards.
	Closes bool `json:"closes"`
	// KeepsSession: the session of an earlier connection is taken up.
	KeepsSession bool `json:"keepsSession"`
}

type outcome struct {
	ID          int               `json:"id"`
	Error       string            `json:"error,omitempty"`
	Status      int               `json:"status"`
	Headers     map[string]string `json:"headers"`
	Trailers    map[string]string `json:"trailers"`
	Hints       []string          `json:"hints"`
	Body        string            `json:"body"`
	BodyBytes   int64             `json:"bodyBytes"`
	Certificate string            `json:"certificate"`
	LocalPort   int               `json:"localPort"`
	Resumed     bool              `json:"resumed"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, maxCommand)
	var mu sync.Mutex
	out := json.NewEncoder(os.Stdout)
	connections := newConnections()
	for lines.Scan() {
		var asked command
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), requestTime)
			defer cancel()
			got := connections.run(ctx, asked)
			mu.Lock()
			defer mu.Unlock()
			_ = out.Encode(got)
		}()
	}
}
