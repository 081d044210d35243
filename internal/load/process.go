package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is a server that runs.
type process struct {
	cmd  *exec.Cmd
	url  string // where the host's link leads
	once sync.Once
}

// start starts a server and waits for the line that says where it is.
func start(ctx context.Context, bin string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, bin, args...)}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewScanner(out)
	for in.Scan() {
		if url, ok := strings.CutPrefix(in.Text(), "omerta: "); ok {
			p.url = url
			go func() {
				for in.Scan() { // so that it can go on printing
					continue
				}
			}()
			return p, nil
		}
	}
	return nil, errors.New("the server has not said where it is")
}

// end asks the server to stop and waits.
func (p *process) end() {
	p.once.Do(func() {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	})
}

// kill ends it at once.
func (p *process) kill() {
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
}

// usage is the memory of a process in MB and its processor time.
func (p *process) usage() (mb float64, cpu time.Duration, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.SplitSeq(string(status), "\n") {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.ParseFloat(strings.Fields(kb)[0], 64)
			if err != nil {
				return 0, 0, err
			}
			mb = n / 1024
		}
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')'):]))
	var ticks int
	for _, f := range fields[12:14] { // user and system time, in hundredths of a second
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, 0, err
		}
		ticks += n
	}
	return mb, time.Duration(ticks) * 10 * time.Millisecond, nil
}
