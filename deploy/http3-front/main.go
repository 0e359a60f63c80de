// The HTTP/3 front of an edge node: started, told and watched by the node's supervisor through standard input and output
// (lines of JSON). It keeps nothing on disk and decides nothing: workers do.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
)

func main() {
	// The supervisor decides when we end; a signal to the whole group must not cut requests off.
	signal.Ignore(os.Interrupt, syscall.SIGHUP, syscall.SIGTERM)
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "http3-front:", err)
		os.Exit(1)
	}
}

func run() error {
	parent := newSupervisor(os.Stdin, os.Stdout)
	read, err := parent.settings()
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(maxMemory)
	f, err := listen(read)
	if err != nil {
		return err
	}
	parent.tell(map[string]any{"type": "listening", "port": f.port()})
	drained := make(chan struct{})
	var once sync.Once
	drain := func(limit time.Duration) {
		once.Do(func() {
			f.isDraining.Store(true)
			go func() {
				f.drain(limit)
				close(drained)
			}()
		})
	}
	go func() {
		if err := parent.orders(func(o order) { f.obey(o, parent, drain) }); err != nil {
			fmt.Fprintln(os.Stderr, "http3-front:", err)
		}
		// The supervisor is gone: nothing would start another front or announce workers.
		drain(time.Duration(read.DrainMs) * time.Millisecond)
	}()
	broken := make(chan error, 1)
	go func() {
		if err := f.serve(); !f.isDraining.Load() {
			broken <- err
		}
	}()
	tick := time.NewTicker(secondTick)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			parent.tell(f.look(now))
		case err := <-broken:
			return err
		case <-drained:
			parent.tell(f.look(time.Now()))
			return nil
		}
	}
}

func (f *front) obey(o order, parent *supervisor, drain func(time.Duration)) {
	switch o.Type {
	case "workers":
		f.workers.set(o.Workers)
		f.certificates.keepLines(o.Workers)
		parent.tell(map[string]any{"type": "workers", "revision": o.Revision})
	case "ticketKey":
		if len(o.TicketKey) == 32 {
			f.certificates.useTicketKey([32]byte(o.TicketKey))
		}
	case "drain":
		drain(time.Duration(o.LimitMs) * time.Millisecond)
	}
}
