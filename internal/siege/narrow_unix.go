//go:build unix

package siege

import "syscall"

// narrow asks for as small a window as there is.
func narrow(fd uintptr) error {
	return syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096)
}
