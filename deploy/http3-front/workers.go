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

// try asks workers in turn until one of them does it: one may be just leaving, and be replaced meanwhile.
func (w *workers) try(ask func(worker) error) error {
	err := errNoWorker
	for range maxAttempts {
		worker, found := w.another()
		if !found {
			break
		}
		if err = ask(worker); err == nil {
			return nil
		}
	}
	return err
}
