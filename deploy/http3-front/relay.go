package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// firstByteTime is how long a GET without a length may leave open whether a body follows.
	firstByteTime = 10 * time.Second
	pieceBytes    = 32 << 10
	// maxAttempts: a worker may leave between two looks at it, and so may its successor.
	maxAttempts = 3
)

var pieces = sync.Pool{New: func() any { return new([pieceBytes]byte) }}

// ServeHTTP relays one request to a worker, and the answer back. What breaks off on one side breaks off on the other.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := r.Context().Value(sessionKey{}).(*session)
	s.begin()
	defer s.finish()
	if r.Method == http.MethodConnect {
		// Tunnels, WebSockets in HTTP/3 among them, are not carried; the client may come by TCP.
		refuse(w, http.StatusNotImplemented)
		return
	}
	if err := f.relay(s, w, r); err != nil {
		f.stats.RequestsBroken.Add(1)
		panic(http.ErrAbortHandler)
	}
}

func (f *front) relay(s *session, w http.ResponseWriter, r *http.Request) error {
	// A client that leaves or an answer that cannot go on ends the worker's side, too.
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out, err := outgoing(w, r)
	if err != nil {
		refuse(w, http.StatusRequestTimeout)
		return nil
	}
	hints := &hintRelay{to: w}
	defer hints.stop()
	sent := &sending{}
	if out.Body != http.NoBody {
		out.Body = &unsentBody{ReadCloser: out.Body, sent: sent}
	}
	out = out.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse:   hints.pass,
		WroteHeaderField: func(string, []string) { sent.hasBegun.Store(true) },
	}))
	response, l, err := s.roundTrip(out, r.RemoteAddr, sent)
	if err != nil {
		if errors.Is(err, errNoWorker) {
			refuse(w, http.StatusServiceUnavailable)
			return nil
		}
		return err
	}
	defer s.release(l)
	defer response.Body.Close()
	hints.stop()
	return answerWith(w, response, r.Method)
}

// roundTrip asks a worker, and where one left just then another: never twice what might have an effect.
func (s *session) roundTrip(out *http.Request, remote string, sent *sending) (*http.Response, *link, error) {
	for attempt := 1; ; attempt++ {
		l, err := s.take(out.Context(), remote)
		if err != nil {
			return nil, nil, err
		}
		response, err := l.client.RoundTrip(out)
		if err == nil {
			return response, l, nil
		}
		isGone := s.leave(l)
		isRepeatable := !sent.hasBegun.Load() || out.Body == http.NoBody && isSafe(out.Method)
		if attempt == maxAttempts || !isGone || !isRepeatable || out.Context().Err() != nil {
			return nil, nil, err
		}
	}
}

// sending is whether anything of a request has left for a worker.
type sending struct {
	hasBegun atomic.Bool
}

// unsentBody stays open when a worker left before anything of the request was sent: the next one gets it.
type unsentBody struct {
	io.ReadCloser
	sent *sending
}

func (b *unsentBody) Close() error {
	if !b.sent.hasBegun.Load() {
		return nil
	}
	return b.ReadCloser.Close()
}

// outgoing is the request as the worker gets it: everything as the client said it, no word of ours.
func outgoing(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	body, err := bodyOf(w, r)
	if err != nil {
		return nil, err
	}
	header := r.Header
	if _, has := header["User-Agent"]; !has {
		// Empty is said to be none; without it the library would name itself.
		header["User-Agent"] = []string{""}
	}
	out := &http.Request{
		Method: r.Method,
		// Opaque is sent as it stands; path and query would be spelled anew.
		URL:           &url.URL{Scheme: "https", Host: r.Host, Opaque: "//" + r.Host + r.RequestURI},
		Host:          r.Host,
		Header:        header,
		Body:          body,
		ContentLength: r.ContentLength,
	}
	if body == http.NoBody {
		out.ContentLength = 0
	} else if len(r.Trailer) > 0 {
		out.Trailer = make(http.Header, len(r.Trailer))
		for name := range r.Trailer {
			out.Trailer[name] = nil
		}
		out.Body = &trailedBody{ReadCloser: body, from: r, to: out.Trailer}
	}
	return out, nil
}

// bodyOf finds out whether there is a body where the head does not say: the worker treats requests without one otherwise.
func bodyOf(w http.ResponseWriter, r *http.Request) (io.ReadCloser, error) {
	if r.ContentLength == 0 {
		return http.NoBody, nil
	}
	if r.ContentLength > 0 || !isSafe(r.Method) && r.Method != http.MethodDelete {
		return r.Body, nil
	}
	controller := http.NewResponseController(w)
	if err := controller.SetReadDeadline(time.Now().Add(firstByteTime)); err != nil {
		return nil, err
	}
	first := make([]byte, 1)
	n, err := r.Body.Read(first)
	if n == 0 && err == io.EOF {
		return http.NoBody, nil
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := controller.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	return &begunBody{first: first[:n], ReadCloser: r.Body}, nil
}

func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// begunBody is a body whose first byte has been read.
type begunBody struct {
	first []byte
	io.ReadCloser
}

func (b *begunBody) Read(p []byte) (int, error) {
	if len(b.first) > 0 && len(p) > 0 {
		n := copy(p, b.first)
		b.first = b.first[n:]
		return n, nil
	}
	return b.ReadCloser.Read(p)
}

// trailedBody hands over, with the end of a body, the trailers that the client had announced.
type trailedBody struct {
	io.ReadCloser
	from *http.Request
	to   http.Header
}

func (b *trailedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		for name := range b.to {
			b.to[name] = b.from.Trailer[name]
		}
	}
	return n, err
}

// answerWith sends the worker's answer, slowed down to the client's pace.
func answerWith(w http.ResponseWriter, response *http.Response, method string) error {
	header := w.Header()
	for name, values := range response.Header {
		header[name] = values
	}
	// Null: the library is not to add one of its own.
	for _, name := range []string{"Date", "Content-Type"} {
		if _, has := header[name]; !has {
			header[name] = nil
		}
	}
	w.WriteHeader(response.StatusCode)
	controller := http.NewResponseController(w)
	if response.ContentLength < 0 || method == http.MethodHead {
		// Who streams wants the head now; and to HEAD no length is made up.
		if err := controller.Flush(); err != nil {
			return err
		}
	}
	piece := pieces.Get().(*[pieceBytes]byte)
	defer pieces.Put(piece)
	for {
		n, err := response.Body.Read(piece[:])
		if n > 0 {
			if _, failed := w.Write(piece[:n]); failed != nil {
				return failed
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	for name, values := range response.Trailer {
		header[http.TrailerPrefix+name] = values
	}
	return nil
}

// refuse answers for the front itself, which has no page.
func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
}

// hintRelay passes on what comes before the answer (100, 103) until the answer itself does.
type hintRelay struct {
	mu   sync.Mutex
	to   http.ResponseWriter
	over bool
}

func (h *hintRelay) pass(status int, fields textproto.MIMEHeader) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over || status == http.StatusSwitchingProtocols {
		return nil
	}
	header := h.to.Header()
	for name, values := range fields {
		header[name] = values
	}
	h.to.WriteHeader(status)
	clear(header)
	return nil
}

func (h *hintRelay) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.over = true
}
