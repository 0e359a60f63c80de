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

// another is the next of them in turn.
func (w *workers) another() (worker, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.present) == 0 {
		return worker{}, false
	}
	w.next++
	return w.present[w.next%len(w.present)], true
}
