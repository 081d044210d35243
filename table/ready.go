package table

// Ready gives a token whenever Take may have something: for whoever waits for
// several things at once. Else Next does.
func (s *Sub) Ready() <-chan struct{} { return s.ready }

// Take gives the waiting frame, nil where none waits; closed where the table has
// ended and none will come.
func (s *Sub) Take() (frame []byte, closed bool) { return s.take() }
