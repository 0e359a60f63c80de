package main

import "testing"

func TestTicketsBringEarlyDataOnce(t *testing.T) {
	tickets, others := newOnceTickets(), newOnceTickets()
	first := [][]byte{[]byte("something else"), tickets.issue("shop.example")}
	second := [][]byte{tickets.issue("shop.example")}
	if tickets.redeem(second, "other.example") {
		t.Error("a ticket of one name was taken for another")
	}
	if others.redeem(second, "shop.example") {
		t.Error("another process took the ticket")
	}
	if tickets.redeem([][]byte{[]byte("something else")}, "shop.example") {
		t.Error("a ticket that was issued without early data was taken")
	}
	for _, extras := range [][][]byte{second, first} {
		if !tickets.redeem(extras, "shop.example") {
			t.Error("a fresh ticket was refused")
		}
		if tickets.redeem(extras, "shop.example") {
			t.Error("a ticket was taken twice")
		}
	}
}

func TestTicketsAreForgottenRatherThanTakenTwice(t *testing.T) {
	tickets := newOnceTickets()
	used, unused := [][]byte{tickets.issue("")}, [][]byte{tickets.issue("")}
	if !tickets.redeem(used, "") {
		t.Error("a fresh ticket was refused")
	}
	for range onceWindow - 1 {
		tickets.issue("")
	}
	if tickets.redeem(used, "") {
		t.Error("a ticket was taken twice after its place had been given to another")
	}
	if !tickets.redeem(unused, "") {
		t.Error("the oldest ticket of the window was refused")
	}
	newest := [][]byte{tickets.issue("")}
	if tickets.redeem(unused, "") || !tickets.redeem(newest, "") {
		t.Error("a place was taken for the ticket that had it before")
	}
}
