//go:build !unix

package siege

// narrow leaves the window as it is.
func narrow(uintptr) error { return nil }
