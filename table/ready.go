package table

import "time"

// Ready gives a token whenever Take may have something: for whoever waits for
// several things at once. Else Next does.
func (s *Sub) Ready() <-chan struct{} { return s.ready }

// Take gives the waiting frame, nil where none waits, and closed where the table
// has ended and none will come. The bytes are the caller's until he calls Take
// again. One goroutine at a time, and never beside Next.
func (s *Sub) Take() (frame []byte, closed bool) {
	s.Release()
	p, n, closed := s.take()
	if p == nil {
		return nil, closed
	}
	s.read = p
	return p.frame(n, time.Now()), false
}

// Release gives back what was read last, whose bytes are nobody's then. Whoever
// waits long for the next frame holds no memory meanwhile. It is done by the next
// Take or Next at the latest.
func (s *Sub) Release() {
	if s.read != nil {
		s.read.drop()
		s.read = nil
	}
}
