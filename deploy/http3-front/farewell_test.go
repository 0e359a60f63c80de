package main

import (
	"fmt"
	"testing"
)

func frame(kind byte, payload int) []byte {
	head := []byte{byte(payload >> 16), byte(payload >> 8), byte(payload), kind, 0, 0, 0, 0, 1}
	return append(head, make([]byte, payload)...)
}

// What frames carry may look like the head of a GOAWAY, and a head may come in two reads.
func TestFarewell(t *testing.T) {
	data := frame(0, 70_000)
	copy(data[frameHeadBytes:], frame(frameGoAway, 8))
	before := append(frame(4, 6), data...)
	before = append(before, frame(frameGoAway, 8)[:frameHeadBytes-1]...)
	for _, size := range []int{1, 2, 5, 9, 16_384, len(before)} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			farewell := new(farewell)
			for at := 0; at < len(before); at += size {
				farewell.see(before[at:min(at+size, len(before))])
			}
			if farewell.said() {
				t.Fatal("taken for said before its head was whole")
			}
			farewell.see(frame(frameGoAway, 8)[frameHeadBytes-1:])
			if !farewell.said() {
				t.Fatal("not heard")
			}
		})
	}
}

func TestTryAsksWorkersInTurn(t *testing.T) {
	present := &workers{}
	if err := present.try(func(worker) error { return nil }); err != errNoWorker {
		t.Fatalf("got %v of no worker", err)
	}
	present.set([]worker{{Requests: "a"}, {Requests: "b"}})
	asked := map[string]bool{}
	err := present.try(func(w worker) error {
		asked[w.Requests] = true
		if len(asked) < 2 {
			return errNoWorker
		}
		return nil
	})
	if err != nil || !asked["a"] || !asked["b"] {
		t.Fatalf("asked %v, got %v", asked, err)
	}
}
