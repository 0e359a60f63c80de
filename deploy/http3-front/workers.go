package main

import (
	"errors"
	"sync"
)

var errNoWorker = errors.New("no worker takes requests")

// workers is who takes requests at the moment, as the supervisor says.
type workers struct {
	mu      sync.Mutex
	present []worker
	next    int
}

func (w *workers) set(present []worker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.present = present
}

// some returns up to n of them, in turn.
func (w *workers) some(n int) []worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	n = min(n, len(w.present))
	chosen := make([]worker, 0, n)
	w.next++
	for i := range n {
		chosen = append(chosen, w.present[(w.next+i)%len(w.present)])
	}
	return chosen
}
